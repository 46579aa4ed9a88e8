import { Badge, Button, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog, FormDialog } from '../../components/dialogs.js';
import { groupsQuery } from '../../components/group-choice.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loaded, sayDone } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { menuColumn } from '../../components/row-menu.js';
import { NameCell, Table } from '../../components/table.js';
import { counted } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, conditionsOf, filterInWords, filterOf } from './conditions.js';
import type { Collection } from './queries.js';
import { grantsQuery } from './queries.js';

interface Grant {
  readonly group_id: string;
  readonly name: string;
  readonly permission: 'read' | 'write';
  readonly filter: Readonly<Record<string, unknown>> | null;
  readonly records: number;
}

type Open = { dialog: 'edit'; grant?: Grant } | { dialog: 'end'; grant: Grant };

/** The groups with which the collection is shared, as a whole or in part. */
export function SharingTab({ collection }: { collection: Collection }) {
  const [open, setOpen] = useState<Open>();
  const grants = useQuery(grantsQuery(collection.name));
  const share = (
    <Button size="xs" leftSection={<Icon name="plus" size={14} />} onClick={() => setOpen({ dialog: 'edit' })}>
      Share with a group
    </Button>
  );
  return (
    <>
      <Panel title="Shared with" flush actions={share}>
        <Loaded query={grants}>
          {(data) =>
            data.grants.length === 0 ? (
              <Empty icon="share" title="Not shared yet">
                Admins and editors see all records. Share it with a group to let its members and agents query all
                records, or a slice of them.
              </Empty>
            ) : (
              <GrantTable grants={data.grants} onOpen={setOpen} />
            )
          }
        </Loaded>
      </Panel>
      {open?.dialog === 'edit' && (
        <GrantDialog
          collection={collection}
          onClose={() => setOpen(undefined)}
          {...(open.grant === undefined ? {} : { grant: open.grant })}
        />
      )}
      {open?.dialog === 'end' && (
        <EndDialog name={collection.name} grant={open.grant} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}

function GrantTable({ grants, onOpen }: { grants: readonly Grant[]; onOpen: (open: Open) => void }) {
  return (
    <Table
      label="Shared with"
      rows={grants}
      rowKey={({ group_id: id }) => id}
      columns={[
        {
          title: 'Group',
          cell: ({ group_id: id, name }) => <NameCell to={`/groups/${id}`} name={name} />,
        },
        {
          title: 'May',
          cell: ({ permission }) => <Badge color="gray">{permission === 'write' ? 'Read and write' : 'Read'}</Badge>,
        },
        {
          title: 'Slice',
          cell: ({ filter }) => (filter === null ? 'Everything' : filterInWords(filter)),
        },
        {
          title: 'Records inside',
          end: true,
          cell: ({ records }) => counted(records),
        },
        menuColumn<Grant>({
          nameOf: ({ name }) => name,
          actionsOf: (grant) => [
            { label: 'Change', onSelect: () => onOpen({ dialog: 'edit', grant }) },
            { label: 'Stop sharing', onSelect: () => onOpen({ dialog: 'end', grant }), isDestructive: true },
          ],
        }),
      ]}
    />
  );
}

function GrantDialog({ collection, grant, onClose }: { collection: Collection; grant?: Grant; onClose: () => void }) {
  const groups = useQuery(groupsQuery());
  const known = grant === undefined || grant.filter === null ? [] : conditionsOf(grant.filter);
  const [conditions, setConditions] = useState<readonly Condition[]>(known ?? []);
  const put = useChange('collections.put_grant');
  const filter = filterOf(conditions, collection.filterable_fields) ?? null;
  return (
    <FormDialog
      title={grant === undefined ? 'Share with a group' : `Sharing with ${grant.name}`}
      action="Share"
      size="lg"
      onClose={onClose}
      submit={async (values) => {
        await put.mutateAsync({
          params: { name: collection.name, group_id: grant?.group_id ?? values.text('group') },
          body: { permission: values.text('permission') === 'write' ? 'write' : 'read', filter },
        });
        sayDone('Shared. It applies from the next request.');
        onClose();
      }}
    >
      {(errors) => (
        <>
          {grant === undefined && (
            <NativeSelect
              name="group"
              label="Group"
              // No group is preset, because a forgotten choice would share with the first one.
              data={[
                { value: '', label: 'Choose a group' },
                ...(groups.data?.groups.map(({ id, name }) => ({ value: id, label: name })) ?? []),
              ]}
              required
              data-autofocus
            />
          )}
          <NativeSelect
            name="permission"
            label="Its holders may"
            defaultValue={grant?.permission ?? 'read'}
            data={[
              { value: 'read', label: 'Read' },
              { value: 'write', label: 'Read and write' },
            ]}
          />
          <Stack gap="xs">
            <Text size="sm" fw={500}>
              Only records where
            </Text>
            <ConditionEditor
              fields={collection.fields}
              conditions={conditions}
              onChange={setConditions}
              add="Add a condition"
            />
            {errors.filter !== undefined && (
              <Text size="xs" c="var(--mantine-color-error)">
                {errors.filter}
              </Text>
            )}
            <Text size="xs" c="dimmed">
              {filter === null ? 'No condition: the whole collection.' : `The slice: ${filterInWords(filter)}`}
            </Text>
            {known === undefined && (
              <Text size="xs">The current slice cannot be shown as conditions. Saving replaces it.</Text>
            )}
          </Stack>
        </>
      )}
    </FormDialog>
  );
}

function EndDialog({ name, grant, onClose }: { name: string; grant: Grant; onClose: () => void }) {
  const remove = useChange('collections.delete_grant');
  return (
    <ConfirmDialog
      title={`Stop sharing with ${grant.name}?`}
      action="Stop sharing"
      onClose={onClose}
      confirm={async () => {
        await remove.mutateAsync({ params: { name, group_id: grant.group_id } });
        sayDone('No longer shared.');
      }}
    >
      Holders of this group see no record of {name} from the next request. You can share it again.
    </ConfirmDialog>
  );
}
