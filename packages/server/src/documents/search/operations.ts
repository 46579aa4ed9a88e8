import { setTimeout as pause } from 'node:timers/promises';
import { Bitset } from '@tessera/resolver';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import type { Principal } from '../../principals/principal.js';
import type { Entry } from '../listing/entries.js';
import type { RepoListing } from '../listing/listings.js';
import { below, joined, type ListingParts } from '../listing/operations.js';
import { textOf } from '../model/content.js';
import { rightsOf } from '../rights.js';
import { readStoredDocuments, type StoredDocument } from '../store/documents.js';
import { contentOfObject } from '../store/index.js';
import { wordsOf } from './chunks.js';
import type { DocumentIndexes, Found } from './indexes.js';
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
    const found = await parts.indexes.search(context.workspace.id, {
      text: body.query,
      scope: readableBits,
      wanted: wanted === scope.readable ? readableBits : bitsOf(wanted),
      limit: body.limit,
    });
    const results = await showHits({ context, principal }, { found, query: body.query });
    return { results, count: results.length };
  };
}

interface Caller {
  readonly context: OperationContext;
  readonly principal: Principal;
}

function readableEntries({ listings, decisions }: SearchParts, context: OperationContext, principal: Principal) {
  return context.transaction(async (transaction) => {
    const [rights, all] = await Promise.all([rightsOf(transaction, principal), listings.current(transaction)]);
    return { all, readable: joined(all.map(({ entries }) => decisions.readable(rights, entries))) };
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

/** What was found as results, once the transaction that reads the texts has found them readable and unchanged still. */
function showHits(
  { context, principal }: Caller,
  { found, query }: { readonly found: readonly Found[]; readonly query: string },
): Promise<Result[]> {
  return context.transaction(async (transaction) => {
    const places = found.map(({ entry: { repo, row } }) => ({ repo: repo.name, path: row.path }));
    const [rights, documents] = await Promise.all([
      rightsOf(transaction, principal),
      readStoredDocuments(transaction, places),
    ]);
    const results: Result[] = [];
    for (const { hit, entry } of found) {
      const document = documents.get(entry.path);
      if (document?.version_id.replaceAll('-', '') === entry.row.version && rights.read.canRead(entry.path)) {
        const text = hit.length === 0 ? null : await textOfStored(transaction, document);
        const isThere = hit.length === 0 || text !== null;
        const result = isThere ? resultOf(hit, { path: entry.path, title: document.title, text, query }) : undefined;
        results.push(...(result === undefined ? [] : [result]));
      }
    }
    return results;
  });
}

async function textOfStored(transaction: Transaction, { repo_id, blob, data }: StoredDocument): Promise<string | null> {
  const content = await contentOfObject(transaction, repo_id, { oid: blob, data });
  return content === undefined ? null : textOf(content);
}

function resultOf(
  hit: ShelfHit,
  { path, title, text, query }: Readonly<Record<'path' | 'title' | 'query', string>> & { readonly text: string | null },
): Result | undefined {
  const { indexed } = wordsOf({ path, text }, title, hit);
  const cosine = hit.cosine ?? 0;
  if (cosine < leastCosine && !sharesWord(`${indexed} ${path}`, query)) {
    return undefined;
  }
  return {
    path,
    title,
    heading: hit.heading,
    anchor: hit.anchor,
    ...snippetOf(text?.slice(hit.start, hit.start + hit.length) ?? '', query),
    relevance: Math.round(Math.min(1, Math.max(0, cosine)) * 10_000) / 10_000,
  };
}

function bitsOf(entries: readonly Entry[]): Uint32Array {
  return Bitset.of(entries.map(({ id }) => id)).words;
}
