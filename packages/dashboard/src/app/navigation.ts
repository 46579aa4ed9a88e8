import type { IconName } from '../components/icon.js';
import type { Session } from './session.js';

/** A page of the navigation. With `admin`, only admins see it; the service checks rights independently. */
export interface NavigationEntry {
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
export const navigation: readonly NavigationSection[] = [
  {
    title: 'Content',
    entries: [
      { to: '/', label: 'Overview', icon: 'home', words: 'home start' },
      { to: '/documents', label: 'Documents', icon: 'document', words: 'read write knowledge repos' },
      { to: '/collections', label: 'Collections', icon: 'collection', words: 'records data search ask' },
      { to: '/import', label: 'Import', icon: 'upload', words: 'csv ndjson upload' },
    ],
  },
  {
    title: 'Access',
    entries: [
      { to: '/people', label: 'People', icon: 'people', admin: true, words: 'members editors admins seats invite' },
      { to: '/groups', label: 'Groups', icon: 'group', admin: true, words: 'patterns paths' },
      { to: '/readers', label: 'Magic links', icon: 'link', admin: true, words: 'readers share' },
    ],
  },
  {
    title: 'Connect',
    entries: [
      { to: '/keys', label: 'API keys', icon: 'key', admin: true, words: 'secret rotate billing' },
      { to: '/tokens', label: 'Agent tokens', icon: 'robot', admin: true, words: 'pinned secret mcp' },
      { to: '/webhooks', label: 'Webhooks', icon: 'plug', admin: true, words: 'events deliveries send receiver' },
    ],
  },
  {
    title: 'Workspace',
    entries: [
      { to: '/audit', label: 'Audit log', icon: 'clock', admin: true, words: 'who did what history' },
      { to: '/settings', label: 'Settings', icon: 'settings', admin: true, words: 'sessions devices name' },
    ],
  },
];

/** Whether a URL's path is that of an entry, or below it. */
export function isAt(path: string, { to }: Pick<NavigationEntry, 'to'>): boolean {
  return path === to || (to !== '/' && path.startsWith(`${to}/`));
}

/** Whether a page is for admins only. */
export function isForAdmins(path: string): boolean {
  return navigation.some(({ entries }) => entries.some((entry) => entry.admin === true && isAt(path, entry)));
}

/** The sections with pages for this session. */
export function navigationFor({ isAdmin }: Pick<Session, 'isAdmin'>): NavigationSection[] {
  return navigation
    .map((section) => ({ ...section, entries: section.entries.filter(({ admin }) => isAdmin || admin !== true) }))
    .filter(({ entries }) => entries.length > 0);
}
