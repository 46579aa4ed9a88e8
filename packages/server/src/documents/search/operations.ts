import { QueryWords, snippetOf } from '@tessera/resolver';
import { Bitset } from '@tessera/search-engine';
import type { AnswerOf, Operation, OperationContext } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import type { Principal } from '../../principals/principal.js';
import { isDoneInTime } from '../../search-runtime/index-state.js';
import { rightsOf } from '../access/rights.js';
import type { Entry } from '../listing/entries.js';
import { below, type ListingDependencies } from '../listing/operations.js';
import { textOf } from '../model/content.js';
import { readStoredDocuments, type StoredDocument } from '../store/documents.js';
import { contentOfObject } from '../store/index.js';
import { type CutDocument, wordsOf } from './chunks.js';
import type { DocumentHit } from './document-index.js';
import type { DocumentIndexes, Found } from './indexes.js';

/** How long a search waits for its workspace's index to be built or brought up to date. */
const patienceMs = 2_000;
/** The warning of a search that answers with what is indexed. */
const unindexed = 'Documents are still being indexed, so some may be missing: search again shortly.';
/** A chunk that contains no word of the query is a result only if its cosine is at least this. */
const leastCosine = 0.35;

type Result = AnswerOf<'documents.search'>['results'][number];

/** Dependencies of a search. */
export interface SearchDependencies extends ListingDependencies {
  readonly indexes: DocumentIndexes;
}

/** Searches the documents that the caller may read. Other documents do not influence the results. */
export function searchOperation(dependencies: SearchDependencies): Operation<'documents.search'> {
  return async (context, principal, { body }) => {
    const { all, readable } = await readableEntries(dependencies, context, principal);
    const { query, prefix = '', limit } = body;
    const isIndexed = await isDoneInTime(dependencies.indexes.follow(context.workspace.id, all).update, patienceMs);
    const readableBits = bitsOf(readable);
    const wanted = prefix === '' ? readableBits : bitsOf(readable.map((entries) => below(entries, prefix)));
    const sought = { text: query, readable: readableBits, wanted, limit };
    const found = await dependencies.indexes.search(context.workspace.id, sought);
    const results = await showHits({ context, principal }, { found: found ?? [], query: new QueryWords(query) });
    const isWhole = isIndexed && found !== undefined;
    return { results, count: results.length, ...(!isWhole && { warnings: [{ message: unindexed }] }) };
  };
}

interface Caller {
  readonly context: OperationContext;
  readonly principal: Principal;
}

function readableEntries({ listings, decisions }: SearchDependencies, context: OperationContext, principal: Principal) {
  return context.transaction(async (transaction) => {
    const [rights, all] = await Promise.all([rightsOf(transaction, principal), listings.current(transaction)]);
    return { all, readable: all.map(({ entries }) => decisions.readable(rights, entries)) };
  });
}

/** Converts hits to results. The transaction has checked that their documents are readable and unchanged. */
function showHits(
  { context, principal }: Caller,
  { found, query }: { readonly found: readonly Found[]; readonly query: QueryWords },
): Promise<Result[]> {
  return context.transaction(async (transaction) => {
    const [rights, documents] = await Promise.all([rightsOf(transaction, principal), documentsOf(transaction, found)]);
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

/** The stored documents by path, including the repo. */
function documentsOf(transaction: Transaction, found: readonly Found[]): Promise<Map<string, StoredDocument>> {
  const locations = found.map(({ entry: { repo, row } }) => ({ repo: repo.name, path: row.path }));
  return readStoredDocuments(transaction, locations);
}

async function textOfStored(
  transaction: Transaction,
  { repo_id, blob, data, media_type: type }: StoredDocument,
): Promise<string | null> {
  const content = await contentOfObject(transaction, repo_id, { oid: blob, data });
  return content === undefined ? null : textOf(content, type);
}

function resultOf(
  hit: DocumentHit,
  { path, title, text, query }: CutDocument & { readonly title: string; readonly query: QueryWords },
): Result | undefined {
  const { indexed } = wordsOf({ path, text }, title, hit);
  const cosine = hit.cosine ?? 0;
  if (cosine < leastCosine && !query.areIn(`${indexed} ${path}`)) {
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

/** Cached by array identity: until the next write, lists of entries are the same arrays. */
const knownBits = new WeakMap<readonly Entry[], Bitset>();

/** One bit for each entry of the lists. */
function bitsOf(lists: readonly (readonly Entry[])[]): Uint32Array {
  const bits = new Bitset();
  for (const entries of lists) {
    const known = knownBits.get(entries) ?? Bitset.of(entries.map(({ id }) => id));
    knownBits.set(entries, known);
    bits.or(known);
  }
  return bits.words;
}
