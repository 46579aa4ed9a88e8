import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { rightsOf } from '../access/rights.js';
import type { ReadDecisions } from '../listing/decisions.js';
import type { Entry } from '../listing/entries.js';
import type { DocumentListings } from '../listing/listings.js';
import { withNames } from '../listing/names.js';
import { missingHeadings } from './headings.js';
import { type FollowedHtml, followLinks, hasLinks, headingTargets, unknownNames } from './mark.js';
import { LinkTargets, RepoTargets } from './targets.js';

/** Determines which documents a caller can read. */
export interface LinkDependencies {
  readonly listings: DocumentListings;
  readonly decisions: ReadDecisions;
}

/** The caller for whom the links of HTML are resolved. */
export interface LinkReader {
  readonly context: OperationContext;
  readonly principal: Principal;
}

/** Cached by array identity: until the next write, the readable entries of a repo are the same array. */
const knownTargets = new WeakMap<readonly Entry[], RepoTargets>();

/** Resolves links in documents to those targets that the reader may read. Reads the rights in its own transaction. */
export class LinkFollower {
  constructor(private readonly dependencies: LinkDependencies) {}

  /** Resolves the links of HTML pages for one reader, in the given order. */
  async follow({ context, principal }: LinkReader, pages: readonly string[]): Promise<FollowedHtml[]> {
    if (!pages.some(hasLinks)) {
      return pages.map((html) => followLinks(html, new LinkTargets([])));
    }
    return context.transaction(async (transaction) => {
      const { targets, read, current } = await this.targetsOf(transaction, principal);
      const names = new Set(pages.flatMap((html) => unknownNames(html, targets)));
      const named = names.size === 0 ? [] : await withNames(transaction, current, names);
      const titled = named.map(({ entry, title }) => ({ path: entry.path, title }));
      // The headings of a locked document are part of its hidden body, so they are not looked up.
      const headings = pages
        .flatMap((html) => headingTargets(html, targets, titled))
        .filter(({ path }) => read.canRead(path));
      const missing = headings.length === 0 ? new Set<string>() : await missingHeadings(transaction, headings);
      return pages.map((html) => followLinks(html, targets, { titled, missing }));
    });
  }

  private async targetsOf(transaction: Transaction, principal: Principal) {
    const [rights, current] = await Promise.all([
      rightsOf(transaction, principal),
      this.dependencies.listings.current(transaction),
    ]);
    const targets = new LinkTargets(
      current.map(({ repo, entries }) => {
        // Links to locked documents are kept, because they lead to the offer.
        const readable = this.dependencies.decisions.readable(rights.shown ?? rights, entries);
        const known = knownTargets.get(readable) ?? new RepoTargets(readable);
        knownTargets.set(readable, known);
        return [repo.name, known] as const;
      }),
    );
    return { targets, read: rights.read, current };
  }
}
