import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AssignedGroup } from '../../components/group-choice.js';
import { Loaded, sayDone, sayFailed } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { menuColumn } from '../../components/row-menu.js';
import { NameCell, Table } from '../../components/table.js';
import { useChange } from '../../data/queries.js';
import { accessQuery, type Person, peopleQuery } from '../people/queries.js';
import { roleNames } from '../people/roles.js';
import { readersQuery } from '../readers/queries.js';
import { tokensQuery } from '../tokens/queries.js';

interface Assignee {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly to: string;
  /** Set if it is a person, who can be removed here. A link or a token must be created again instead. */
  readonly person?: Person;
}

/** Lists everyone who has a group, and lets admins add or remove a person. */
export function GroupAssignees({ id, name }: { id: string; name: string }) {
  const people = useQuery(peopleQuery());
  const readers = useQuery({ ...readersQuery(), select: (data) => data.readers });
  const tokens = useQuery({ ...tokensQuery(), select: (data) => data.tokens });
  const { change, busy } = useMembership({ id, name });
  const active = people.data?.people.filter(({ status }) => status === 'active') ?? [];
  const holds = ({ groups, status }: { groups: readonly string[] | null; status: string }): boolean =>
    status === 'active' && groups?.includes(id) === true;
  const assignees: Assignee[] = [
    ...active.filter(holds).map((person) => ({
      key: person.id,
      name: person.name,
      kind: roleNames[person.role],
      to: `/people?person=${person.id}`,
      person,
    })),
    ...(readers.data ?? []).filter(holds).map((reader) => ({
      key: reader.id,
      name: reader.email,
      kind: 'Magic link',
      to: '/readers',
    })),
    ...(tokens.data ?? []).filter(holds).map((token) => ({
      key: token.id,
      name: token.name,
      kind: 'Agent token',
      to: '/tokens',
    })),
  ];
  // A person without confinement reads everything, so adding a group would reduce their access.
  const addable = active.filter(({ groups }) => groups !== null && !groups.includes(id));
  return (
    <Panel title="Held by" flush>
      <Loaded query={people}>
        {() => (
          <>
            <AddPerson people={addable} busy={busy} onAdd={(person) => change(person, true)} />
            {assignees.length > 0 && (
              <Table
                label="Holders"
                rows={assignees}
                rowKey={({ key }) => key}
                columns={[
                  { title: 'Name', cell: (assignee) => <NameCell to={assignee.to} name={assignee.name} /> },
                  { title: 'Kind', cell: ({ kind }) => kind },
                  menuColumn<Assignee>({
                    nameOf: (assignee) => assignee.name,
                    actionsOf: ({ person }) =>
                      person === undefined
                        ? []
                        : [
                            {
                              label: `Take out of ${name}`,
                              onSelect: () => !busy && change(person, false),
                              isDestructive: true,
                            },
                          ],
                  }),
                ]}
              />
            )}
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function AddPerson(props: { people: readonly Person[]; busy: boolean; onAdd: (person: Person) => void }) {
  const { people, busy, onAdd } = props;
  const [chosen, setChosen] = useState('');
  const person = people.find(({ id }) => id === chosen);
  return (
    <Group p="md" gap="sm">
      {people.length === 0 ? (
        <Text size="sm" c="dimmed">
          Everybody who reads by groups holds it.
        </Text>
      ) : (
        <NativeSelect
          aria-label="Person to add"
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: '', label: 'Choose a person' },
            ...people.map(({ id, name, email }) => ({
              value: id,
              label: name === email ? email : `${name}, ${email}`,
            })),
          ]}
          flex="1 1 14rem"
        />
      )}
      {person !== undefined && (
        <Button loading={busy} onClick={() => onAdd(person)}>
          Let {person.name} read it
        </Button>
      )}
    </Group>
  );
}

/** Adds a person to a group or removes them. Their other groups stay the same. */
function useMembership({ id, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const put = useChange('settings.put_access', ['people']);
  const save = async (person: Person, isAssigned: boolean): Promise<void> => {
    const { by_hand: byHand } = await client.fetchQuery({ ...accessQuery(person.id), staleTime: 0 });
    const others: AssignedGroup[] = byHand.filter(({ group_id: assigned }) => assigned !== id);
    const assignments = isAssigned ? [...others, { group_id: id, access: 'read_only' as const }] : others;
    const { access } = await put.mutateAsync({ params: { id: person.id }, body: { assignments } });
    const holds = access.some(({ group_id: assigned }) => assigned === id);
    const kept = holds && !isAssigned ? ', because another source grants it' : '';
    sayDone(holds ? `${person.name} holds ${name}${kept}.` : `${person.name} no longer holds ${name}.`);
  };
  const change = (person: Person, isAssigned: boolean): void => void save(person, isAssigned).catch(sayFailed);
  return { change, busy: put.isPending };
}
