import { Empty, Hint, Page, Panel, sayDone, sayFailed, When } from '../../components/basics.js';
import '@mantine/core/styles/Switch.css';
import { language, nodesOf, textOf } from '../../text.js';
import '@mantine/core/styles/PasswordInput.css';
import { Anchor, Badge, Box, Button, Group, PasswordInput, Stack, Switch, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Client } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { Bar } from '../../components/bar.js';
import { Icon } from '../../components/icon.js';
import { Mark } from '../../components/mark.js';
import { buttonsColumn, ListPanel, NameCell, RowButton } from '../../components/table.js';
import { problemOf } from '../../data/api.js';
import { InviteDialog, SeatsDialog, WorkspaceDialog } from './dialogs.js';
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

function Usage({ usage }: Pick<WorkspaceState, 'usage'>) {
  return (
    <Stack gap={2}>
      <span>
        {textOf('{count} record|{count} records', { count: usage.records })},{' '}
        {textOf('{count} document|{count} documents', { count: usage.documents })}
      </span>
      <Hint component="span">
        {textOf('{size}, {calls} and {mails} in a day', {
          size: megabytes.format((usage.storage_bytes ?? usage.document_bytes) / 1e6),
          calls: textOf('{count} call|{count} calls', { count: usage.calls }),
          mails: textOf('{count} mail|{count} mails', { count: usage.mails }),
        })}
      </Hint>
      <Hint component="span">
        {usage.failing_webhooks > 0 && (
          <Badge color="red">
            {textOf('{count} webhook fails|{count} webhooks fail', { count: usage.failing_webhooks })}
          </Badge>
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
  const change = (id: string, body: { billing_active?: boolean; suspended?: boolean }): void => {
    client.operator
      .update_workspace({ params: { id }, body })
      .then(() => sayDone(textOf('Saved.')), sayFailed)
      .finally(() => void workspaces.refetch());
  };
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ dialog: 'new' })}>
      {textOf('New workspace')}
    </Button>
  );
  return (
    <Page title={textOf('Workspaces')} actions={create}>
      <ListPanel
        query={workspaces}
        empty={
          <Empty icon="server" title={textOf('No workspace yet')} action={create}>
            {textOf('Create the first one and invite its admin.')}
          </Empty>
        }
        label={textOf('Workspaces')}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Name'),
            cell: ({ name, slug, suspended }) => (
              <NameCell
                name={
                  <>
                    {name} {suspended && <Badge color="red">{textOf('Suspended')}</Badge>}
                  </>
                }
                description={slug}
              />
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
          { title: textOf('Usage'), width: [200, 320], cell: ({ usage }) => <Usage usage={usage} /> },
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
            ...buttonsColumn(210),
            cell: (workspace) => (
              <Group gap="xs" justify="flex-end">
                <RowButton label={textOf('Seats')} onClick={() => setOpen({ dialog: 'seats', workspace })} />
                <RowButton label={textOf('Invite admin')} onClick={() => setOpen({ dialog: 'invite', workspace })} />
              </Group>
            ),
          },
        ]}
      />
      {open?.dialog === 'new' && <WorkspaceDialog client={client} onClose={close} />}
      {open?.dialog === 'seats' && <SeatsDialog client={client} workspace={open.workspace} onClose={close} />}
      {open?.dialog === 'invite' && <InviteDialog client={client} workspace={open.workspace} onClose={close} />}
    </Page>
  );
}
