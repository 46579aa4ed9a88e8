import { Alert, Anchor, Badge, Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormEvent } from 'react';
import { useFilters } from '../../app/filters.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loaded, Refusal } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { countOf } from '../../components/when.js';
import { explainQuery, holdersQuery, peopleQuery, readersQuery, tokensQuery } from './queries.js';
import { kindNames, reasonWords } from './reasons.js';

/** Explains why a person can or cannot read a document, and lists who can. */
export function ExplainPage() {
  const { search } = useFilters();
  const { path = '', holder = '' } = search;
  return (
    <Page
      title="Who can read"
      lead="Enter a document to see who can read it and through which group. Choose a person to see why."
    >
      <Panel>
        <Question />
      </Panel>
      {path !== '' && holder !== '' && <Answer path={path} holder={holder} />}
      {path === '' ? (
        <Panel>
          <Empty icon="eye" title="Which document?">
            Type a path such as handbook/pricing.md. The document does not have to exist.
          </Empty>
        </Panel>
      ) : (
        <PathReaders path={path} />
      )}
    </Page>
  );
}

function Question() {
  const { search, setSearch } = useFilters();
  const people = useQuery(peopleQuery());
  const readers = useQuery(readersQuery());
  const tokens = useQuery(tokensQuery());
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setSearch({ path: String(data.get('path') ?? '').trim() });
  };
  const named = (group: string, kind: string, entries: readonly { id: string; label: string }[] | undefined) => ({
    group,
    items: (entries ?? []).map(({ id, label }) => ({ value: `${kind}:${id}`, label })),
  });
  return (
    <form onSubmit={submit}>
      <Group align="flex-end" gap="sm">
        <TextInput
          key={search.path}
          name="path"
          label="Document path"
          placeholder="handbook/pricing.md"
          defaultValue={search.path ?? ''}
          flex="2 1 16rem"
        />
        <NativeSelect
          label="Who"
          value={search.holder ?? ''}
          onChange={({ currentTarget }) => setSearch({ holder: currentTarget.value })}
          flex="1 1 12rem"
          data={[
            { value: '', label: 'Everybody' },
            named(
              'People',
              'membership',
              people.data?.people.map(({ id, name }) => ({ id, label: name })),
            ),
            named(
              'Magic links',
              'reader',
              readers.data?.readers.map(({ id, email }) => ({ id, label: email })),
            ),
            named(
              'Agents',
              'token',
              tokens.data?.tokens.map(({ id, name }) => ({ id, label: name })),
            ),
          ].filter((entry) => !('items' in entry) || entry.items.length > 0)}
        />
        <Button type="submit">Explain</Button>
      </Group>
    </form>
  );
}

function Answer({ path, holder }: { path: string; holder: string }) {
  const answer = useQuery(explainQuery(path, holder));
  return (
    <Panel title="The answer">
      <Loaded query={answer} lines={2}>
        {(data) => (
          <Stack gap="sm" aria-live="polite">
            <Alert
              color={data.readable ? 'green' : 'red'}
              icon={<Icon name={data.readable ? 'check' : 'x'} />}
              title={`${data.holder.name} ${data.readable ? 'can' : 'cannot'} read ${data.path}`}
            >
              {reasonWords[data.reason]}
              {!data.exists && ' No document has this path.'}
            </Alert>
            <Matches matches={data.matches} />
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}

type Match = { readonly group_id: string; readonly name: string; readonly pattern: string };

function Matches({ matches }: { matches: readonly Match[] }) {
  return (
    <Group gap="xs">
      {matches.map(({ group_id: id, name, pattern }) => (
        <Group key={`${id} ${pattern}`} gap={6}>
          <Anchor component={Link} to={`/groups/${id}`} size="sm" fw={550}>
            {name}
          </Anchor>
          <Badge color="gray" className="mono" miw={0}>
            {pattern}
          </Badge>
        </Group>
      ))}
    </Group>
  );
}

function PathReaders({ path }: { path: string }) {
  const { setSearch } = useFilters();
  const holders = useInfiniteQuery(holdersQuery(path));
  const rows = holders.data?.pages.flatMap((page) => page.holders) ?? [];
  const count = holders.data?.pages[0]?.count;
  return (
    <Panel
      title={`Who can read ${path}`}
      flush
      actions={count !== undefined && <Text size="sm">{countOf(count, 'holder')}</Text>}
    >
      {holders.error !== null && <Refusal error={holders.error} />}
      <Table
        label={`Who can read ${path}`}
        rows={rows}
        rowKey={({ kind, id }) => `${kind}:${id}`}
        columns={[
          {
            title: 'Who',
            cell: ({ kind, id, name, email }) => (
              <>
                <Anchor
                  component="button"
                  type="button"
                  size="sm"
                  onClick={() => setSearch({ holder: `${kind}:${id}` })}
                >
                  {name}
                </Anchor>
                {email !== null && email !== name && (
                  <Text size="xs" c="dimmed">
                    {email}
                  </Text>
                )}
              </>
            ),
          },
          { title: 'Kind', cell: ({ kind }) => kindNames[kind] },
          {
            title: 'By',
            cell: ({ reason, matches }) => (reason === 'unconfined' ? 'Not confined' : <Matches matches={matches} />),
          },
        ]}
      />
      {holders.hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" onClick={() => void holders.fetchNextPage()} loading={holders.isFetchingNextPage}>
            Show more
          </Button>
        </Group>
      )}
    </Panel>
  );
}
