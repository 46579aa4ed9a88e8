import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { api, isRefusal, read } from '../data/api.js';
import { textOf } from '../text.js';
import { navigationFor } from './navigation.js';
import { type Command, currentCommands, useVerbs } from './palette-actions.js';
import { readRecent, useRecentKey } from './recent.js';
import { type Session, useSession } from './session.js';

const perSection = 6;
const documentsShown = 6;
const documentsListed = 500;
const typingPauseMs = 150;

/** Commands under one heading. */
export interface Section {
  readonly title: string;
  readonly commands: readonly Command[];
}

/**
 * The entries that match a few letters, in sections: records by their id, commands by name, and documents that the
 * service finds. Without letters, the last opened objects and the actions of the page.
 */
export function useCommands(text: string, onKeys: () => void): { sections: readonly Section[]; loading: boolean } {
  const session = useSession();
  const named = useNamed(session, onKeys);
  const recentKey = useRecentKey();
  const [settled] = useDebouncedValue(text.trim(), typingPauseMs);
  const search = useQuery({
    ...read('documents.search', { body: { query: settled, limit: 2 * documentsShown } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const listed = useQuery(read('documents.list', { query: { order: 'changed', limit: documentsListed } }));
  const records = useRecords(settled, named.collections);
  const isTyped = text.trim() !== '';
  const found = [
    ...matching((listed.data?.documents ?? []).map(documentCommand), text),
    // Several of the passages can be in the same document.
    ...(search.data?.results ?? []).map(documentCommand),
  ];
  const documents = isTyped ? [...new Map(found.map((command) => [command.key, command])).values()] : [];
  const recent = readRecent(recentKey).flatMap((address) => recentCommand(address, named.commands) ?? []);
  const here = currentCommands(session, window.location);
  const all = [
    ...(text.trim() === settled ? (records.data?.flat() ?? []) : []),
    ...matching([...(isTyped ? [] : recent), ...here, ...named.commands], text),
    ...documents.slice(0, documentsShown),
  ];
  return { sections: sectionsOf(all, text), loading: named.loading || search.isFetching || records.isFetching };
}

function documentCommand({ path, title }: { path: string; title: string }): Command {
  return {
    key: path,
    label: `${title} · ${path}`,
    kind: textOf('Documents'),
    icon: 'document',
    to: `/app/documents?path=${encodeURIComponent(path)}`,
  };
}

/** Groups commands by section, in the order found. The section with the best match comes first. */
function sectionsOf(found: readonly Command[], text: string): Section[] {
  const titles = [...new Set(found.map(({ kind }) => kind))];
  const sections = titles.map((title) => ({
    title,
    commands: found.filter(({ kind }) => kind === title).slice(0, perSection),
  }));
  const start = text.trim().toLowerCase();
  const isBest = ({ commands }: Section): boolean => commands[0]?.label.toLowerCase().startsWith(start) === true;
  return start === '' ? sections : sections.sort((one, other) => Number(isBest(other)) - Number(isBest(one)));
}

interface Named {
  readonly commands: readonly Command[];
  readonly collections: readonly Listed[];
  readonly loading: boolean;
}

/** Commands with a name: pages, actions, collections, groups and people. */
function useNamed(session: Session, onKeys: () => void): Named {
  const verbs = useVerbs(session, onKeys);
  const collections = useQuery(read('collections.list', {}));
  const groups = useQuery({ ...read('settings.list_groups', {}), enabled: session.isAdmin });
  const people = useQuery({ ...read('people.list', {}), enabled: session.isAdmin });
  const commands: Command[] = [
    ...navigationFor(session).flatMap(({ entries }) =>
      entries.map(({ to, label, icon, words }) => ({
        key: to,
        label,
        kind: textOf('Pages'),
        icon,
        to: `/app${to}`,
        words,
      })),
    ),
    ...verbs,
    ...(collections.data?.collections ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: textOf('Collections'),
      icon: 'collection' as const,
      to: `/app/collections/${name}`,
    })),
    ...(groups.data?.groups ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: textOf('Groups'),
      icon: 'group' as const,
      to: `/app/groups/${id}`,
    })),
    ...(people.data?.people ?? []).map(({ id, name, email }) => ({
      key: id,
      label: name === email ? email : `${name} · ${email}`,
      kind: textOf('People'),
      icon: 'people' as const,
      to: `/app/people?find=${encodeURIComponent(email)}`,
    })),
  ];
  const loading = collections.isLoading || groups.isLoading || people.isLoading;
  return { commands, collections: collections.data?.collections ?? [], loading };
}

/** The commands that contain every word of the text, those that start with it first. */
function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const start = words.join(' ');
  return commands
    .filter(({ label, words: further = '' }) =>
      words.every((word) => `${label} ${further}`.toLowerCase().includes(word)),
    )
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(start)) - Number(a.label.toLowerCase().startsWith(start)));
}

const collectionsMax = 5;
const recordsMax = 3;
const idCharactersMax = 200;

type Listed = CallAnswer<'collections.list'>['collections'][number];

/** The records that this text means, in the first collections that the caller can see. */
function useRecords(text: string, collections: readonly Listed[]) {
  const queried = collections.slice(0, collectionsMax);
  return useQuery({
    queryKey: ['collections.get_record', 'in all', text, queried.map(({ name }) => name)] as const,
    enabled: text.length >= 2 && text.length <= idCharactersMax && queried.length > 0,
    queryFn: ({ signal }) => Promise.all(queried.map((collection) => recordsIn(collection, text, signal))),
  });
}

/** The records of a collection with this id. Callers with `manage` also find them in words: that is not logged. */
async function recordsIn({ name, access }: Listed, text: string, signal: AbortSignal): Promise<Command[]> {
  const commandOf = (id: string, label: string): Command => ({
    key: `record ${name} ${id}`,
    label: `${label} · ${name}`,
    kind: textOf('Records'),
    icon: 'table',
    to: `/app/collections/${name}?${new URLSearchParams({ record: id })}`,
  });
  try {
    if (access === 'manage') {
      const body = { query: text, top_k: recordsMax, explain: true };
      const { confidence, results } = await api().call('collections.query', { params: { name }, body }, { signal });
      const meant = { high: results.slice(0, 1), low: results, none: [] }[confidence];
      // The id and the name are the first parts of the line about a record.
      return meant.map(({ external_id: id, rendered }) => commandOf(id, rendered.split(' · ').slice(0, 2).join(' · ')));
    }
    // Text without a digit is rarely an id.
    if (!/^\S*\d\S*$/.test(text)) return [];
    await api().call('collections.get_record', { params: { name, id: text } }, { signal });
    return [commandOf(text, text)];
  } catch (error) {
    if (isRefusal(error, 'record_not_found') || isRefusal(error, 'collection_not_found')) return [];
    throw error;
  }
}

/**
 * A command that opens an object again. It has the name of a known command for that object, or else the URL as name.
 */
function recentCommand(address: string, known: readonly Command[]): Command | undefined {
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
