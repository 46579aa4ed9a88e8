import {
  type InfiniteData,
  type UseInfiniteQueryResult,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { sayDone, sayFailed, sayUndoable } from '../../components/basics.js';
import { type Person, peopleQuery, read, readersQuery, readPages, roleName, tokensQuery } from '../../data/api.js';
import { textOf } from '../../text.js';
import type { Entry } from './finder.js';
import type { Place } from './place.js';

/** A group as the settings list it. */
export type GroupEntry = CallAnswer<'settings.list_groups'>['groups'][number];

/** Whether a group is on sale. */
export function isOnSale(group: GroupEntry): boolean {
  return !group.public && (group.for_sale || group.offer !== null);
}

/** Why one holder can or cannot read a path. */
export const explainQuery = (path: string, holder: string) =>
  read('settings.explain_access', { query: { path, holder } });

/** Everyone who can read a path, page by page. */
export const holdersQuery = (path: string) => readPages('settings.list_holders', { query: { path } });

/** The answer of `holdersQuery`. */
export type FoundHolders = UseInfiniteQueryResult<InfiniteData<CallAnswer<'settings.list_holders'>>>;

/** The first documents of a folder, or of the folder that contains a document. */
export function documentsQuery({ path, isFolder }: Pick<Place, 'path' | 'isFolder'>) {
  const prefix = isFolder ? path : path.slice(0, Math.max(0, path.lastIndexOf('/')));
  return read('documents.list', { query: { prefix, limit: 500 } });
}

/** A person, magic link or agent token in a list of access. */
export interface Holder extends Entry {
  readonly groups: readonly string[] | null;
  readonly isActive: boolean;
  readonly expiresAt: string | null;
  /** Set if it is a person, whose groups can be changed. A link or token must be created again instead. */
  readonly person?: Person;
}

/** Everyone who can have groups; undefined until they are loaded. */
export function useHolders(): readonly Holder[] | undefined {
  const people = useQuery(peopleQuery()).data;
  const readers = useQuery(readersQuery()).data;
  const tokens = useQuery(tokensQuery()).data;
  if (people === undefined || readers === undefined || tokens === undefined) return undefined;
  return [
    ...people.people.map((person) => ({
      key: `membership:${person.id}`,
      icon: 'people' as const,
      name: person.name,
      detail: person.email === person.name ? roleName(person.role) : person.email,
      groups: person.groups,
      isActive: person.status === 'active' && !person.expired,
      expiresAt: person.expires_at,
      person,
    })),
    ...readers.readers.map(({ id, email, groups, status, expires_at: expiresAt }) => ({
      ...{ key: `reader:${id}`, icon: 'link' as const, name: email, detail: textOf('Magic link') },
      ...{ groups, isActive: status === 'active', expiresAt },
    })),
    ...tokens.tokens.map(({ id, name, groups, status }) => ({
      ...{ key: `token:${id}`, icon: 'robot' as const, name, detail: textOf('Agent token') },
      ...{ groups, isActive: status === 'active', expiresAt: null },
    })),
  ];
}

interface Act {
  readonly change: () => Promise<unknown>;
  readonly done: string;
  /** Reverts the change, if it can be reverted. */
  readonly undo?: () => Promise<unknown>;
}

/** Changes access, says what was done, and reads everything again that depends on access. */
export function useAct() {
  const client = useQueryClient();
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey: [id] }) => /^(people|settings|collections)\./.test(`${id}`) });
  return useMutation({
    gcTime: 0,
    mutationFn: ({ change }: Act) => change(),
    onSuccess: (_, { done, undo }) =>
      undo === undefined ? sayDone(done) : sayUndoable(done, () => undo().finally(refresh)),
    onError: sayFailed,
    onSettled: refresh,
  });
}
