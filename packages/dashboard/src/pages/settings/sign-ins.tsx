import { Badge, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/dialogs.js';
import { Empty, Loaded, sayDone } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { menuColumn } from '../../components/row-menu.js';
import { Table } from '../../components/table.js';
import { When } from '../../components/when.js';
import { useChange } from '../../data/queries.js';
import { devicesQuery, sessionsQuery } from './queries.js';

interface SignIn {
  readonly id: string;
  readonly person: { readonly name: string; readonly email: string };
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
  readonly kind?: 'browser' | 'magic_link';
}

/** The browser sessions of people in this workspace. */
export function Sessions() {
  const sessions = useQuery(sessionsQuery());
  const revoke = useChange('settings.revoke_session');
  return (
    <Panel flush>
      <Loaded query={sessions}>
        {(data) => (
          <SignIns
            label="Sessions"
            rows={data.sessions}
            action="Sign out"
            ends="That browser is signed out of every workspace at once. The person can sign in again."
            end={(id) => revoke.mutateAsync({ params: { id } })}
          />
        )}
      </Loaded>
    </Panel>
  );
}

/** Devices with a personal token that were used in this workspace. */
export function Devices() {
  const devices = useQuery(devicesQuery());
  const revoke = useChange('settings.revoke_device');
  return (
    <Panel flush>
      <Loaded query={devices}>
        {(data) => (
          <SignIns
            label="Devices"
            rows={data.devices}
            action="Shut out"
            ends="That device can no longer use this workspace. It still works in others."
            end={(id) => revoke.mutateAsync({ params: { id } })}
          />
        )}
      </Loaded>
    </Panel>
  );
}

function SignIns(props: {
  label: string;
  rows: readonly SignIn[];
  action: string;
  ends: string;
  end: (id: string) => Promise<unknown>;
}) {
  const { label, rows, action, ends, end } = props;
  const [asking, setAsking] = useState<SignIn>();
  if (rows.length === 0) {
    return <Empty icon="people" title="Nobody is signed in this way" />;
  }
  return (
    <>
      <Table
        label={label}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'Person',
            cell: ({ person, current, kind }) => (
              <>
                <Text size="sm" fw={550} component="span">
                  {person.name}
                </Text>{' '}
                {current && <Badge>This one</Badge>} {kind === 'magic_link' && <Badge color="yellow">Magic link</Badge>}
                {person.email !== person.name && (
                  <Text size="xs" c="dimmed">
                    {person.email}
                  </Text>
                )}
              </>
            ),
          },
          { title: 'Device', cell: ({ device }) => device },
          { title: 'Since', cell: ({ created_at: at }) => <When at={at} /> },
          { title: 'Last used', cell: ({ last_used_at: at }) => <When at={at} /> },
          menuColumn<SignIn>({
            nameOf: ({ person, device }) => `${person.name} on ${device}`,
            actionsOf: (row) => [{ label: action, onSelect: () => setAsking(row), isDestructive: true }],
          }),
        ]}
      />
      {asking !== undefined && (
        <ConfirmDialog
          title={`${action} ${asking.person.name}?`}
          action={action}
          onClose={() => setAsking(undefined)}
          confirm={async () => {
            await end(asking.id);
            sayDone('Done.');
          }}
        >
          {ends}
          {asking.current ? ' This is the browser that you are using.' : ''}
        </ConfirmDialog>
      )}
    </>
  );
}
