import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { readAccess } from '@tessera/path-access';
import type { ReactNode } from 'react';
import { useFilters } from '../../app/session.js';
import { Day, Loaded, Panel, Refusal } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { NextPage } from '../../components/table.js';
import { accessQuery, api, groupChange, type Person } from '../../data/api.js';
import { listOf, nodesOf, textOf } from '../../text.js';
import { type Entry, Finder } from './finder.js';
import { type Place, patternOf, patternsFor, probeOf } from './place.js';
import { documentsQuery, explainQuery, type FoundHolders, type GroupEntry, type Holder, useAct } from './queries.js';

/** The groups, people and agents that can read a place, and a field that finds others and adds them. */
export function Readers(props: {
  place: Place;
  groups: readonly GroupEntry[];
  holders: readonly Holder[];
  found: FoundHolders;
}) {
  const { place, groups, holders, found } = props;
  const { search, setSearch } = useFilters();
  const groupEntries = useGroupEntries(place, groups);
  const byKey = new Map(holders.map((holder) => [holder.key, holder]));
  const readers = (found.data?.pages ?? [])
    .flatMap((page) => page.holders)
    .flatMap(({ kind, id, reason, matches }): Entry[] => {
      const holder = byKey.get(`${kind}:${id}`);
      if (holder === undefined) return [];
      const by = reason === 'unconfined' ? textOf('Everything') : listOf(new Set(matches.map(({ name }) => name)));
      const until = holder.expiresAt !== null && (
        <>
          <br />
          {nodesOf('until {date}', { date: <Day at={holder.expiresAt} never="" /> })}
        </>
      );
      return [{ ...holder, why: [by, until] }];
    });
  const answer = ({ key }: Entry) => {
    const [holder, group] = [byKey.get(key), groups.find(({ id }) => key === `group:${id}`)];
    if (group !== undefined) return <GroupAnswer group={group} place={place} />;
    return holder && <HolderAnswer holder={holder} place={place} groups={groups} />;
  };
  const count = found.data?.pages[0]?.count;
  return (
    <Panel
      title={textOf('Who can read it')}
      flush
      actions={count !== undefined && <Text size="sm">{textOf('{count} reader|{count} readers', { count })}</Text>}
    >
      {found.error !== null && <Refusal error={found.error} />}
      <Finder
        label={textOf('Find or add people and groups')}
        sections={{
          [textOf('Groups')]: groupEntries.filter(({ why }) => why !== undefined),
          [textOf('People and agents')]: readers,
        }}
        everyone={[...groupEntries, ...holders]}
        opened={search.who}
        onOpen={(who) => setSearch({ who })}
        answer={answer}
      />
      <NextPage list={found} label={textOf('Show more')} />
    </Panel>
  );
}

/** All groups. Those that include the place, or some documents of the folder, say how. */
function useGroupEntries(place: Place, groups: readonly GroupEntry[]): Entry[] {
  const documents = useQuery({ ...documentsQuery(place), enabled: place.isFolder }).data?.documents ?? [];
  return groups.map((group) => {
    const [pattern] = patternsFor(group, probeOf(place));
    const { canRead } = readAccess([group]);
    const inside = documents.filter(({ path }) => canRead(path)).length;
    const some =
      inside === 0
        ? undefined
        : textOf('{inside} of {count} document|{inside} of {count} documents', { inside, count: documents.length });
    return {
      key: `group:${group.id}`,
      icon: 'group' as const,
      name: group.name,
      detail: group.public
        ? textOf('Anyone, without signing in')
        : textOf('{count} member|{count} members', { count: group.members }),
      why: pattern === undefined ? some : <code className="mono">{pattern}</code>,
    };
  });
}

const reasonWords = {
  unconfined: textOf('Not limited to groups: reads everything.'),
  pattern_matches: textOf('A group of theirs includes it.'),
  no_pattern_matches: textOf('None of their groups includes it.'),
  no_groups: textOf('They have no group, so they cannot read anything.'),
  revoked: textOf('Their access was revoked.'),
  expired: textOf('Their access has expired.'),
  not_started: textOf('Their access has not started yet.'),
};

/** "Ada can read it", or that they cannot. */
export function canRead(name: string, isReadable: boolean): string {
  return isReadable ? textOf('{name} can read it', { name }) : textOf('{name} cannot read it', { name });
}

/** Says whether someone has access, why, and what to do. */
export function Verdict(props: { isReadable: boolean; title: string; why?: string; children?: ReactNode }) {
  const { isReadable, title, why, children } = props;
  return (
    <Stack gap="sm" p="xs">
      <Alert
        color={isReadable ? 'green' : 'red'}
        p="sm"
        icon={<Icon name={isReadable ? 'check' : 'x'} />}
        title={title}
      >
        {why}
      </Alert>
      {children}
    </Stack>
  );
}

/** Whether someone can read a place and why. If they cannot, the groups that would let them, each with a button. */
function HolderAnswer(props: { holder: Holder; place: Place; groups: readonly GroupEntry[] }) {
  const { holder, place, groups } = props;
  const { person, name } = holder;
  const explained = useQuery(explainQuery(probeOf(place), holder.key));
  const held = groups.filter(({ id }) => holder.groups?.includes(id)).map((group) => group.name);
  const giving = groups.filter((group) => !group.public && patternsFor(group, probeOf(place)).length > 0);
  return (
    <Loaded query={explained} lines={2}>
      {({ readable, reason, matches }) => (
        <Verdict
          isReadable={readable}
          title={canRead(name, readable)}
          why={
            reason !== 'no_pattern_matches'
              ? reasonWords[reason]
              : held.length === 1
                ? textOf('Is in {group}, without this in it.', { group: listOf(held) })
                : textOf('Is in {groups}, without this in them.', { groups: listOf(held) })
          }
        >
          {matches.map(({ group_id: id, name: group, pattern }) => (
            <Group key={`${id} ${pattern}`} justify="space-between" gap="xs">
              <Anchor component={Link} to={`/groups/${id}`} size="sm" fw={550}>
                {group}
              </Anchor>
              <code className="mono soft">{pattern}</code>
            </Group>
          ))}
          {person !== undefined && readable && <Shares id={person.id} />}
          {!readable && holder.isActive && holder.groups !== null && (
            <Repairs holder={holder} giving={giving} place={place} />
          )}
          {person !== undefined && (
            <Anchor component={Link} to={`/people?person=${person.id}`} size="sm">
              {holder.isActive ? textOf('All that they can read') : textOf('Grant access again')}
            </Anchor>
          )}
        </Verdict>
      )}
    </Loaded>
  );
}

/** The parts of a person's access that another system granted or that end. */
export function Shares({ id }: { id: string }) {
  const shares = useQuery(accessQuery(id)).data?.sources ?? [];
  return shares
    .filter(({ source, expires_at: at, live }) => live && (source !== null || at !== null))
    .map(({ source, expires_at: at }) => (
      <Text key={source} size="sm" c="dimmed">
        {grantOf(source, at !== null && <Day at={at} never="" />)}
      </Text>
    ));
}

function grantOf(source: string | null, date: ReactNode): ReactNode {
  if (source === null) return nodesOf('Granted by hand, until {date}', { date });
  return date === false
    ? textOf('Granted by {source}', { source })
    : nodesOf('Granted by {source}, until {date}', { source, date });
}

/** The groups that would let someone read, each with a button; `place` adds a new group for it alone. */
export function Repairs(props: { holder: Holder; giving: readonly GroupEntry[]; place?: Place }) {
  const { holder, giving, place } = props;
  const { person, name } = holder;
  const act = useAct();
  if (person === undefined) {
    const groups = listOf(giving.map((group) => group.name));
    return (
      <Text size="sm">
        {groups === ''
          ? textOf('Its groups cannot be changed. Create a new one with a group that includes this.')
          : textOf('Its groups cannot be changed. Create a new one with {groups}.', { groups })}
      </Text>
    );
  }
  const add = (id: string, group: string): void =>
    act.mutate({
      change: () => groupChange(id, true)(person),
      done: textOf('{name} can read it through {group}.', { name, group }),
      undo: () => groupChange(id, false)(person),
    });
  const addAlone = (alone: Place): void =>
    act.mutate({ change: () => grantAlone(alone, person), done: textOf('{name} can read it.', { name }) });
  const isThere = giving.some(({ paths }) => place && paths.length === 1 && paths[0] === patternOf(place));
  const line = (label: string, about: string, onAdd: () => void) => (
    <Group key={label} justify="space-between" wrap="nowrap" gap="sm">
      <Stack component="span" gap={0} flex="1 1 8rem" miw={0}>
        <Text span size="sm" fw={550}>
          {label}
        </Text>
        <Text span size="xs" c="dimmed" truncate>
          {about}
        </Text>
      </Stack>
      <Button
        size="xs"
        variant="default"
        flex="none"
        loading={act.isPending}
        aria-label={textOf('Add {name} to {group}', { name, group: label })}
        onClick={onAdd}
      >
        {textOf('Add')}
      </Button>
    </Group>
  );
  return (
    <Stack gap="xs" component="section" aria-label={textOf('Let {name} read it', { name })}>
      <Text size="sm" fw={600}>
        {textOf('Let {name} read it', { name })}
      </Text>
      {giving.map((group) => line(group.name, group.paths.join(', '), () => add(group.id, group.name)))}
      {place !== undefined &&
        !isThere &&
        line(place.isFolder ? textOf('Only this folder') : textOf('Only this page'), textOf('A new group'), () =>
          addAlone(place),
        )}
    </Stack>
  );
}

async function grantAlone(place: Place, person: Person): Promise<void> {
  const body = { name: place.title.slice(0, 100), paths: [patternOf(place)] };
  const { id } = await api().call('settings.create_group', { body });
  await groupChange(id, true)(person);
}

/** Whether a group includes a place, and a button that adds the place to it or takes it out. */
function GroupAnswer({ group, place }: { group: GroupEntry; place: Place }) {
  const { id, name, members, paths } = group;
  const act = useAct();
  const patterns = patternsFor(group, probeOf(place));
  const own = patternOf(place);
  const rest = paths.filter((pattern) => pattern !== own);
  const isIncluded = patterns.length > 0;
  const isByItself = patterns.length === 1 && patterns[0] === own && rest.length > 0;
  const set = (next: readonly string[]) =>
    api().call('settings.update_group', { params: { id }, body: { paths: [...next] } });
  const change = (): void =>
    act.mutate({
      change: () => set(isIncluded ? rest : [...paths, own]),
      done: isIncluded
        ? textOf('{group} does not include it.', { group: name })
        : textOf('{group} includes it.', { group: name }),
      undo: () => set(paths),
    });
  const why = isIncluded
    ? textOf('{count} member by {patterns}.|{count} members by {patterns}.', {
        count: members,
        patterns: listOf(patterns),
      })
    : textOf('{count} member would read it too.|{count} members would read it too.', { count: members });
  return (
    <Verdict isReadable={isIncluded} title={canRead(name, isIncluded)} why={why}>
      <Group gap="sm">
        {(!isIncluded || isByItself) && (
          <Button size="xs" variant={isIncluded ? 'default' : 'filled'} loading={act.isPending} onClick={change}>
            {isIncluded
              ? textOf('Take it out of {group}', { group: name })
              : textOf('Add it to {group}', { group: name })}
          </Button>
        )}
        <Anchor component={Link} to={`/groups/${id}`} size="sm">
          {textOf('Members and patterns')}
        </Anchor>
      </Group>
    </Verdict>
  );
}
