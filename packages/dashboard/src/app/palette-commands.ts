import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../data/queries.js';
import { textOf } from '../text.js';
import type { Command } from './command.js';
import { navigationFor } from './navigation.js';
import { currentCommands, recentCommand } from './palette-current.js';
import { useRecords } from './palette-records.js';
import { useVerbs } from './palette-verbs.js';
import { readRecent, useRecentKey } from './recent.js';
import { type Session, useSession } from './session.js';

const perSection = 6;
const documentsShown = 6;
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
  const records = useRecords(settled, named.collections);
  const passages = text.trim() === '' ? [] : (search.data?.results ?? []);
  // Several of the passages can be in the same document.
  const documents = [...new Map(passages.map(({ path, title }) => [path, title]))].map(([path, title]) => ({
    key: path,
    label: `${title} · ${path}`,
    kind: textOf('Documents'),
    icon: 'document' as const,
    to: `/app/documents?path=${encodeURIComponent(path)}`,
  }));
  const recent = readRecent(recentKey).flatMap((address) => recentCommand(address, named.commands) ?? []);
  const here = currentCommands(session, window.location);
  const found = [
    ...(text.trim() === settled ? records.found : []),
    ...matching([...(text.trim() === '' ? recent : []), ...here, ...named.commands], text),
    ...documents.slice(0, documentsShown),
  ];
  return { sections: sectionsOf(found, text), loading: named.loading || search.isFetching || records.loading };
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
  readonly collections: readonly string[];
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
  const names = collections.data?.collections.map(({ name }) => name) ?? [];
  return { commands, collections: names, loading: collections.isLoading || groups.isLoading || people.isLoading };
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
