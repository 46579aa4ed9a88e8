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
  await transaction.query(
    prepared(`insert into document_chunks
               (workspace_id, repo_id, cutter, embedder_id, blob, n, heading, anchor, start, length, vector)
             select $1, r.id, $3, $4, decode(c.blob, 'hex'), c.n, c.heading, c.anchor, c.start, c.length,
                    substring($11::bytea from c.at for c.bytes)
             from repos r, unnest($5::text[], $6::int[], $7::text[], $8::text[], $9::int[], $10::int[], $12::int[], $13::int[])
               as c (blob, n, heading, anchor, start, length, at, bytes)
             where r.workspace_id = $1 and r.id = $2
             on conflict (workspace_id, repo_id, blob, n) do update set
               cutter = excluded.cutter, embedder_id = excluded.embedder_id, heading = excluded.heading,
               anchor = excluded.anchor, start = excluded.start, length = excluded.length, vector = excluded.vector`),
    [
      transaction.workspaceId,
      repoId,
      cutter,
      embedderId,
      chunks.map(({ blob }) => blob.toString('hex')),
      chunks.map(({ n }) => n),
      chunks.map(({ heading }) => heading),
      chunks.map(({ anchor }) => anchor),
      chunks.map(({ start }) => start),
      chunks.map(({ length }) => length),
      Buffer.concat(chunks.map(({ vector }) => vector)),
      starts(chunks.map(({ vector }) => vector.length)),
      chunks.map(({ vector }) => vector.length),
    ],
  );
}

/** The offset of each part in their concatenation, counted from 1. */
function starts(lengths: readonly number[]): number[] {
  let end = 1;
  return lengths.map((length) => {
    const start = end;
    end += length;
    return start;
  });
}
