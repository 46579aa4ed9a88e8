import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { read } from '../../data/api.js';

/** Every group. */
export const groupsQuery = () => read('settings.list_groups', {});

/** The documents that these patterns match, compared with the group whose patterns they would replace. */
export function previewQuery(paths: readonly string[], replaces: string | undefined) {
  return queryOptions({
    ...read('settings.preview_group', {
      body: { paths: [...paths], ...(replaces === undefined ? {} : { replaces }) },
    }),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  });
}
