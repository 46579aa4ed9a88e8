import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { headOf } from '../model/content.js';
import { locationOf, nameOf } from '../model/path.js';
import { type FrontMatterProblem, isMarkdown, type Outlines } from '../rendering/index.js';
import { type DocumentRow, readStoredDocuments, type StoredDocument } from '../store/documents.js';
import { contentOfObject, readStart } from '../store/index.js';
import { type RequestedChange, targetPathOf } from './changes.js';

/** The title that a change gives its document, and the content that it was read from if that was stored before. */
interface KnownTitle {
  readonly title: string;
  /** Why its front matter cannot be read. */
  readonly problem: FrontMatterProblem | null;
  readonly blob?: Buffer;
}

/** Titles by change, of those that leave a Markdown document. */
export type Titles = ReadonlyMap<RequestedChange, KnownTitle>;

interface Source extends Pick<KnownTitle, 'blob'> {
  readonly change: RequestedChange;
  readonly text: string;
}

/**
 * Reads the titles that changes give their documents. That takes as long as a process needs for them, and so comes before
 * the transaction that writes, which holds a lock and a connection.
 */
export async function titlesOf(
  context: OperationContext,
  outlines: Outlines,
  changes: readonly RequestedChange[],
): Promise<Titles> {
  const named = changes.filter((change) => change.action !== 'delete' && isMarkdown(targetPathOf(change)));
  const moves = named.filter(({ action }) => action === 'move');
  const sources = [...named.flatMap(sourceOf), ...(moves.length === 0 ? [] : await storedSources(context, moves))];
  const texts = sources.map(({ change, text }) => ({ path: targetPathOf(change), text }));
  const heads = texts.length === 0 ? [] : await outlines.headsOf(context.workspace.id, texts);
  return new Map(
    sources.map(({ change, blob }, index) => {
      const { title, problem } = heads[index] ?? { title: '', problem: null };
      return [change, { title, problem, ...(blob && { blob }) }];
    }),
  );
}

function sourceOf(change: RequestedChange): Source[] {
  return change.action === 'put' ? [{ change, text: headOf(change.content.bytes) }] : [];
}

function storedSources(context: OperationContext, moves: readonly RequestedChange[]): Promise<Source[]> {
  return context.read(async (transaction) => {
    const documents = await readStoredDocuments(
      transaction,
      moves.map(({ path }) => locationOf(path)),
    );
    const sources: Source[] = [];
    for (const change of moves) {
      const document = documents.get(change.path);
      const bytes = document && (await startOf(transaction, document));
      if (document !== undefined && bytes !== undefined) {
        sources.push({ change, blob: document.blob, text: headOf(bytes) });
      }
    }
    return sources;
  });
}

async function startOf(transaction: Transaction, document: StoredDocument): Promise<Buffer | undefined> {
  const { repo_id: repoId, blob: oid, data, size } = document;
  return data === null
    ? readStart(transaction, repoId, { oid, size })
    : contentOfObject(transaction, repoId, { oid, data });
}

/** The title that a document has after a move. One that has changed since its title was read keeps its own. */
export function titleAfterMove(titles: Titles, change: RequestedChange, current: DocumentRow): string {
  const known = titles.get(change);
  const target = targetPathOf(change);
  if (known?.blob?.equals(current.blob) === true) {
    return known.title;
  }
  return isMarkdown(target) && current.title !== nameOf(current.path) ? current.title : nameOf(target);
}

/** What a write warns of: front matter that stays text. */
export function warningsOf(titles: Titles, change: RequestedChange): FrontMatterProblem[] {
  const problem = titles.get(change)?.problem ?? null;
  return problem === null ? [] : [problem];
}
