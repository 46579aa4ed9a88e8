import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { IconName } from '../components/icon.js';
import { textOf } from '../text.js';
import type { Session } from './session.js';

/** An entry of the palette: a page to open, or an action. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** The section of the palette in which it is listed. */
  readonly kind: string;
  readonly icon: IconName;
  /** Address of the page. */
  readonly to?: string;
  /** Called instead of opening a page. */
  readonly run?: () => void;
  /** Additional words by which it can be found. */
  readonly words?: string | undefined;
}

type Offer = readonly [label: string, icon: IconName, to: string, isFor?: (session: Session) => boolean];

const admins = ({ isAdmin }: Session): boolean => isAdmin;
const writers = ({ canWrite }: Session): boolean => canWrite;
const collectionMakers = ({ canWrite, me }: Session): boolean => canWrite && me.groups === undefined;

/** The actions that are possible with the object that the page shows. */
export function currentCommands(
  session: Session,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Command[] {
  return offersOf(pathname, new URLSearchParams(search))
    .filter(([, , , isFor]) => isFor?.(session) !== false)
    .map(([label, icon, to]) => ({ key: `here ${label}`, label, kind: textOf('On this page'), icon, to }));
}

function offersOf(pathname: string, search: URLSearchParams): readonly Offer[] {
  const path = search.get('path');
  if (pathname === '/app/documents' && path !== null) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const at = (view: string): string => `/app/documents?${new URLSearchParams({ path, view })}`;
    return [
      [textOf('Edit {name}', { name }), 'edit', at('edit'), writers],
      [textOf('History of {name}', { name }), 'history', at('history')],
      [textOf('Access to {name}', { name }), 'share', at('access'), admins],
    ];
  }
  const collection = /^\/app\/collections\/([^/]+)$/.exec(pathname)?.[1];
  if (collection !== undefined) {
    const name = decodeURIComponent(collection);
    const at = (tab: string): string => `${pathname}?${new URLSearchParams({ tab })}`;
    return [
      [textOf('Ask {name}', { name }), 'spark', at('ask')],
      [
        textOf('Import into {name}', { name }),
        'upload',
        `/app/import?${new URLSearchParams({ collection: name })}`,
        writers,
      ],
      [textOf('Fields of {name}', { name }), 'columns', at('fields'), admins],
      [textOf('Access to {name}', { name }), 'share', at('sharing'), admins],
      [textOf('Quality of {name}', { name }), 'check', at('quality'), admins],
    ];
  }
  return [];
}

interface Verb extends Omit<Command, 'key' | 'kind'> {
  /** Returns whether the caller may use it. Absent if everyone may. */
  readonly may?: (session: Session) => boolean;
}

const verbs: readonly Verb[] = [
  {
    label: textOf('New document'),
    icon: 'document',
    to: '/app/documents?new=true',
    words: textOf('create write'),
    may: writers,
  },
  {
    label: textOf('New collection'),
    icon: 'collection',
    to: '/app/collections?new=true',
    words: textOf('create'),
    may: collectionMakers,
  },
  {
    label: textOf('Import records'),
    icon: 'upload',
    to: '/app/import',
    words: textOf('csv ndjson upload'),
    may: writers,
  },
  {
    label: textOf('Add member'),
    icon: 'people',
    to: '/app/people?new=true',
    words: textOf('new person invite grant'),
    may: admins,
  },
  {
    label: textOf('Sync a list of members'),
    icon: 'people',
    to: '/app/people?sync=true',
    words: textOf('csv import'),
    may: admins,
  },
  { label: textOf('New group'), icon: 'group', to: '/app/groups/new', words: textOf('create'), may: admins },
  {
    label: textOf('New token'),
    icon: 'robot',
    to: '/app/tokens?new=true',
    words: textOf('create agent secret'),
    may: admins,
  },
  { label: textOf('New API key'), icon: 'key', to: '/app/keys?new=true', words: textOf('create secret'), may: admins },
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
