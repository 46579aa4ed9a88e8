import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api } from '../../data/api.js';
import { read } from '../../data/queries.js';

/** Why one holder can or cannot read a path. */
export const explainQuery = (path: string, holder: string) =>
  queryOptions({
    ...read('settings.explain_access', { query: { path, holder } }),
    enabled: path !== '' && holder !== '',
  });

/** Everyone who can read a path, page by page. */
export function holdersQuery(path: string) {
  return infiniteQueryOptions({
    queryKey: ['settings.list_holders', { path }] as const,
    enabled: path !== '',
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api().call(
        'settings.list_holders',
        { query: { path, ...(pageParam === undefined ? {} : { cursor: pageParam }) } },
        { signal },
      ),
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
  });
}

/** Everyone whose access can be explained. */
export const peopleQuery = () => read('people.list', {});

/** The readers whose access can be explained. */
export const readersQuery = () => read('settings.list_readers', {});

/** The tokens whose access can be explained. */
export const tokensQuery = () => read('tokens.list', {});
