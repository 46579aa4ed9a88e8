import { Empty, Hint, Loaded, Page, Panel, sayDone, sayFailed, When } from '../../components/basics.js';
import '@mantine/core/styles/Switch.css';
import { language, nodesOf, textOf } from '../../text.js';
import '@mantine/core/styles/PasswordInput.css';
import {
  Anchor,
  Badge,
  Box,
  Button,
  Checkbox,
  Group,
  PasswordInput,
  Stack,
  Switch,
  Text,
  TextInput,
} from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Client } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { Bar } from '../../components/bar.js';
import { FormDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { Mark } from '../../components/mark.js';
import { Table } from '../../components/table.js';
import { problemOf } from '../../data/api.js';
import { operatorClient, type WorkspaceState, workspacesQuery } from './queries.js';

/** The operator's page: workspaces with seats, billing, suspension and first admins. */
export function OperatorPage() {
  const [client, setClient] = useState<Client>();
  return (
    <Box component="main" maw="68rem" mx="auto" px="md" pt="lg" pb="4rem">
      <Group justify="space-between" mb="lg">
        <Group gap="xs">
          <Mark />
          <Text fw={650}>{textOf('Tessera operator')}</Text>
        </Group>
        {client === undefined ? (
          <Anchor href="/app/" size="sm">
            {textOf('To the dashboard')}
          </Anchor>
        ) : (
          <Button variant="default" size="xs" onClick={() => setClient(undefined)}>
            {textOf('Forget the token')}
          </Button>
        )}
      </Group>
      {client === undefined ? <TokenForm onOpen={setClient} /> : <Workspaces client={client} />}
    </Box>
  );
}

function TokenForm({ onOpen }: { onOpen: (client: Client) => void }) {
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get('token') ?? '').trim();
    setBusy(true);
    try {
      const client = operatorClient(token);
      await client.operator.list_workspaces({ query: { limit: 1 } });
      onOpen(client);
    } catch (error) {
      setProblem(problemOf(error).message);
      setBusy(false);
    }
  };
  return (
    <Page
      title={textOf('Operator')}
      lead={textOf('For the operator. The token is in the data folder, or in SVC_OPERATOR_TOKEN.')}
    >
      <Panel>
        <form onSubmit={(event) => void submit(event)}>
          <Stack maw={480}>
            <PasswordInput
              name="token"
              label={textOf('Operator token')}
              description={textOf("Kept in this page's memory only, and forgotten when you leave it.")}
              placeholder="svc_op_…"
              error={problem}
              autoComplete="off"
              visibilityToggleButtonProps={{ 'aria-label': textOf('Show the token'), tabIndex: 0 }}
            />
            <Button type="submit" loading={busy} w="fit-content">
              {textOf('Open')}
            </Button>
          </Stack>
        </form>
      </Panel>
    </Page>
  );
}

const megabytes = new Intl.NumberFormat(language, { style: 'unit', unit: 'megabyte', maximumFractionDigits: 1 });

function Usage({ records, documents, calls, mails, ...usage }: WorkspaceState['usage']) {
  return (
    <Stack gap={2}>
      <span>{textOf('{records} records, {documents} documents', { records, documents })}</span>
      <Hint component="span">
        {textOf('{size}, {calls} calls and {mails} mails in a day', {
          size: megabytes.format((usage.storage_bytes ?? usage.document_bytes) / 1e6),
          calls,
          mails,
        })}
      </Hint>
      <Hint component="span">
        {usage.failing_webhooks > 0 && (
          <Badge color="red">{textOf('{count} webhooks fail', { count: usage.failing_webhooks })}</Badge>
        )}{' '}
        {nodesOf('Last delivery: {when}', { when: <When at={usage.last_delivery_at} /> })}
      </Hint>
    </Stack>
  );
}

type Open = { dialog: 'new' } | { dialog: 'seats' | 'invite'; workspace: WorkspaceState };

function Workspaces({ client }: { client: Client }) {
  const workspaces = useQuery(workspacesQuery(client));
  const [open, setOpen] = useState<Open>();
  const close = (): void => {
    setOpen(undefined);
    void workspaces.refetch();
  };
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ dialog: 'new' })}>
      {textOf('New workspace')}
    </Button>
  );
  return (
    <Page title={textOf('Workspaces')} actions={create}>
      <Panel flush>
        <Loaded query={workspaces}>
          {(rows) =>
            rows.length === 0 ? (
              <Empty icon="server" title={textOf('No workspace yet')} action={create}>
                {textOf('Create the first one and invite its admin.')}
              </Empty>
            ) : (
              <WorkspaceTable
                rows={rows}
                client={client}
                onOpen={setOpen}
                onChanged={() => void workspaces.refetch()}
              />
            )
          }
        </Loaded>
      </Panel>
      {open?.dialog === 'new' && <WorkspaceDialog client={client} onClose={close} />}
      {open?.dialog === 'seats' && <SeatsDialog client={client} workspace={open.workspace} onClose={close} />}
      {open?.dialog === 'invite' && <InviteDialog client={client} workspace={open.workspace} onClose={close} />}
    </Page>
  );
}

function WorkspaceTable(props: {
  rows: readonly WorkspaceState[];
  client: Client;
  onOpen: (open: Open) => void;
  onChanged: () => void;
}) {
  const { rows, client, onOpen, onChanged } = props;
  const change = (id: string, body: { billing_active?: boolean; suspended?: boolean }): void => {
    client.operator
      .update_workspace({ params: { id }, body })
      .then(() => sayDone(textOf('Saved.')), sayFailed)
      .finally(onChanged);
  };
  return (
    <Table
      label={textOf('Workspaces')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: textOf('Name'),
          cell: ({ name, slug, suspended }) => (
            <>
              <Text size="sm" fw={550} component="span">
                {name}
              </Text>{' '}
              {suspended && <Badge color="red">{textOf('Suspended')}</Badge>}
              <Hint>{slug}</Hint>
            </>
          ),
        },
        {
          title: textOf('Seats'),
          width: [150, 220],
          cell: (row) => (
            <Stack gap={4} miw={120}>
              {textOf('{used} of {seats}', { used: row.seats_used, seats: row.reader_seats })}
              <Bar share={row.seats_used / Math.max(1, row.reader_seats)} />
            </Stack>
          ),
        },
        { title: textOf('Usage'), width: [200, 320], cell: ({ usage }) => <Usage {...usage} /> },
        {
          title: textOf('Billing'),
          width: [90, 110],
          cell: ({ id, name, billing_active: active }) => (
            <Switch
              checked={active}
              aria-label={textOf('Billing of {name} is active', { name })}
              onChange={({ currentTarget }) => change(id, { billing_active: currentTarget.checked })}
            />
          ),
        },
        {
          title: textOf('Suspended'),
          width: [110, 120],
          cell: ({ id, name, suspended }) => (
            <Switch
              color="red"
              checked={suspended}
              aria-label={textOf('{name} is suspended', { name })}
              onChange={({ currentTarget }) => change(id, { suspended: currentTarget.checked })}
            />
          ),
        },
        {
          title: '',
          end: true,
          width: [210, 210],
          cell: (workspace) => (
            <Group gap="xs" justify="flex-end">
              <Button size="xs" variant="default" onClick={() => onOpen({ dialog: 'seats', workspace })}>
                {textOf('Seats')}
              </Button>
              <Button size="xs" variant="default" onClick={() => onOpen({ dialog: 'invite', workspace })}>
                {textOf('Invite admin')}
              </Button>
            </Group>
          ),
        },
      ]}
    />
  );
}

interface DialogProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Creates a workspace and invites its first admin. */
function WorkspaceDialog({ client, onClose }: DialogProps) {
  return (
    <FormDialog
      title={textOf('New workspace')}
      action={textOf('Create workspace')}
      onClose={onClose}
      submit={async (values) => {
        const [seats, admin] = [values.text('reader_seats'), values.text('admin_email').trim()];
        const { workspace } = await client.operator.create_workspace({
          body: {
            name: values.text('name'),
            slug: values.text('slug'),
            billing_active: values.has('billing_active'),
            ...(seats === '' ? {} : { reader_seats: Number(seats) }),
            ...(admin === '' ? {} : { admin_email: admin }),
          },
        });
        sayDone(textOf('{name} was created.', workspace));
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput name="name" label={textOf('Name')} error={errors.name} data-autofocus />
          <TextInput
            name="slug"
            label={textOf('Short name')}
            description={textOf('a-z, 0-9 and -')}
            error={errors.slug}
          />
          <TextInput
            name="admin_email"
            type="email"
            label={textOf("First admin's e-mail")}
            error={errors.admin_email}
          />
          <TextInput name="reader_seats" type="number" label={textOf('Member seats')} error={errors.reader_seats} />
          <Checkbox name="billing_active" label={textOf('Billing is active')} defaultChecked />
        </>
      )}
    </FormDialog>
  );
}

/** Sets how many member seats a workspace has. */
function SeatsDialog({ client, workspace, onClose }: DialogProps & { workspace: WorkspaceState }) {
  return (
    <FormDialog
      title={textOf('Seats of {name}', { name: workspace.name })}
      action={textOf('Save')}
      onClose={onClose}
      submit={async (values) => {
        const body = { reader_seats: Number(values.text('reader_seats')) };
        await client.operator.update_workspace({ params: { id: workspace.id }, body });
        onClose();
      }}
    >
      {(errors) => (
        <TextInput
          name="reader_seats"
          type="number"
          label={textOf('Member seats')}
          defaultValue={workspace.reader_seats}
          error={errors.reader_seats}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

/** Invites an admin to a workspace. */
function InviteDialog({ client, workspace, onClose }: DialogProps & { workspace: WorkspaceState }) {
  return (
    <FormDialog
      title={textOf('Invite an admin to {name}', { name: workspace.name })}
      action={textOf('Invite')}
      onClose={onClose}
      submit={async (values) => {
        const body = { email: values.text('email'), role: 'admin' as const };
        await client.operator.add_person({ params: { id: workspace.id }, body });
        sayDone(textOf('{email} was invited.', { email: body.email }));
        onClose();
      }}
    >
      {(errors) => <TextInput name="email" type="email" label={textOf('E-mail')} error={errors.email} data-autofocus />}
    </FormDialog>
  );
}
