import { Badge, Button, Code } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useChange } from '../data/api.js';
import { textOf } from '../text.js';
import { Empty, Page, sayDone, saying, When } from './basics.js';
import { ConfirmDialog, SecretDialog } from './dialogs.js';
import { Icon, type IconName } from './icon.js';
import { Previous, type PreviousSecret, RotateDialog } from './rotation.js';
import { menuColumn } from './row-menu.js';
import { type Column, ListPanel, NameCell } from './table.js';

/** A new credential. Its secret is returned only once. */
export interface Created {
  readonly id: string;
  readonly name: string;
  readonly secret: string;
}

/** A page of credentials: their list, a button that creates one, and the new secret, which is shown once. */
export function CredentialPage<Row extends Credential>(props: {
  title: string;
  lead: string;
  noun: CredentialNoun;
  credentials: UseQueryResult<readonly Row[]>;
  /** The columns after the name. */
  columns: readonly Column<Row>[];
  empty: { icon: IconName; title: string; text: string };
  dialog: (options: { onClose: () => void; onCreated: (created: Created) => void }) => ReactNode;
  isAdding: boolean;
  setAdding: (isAdding: boolean) => void;
  /** How a new credential is used, below its secret. */
  connect?: (created: Created) => ReactNode;
  children?: (onCreated: (created: Created) => void) => ReactNode;
}) {
  const { title, lead, noun, credentials, columns, empty, dialog, isAdding, setAdding, connect, children } = props;
  const [created, setCreated] = useState<Created>();
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      {textOf(noun === 'key' ? 'New key' : 'New token')}
    </Button>
  );
  const onClose = (): void => setAdding(false);
  const onCreated = (secret: Created): void => {
    setAdding(false);
    setCreated(secret);
  };
  return (
    <Page title={title} lead={lead} actions={create}>
      <CredentialList
        label={title}
        noun={noun}
        credentials={credentials}
        columns={columns}
        empty={
          <Empty icon={empty.icon} title={empty.title} action={create}>
            {empty.text}
          </Empty>
        }
      />
      {children?.(onCreated)}
      {isAdding && dialog({ onClose, onCreated })}
      {created !== undefined && (
        <SecretDialog
          title={textOf('Secret of {name}', created)}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        >
          {connect?.(created)}
        </SecretDialog>
      )}
    </Page>
  );
}

/** A credential in a list. `hint` is the start and the end of its secret. */
interface Credential {
  readonly id: string;
  readonly name: string;
  readonly hint: string;
  readonly status: string;
  readonly last_used_at: string | null;
  readonly previous: PreviousSecret | null;
}

const operations = { key: 'api_keys', token: 'tokens' } as const;

/** The noun for a kind of credential. */
type CredentialNoun = keyof typeof operations;

/** A list of credentials with their actions. `columns` come after the name. */
function CredentialList<Row extends Credential>(props: {
  label: string;
  noun: CredentialNoun;
  credentials: UseQueryResult<readonly Row[]>;
  columns: readonly Column<Row>[];
  empty: ReactNode;
}) {
  const { label, noun, credentials, columns, empty } = props;
  const [asking, setAsking] = useState<{ credential: Row; action: 'rotate' | 'revoke' }>();
  const endPrevious = useChange(`${operations[noun]}.end_previous`);
  const [created, setCreated] = useState<{ name: string; secret: string }>();
  const endActionOf = ({ id, previous }: Row) =>
    previous === null
      ? []
      : [
          {
            label: textOf('End the old secret'),
            onSelect: () => endPrevious.mutate({ params: { id } }, saying(textOf('The old secret was ended.'))),
          },
        ];
  return (
    <>
      <ListPanel
        query={credentials}
        empty={empty}
        label={label}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Name'),
            cell: ({ name, hint }) => <NameCell name={name} description={<Code>{hint}</Code>} />,
          },
          ...columns,
          {
            title: textOf('Status'),
            cell: ({ status, previous }) => (
              <>
                <Status status={status} />
                <Previous noun="secret" previous={previous} />
              </>
            ),
          },
          { title: textOf('Last used'), cell: ({ last_used_at: at }) => <When at={at} /> },
          menuColumn<Row>({
            nameOf: ({ name }) => name,
            actionsOf: (credential) =>
              credential.status === 'active'
                ? [
                    ...endActionOf(credential),
                    { label: textOf('Rotate'), onSelect: () => setAsking({ credential, action: 'rotate' }) },
                    {
                      label: textOf('Revoke'),
                      onSelect: () => setAsking({ credential, action: 'revoke' }),
                      isDestructive: true,
                    },
                  ]
                : [],
          }),
        ]}
      />
      {asking !== undefined && (
        <Asking
          {...asking}
          noun={noun}
          onClose={() => setAsking(undefined)}
          onSecret={(secret) => setCreated({ name: asking.credential.name, secret })}
        />
      )}
      {created !== undefined && (
        <SecretDialog
          title={textOf('New secret of {name}', created)}
          secret={created.secret}
          onClose={() => setCreated(undefined)}
        />
      )}
    </>
  );
}

const states = new Map([
  ['active', ['green', textOf('Valid')]],
  ['revoked', ['red', textOf('Revoked')]],
  ['expired', ['yellow', textOf('Expired')]],
]);

function Status({ status }: { status: string }) {
  const [color, name] = states.get(status) ?? ['gray', status];
  return <Badge color={color}>{name}</Badge>;
}

/** The dialog of the chosen action on a credential, until it is done or canceled. */
function Asking<Row extends Credential>(props: {
  credential: Row;
  action: 'rotate' | 'revoke';
  noun: CredentialNoun;
  onClose: () => void;
  onSecret: (secret: string) => void;
}) {
  const { credential, action, noun, onClose, onSecret } = props;
  const { name } = credential;
  const params = { id: credential.id };
  const rotate = useChange(`${operations[noun]}.rotate`);
  const revoke = useChange(`${operations[noun]}.revoke`);
  return action === 'rotate' ? (
    <RotateDialog
      title={textOf('Rotate {name}?', { name })}
      action={textOf('Rotate')}
      noun="secret"
      onClose={onClose}
      rotate={async (hours) => onSecret((await rotate.mutateAsync({ params, body: { overlap_hours: hours } })).secret)}
    >
      {textOf('You get a new secret. Name and rights stay.')}
    </RotateDialog>
  ) : (
    <ConfirmDialog
      title={textOf('Revoke {name}?', { name })}
      action={textOf('Revoke')}
      onClose={onClose}
      confirm={async () => {
        await revoke.mutateAsync({ params });
        sayDone(textOf(noun === 'key' ? 'The key was revoked.' : 'The token was revoked.'));
      }}
    >
      {textOf(
        noun === 'key'
          ? 'Every call with this key is refused. A revoked key cannot be brought back.'
          : 'Every call with this token is refused. A revoked token cannot be brought back.',
      )}
    </ConfirmDialog>
  );
}
