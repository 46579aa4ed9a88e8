import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useEffect, useState } from 'react';
import { api } from '../../data/api.js';

/** Records that one call fetches. */
export const pageSize = 500;

// What was scrolled past is fetched again by its cursor, so that a million records do not fill the memory.
const pagesKept = 40;

/** One record of a collection. */
export type StoredRecord = CallAnswer<'collections.list_records'>['records'][number];

/** From the first id on, or from the last one. */
export type Order = 'asc' | 'desc';

/** The rows that are in sight. */
export interface Sight {
  readonly first: number;
  readonly last: number;
}

/** Which records of which collection, in what order. */
export interface Listed {
  readonly name: string;
  readonly order: Order;
  /** A filter as a query takes it, as JSON; undefined for all. */
  readonly filters: string | undefined;
}

/** The records that are looked at, of however many there are. */
export interface RecordPages {
  /** Rows that can be scrolled to so far: all that are known and one page more. */
  readonly rows: number;
  readonly count: number | undefined;
  readonly error: Error | null;
  record(index: number): StoredRecord | undefined;
}

/** Fetches the pages in which the rows in sight lie. Pages follow each other by cursors, which are kept. */
export function useRecordPages(listed: Listed, { first, last }: Sight): RecordPages {
  const { name, order, filters } = listed;
  const client = useQueryClient();
  const [cursors, setCursors] = useState<readonly (string | undefined)[]>([undefined]);
  const [latestCount, setLatestCount] = useState<number>();
  const from = Math.min(Math.floor(first / pageSize), cursors.length - 1);
  const to = Math.min(Math.floor(last / pageSize), cursors.length - 1);
  const wanted = Array.from({ length: to - from + 1 }, (_, place) => from + place);
  const pages = useQueries({
    queries: wanted.map((page) => ({
      queryKey: ['collections.list_records', { name, order, filters, page }] as const,
      staleTime: 30_000,
      queryFn: ({ signal }: { signal: AbortSignal }) => fetchPage(listed, cursors[page], signal),
    })),
  });
  const newest = pages.at(-1)?.data;
  const next = newest?.next_cursor ?? undefined;
  useEffect(() => {
    if (next !== undefined && to === cursors.length - 1) {
      setCursors((known) => [...known, next]);
    }
    client.removeQueries({
      queryKey: ['collections.list_records'],
      type: 'inactive',
      predicate: ({ queryKey }) => isFar(queryKey[1], { name, from, to }),
    });
  }, [client, cursors.length, from, name, next, to]);
  const found = new Map(wanted.map((page, place) => [page, pages[place]?.data]));
  const fetchedCount = newest?.count ?? pages[0]?.data?.count;
  useEffect(() => {
    // While all pages in sight are on their way, the rows stay, and so does the position.
    if (fetchedCount !== undefined) {
      setLatestCount(fetchedCount);
    }
  }, [fetchedCount]);
  const count = fetchedCount ?? latestCount;
  return {
    rows: Math.min(count ?? 0, cursors.length * pageSize),
    count,
    error: pages.find(({ error }) => error !== null)?.error ?? null,
    record: (index) => found.get(Math.floor(index / pageSize))?.records[index % pageSize],
  };
}

function isFar(key: unknown, near: { name: string; from: number; to: number }): boolean {
  const { name, page } = key as { name?: string; page?: number };
  return (
    name === near.name && page !== undefined && (page < near.from - pagesKept / 2 || page > near.to + pagesKept / 2)
  );
}

/** Fetches the page of records that begins at a cursor, or the first one. */
export function fetchPage({ name, order, filters }: Listed, cursor: string | undefined, signal: AbortSignal) {
  const query = {
    order,
    limit: pageSize,
    ...(cursor === undefined ? {} : { cursor }),
    ...(filters === undefined ? {} : { filters }),
  };
  return api().call('collections.list_records', { params: { name }, query }, { signal });
}
