import { setTimeout as pause } from 'node:timers/promises';
import { Bitset } from '@tessera/resolver';
import type { AnswerOf, InputOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Entry } from '../listing/entries.js';
import type { RepoListing } from '../listing/listings.js';
import { below, type ListingParts } from '../listing/operations.js';
import { textOf } from '../model/content.js';
import { rightsOf } from '../rights.js';
import { readObjects } from '../store/index.js';
import { wordsOf } from './chunks.js';
import type { DocumentIndexes } from './indexes.js';
import type { ShelfHit } from './shelf.js';
import { sharesWord, snippetOf } from './snippet.js';

/** How long a search waits for the index of its workspace to be built, or to take in the latest writes. */
const patienceMs = 3_000;
/** Less alike than this, and without a word of the query, a chunk is no result. */
const leastCosine = 0.35;

type Result = AnswerOf<'documents.search'>['results'][number];

/** What a search reads from. */
export interface SearchParts extends ListingParts {
  readonly indexes: DocumentIndexes;
}

/** Searches inside what the caller may read, as if there were nothing else. */
export function searchOperation(parts: SearchParts): Operation<'documents.search'> {
  return async (context, principal, { body }) => {
    const scope = await readableEntries(parts, context, principal);
    const wanted = below(scope.readable, body.prefix ?? '');
    await untilIndexed(parts.indexes, context.workspace.id, scope.all);
    const readableBits = bitsOf(scope.readable);
    const hits = await parts.indexes.search(context.workspace.id, {
      text: body.query,
      scope: readableBits,
      wanted: wanted === scope.readable ? readableBits : bitsOf(wanted),
      limit: body.limit,
    });
    const results = await showHits(parts, { context, principal }, { hits, query: body.query });
    return { results, count: results.length };
  };
}

interface Caller {
  readonly context: OperationContext;
  readonly principal: Principal;
}

function readableEntries({ listings, decisions }: SearchParts, context: OperationContext, principal: Principal) {
  return context.transaction(async (transaction) => {
    const rights = await rightsOf(transaction, principal);
    const all = await listings.current(transaction);
    return { all, readable: all.flatMap(({ entries }) => decisions.readable(rights, entries)) };
  });
}

async function untilIndexed(indexes: DocumentIndexes, workspaceId: string, all: readonly RepoListing[]): Promise<void> {
  const { done, complete } = indexes.follow(workspaceId, all);
  const timer = new AbortController();
  const late = pause(patienceMs, 'late' as const, { signal: timer.signal }).catch(() => 'late' as const);
  const outcome = await Promise.race([done.then(() => 'there' as const), late]);
  timer.abort();
  if (outcome === 'late' && !complete) {
    throw errors.unavailable('The documents are being indexed: search again shortly.');
  }
}

/** Hits as results, once the transaction that reads their texts has found them readable still. */
function showHits(
  { listings, decisions }: SearchParts,
  { context, principal }: Caller,
  { hits, query }: { readonly hits: readonly ShelfHit[]; readonly query: InputOf<'documents.search'>['body']['query'] },
): Promise<Result[]> {
  return context.transaction(async (transaction) => {
    const rights = await rightsOf(transaction, principal);
    const ids = new Set(hits.map(({ id }) => id));
    const found = (await listings.current(transaction)).flatMap(({ entries }) =>
      entries.filter(({ id }) => ids.has(id)),
    );
    const readable = new Map(decisions.readable(rights, found).map((entry) => [entry.id, entry]));
    const shown = hits.flatMap((hit) => {
      const entry = readable.get(hit.id);
      return entry === undefined ? [] : [{ hit, entry }];
    });
    const contents = await contentsOf(transaction, shown);
    return shown.flatMap(({ hit, entry }) => {
      const content = contents.get(entry.row.blob);
      const text = content === undefined ? null : textOf(content);
      const isThere = hit.length === 0 || text !== null;
      return (isThere ? resultOf(hit, { entry, text, query }) : undefined) ?? [];
    });
  });
}

/** What the documents hold whose hits show a part of it, by blob. */
async function contentsOf(
  transaction: Transaction,
  shown: readonly { readonly hit: ShelfHit; readonly entry: Entry }[],
): Promise<Map<string, Buffer>> {
  const entries = shown.flatMap(({ hit, entry }) => (hit.length > 0 ? [entry] : []));
  const contents = new Map<string, Buffer>();
  for (const repoId of new Set(entries.map(({ repo }) => repo.id))) {
    const blobs = entries.flatMap(({ repo, row }) => (repo.id === repoId ? [Buffer.from(row.blob, 'hex')] : []));
    for (const [blob, content] of await readObjects(transaction, repoId, blobs)) {
      contents.set(blob, content);
    }
  }
  return contents;
}

function resultOf(
  hit: ShelfHit,
  { entry, text, query }: { readonly entry: Entry; readonly text: string | null; readonly query: string },
): Result | undefined {
  const { path, row } = entry;
  const { indexed } = wordsOf({ path, text }, row.title, hit);
  const cosine = hit.cosine ?? 0;
  if (cosine < leastCosine && !sharesWord(`${indexed} ${path}`, query)) {
    return undefined;
  }
  return {
    path,
    title: row.title,
    heading: hit.heading,
    anchor: hit.anchor,
    ...snippetOf(text?.slice(hit.start, hit.start + hit.length) ?? '', query),
    relevance: Math.round(Math.min(1, Math.max(0, cosine)) * 10_000) / 10_000,
  };
}

function bitsOf(entries: readonly Entry[]): Uint32Array {
  return Bitset.of(entries.map(({ id }) => id)).words;
}
