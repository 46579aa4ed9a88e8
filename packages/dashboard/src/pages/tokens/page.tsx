import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useFilters } from '../../app/filters.js';
import classes from '../../components/components.module.css';
import { CopyButton } from '../../components/copy-button.js';
import { useCreatedColumn } from '../../components/creators.js';
import { CredentialPage } from '../../components/credential-page.js';
import { groupsQuery } from '../../components/group-choice.js';
import { Panel } from '../../components/page.js';
import { When } from '../../components/when.js';
import { textOf } from '../../text.js';
import { Connect } from './connect.js';
import { TokenDialog } from './dialog.js';
import { tokensQuery } from './queries.js';

type Token = CallAnswer<'tokens.list'>['tokens'][number];

/** Pinned tokens: each represents one agent in this workspace. */
export function TokensPage() {
  const { search, setSearch } = useFilters();
  const created = useCreatedColumn<Token>('token.created');
  return (
    <CredentialPage
      isAdding={search.new !== undefined}
      setAdding={(isAdding) => setSearch({ new: isAdding ? 'true' : undefined })}
      title={textOf('Agent tokens')}
      lead={textOf(
        'A token identifies one agent or script. It works in this workspace only, and its name is in the audit log.',
      )}
      noun="token"
      credentials={useQuery({ ...tokensQuery(), select: ({ tokens }) => tokens })}
      columns={[
        { title: textOf('May'), wraps: true, cell: (token) => <May token={token} /> },
        created,
        { title: textOf('Expires'), cell: ({ expires_at: at }) => <When at={at} /> },
      ]}
      empty={{
        icon: 'robot',
        title: textOf('No agents yet'),
        text: textOf('Give each agent its own token, so that you can see what it did and revoke it alone.'),
      }}
      dialog={(options) => <TokenDialog {...options} />}
      connect={(created) => <Connect {...created} />}
    >
      <Address />
    </CredentialPage>
  );
}

function Address() {
  const address = `${window.location.origin}/mcp/http/`;
  return (
    <Panel title={textOf('Connect an agent')}>
      <Text size="sm" mb="xs">
        {textOf(
          'Agents that speak the Model Context Protocol connect here, with the token as their bearer credential:',
        )}
      </Text>
      <div className={classes.secret}>
        <code>{address}</code>
        <CopyButton value={address} label={textOf('Copy the address')} />
      </div>
    </Panel>
  );
}

// A sentence for each combination, because languages join them differently.
const rights = {
  admin: {
    read_only: textOf('Manages everything, read only'),
    manage: textOf('Manages everything'),
    write: textOf('Manages everything; in collections: reads and writes records'),
    read: textOf('Manages everything; in collections: only reads'),
  },
  member: {
    read_only: textOf('Edits content, read only'),
    manage: textOf('Edits content'),
    write: textOf('Edits content; in collections: reads and writes records'),
    read: textOf('Edits content; in collections: only reads'),
  },
};

function May({ token: { role, access, collections, groups: assigned } }: { token: Token }) {
  const groups = useQuery(groupsQuery());
  const names = new Map(groups.data?.groups.map(({ id, name }) => [id, name]));
  return (
    <>
      {role === 'reader'
        ? textOf('Reads what its groups allow')
        : rights[role][access === 'read_only' ? access : collections]}
      {assigned !== null && assigned.length > 0 && (
        <Text size="xs" c="dimmed">
          {assigned.map((id) => names.get(id) ?? '…').join(', ')}
        </Text>
      )}
    </>
  );
}
