import type { Offer } from '@tessera/contract';
import { type PathGroup, type ReadAccess, readAccess } from '@tessera/path-access';

/** A group with its offer. Both fields of the offer are null if the group has none. */
export interface OfferingGroup extends PathGroup {
  readonly offer_text: string | null;
  readonly offer_url: string | null;
}

/**
 * The documents whose titles a workspace shows: those of the caller's groups and of groups on sale. If the caller cannot
 * read such a document, it is locked.
 */
export interface Shown {
  readonly read: ReadAccess;
  readonly readPatterns: readonly string[];
  /**
   * The offer for a path: that of the first group by name that matches the path and has an offer, otherwise that of the
   * workspace.
   */
  offerOf(path: string): Offer;
}

/** Determines the shown documents from groups sorted by name. */
export function shownBy(groups: readonly OfferingGroup[], own: Offer): Shown {
  const offering = groups.filter(({ offer_text: text, offer_url: url }) => text !== null || url !== null);
  const offers = readAccess(offering);
  return {
    read: readAccess(groups),
    readPatterns: patternsOf(groups),
    offerOf: (path) => {
      const first = offers.explain(path).matches[0]?.group.id;
      const group = offering.find(({ id }) => id === first);
      return group === undefined ? own : { text: group.offer_text, url: group.offer_url };
    },
  };
}

/** The distinct patterns of groups, sorted. */
export function patternsOf(groups: readonly PathGroup[]): string[] {
  return [...new Set(groups.flatMap(({ paths }) => paths))].sort();
}
