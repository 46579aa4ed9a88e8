import { Readable } from 'node:stream';
import { createDeflate } from 'node:zlib';
import { noObject, type PackedObject, writePack } from '@tessera/git';
import type { InTransaction, Transaction } from '../../../platform/database/database.js';
import type { RepoRow } from '../../store/index.js';
import { partBytes, readChunks } from '../../store/index.js';
import { type ObjectPosition, type ObjectRow, pageOfObjects, pageOfRevisions } from '../queries.js';
import type { FetchPlan, Selection } from './plan.js';

/**
 * Opens one transaction per page and checks the caller's rights in it. A slow client therefore occupies no database
 * session, and a caller that loses its rights receives no further page.
 */
export type OpenPage = <Result>(work: (transaction: Transaction, repo: RepoRow) => Promise<Result>) => Promise<Result>;

/** Parts of a large file per transaction. */
const partsAtATime = 4;

/** The pack of a fetch. It is read from the database page by page, at the client's pace. */
export async function* sendPack(plan: FetchPlan, openPage: OpenPage): AsyncGenerator<Uint8Array> {
  const selection = await openPage((transaction) => plan.select(transaction));
  yield* writePack(selection.count, pagesOf(selection, openPage));
}

async function* pagesOf(selection: Selection, openPage: OpenPage): AsyncGenerator<PackedObject[]> {
  for await (const rows of 'range' in selection ? byRevision(selection, openPage) : byName(selection, openPage)) {
    yield rows.map((row) => ({ kind: row.kind, size: row.size, stream: streamOf(row, openPage) }));
  }
}

async function* byRevision(
  { range }: Extract<Selection, { readonly range: unknown }>,
  openPage: OpenPage,
): AsyncGenerator<ObjectRow[]> {
  // Starts before the first object of the next revision.
  let after: ObjectPosition | undefined = { revision: range.after + 1, oid: Buffer.from(noObject, 'hex') };
  while (after !== undefined) {
    const position: ObjectPosition = after;
    const rows = await openPage((transaction, repo) =>
      pageOfRevisions(transaction, repo.id, { after: position, range }),
    );
    yield rows;
    after = rows.at(-1);
  }
}

async function* byName(
  { oids }: Extract<Selection, { readonly oids: unknown }>,
  openPage: OpenPage,
): AsyncGenerator<ObjectRow[]> {
  for (let at = 0; at < oids.length; ) {
    const rows = await openPage((transaction, repo) => pageOfObjects(transaction, repo.id, oids.slice(at)));
    if (rows.length === 0) {
      return;
    }
    yield rows;
    at += rows.length;
  }
}

/**
 * The zlib stream of an object. A small object is stored as such a stream; a large one is compressed while its parts
 * are read.
 */
function streamOf({ oid, size, data }: ObjectRow, openPage: OpenPage): PackedObject['stream'] {
  return data !== null ? [data] : deflated(partsOf({ oid, size }, openPage));
}

async function* partsOf({ oid, size }: Pick<ObjectRow, 'oid' | 'size'>, openPage: OpenPage): AsyncGenerator<Buffer> {
  for (let from = 0; from < size; from += partsAtATime * partBytes) {
    const to = Math.min(size, from + partsAtATime * partBytes);
    yield await openPage((transaction, repo) => readChunks(transaction, repo.id, { oid, size, from, to }));
  }
}

/** Compresses at the fastest level, because most large files are compressed already. */
function deflated(chunks: AsyncIterable<Buffer>): AsyncIterable<Uint8Array> {
  const deflate = createDeflate({ level: 1 });
  const source = Readable.from(chunks);
  source.once('error', (error) => deflate.destroy(error));
  return source.pipe(deflate);
}

/** Opens transactions as `OpenPage` requires, for callers that may fetch the repo. */
export function pageOpener(
  inTransaction: InTransaction,
  open: (transaction: Transaction) => Promise<RepoRow>,
): OpenPage {
  return (work) => inTransaction(async (transaction) => work(transaction, await open(transaction)));
}
