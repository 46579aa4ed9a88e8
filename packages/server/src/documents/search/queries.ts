import { replaceRowsSql } from '../../platform/database/columns.js';
import { prepared, type Transaction } from '../../platform/database/database.js';
import { cutter } from './chunks.js';
import type { KnownVector } from './document-index.js';

/** The stored vectors that an embedder computed for contents of a repo, by hexadecimal blob. */
export async function loadVectors(
  transaction: Transaction,
  { repoId, embedderId }: { readonly repoId: string; readonly embedderId: string },
  blobs: readonly Buffer[],
): Promise<Map<string, KnownVector[]>> {
  const rows = await transaction.query<KnownVector & { readonly blob: Buffer }>(
    prepared(`select blob, n, start, length, vector from document_chunks
             where workspace_id = $1 and repo_id = $2 and blob = any($3::bytea[]) and cutter = $4 and embedder_id = $5
               and vector is not null`),
    [transaction.workspaceId, repoId, blobs, cutter, embedderId],
  );
  const vectors = new Map<string, KnownVector[]>();
  for (const { blob, ...vector } of rows) {
    const key = blob.toString('hex');
    vectors.set(key, [...(vectors.get(key) ?? []), vector]);
  }
  return vectors;
}

/** A chunk and its vector, stored so that other processes need not compute it. */
export interface KeptChunk extends KnownVector {
  readonly blob: Buffer;
  readonly heading: string | null;
  readonly anchor: string | null;
}

/** Stores the vectors of chunks and replaces earlier ones. */
export async function keepVectors(
  transaction: Transaction,
  { repoId, embedderId }: { readonly repoId: string; readonly embedderId: string },
  chunks: readonly KeptChunk[],
): Promise<void> {
  const { workspaceId } = transaction;
  const [repo] = await transaction.query('select id from repos where workspace_id = $1 and id = $2 for key share', [
    workspaceId,
    repoId,
  ]);
  // The repo can have been deleted meanwhile.
  if (repo !== undefined) {
    const shared = { workspace_id: workspaceId, repo_id: repoId, cutter, embedder_id: embedderId };
    const rows = chunks.map(({ blob, n, heading, anchor, start, length, vector }) => ({
      ...{ blob, n, heading, anchor, start, length, vector },
    }));
    await transaction.query(...replaceRowsSql('document_chunks', shared, rows));
  }
}
