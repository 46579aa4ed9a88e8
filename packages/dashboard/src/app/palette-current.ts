import type { IconName } from '../components/icon.js';
import { textOf } from '../text.js';
import type { Command } from './command.js';
import type { Session } from './session.js';

type Offer = readonly [label: string, icon: IconName, to: string, isFor?: (session: Session) => boolean];

const admins = ({ isAdmin }: Session): boolean => isAdmin;
const writers = ({ canWrite }: Session): boolean => canWrite;

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

/**
 * A command that opens an object again. It has the name of a known command for that object, or else the URL as name.
 */
export function recentCommand(address: string, known: readonly Command[]): Command | undefined {
  const { pathname, searchParams } = new URL(address, 'https://app.invalid');
  const [path, record] = [searchParams.get('path'), searchParams.get('record')];
  const shared = { key: `recent ${address}`, kind: textOf('Recent'), to: address };
  if (path !== null) return { ...shared, label: path, icon: 'document' };
  const named = known.find(({ to }) => to === pathname);
  if (named === undefined) return undefined;
  return record === null
    ? { ...shared, label: named.label, icon: named.icon }
    : { ...shared, label: `${record} · ${named.label}`, icon: 'table' };
}
