import { decodeTree, type StoredObjects } from '@tessera/git';
import { batchesOf } from '../../../platform/batches.js';
import type { InTransaction, Transaction } from '../../../platform/database/database.js';
import { readChunks, readObjects } from '../../store/index.js';
import { findCommits, findObjects } from '../queries.js';

/** Maximum bytes of content in one read, and maximum ids in one statement. */
const batchBytes = 8 * 1024 * 1024;
const idsPerLookup = 10_000;

/** The batches in which objects are read and written. */
export const pushedBatches = { size: batchBytes, sizeOf: ({ size }: { readonly size: number }) => size };

/** The stored objects of a repo. Each lookup is a transaction of its own, so no session is occupied between lookups. */
export function storedObjects(inTransaction: InTransaction, repoId: string): StoredObjects {
  const ask = async <Row>(
    question: (transaction: Transaction, repoId: string, oids: readonly Buffer[]) => Promise<Row[]>,
    ids: readonly string[],
  ): Promise<Row[]> => {
    const rows: Row[][] = [];
    for (let at = 0; at < ids.length; at += idsPerLookup) {
      const oids = bytesOf(ids.slice(at, at + idsPerLookup));
      rows.push(await inTransaction((transaction) => question(transaction, repoId, oids)));
    }
    return rows.flat();
  };
  const sizes = (ids: readonly string[]) => ask(findObjects, ids);
  return {
    commits: async (ids) => {
      const rows = await ask(findCommits, ids);
      return new Map(rows.map(({ oid, holds }) => [oid.toString('hex'), holds]));
    },
    kinds: async (ids) => new Map((await sizes(ids)).map(({ oid, kind }) => [oid.toString('hex'), kind])),
    trees: async (ids) => {
      const contents = await inTransaction((transaction) => readObjects(transaction, repoId, bytesOf(ids)));
      return new Map([...contents].map(([id, content]) => [id, decodeTree(content)]));
    },
    contents: async function* (ids) {
      for (const batch of batchesOf(await sizes(ids), pushedBatches)) {
        const [first] = batch;
        if (first !== undefined && first.size > batchBytes) {
          yield { ...first, pieces: piecesOf(inTransaction, repoId, first) };
          continue;
        }
        const oids = batch.map(({ oid }) => oid);
        const contents = await inTransaction((transaction) => readObjects(transaction, repoId, oids));
        for (const { oid, kind } of batch) {
          const content = contents.get(oid.toString('hex'));
          if (content !== undefined) {
            yield { oid, kind, size: content.length, pieces: [content] };
          }
        }
      }
    },
  };
}

async function* piecesOf(
  inTransaction: InTransaction,
  repoId: string,
  { oid, size }: { readonly oid: Buffer; readonly size: number },
): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += batchBytes) {
    const to = Math.min(size, from + batchBytes);
    yield await inTransaction((transaction) => readChunks(transaction, repoId, { oid, size, from, to }));
  }
}

function bytesOf(ids: readonly string[]): Buffer[] {
  return ids.map((id) => Buffer.from(id, 'hex'));
}
