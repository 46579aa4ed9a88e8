import { queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.js';
import { read } from '../../data/queries.js';

/** The documents that were changed last. */
export const changedQuery = () => read('documents.list', { query: { order: 'changed', limit: 6 } });

/** The workspace with its seats. */
export const workspaceQuery = () => read('settings.get_workspace', {});

/** Everybody in the workspace. */
export const peopleQuery = () => read('people.list', {});

/** How many findings are open in these collections taken together; those that the caller may not manage count nothing. */
export function findingsQuery(names: readonly string[] | undefined) {
  return queryOptions({
    queryKey: ['collections.list_findings', { names }] as const,
    enabled: names !== undefined,
    queryFn: async ({ signal }) => {
      const counts = await Promise.all((names ?? []).slice(0, 50).map((name) => countOf(name, signal)));
      return counts.reduce((sum, count) => sum + count, 0);
    },
  });
}

async function countOf(name: string, signal: AbortSignal): Promise<number> {
  const answer = await api().call('collections.list_findings', { params: { name }, query: { limit: 1 } }, { signal });
  return answer.count;
}
