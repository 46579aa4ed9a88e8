import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { textOf } from '../text.js';
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
  {
    label: textOf('New document'),
    icon: 'document',
    to: '/app/documents?new=true',
    words: textOf('create write'),
    may: writes,
  },
  {
    label: textOf('New collection'),
    icon: 'collection',
    to: '/app/collections?new=true',
    words: textOf('create'),
    may: writesEverywhere,
  },
  {
    label: textOf('Import records'),
    icon: 'upload',
    to: '/app/import',
    words: textOf('csv ndjson upload'),
    may: writes,
  },
  {
    label: textOf('Add member'),
    icon: 'people',
    to: '/app/people?new=true',
    words: textOf('new person invite grant'),
    may: isAdmin,
  },
  {
    label: textOf('Sync a list of members'),
    icon: 'people',
    to: '/app/people?sync=true',
    words: textOf('csv import'),
    may: isAdmin,
  },
  { label: textOf('New group'), icon: 'group', to: '/app/groups/new', words: textOf('create'), may: isAdmin },
  {
    label: textOf('New token'),
    icon: 'robot',
    to: '/app/tokens?new=true',
    words: textOf('create agent secret'),
    may: isAdmin,
  },
  { label: textOf('New API key'), icon: 'key', to: '/app/keys?new=true', words: textOf('create secret'), may: isAdmin },
];

/** The caller's actions that are available on every page. */
export function useVerbs(session: Session, onKeys: () => void): Command[] {
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  const theme: Verb = {
    label: textOf('Switch theme'),
    icon: other === 'dark' ? 'moon' : 'sun',
    run: () => setColorScheme(other),
    words: textOf(other === 'dark' ? 'dark mode colors' : 'light mode colors'),
  };
  const keys: Verb = { label: textOf('Keyboard shortcuts'), icon: 'text', run: onKeys, words: textOf('? help keys') };
  return [...verbs, theme, keys]
    .filter(({ may }) => may?.(session) !== false)
    .map(({ may: _, ...verb }) => ({ ...verb, key: `do ${verb.label}`, kind: textOf('Actions') }));
}
