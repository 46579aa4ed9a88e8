import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Icon } from '../../components/icon.js';
import { Loaded } from '../../components/notices.js';
import { countOf, Day } from '../../components/when.js';
import { api } from '../../data/api.js';
import { accessQuery, groupChange, type Person } from '../../data/people.js';
import classes from './access.module.css';
import { type Place, patternOf, patternsFor, probeOf } from './place.js';
import { explainQuery, type GroupEntry, type Holder, useAct } from './queries.js';

const reasonWords = {
  unconfined: 'Not limited to groups: reads everything.',
  pattern_matches: 'A group of theirs includes it.',
  no_pattern_matches: 'None of their groups includes it.',
  no_groups: 'They have no group, so they cannot read anything.',
  revoked: 'Their access was revoked.',
  expired: 'Their access has expired.',
  not_started: 'Their access has not started yet.',
} as const;

const and = new Intl.ListFormat('en', { type: 'conjunction' });

/** Names in a sentence: "Staff, Press and Course buyers". */
export function listOf(names: Iterable<string>): string {
  return and.format(names);
}

/** "Ada can read it", or that they cannot. */
export function canRead(name: string, isReadable: boolean): string {
  return `${name} ${isReadable ? 'can' : 'cannot'} read it`;
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
export function HolderAnswer(props: { holder: Holder; place: Place; groups: readonly GroupEntry[] }) {
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
            reason === 'no_pattern_matches'
              ? `Is in ${listOf(held)}, without this in ${held.length === 1 ? 'it' : 'them'}.`
              : reasonWords[reason]
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
              {holder.isActive ? 'All that they can read' : 'Grant access again'}
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
        Granted by {source ?? 'hand'}
        {at !== null && ', until '}
        <Day at={at} never="" />
      </Text>
    ));
}

/** The groups that would let someone read, each with a button; `place` adds a new group for it alone. */
export function Repairs(props: { holder: Holder; giving: readonly GroupEntry[]; place?: Place }) {
  const { holder, giving, place } = props;
  const { person, name } = holder;
  const act = useAct();
  if (person === undefined) {
    const names = giving.length === 0 ? 'a group that includes this' : listOf(giving.map((group) => group.name));
    return <Text size="sm">Its groups cannot be changed. Create a new one with {names}.</Text>;
  }
  const add = (id: string, group: string): void =>
    act.mutate({
      change: () => groupChange(id, true)(person),
      done: `${name} can read it through ${group}.`,
      undo: () => groupChange(id, false)(person),
    });
  const addAlone = (alone: Place): void =>
    act.mutate({ change: () => grantAlone(alone, person), done: `${name} can read it.` });
  const isThere = giving.some(({ paths }) => place && paths.length === 1 && paths[0] === patternOf(place));
  const line = (label: string, about: string, onAdd: () => void) => (
    <Group key={label} justify="space-between" wrap="nowrap" gap="sm">
      <span className={classes.who}>
        <Text span size="sm" fw={550}>
          {label}
        </Text>
        <Text span size="xs" c="dimmed" truncate>
          {about}
        </Text>
      </span>
      <Button
        size="xs"
        variant="default"
        flex="none"
        loading={act.isPending}
        aria-label={`Add ${name} to ${label}`}
        onClick={onAdd}
      >
        Add
      </Button>
    </Group>
  );
  return (
    <Stack gap="xs" component="section" aria-label={`Let ${name} read it`}>
      <Text size="sm" fw={600}>
        Let {name} read it
      </Text>
      {giving.map((group) => line(group.name, group.paths.join(', '), () => add(group.id, group.name)))}
      {place !== undefined &&
        !isThere &&
        line(place.isFolder ? 'Only this folder' : 'Only this page', 'A new group', () => addAlone(place))}
    </Stack>
  );
}

async function grantAlone(place: Place, person: Person): Promise<void> {
  const body = { name: place.title.slice(0, 100), paths: [patternOf(place)] };
  const { id } = await api().call('settings.create_group', { body });
  await groupChange(id, true)(person);
}

/** Whether a group includes a place, and a button that adds the place to it or takes it out. */
export function GroupAnswer({ group, place }: { group: GroupEntry; place: Place }) {
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
      done: isIncluded ? `${name} does not include it.` : `${name} includes it.`,
      undo: () => set(paths),
    });
  const who = countOf(members, 'member');
  const why = isIncluded ? `${who} by ${listOf(patterns)}.` : `${who} would read it too.`;
  return (
    <Verdict isReadable={isIncluded} title={canRead(name, isIncluded)} why={why}>
      <Group gap="sm">
        {(!isIncluded || isByItself) && (
          <Button size="xs" variant={isIncluded ? 'default' : 'filled'} loading={act.isPending} onClick={change}>
            {isIncluded ? `Take it out of ${name}` : `Add it to ${name}`}
          </Button>
        )}
        <Anchor component={Link} to={`/groups/${id}`} size="sm">
          Members and patterns
        </Anchor>
      </Group>
    </Verdict>
  );
}
