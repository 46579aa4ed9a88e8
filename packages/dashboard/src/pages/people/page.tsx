import { Badge, Box, Button, Checkbox, Group, NativeSelect, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Bar } from '../../components/bar.js';
import { counted, Empty, Hint, Loaded, Page, Panel, When } from '../../components/basics.js';
import { csvOf, downloadCsv } from '../../components/csv.js';
import { groupsQuery } from '../../components/group-choice.js';
import { Icon } from '../../components/icon.js';
import { ChipsCell, Table } from '../../components/table.js';
import { devicesQuery, type Person, peopleQuery, roleName, sessionsQuery, workspaceQuery } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { AddPersonDialog } from './add-dialog.js';
import { BulkBar } from './bulk-bar.js';
import { PersonDrawer } from './drawer.js';
import { peopleFound, statusChoices } from './filter.js';
import classes from './people.module.css';
import { SyncDialog } from './sync-dialog.js';

/** The people of the workspace with their roles and access, and the number of unused seats. */
export function PeoplePage() {
  const { search, setSearch } = useFilters();
  const people = useQuery(peopleQuery());
  const shown = people.data?.people.find(({ id }) => id === search.person);
  return (
    <Page
      title={textOf('People')}
      lead={textOf('Members read what their groups allow. Editors also write. Admins manage the workspace.')}
      actions={
        <Group gap="xs" className={classes.actions}>
          <ExportButton people={people.data?.people ?? []} />
          <Button
            variant="default"
            leftSection={<Icon name="upload" size={16} />}
            onClick={() => setSearch({ sync: 'true' })}
          >
            {textOf('Sync a list')}
          </Button>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setSearch({ new: 'true' })}>
            {textOf('Add person')}
          </Button>
        </Group>
      }
    >
      <Seats />
      <Panel flush>
        <Filters />
        <Loaded query={people}>{(data) => <PeopleTable people={data.people} />}</Loaded>
      </Panel>
      {search.sync !== undefined && <SyncDialog onClose={() => setSearch({ sync: undefined })} />}
      {search.new !== undefined && (
        <AddPersonDialog
          onClose={() => setSearch({ new: undefined })}
          onAdded={(person) => setSearch({ new: undefined, person })}
        />
      )}
      {shown !== undefined && <PersonDrawer person={shown} onClose={() => setSearch({ person: undefined })} />}
    </Page>
  );
}

function Seats() {
  const state = useQuery(workspaceQuery()).data?.workspace;
  const share = state === undefined ? 0 : state.seats_used / Math.max(1, state.reader_seats);
  return (
    <Group gap="md" wrap="nowrap" mb="md">
      <Text size="sm">
        {nodesOf('{used} of {seats} member seats used', {
          used: <strong>{state === undefined ? '–' : counted(state.seats_used)}</strong>,
          seats: state?.reader_seats ?? '–',
        })}
      </Text>
      <Box flex="0 1 14rem">
        <Bar share={share} {...(share >= 1 ? { color: 'var(--mantine-color-red-7)' } : {})} />
      </Box>
    </Group>
  );
}

function Filters() {
  const { search, setSearch } = useFilters();
  return (
    <Group p="md" gap="sm">
      <TextInput
        aria-label={textOf('Find by name or e-mail')}
        placeholder={textOf('Find by name or e-mail')}
        leftSection={<Icon name="search" size={16} />}
        value={search.find ?? ''}
        onChange={({ currentTarget }) => setSearch({ find: currentTarget.value })}
        flex="1 1 14rem"
      />
      <NativeSelect
        aria-label={textOf('Role')}
        value={search.role ?? ''}
        onChange={({ currentTarget }) => setSearch({ role: currentTarget.value })}
        data={[
          { value: '', label: textOf('Every role') },
          { value: 'reader', label: textOf('Members') },
          { value: 'member', label: textOf('Editors') },
          { value: 'admin', label: textOf('Admins') },
        ]}
      />
      <NativeSelect
        aria-label={textOf('Status')}
        value={search.status ?? 'active'}
        onChange={({ currentTarget }) => setSearch({ status: currentTarget.value })}
        data={statusChoices}
      />
    </Group>
  );
}

function PeopleTable({ people }: { people: readonly Person[] }) {
  const { search, setSearch } = useFilters();
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const names = useGroupNames();
  const lastSeen = useLastSeen();
  const rows = peopleFound(people, search);
  if (rows.length === 0) {
    return <NoPeople isFiltered={people.length > 1} />;
  }
  const select = (id: string, isSelected: boolean): void => {
    const others = [...selectedIds].filter((each) => each !== id);
    setSelectedIds(new Set(isSelected ? [...others, id] : others));
  };
  return (
    <>
      <BulkBar
        shown={rows}
        // A selected person who is filtered out is not changed.
        selected={rows.filter(({ id }) => selectedIds.has(id))}
        onSelect={(chosen) => setSelectedIds(new Set(chosen.map(({ id }) => id)))}
      />
      <Table
        label={textOf('People')}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Name'),
            cell: (person) => (
              <Group component="span" gap="sm" wrap="nowrap">
                <Checkbox
                  aria-label={textOf('Select {name}', { name: person.name })}
                  checked={selectedIds.has(person.id)}
                  onChange={({ currentTarget }) => select(person.id, currentTarget.checked)}
                />
                <UnstyledButton className={classes.name} onClick={() => setSearch({ person: person.id })}>
                  <span className="ellipsis">{person.name}</span>
                  {person.name !== person.email && <Hint truncate>{person.email}</Hint>}
                </UnstyledButton>
              </Group>
            ),
          },
          {
            title: textOf('Role'),
            cell: ({ role }) => <Badge color={role === 'reader' ? 'gray' : 'tessera'}>{roleName(role)}</Badge>,
            width: [110, 130],
          },
          { title: textOf('Reads'), cell: (person) => <Reads person={person} names={names} />, width: [160, 360] },
          { title: textOf('Status'), cell: (person) => <Status person={person} />, width: [110, 130] },
          {
            title: textOf('Last seen'),
            cell: ({ id }) => <When at={lastSeen.get(id)} never={textOf('Not signed in')} />,
          },
        ]}
      />
    </>
  );
}

function NoPeople({ isFiltered }: { isFiltered: boolean }) {
  const { setSearch } = useFilters();
  return isFiltered ? (
    <Empty
      icon="people"
      title={textOf('No one matches')}
      action={
        <Button variant="default" onClick={() => setSearch({ find: undefined, role: undefined, status: undefined })}>
          {textOf('Clear the filters')}
        </Button>
      }
    />
  ) : (
    <Empty
      icon="people"
      title={textOf('Only you so far')}
      action={<Button onClick={() => setSearch({ new: 'true' })}>{textOf('Add the first person')}</Button>}
    >
      {textOf('Add someone by their e-mail address. They sign in as themselves, so their access cannot be forwarded.')}
    </Empty>
  );
}

function useGroupNames(): ReadonlyMap<string, string> {
  const groups = useQuery(groupsQuery());
  return new Map(groups.data?.groups.map(({ id, name }) => [id, name]));
}

function ExportButton({ people }: { people: readonly Person[] }) {
  const { search } = useFilters();
  const names = useGroupNames();
  const lastSeen = useLastSeen();
  const rows = peopleFound(people, search);
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" size={16} />}
      onClick={() => downloadCsv('people.csv', peopleCsv(rows, names, lastSeen))}
    >
      {textOf('Export CSV')}
    </Button>
  );
}

function Reads({ person, names }: { person: Person; names: ReadonlyMap<string, string> }) {
  if (person.groups === null) {
    return <>{textOf('Everything')}</>;
  }
  if (person.groups.length === 0) {
    return <span className="soft">{textOf('Nothing yet')}</span>;
  }
  return <ChipsCell names={person.groups.map((id) => names.get(id) ?? '…')} />;
}

function Status({ person }: { person: Person }) {
  if (person.status === 'revoked') {
    return <Badge color="red">{textOf('Revoked')}</Badge>;
  }
  if (person.expired) {
    return <Badge color="red">{textOf('Expired')}</Badge>;
  }
  return person.pending ? (
    <Badge color="yellow">{textOf('Invited')}</Badge>
  ) : (
    <Badge color="green">{textOf('Active')}</Badge>
  );
}

// The file is the same in every language of the dashboard, because programs read it.
const roles = { admin: 'Admin', member: 'Editor', reader: 'Member' };
const columns = ['email', 'name', 'role', 'status', 'groups', 'starts_at', 'expires_at', 'last_seen_at'];

/** People as CSV, with the names of their groups. */
function peopleCsv(
  people: readonly Person[],
  groupNames: ReadonlyMap<string, string>,
  lastSeen: ReadonlyMap<string, string>,
): string {
  const rows = people.map((person) => [
    person.email,
    person.name,
    roles[person.role],
    stateOf(person),
    person.groups?.map((id) => groupNames.get(id) ?? id).join('; ') ?? 'everything',
    person.starts_at ?? '',
    person.expires_at ?? '',
    lastSeen.get(person.id) ?? '',
  ]);
  return csvOf([columns, ...rows]);
}

function stateOf({ status, expired, pending }: Person): string {
  if (status === 'revoked') return 'revoked';
  if (expired) return 'expired';
  return pending ? 'invited' : 'active';
}

/** The time when each person was last active, by id, from their browser sessions and devices. */
function useLastSeen(): ReadonlyMap<string, string> {
  const sessions = useQuery(sessionsQuery()).data?.sessions ?? [];
  const devices = useQuery(devicesQuery()).data?.devices ?? [];
  const latest = new Map<string, string>();
  for (const { person, last_used_at: at } of [...sessions, ...devices]) {
    if (at > (latest.get(person.id) ?? '')) latest.set(person.id, at);
  }
  return latest;
}
