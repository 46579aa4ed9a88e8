import type { IconName } from '../components/icon.js';
import { textOf } from '../text.js';
import type { Session } from './session.js';

/** A page of the navigation. With `admin`, only admins see it; the service checks rights independently. */
interface NavigationEntry {
  readonly to: string;
  readonly label: string;
  readonly icon: IconName;
  readonly admin?: true;
  /** Additional words by which the command palette finds it. */
  readonly words?: string;
}

/** A titled part of the navigation. */
export interface NavigationSection {
  readonly title: string;
  readonly entries: readonly NavigationEntry[];
}

/** Every page, in the order of the navigation. */
const navigation = (): readonly NavigationSection[] => [
  {
    title: textOf('Content'),
    entries: [
      { to: '/', label: textOf('Overview'), icon: 'home', words: textOf('home start') },
      { to: '/documents', label: textOf('Documents'), icon: 'document', words: textOf('read write knowledge repos') },
      {
        to: '/collections',
        label: textOf('Collections'),
        icon: 'collection',
        words: textOf('records data search ask'),
      },
      { to: '/import', label: textOf('Import'), icon: 'upload', words: textOf('csv ndjson upload') },
    ],
  },
  {
    title: textOf('Access'),
    entries: [
      {
        to: '/people',
        label: textOf('People'),
        icon: 'people',
        admin: true,
        words: textOf('members editors admins seats invite'),
      },
      { to: '/groups', label: textOf('Groups'), icon: 'group', admin: true, words: textOf('patterns paths') },
      { to: '/readers', label: textOf('Magic links'), icon: 'link', admin: true, words: textOf('readers share') },
    ],
  },
  {
    title: textOf('Connect'),
    entries: [
      { to: '/keys', label: textOf('API keys'), icon: 'key', admin: true, words: textOf('secret rotate billing') },
      { to: '/tokens', label: textOf('Agent tokens'), icon: 'robot', admin: true, words: textOf('pinned secret mcp') },
      {
        to: '/webhooks',
        label: textOf('Webhooks'),
        icon: 'plug',
        admin: true,
        words: textOf('events deliveries send receiver'),
      },
    ],
  },
  {
    title: textOf('Workspace'),
    entries: [
      { to: '/audit', label: textOf('Audit log'), icon: 'clock', admin: true, words: textOf('who did what history') },
      {
        to: '/settings',
        label: textOf('Settings'),
        icon: 'settings',
        admin: true,
        words: textOf('sessions devices name'),
      },
    ],
  },
];

/** Whether a URL's path is that of an entry, or below it. */
export function isAt(path: string, { to }: Pick<NavigationEntry, 'to'>): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`));
}

/** Whether a page is for admins only. */
export function isForAdmins(path: string): boolean {
  return navigation().some(({ entries }) => entries.some((entry) => entry.admin === true && isAt(path, entry)));
}

/** The sections with pages for this session. */
export function navigationFor({ isAdmin }: Pick<Session, 'isAdmin'>): NavigationSection[] {
  return navigation()
    .map((section) => ({ ...section, entries: section.entries.filter(({ admin }) => isAdmin || admin !== true) }))
    .filter(({ entries }) => entries.length > 0);
}
