import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { api, read, readPages } from '../../data/api.js';

/** A collection as returned by describe. */
export type Collection = CallAnswer<'collections.describe'>;

/** The description of a collection. It is read again as long as records wait to be embedded. */
export const describeQuery = (name: string) =>
  queryOptions({
    ...read('collections.describe', { params: { name } }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && (state.data.pending_embed > 0 || state.data.last_ingest_at === null) ? 2_000 : false,
  });

/** The fields that the stored records have, with suggestions. */
export const fieldsQuery = (name: string) => read('collections.fields', { params: { name }, query: { sample: 1_000 } });

/** Open findings. */
export const findingsQuery = (name: string) => read('collections.list_findings', { params: { name } });

/** Queries and writes of the collection by day. */
export const statisticsQuery = (name: string) => read('collections.get_statistics', { params: { name }, query: {} });

/** The latest queries with verdict `low` and `none`, and the corrections that decide some of them. */
export const openQueriesQueries = (name: string) => {
  const last = (confidence: 'low' | 'none') =>
    read('collections.list_queries', { params: { name }, query: { confidence, limit: 100 } });
  return [last('low'), last('none'), correctionsQuery(name)] as const;
};

/** The latest answers with the verdict `high`. */
export const givenAnswersQuery = (name: string) =>
  read('collections.list_queries', { params: { name }, query: { confidence: 'high', limit: 20 } });

/** The last corrections. */
export const correctionsQuery = (name: string) =>
  read('collections.list_corrections', { params: { name }, query: { limit: 500 } });

/** The groups that the collection is shared with, and the number of records that each sees. */
export const grantsQuery = (name: string) => read('collections.list_grants', { params: { name } });

/** How many records a reindex would embed again, and the cost. */
export const reindexPreview = (name: string) =>
  queryOptions({
    queryKey: ['collections.reindex', { name }] as const,
    queryFn: ({ signal }) =>
      api().call('collections.reindex', { params: { name }, query: { dry_run: true } }, { signal }),
  });

/** One's own saved views and the shared ones. */
export const viewsQuery = (name: string) => read('collections.list_views', { params: { name } });

/** One record. */
export const recordQuery = (name: string, id: string) => read('collections.get_record', { params: { name, id } });

/** The versions of a record in pages, newest first. Read again when the record has a new version. */
export const historyQuery = (name: string, id: string, version: string) =>
  readPages('collections.list_record_versions', { params: { name, id }, query: { limit: 20 } }, version);

/** A record in an earlier version. */
export const versionQuery = (name: string, id: string, version: string) =>
  read('collections.get_record_version', { params: { name, id, version } });

/** Pairs of records in a state, of one record or of all. Read again while records are being compared. */
export const matchesQuery = (name: string, state: 'open' | 'same' | 'different', id?: string) =>
  queryOptions({
    ...read('collections.list_matches', {
      params: { name },
      query: { state, limit: 100, ...(id === undefined ? {} : { external_id: id }) },
    }),
    refetchInterval: ({ state: { data } }) => (data?.complete === false ? 2_000 : false),
  });

/** A query that a person sends to a collection. */
interface Question {
  readonly query: string;
  readonly filters: Readonly<Record<string, unknown>> | undefined;
  readonly top: number;
  /** Whether to request an explanation. Only callers with `manage` may. */
  readonly explain?: boolean;
}

/** The first answer to a query and its unknown words. Not logged. Cached until something changes. */
export const explainedQuery = (name: string, query: string) => ({
  ...read('collections.query', { params: { name }, body: { query, top_k: 5, explain: true } }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
});

/** The answer to a query. Disabled without text and without a filter. */
export function answerQuery(name: string, { query, filters, top, explain = false }: Question) {
  const body = {
    top_k: top,
    ...(explain ? { explain } : {}),
    ...(query.trim() === '' ? {} : { query }),
    ...(filters === undefined ? {} : { filters }),
  };
  return queryOptions({
    ...read('collections.query', { params: { name }, body }),
    enabled: query.trim() !== '' || filters !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** Resolves the record with some known values. Disabled without values. */
export function resolutionQuery(name: string, record: Readonly<Record<string, string>> | undefined) {
  return queryOptions({
    ...read('collections.resolve_records', { params: { name }, body: { queries: [{ record: record ?? {} }] } }),
    enabled: record !== undefined,
  });
}
