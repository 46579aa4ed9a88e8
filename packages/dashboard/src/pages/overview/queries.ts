import { queryOptions } from '@tanstack/react-query';
import { api, read } from '../../data/api.js';

/** One page of the last changed documents, and their total number. */
export const changedQuery = () => read('documents.list', { query: { order: 'changed', limit: 500 } });

/** Open findings of a collection. */
interface FindingCount {
  readonly name: string;
  readonly count: number;
}

const collectionsAsked = 50;

/** Number of open findings in each of these collections. */
export function findingsQuery(names: readonly string[] | undefined) {
  return queryOptions({
    queryKey: ['collections.list_findings', { names }] as const,
    enabled: names !== undefined,
    queryFn: ({ signal }) =>
      Promise.all((names ?? []).slice(0, collectionsAsked).map((name) => findingsOf(name, signal))),
  });
}

async function findingsOf(name: string, signal: AbortSignal): Promise<FindingCount> {
  const answer = await api().call('collections.list_findings', { params: { name }, query: { limit: 1 } }, { signal });
  return { name, count: answer.count };
}

/** The numbers of one day, summed over all collections. */
export type Day = Readonly<Record<'high' | 'low' | 'none' | 'written', number>>;

/** Verdicts and written records of the last days, summed over these collections, the latest last. */
export function statisticsQuery(names: readonly string[] | undefined, days: number) {
  return queryOptions({
    queryKey: ['collections.get_statistics', { names, days }] as const,
    enabled: names !== undefined,
    queryFn: async ({ signal }) => {
      const calls = (names ?? [])
        .slice(0, collectionsAsked)
        .map((name) => api().call('collections.get_statistics', { params: { name }, query: { days } }, { signal }));
      return summed((await Promise.all(calls)).map((answer) => answer.days));
    },
  });
}

function summed(lists: readonly (readonly Day[])[]): Day[] {
  const [first = [], ...others] = lists;
  return first.map((day, index) =>
    others.reduce<Day>((sum, list) => {
      const { high = 0, low = 0, none = 0, written = 0 } = list[index] ?? {};
      return { high: sum.high + high, low: sum.low + low, none: sum.none + none, written: sum.written + written };
    }, day),
  );
}
