import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { textOf } from '../text.js';
import { api, read } from './api.js';

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

/** Names of the roles in the dashboard. */
export const roleNames = { admin: textOf('Admin'), member: textOf('Editor'), reader: textOf('Member') };

/** Adds a group to a person or removes it. The levels of other groups stay the same. */
export function groupChange(id: string, isAssigned: boolean) {
  return async (person: Pick<Person, 'id'>): Promise<void> => {
    const params = { id: person.id };
    const { by_hand: byHand } = await api().call('settings.get_access', { params });
    const others = byHand.filter(({ group_id: assignedId }) => assignedId !== id);
    const assignments = isAssigned ? [...others, { group_id: id, access: 'read_only' as const }] : others;
    await api().call('settings.put_access', { params, body: { assignments } });
  };
}

/** The workspace's own host. */
export const domainQuery = () => read('settings.get_domain', {});

/** The browser sessions in the workspace. */
export const sessionsQuery = () => read('settings.list_sessions', {});

/** The devices that were used in the workspace. */
export const devicesQuery = () => read('settings.list_devices', {});

/** Every API key, including revoked ones. */
export const keysQuery = () => read('api_keys.list', {});

/** Every pinned token, revoked ones too. */
export const tokensQuery = () => read('tokens.list', {});

/** A reader as the settings list them. */
export type Reader = CallAnswer<'settings.list_readers'>['readers'][number];

/** Every magic-link reader, active and revoked. */
export const readersQuery = () => read('settings.list_readers', {});
