import { Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Loaded, Loading, Panel } from '../../components/basics.js';
import { groupsQuery } from '../../components/group-choice.js';
import { api } from '../../data/api.js';
import { listOf, textOf } from '../../text.js';
import { type Entry, Finder } from '../access/finder.js';
import { type GroupEntry, type Holder, useAct, useHolders } from '../access/queries.js';
import { canRead, Repairs, Verdict } from '../access/readers.js';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, conditionsOf, filterInWords, filterOf } from './conditions.js';
import { type Collection, grantsQuery } from './queries.js';

type Grant = CallAnswer<'collections.list_grants'>['grants'][number];

/** Who reads the collection: the groups that it is shared with, as a whole or in part, and the people in them. */
export function SharingTab({ collection }: { collection: Collection }) {
  const grants = useQuery(grantsQuery(collection.name));
  const groups = useQuery(groupsQuery()).data?.groups;
  const holders = useHolders();
  return (
    <Box maw="56rem">
      <Panel title={textOf('Who can read it')} flush>
        <Loaded query={grants}>
          {(data) =>
            groups === undefined || holders === undefined ? (
              <Loading />
            ) : (
              <Readers {...{ collection, groups, holders }} grants={data.grants} />
            )
          }
        </Loaded>
      </Panel>
    </Box>
  );
}

function Readers(props: {
  collection: Collection;
  grants: readonly Grant[];
  groups: readonly GroupEntry[];
  holders: readonly Holder[];
}) {
  const { collection, grants, groups, holders } = props;
  const { search, setSearch } = useFilters();
  const through = ({ groups: ids }: Holder): Grant[] => grants.filter(({ group_id: id }) => ids?.includes(id));
  const isReader = (holder: Holder): boolean =>
    holder.isActive && (holder.groups === null || through(holder).length > 0);
  const whyOf = (holder: Holder): string =>
    holder.groups === null ? textOf('Every record') : listOf(through(holder).map(({ name }) => name));
  const groupEntries = groups.map((group): Entry => {
    const grant = grants.find(({ group_id: id }) => id === group.id);
    const why = grant && (grant.filter === null ? textOf('Every record') : filterInWords(grant.filter));
    const detail =
      grant === undefined
        ? textOf('{count} member|{count} members', { count: group.members })
        : textOf('{count} record|{count} records', { count: grant.records });
    return { key: `group:${group.id}`, icon: 'group', name: group.name, detail, why };
  });
  const answer = ({ key, name }: Entry) => {
    const holder = holders.find((each) => each.key === key);
    if (holder === undefined) {
      const id = key.slice('group:'.length);
      const grant = grants.find(({ group_id: shared }) => shared === id);
      return <GrantForm key={id} {...{ collection, id, name }} {...(grant && { grant })} />;
    }
    const can = isReader(holder);
    const giving = groups.filter(({ id }) => grants.some(({ group_id: shared }) => shared === id));
    return (
      <Verdict
        isReadable={can}
        title={canRead(name, can)}
        why={can ? whyOf(holder) : textOf('It is shared with none of their groups.')}
      >
        {!can && holder.isActive && <Repairs holder={holder} giving={giving} />}
      </Verdict>
    );
  };
  return (
    <Finder
      label={textOf('Find or add people and groups')}
      sections={{
        [textOf('Groups')]: groupEntries.filter(({ why }) => why !== undefined),
        [textOf('People and agents')]: holders.filter(isReader).map((holder) => ({ ...holder, why: whyOf(holder) })),
      }}
      everyone={[...groupEntries, ...holders]}
      opened={search.who}
      onOpen={(who) => setSearch({ who })}
      answer={answer}
    />
  );
}

function GrantForm(props: { collection: Collection; id: string; name: string; grant?: Grant }) {
  const { collection, id, name, grant } = props;
  const known = grant === undefined || grant.filter === null ? [] : conditionsOf(grant.filter);
  const [conditions, setConditions] = useState<readonly Condition[]>(known ?? []);
  const [permission, setPermission] = useState<Grant['permission']>(grant?.permission ?? 'read');
  const act = useAct();
  const params = { name: collection.name, group_id: id };
  const filter = filterOf(conditions, collection.filterable_fields) ?? null;
  const put = (body: Pick<Grant, 'permission' | 'filter'>) => api().call('collections.put_grant', { params, body });
  const share = (): void =>
    act.mutate({ change: () => put({ permission, filter }), done: textOf('Shared with {name}.', { name }) });
  const end = (before: Grant): void =>
    act.mutate({
      change: () => api().call('collections.delete_grant', { params }),
      done: textOf('No longer shared with {name}.', { name }),
      undo: () => put({ permission: before.permission, filter: before.filter }),
    });
  return (
    <Stack gap="sm" p="xs">
      <NativeSelect
        label={textOf('Its members may')}
        value={permission}
        onChange={({ currentTarget }) => setPermission(currentTarget.value === 'write' ? 'write' : 'read')}
        data={[
          { value: 'read', label: textOf('Read') },
          { value: 'write', label: textOf('Read and write') },
        ]}
      />
      <Text size="sm">
        {filter === null
          ? textOf('Every record:')
          : textOf('Only records where {filter}:', { filter: filterInWords(filter) })}
      </Text>
      <ConditionEditor
        fields={collection.fields}
        conditions={conditions}
        onChange={setConditions}
        add={textOf('Add a condition')}
      />
      {known === undefined && (
        <Text size="xs">{textOf('The current slice cannot be shown as conditions. Saving replaces it.')}</Text>
      )}
      <Group gap="sm">
        <Button size="xs" loading={act.isPending} onClick={share}>
          {grant === undefined ? textOf('Share') : textOf('Save')}
        </Button>
        {grant !== undefined && (
          <Button size="xs" variant="default" loading={act.isPending} onClick={() => end(grant)}>
            {textOf('Stop sharing')}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
