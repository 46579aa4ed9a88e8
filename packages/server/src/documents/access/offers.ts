import type { Offer } from '@tessera/contract';
import { type PathGroup, type ReadAccess, readAccess } from '../../access/read-access.js';

/** A group with the offer of its own; both parts are null where it has none. */
export interface OfferingGroup extends PathGroup {
  readonly offer_text: string | null;
  readonly offer_url: string | null;
}

/** What a workspace shows by title: all that any group matches. What of it a caller may not read is locked. */
export interface Shown {
  readonly read: ReadAccess;
  readonly readPatterns: readonly string[];
  /** The offer for a path: of the first group by name that matches and has one, else the workspace's own. */
  offerOf(path: string): Offer;
}

/** Builds it from all groups of the workspace, in the order of their names. */
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

/** The patterns of groups, each once and in order. */
export function patternsOf(groups: readonly PathGroup[]): string[] {
  return [...new Set(groups.flatMap(({ paths }) => paths))].sort();
}
