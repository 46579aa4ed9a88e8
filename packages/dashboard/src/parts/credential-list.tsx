import { Badge, Button, Code, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useChange } from '../data/queries.js';
import { ConfirmDialog, SecretDialog } from './dialogs.js';
import { sayDone } from './notices.js';
import { type Column, Table } from './table.js';
import { When } from './when.js';

/** A credential with a secret, as lists show it: `hint` is how the secret begins and ends. */
export interface Credential {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly status: string;
  readonly last_used_at: string | null;
}

const operations = { key: 'api_keys', token: 'tokens' } as const;

/** What a credential is called in words. */
export type CredentialNoun = keyof typeof operations;

/** Credentials with what can be done to each; `columns` stand behind the name. */
export function CredentialList<Row extends Credential>(props: {
  label: string;
  noun: CredentialNoun;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
}) {
  const { label, noun, rows, columns } = props;
  return (
    <Table
      label={label}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { title: 'Name', cell: (row) => <Name credential={row} /> },
        ...columns,
        { title: 'Status', cell: ({ status }) => <Status status={status} /> },
        { title: 'Last used', cell: ({ last_used_at: at }) => <When at={at} /> },
        { title: '', end: true, cell: (row) => <Actions credential={row} noun={noun} /> },
      ]}
    />
  );
}

function Name({ credential: { name, hint } }: { credential: Credential }) {
  return (
    <>
      <Text size="sm" fw={550}>
        {name}
      </Text>
      <Code>{hint}</Code>
    </>
  );
}

function Status({ status }: { status: string }) {
  const color = { active: 'green', revoked: 'red', expired: 'yellow' }[status] ?? 'gray';
  return <Badge color={color}>{status.slice(0, 1).toUpperCase() + status.slice(1)}</Badge>;
}

function Actions({ credential, noun }: { credential: Credential; noun: CredentialNoun }) {
  const { name, status } = credential;
  const params = { id: credential.id };
  const rotate = useChange(`${operations[noun]}.rotate`);
  const revoke = useChange(`${operations[noun]}.revoke`);
  const [asking, setAsking] = useState<'rotate' | 'revoke'>();
  const [secret, setSecret] = useState<string>();
  const close = (): void => setAsking(undefined);
  return (
    <>
      {status === 'active' && (
        <Group gap="xs" justify="flex-end" wrap="nowrap">
          <Button size="xs" variant="default" onClick={() => setAsking('rotate')} aria-label={`Rotate ${name}`}>
            Rotate
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            onClick={() => setAsking('revoke')}
            aria-label={`Revoke ${name}`}
          >
            Revoke
          </Button>
        </Group>
      )}
      {asking === 'rotate' && (
        <ConfirmDialog
          title={`Rotate ${name}?`}
          action="Rotate"
          onClose={close}
          confirm={async () => setSecret((await rotate.mutateAsync({ params })).secret)}
        >
          The secret in use stops working at once. Name and rights stay.
        </ConfirmDialog>
      )}
      {asking === 'revoke' && (
        <ConfirmDialog
          title={`Revoke ${name}?`}
          action="Revoke"
          onClose={close}
          confirm={async () => {
            await revoke.mutateAsync({ params });
            sayDone(`The ${noun} was revoked.`);
          }}
        >
          Every call with this {noun} is refused. A revoked {noun} cannot be brought back.
        </ConfirmDialog>
      )}
      {secret !== undefined && (
        <SecretDialog title={`New secret of ${name}`} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}
