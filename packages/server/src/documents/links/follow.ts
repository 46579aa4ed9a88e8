import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { rightsOf } from '../access/rights.js';
import type { ReadDecisions } from '../listing/decisions.js';
import type { Entry } from '../listing/entries.js';
import type { DocumentListings } from '../listing/listings.js';
import { missingHeadings } from './headings.js';
import { type FollowedHtml, followLinks, hasLinks, headingTargets, unknownNames } from './mark.js';
import { LinkTargets, RepoTargets, type TitledPath } from './targets.js';

/** What tells which documents a caller can read. */
export interface LinkDependencies {
  readonly listings: DocumentListings;
  readonly decisions: ReadDecisions;
}

/** Who reads the HTML whose links are followed. */
export interface LinkReader {
  readonly context: OperationContext;
  readonly principal: Principal;
}

/** Lists of readable entries are the same arrays until something is written. */
const knownTargets = new WeakMap<readonly Entry[], RepoTargets>();

/** Leads the links of documents to what their reader can read. Decides rights in a transaction of its own. */
export class LinkFollower {
  constructor(private readonly dependencies: LinkDependencies) {}

  /** Some HTML of one reader, in the order given. */
  async follow({ context, principal }: LinkReader, pages: readonly string[]): Promise<FollowedHtml[]> {
    if (!pages.some(hasLinks)) {
      return pages.map((html) => followLinks(html, new LinkTargets([])));
    }
    return context.transaction(async (transaction) => {
      const { targets, read } = await this.targetsOf(transaction, principal);
      const names = new Set(pages.flatMap((html) => unknownNames(html, targets)));
      const titled = names.size === 0 ? [] : await titledPaths(transaction);
      // Headings of a locked document are part of its body.
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
        // A link to a locked document leads to its offer.
        const readable = this.dependencies.decisions.readable(rights.shown ?? rights, entries);
        const known = knownTargets.get(readable) ?? new RepoTargets(readable);
        knownTargets.set(readable, known);
        return [repo.name, known] as const;
      }),
    );
    return { targets, read: rights.read };
  }
}

function titledPaths(transaction: Transaction): Promise<TitledPath[]> {
  return transaction.query<TitledPath>(
    {
      name: 'list_document_titles',
      text: `select r.name || '/' || d.path as path, d.title
             from documents d join repos r on r.workspace_id = d.workspace_id and r.id = d.repo_id
             where d.workspace_id = $1`,
    },
    [transaction.workspaceId],
  );
}
