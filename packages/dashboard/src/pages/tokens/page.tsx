import { Button, Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useChange } from '../../app/queries.js';
import { CopyButton } from '../../parts/copy-button.js';
import { CredentialActions, CredentialStatus } from '../../parts/credential-list.js';
import { SecretDialog } from '../../parts/dialogs.js';
import { groupsQuery } from '../../parts/group-choice.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded } from '../../parts/notices.js';
import { Page, Panel } from '../../parts/page.js';
import classes from '../../parts/parts.module.css';
import { Table } from '../../parts/table.js';
import { When } from '../../parts/when.js';
import { TokenDialog } from './dialog.js';
import { tokensQuery } from './queries.js';

type Token = CallAnswer<'tokens.list'>['tokens'][number];

/** Pinned tokens: each stands for one agent in this workspace. */
export function TokensPage() {
  const [adding, setAdding] = useState(false);
  const [made, setMade] = useState<CallAnswer<'tokens.create'>>();
  const tokens = useQuery(tokensQuery());
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAdding(true)}>
      New token
    </Button>
  );
  return (
    <Page
      title="Agent tokens"
      lead="A token stands for one agent or script. It reaches this workspace and no other, and its name is in the audit log."
      actions={create}
    >
      <Panel flush>
        <Loaded query={tokens}>
          {(data) =>
            data.count === 0 ? (
              <Empty icon="robot" title="No agents yet" action={create}>
                Give an agent a token of its own, so that you see what it did and can stop it alone.
              </Empty>
            ) : (
              <TokenTable tokens={data.tokens} />
            )
          }
        </Loaded>
      </Panel>
      <Connect />
      {adding && (
        <TokenDialog
          onClose={() => setAdding(false)}
          onMade={(token) => {
            setAdding(false);
            setMade(token);
          }}
        />
      )}
      {made !== undefined && (
        <SecretDialog title={`Secret of ${made.name}`} secret={made.secret} onClose={() => setMade(undefined)} />
      )}
    </Page>
  );
}

function Connect() {
  const address = `${window.location.origin}/mcp/http/`;
  return (
    <Panel title="Connect an agent">
      <Text size="sm" mb="xs">
        Agents that speak the Model Context Protocol connect here, with the token as their bearer credential:
      </Text>
      <div className={classes.secret}>
        <code>{address}</code>
        <CopyButton value={address} label="Copy the address" />
      </div>
    </Panel>
  );
}

const roleWords = { admin: 'Manages everything', member: 'Works with content', reader: 'Reads what its groups name' };

function TokenTable({ tokens }: { tokens: readonly Token[] }) {
  const groups = useQuery(groupsQuery());
  const names = new Map(groups.data?.groups.map(({ id, name }) => [id, name]));
  return (
    <Table
      label="Agent tokens"
      rows={tokens}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Agent',
          cell: ({ name, hint }) => (
            <>
              <Text size="sm" fw={550}>
                {name}
              </Text>
              <Code>{hint}</Code>
            </>
          ),
        },
        {
          title: 'May',
          cell: ({ role, access, groups: held }) => (
            <>
              {roleWords[role]}
              {access === 'read_only' && role !== 'reader' ? ', read only' : ''}
              {held !== null && held.length > 0 && (
                <Text size="xs" c="dimmed">
                  {held.map((id) => names.get(id) ?? '…').join(', ')}
                </Text>
              )}
            </>
          ),
        },
        { title: 'Status', cell: ({ status }) => <CredentialStatus status={status} /> },
        { title: 'Expires', cell: ({ expires_at: at }) => <When at={at} /> },
        { title: 'Last used', cell: ({ last_used_at: at }) => <When at={at} /> },
        { title: '', end: true, cell: (token) => <Actions token={token} /> },
      ]}
    />
  );
}

function Actions({ token }: { token: Token }) {
  const rotate = useChange('tokens.rotate');
  const revoke = useChange('tokens.revoke');
  const params = { id: token.id };
  return (
    <CredentialActions
      credential={token}
      noun="token"
      rotate={() => rotate.mutateAsync({ params })}
      revoke={() => revoke.mutateAsync({ params })}
    />
  );
}
