import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { read } from '../../data/queries.js';

/** A person as the settings list them. */
export type Person = CallAnswer<'people.list'>['people'][number];

/** The groups of a person, and what each source grants. */
export type PersonAccess = CallAnswer<'settings.get_access'>;

/** Everyone in the workspace, active and revoked. */
export const peopleQuery = () => read('people.list', {});

/** The workspace with its seats. */
export const workspaceQuery = () => read('settings.get_workspace', {});

/** The groups and levels of one person. */
export const accessQuery = (id: string) => read('settings.get_access', { params: { id } });

/** The documents that these patterns match together. */
export function documentsOfPatterns(paths: readonly string[]) {
  return queryOptions({
    ...read('settings.preview_group', { body: { paths: [...paths] } }),
    enabled: paths.length > 0,
    placeholderData: keepPreviousData,
  });
}
