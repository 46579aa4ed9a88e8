import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { readAccess } from '@tessera/path-access';
import { useFilters } from '../../app/filters.js';
import { Refusal } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { Day } from '../../components/when.js';
import { nodesOf, textOf } from '../../text.js';
import { GroupAnswer, HolderAnswer, listOf } from './answers.js';
import { type Entry, Finder } from './finder.js';
import { type Place, patternsFor, probeOf } from './place.js';
import { documentsQuery, type FoundHolders, type GroupEntry, type Holder } from './queries.js';

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
      {found.hasNextPage && (
        <Button m="md" variant="default" loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {textOf('Show more')}
        </Button>
      )}
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
