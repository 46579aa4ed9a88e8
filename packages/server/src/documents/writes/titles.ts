import type { OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { headOf } from '../model/content.js';
import { locationOf, nameOf } from '../model/path.js';
import { type FrontMatterProblem, isMarkdown, type Outlines, warningsAbout } from '../rendering/index.js';
import { type DocumentRow, readStoredDocuments, type StoredDocument } from '../store/documents.js';
import { contentOfObject, readStart } from '../store/index.js';
import { type RequestedChange, targetPathOf } from './changes.js';

/** The new title of a document. `blob` is the stored content that it was read from, if any. */
interface KnownTitle {
  readonly title: string;
  /** Why its front matter cannot be read. */
  readonly problem: FrontMatterProblem | null;
  readonly blob?: Buffer;
}

/** The titles of changes that result in a Markdown document. */
export type Titles = ReadonlyMap<RequestedChange, KnownTitle>;

interface Source extends Pick<KnownTitle, 'blob'> {
  readonly change: RequestedChange;
  readonly text: string;
}

/**
 * Reads the new titles before the writing transaction. An isolated process may take long, and the transaction occupies
 * a lock and a connection.
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

/** The title of a document after a move. If the document changed after its title was read, its stored title is used. */
export function titleAfterMove(titles: Titles, change: RequestedChange, current: DocumentRow): string {
  const known = titles.get(change);
  const target = targetPathOf(change);
  if (known?.blob?.equals(current.blob) === true) {
    return known.title;
  }
  return isMarkdown(target) && current.title !== nameOf(current.path) ? current.title : nameOf(target);
}

/** The warnings of a write, about front matter that cannot be read and a name that cannot be cloned everywhere. */
export function warningsOf(titles: Titles, change: RequestedChange): FrontMatterProblem[] {
  const problem = titles.get(change)?.problem ?? null;
  return change.action === 'delete' ? [] : warningsAbout(targetPathOf(change), problem);
}
