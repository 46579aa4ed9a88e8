import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { read } from '../data/queries.js';
import type { Command } from './command.js';
import { navigationFor } from './navigation.js';
import { useRecords } from './palette-records.js';
import { useVerbs } from './palette-verbs.js';
import { type Session, useSession } from './session.js';

const commandsShown = 12;
const documentsShown = 6;
const typingPauseMs = 150;

/**
 * What a few letters stand for: a record by its id, what is known by its name or can be done, then documents that the
 * service finds by them.
 */
export function useCommands(text: string): { found: readonly Command[]; loading: boolean } {
  const named = useNamed(useSession());
  const [settled] = useDebouncedValue(text.trim(), typingPauseMs);
  const search = useQuery({
    ...read('documents.search', { body: { query: settled, limit: 2 * documentsShown } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
  });
  const records = useRecords(settled, named.collections);
  const passages = text.trim() === '' ? [] : (search.data?.results ?? []);
  // Several passages may be of one document.
  const documents = [...new Map(passages.map(({ path, title }) => [path, title]))].map(([path, title]) => ({
    key: path,
    label: `${title} · ${path}`,
    kind: 'Document',
    icon: 'document' as const,
    to: `/app/documents?path=${encodeURIComponent(path)}`,
  }));
  const commands = matching(named.commands, text).slice(0, commandsShown - Math.min(documents.length, documentsShown));
  return {
    found: [...(text.trim() === settled ? records.found : []), ...commands, ...documents.slice(0, documentsShown)],
    loading: named.loading || search.isFetching || records.loading,
  };
}

interface Named {
  readonly commands: readonly Command[];
  readonly collections: readonly string[];
  readonly loading: boolean;
}

/** What is known by its name: pages, actions, collections, groups and people. */
function useNamed(session: Session): Named {
  const verbs = useVerbs(session);
  const collections = useQuery(read('collections.list', {}));
  const groups = useQuery({ ...read('settings.list_groups', {}), enabled: session.isAdmin });
  const people = useQuery({ ...read('people.list', {}), enabled: session.isAdmin });
  const commands: Command[] = [
    ...navigationFor(session).flatMap(({ entries }) =>
      entries.map(({ to, label, icon, words }) => ({ key: to, label, kind: 'Page', icon, to: `/app${to}`, words })),
    ),
    ...verbs,
    ...(collections.data?.collections ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: 'Collection',
      icon: 'collection' as const,
      to: `/app/collections/${name}`,
    })),
    ...(groups.data?.groups ?? []).map(({ id, name }) => ({
      key: id,
      label: name,
      kind: 'Group',
      icon: 'group' as const,
      to: `/app/groups/${id}`,
    })),
    ...(people.data?.people ?? []).map(({ id, name, email }) => ({
      key: id,
      label: name === email ? email : `${name} · ${email}`,
      kind: 'Person',
      icon: 'people' as const,
      to: `/app/people?find=${encodeURIComponent(email)}`,
    })),
  ];
  const names = collections.data?.collections.map(({ name }) => name) ?? [];
  return { commands, collections: names, loading: collections.isLoading || groups.isLoading || people.isLoading };
}

/** The commands that hold every word of the text, those that begin with it first. */
function matching(commands: readonly Command[], text: string): Command[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const start = words.join(' ');
  return commands
    .filter(({ label, words: further = '' }) =>
      words.every((word) => `${label} ${further}`.toLowerCase().includes(word)),
    )
    .sort((a, b) => Number(b.label.toLowerCase().startsWith(start)) - Number(a.label.toLowerCase().startsWith(start)));
}
