import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { Command } from './command.js';
import type { Session } from './session.js';

interface Verb extends Omit<Command, 'key' | 'kind'> {
  /** Returns whether the caller may use it. Absent if everyone may. */
  readonly may?: (session: Session) => boolean;
}

const isAdmin = (session: Session): boolean => session.isAdmin;
const writes = (session: Session): boolean => session.canWrite;
const writesEverywhere = ({ canWrite, me }: Session): boolean => canWrite && me.groups === undefined;

const verbs: readonly Verb[] = [
  { label: 'New document', icon: 'document', to: '/app/documents?new=true', words: 'create write', may: writes },
  {
    label: 'New collection',
    icon: 'collection',
    to: '/app/collections?new=true',
    words: 'create',
    may: writesEverywhere,
  },
  { label: 'Import records', icon: 'upload', to: '/app/import', words: 'csv ndjson upload', may: writes },
  { label: 'Add member', icon: 'people', to: '/app/people?new=true', words: 'new person invite grant', may: isAdmin },
  { label: 'Sync a list of members', icon: 'people', to: '/app/people?sync=true', words: 'csv import', may: isAdmin },
  { label: 'New group', icon: 'group', to: '/app/groups/new', words: 'create', may: isAdmin },
  { label: 'New token', icon: 'robot', to: '/app/tokens?new=true', words: 'create agent secret', may: isAdmin },
  { label: 'New API key', icon: 'key', to: '/app/keys?new=true', words: 'create secret', may: isAdmin },
];

/** The caller's actions that are available on every page. */
export function useVerbs(session: Session, onKeys: () => void): Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const theme: Verb = {
    label: 'Switch theme',
    icon: other === 'dark' ? 'moon' : 'sun',
    run: () => setColorScheme(other),
    words: `${other} mode colors`,
  };
  const keys: Verb = { label: 'Keyboard shortcuts', icon: 'text', run: onKeys, words: '? help keys' };
  return [...verbs, theme, keys]
    .filter(({ may }) => may?.(session) !== false)
    .map(({ may: _, ...verb }) => ({ ...verb, key: `do ${verb.label}`, kind: 'Actions' }));
}
