import type { Offer } from '@tessera/contract';
import { type PathGroup, type ReadAccess, readAccess } from '../../access/read-access.js';

/** A group with its offer; both fields are null without one. */
export interface OfferingGroup extends PathGroup {
  readonly offer_text: string | null;
  readonly offer_url: string | null;
}

/**
 * The documents that a workspace shows by title: all that any group matches. Those that the caller cannot read are
 * locked.
 */
export interface Shown {
  readonly read: ReadAccess;
  readonly readPatterns: readonly string[];
  /** The offer for a path: of the first group by name that matches and has one, otherwise of the workspace. */
  offerOf(path: string): Offer;
}

/** Builds it from all groups of the workspace, sorted by name. */
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
