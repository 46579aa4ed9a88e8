import { keepPreviousData, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useEffect, useState } from 'react';
import { api } from '../../data/api.js';
import { textOf } from '../../text.js';
import { answerQuery, type Collection } from './queries.js';

/** Records per call: for pages of the grid, and for work on all records of a list. */
const pageSize = { grid: 100, all: 500 } as const;

/** Maximum rows of the grid. Browsers limit the height of an element to 33,554,428 px. */
const rowsMax = 1_000_000;

// Number of pages that are kept. Others are fetched again, so that a million records do not fill the memory.
const pagesKept = 60;

/** Maximum results of a search in the grid. */
const resultsMax = 100;

/** One record of a collection. */
export type StoredRecord = CallAnswer<'collections.list_records'>['records'][number];

/** A record as a row shows it. */
export type RowRecord = Pick<StoredRecord, 'external_id' | 'attributes'> &
  Partial<Pick<StoredRecord, 'updated_at' | 'version'>>;

/** The range of visible rows. */
export interface Sight {
  readonly first: number;
  readonly last: number;
}

/** A collection's records in an order. */
export interface Listed {
  readonly name: string;
  /** The order in the service's format, such as `price:desc`. Undefined if it is by id. */
  readonly order: string | undefined;
  /** The filter of a query as JSON. Undefined for all records. */
  readonly filters: string | undefined;
}

/** The loaded records, and the total number. */
export interface RecordPages {
  /** The number of rows that a person can scroll to. */
  readonly rows: number;
  /** The total number of records. Undefined before the first page. */
  readonly count: number | undefined;
  readonly error: Error | null;
  /** Notes about the order of these rows. */
  readonly note: string | undefined;
  record(index: number): RowRecord | undefined;
}

/** The first and the last page of visible rows. */
export function pagesIn({ first, last }: Sight): [from: number, to: number] {
  return [Math.floor(first / pageSize.grid), Math.floor(last / pageSize.grid)];
}

/** Fetches the pages of the visible rows, regardless of the scroll position. */
export function useRecordPages(listed: Listed, sight: Sight, isEnabled: boolean): RecordPages {
  const { name, order, filters } = listed;
  const client = useQueryClient();
  const [from, to] = pagesIn(sight);
  const wanted = Array.from({ length: to - from + 1 }, (_, position) => from + position);
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: ['collections.list_records', { name, order, filters, page }] as const,
      staleTime: 30_000,
      enabled: isEnabled,
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        fetchRecords(listed, { limit: pageSize.grid, offset: page * pageSize.grid }, signal),
    })),
  });
  useEffect(() => {
    client.removeQueries({
      queryKey: ['collections.list_records'],
      type: 'inactive',
      predicate: ({ queryKey }) => isFar(queryKey[1], { name, from, to }),
    });
  }, [client, from, name, to]);
  const found = new Map(wanted.map((page, position) => [page, pages[position]?.data]));
  const fetched = pages.find(({ data }) => data !== undefined)?.data?.count;
  const [latest, setLatest] = useState<number>();
  useEffect(() => {
    // While all visible pages are being loaded, the previous rows and the scroll position stay.
    if (fetched !== undefined) {
      setLatest(fetched);
    }
  }, [fetched]);
  const count = fetched ?? latest;
  return {
    rows: Math.min(count ?? 0, rowsMax),
    count,
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    note: pages.find(({ data }) => data?.note !== undefined)?.data?.note,
    record: (index) => found.get(Math.floor(index / pageSize.grid))?.records[index % pageSize.grid],
  };
}

/** The results of a search, best first. Undefined without words. */
export function useFoundRecords(
  collection: Collection,
  find: string,
  filters: Readonly<Record<string, unknown>> | undefined,
): RecordPages | undefined {
  // Callers with `manage` request an explanation, because explained queries are not logged. Otherwise unfinished words
  // would be.
  const question = { query: find, filters, top: resultsMax, explain: collection.access === 'manage' };
  const { data, error } = useQuery({
    ...answerQuery(collection.name, question),
    enabled: find !== '',
    placeholderData: keepPreviousData,
  });
  if (find === '') {
    return undefined;
  }
  const results = data?.results ?? [];
  return {
    rows: results.length,
    count: data === undefined && error === null ? undefined : results.length,
    error,
    note:
      results.length === resultsMax
        ? textOf('The best {number} are shown: type more to narrow them.', { number: resultsMax })
        : undefined,
    record: (index) => results[index],
  };
}

function isFar(key: unknown, near: { name: string; from: number; to: number }): boolean {
  const { name, page } = key as { name?: string; page?: number };
  return (
    name === near.name && page !== undefined && (page < near.from - pagesKept / 2 || page > near.to + pagesKept / 2)
  );
}

/** The position of a page of records, and its length. */
interface Range {
  readonly limit: number;
  readonly offset?: number;
  readonly cursor?: string;
}

function fetchRecords({ name, order, filters }: Listed, range: Range, signal: AbortSignal) {
  const query = {
    ...range,
    ...(order === undefined ? {} : { order }),
    ...(filters === undefined ? {} : { filters }),
  };
  return api().call('collections.list_records', { params: { name }, query }, { signal });
}

/** Fetches the page of records at a cursor. Without a cursor, the first page. */
export function fetchPage(listed: Listed, cursor: string | undefined, signal: AbortSignal) {
  return fetchRecords(listed, { limit: pageSize.all, ...(cursor === undefined ? {} : { cursor }) }, signal);
}
