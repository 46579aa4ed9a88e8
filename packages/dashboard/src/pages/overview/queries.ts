import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.js';
import { read } from '../../data/queries.js';

/** The documents that were changed last, as many as one page of the list holds, and how many there are. */
export const changedQuery = () => read('documents.list', { query: { order: 'changed', limit: 500 } });

/** Open findings of a collection. */
export interface FindingCount {
  readonly name: string;
  readonly count: number;
}

const collectionsAsked = 50;

/** How many findings are open in each of these collections. */
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
