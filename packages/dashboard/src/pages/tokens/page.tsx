import { Alert, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { type FormEvent, useState } from 'react';
import { useFilters } from '../../app/session.js';
import { CopyButton, Hint, Note, Panel, sayFailed, When } from '../../components/basics.js';
import classes from '../../components/components.module.css';
import { useCreatedColumn } from '../../components/creators.js';
import { type Created, CredentialPage } from '../../components/credential-page.js';
import { endOfDay } from '../../components/days.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { GroupChoice, groupsQuery } from '../../components/group-choice.js';
import { Icon } from '../../components/icon.js';
import { tokensQuery, useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { configurationsOf } from './configurations.js';

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
      {(onCreated) => <NewAgent onCreated={onCreated} />}
    </CredentialPage>
  );
}

/** Creates a token with the usual rights in one step. */
function NewAgent({ onCreated }: { onCreated: (created: Created) => void }) {
  const create = useChange('tokens.create');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('agent'));
    create.mutate({ body: { name, ...usualRights } }, { onSuccess: onCreated, onError: sayFailed });
  };
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
      <form onSubmit={submit}>
        <Group align="flex-end" mt="md">
          <TextInput
            name="agent"
            label={textOf('Name of the new agent')}
            description={textOf('It reads and writes content. With “New token” you choose other rights')}
            required
            flex="1 1 16rem"
          />
          <Button type="submit" loading={create.isPending}>
            {textOf('Connect')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

const usualRights = { role: 'member', collections: 'write', access: 'read_write' } as const;

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
      {assigned !== null && assigned.length > 0 && <Hint>{assigned.map((id) => names.get(id) ?? '…').join(', ')}</Hint>}
    </>
  );
}

/** Ready configurations for a new token, a call that tries it, and its first call as soon as the service has seen it. */
function Connect({ id, secret }: { id: string; secret: string }) {
  const configurations = configurationsOf(window.location.origin, secret);
  const [name, setName] = useState('Claude');
  const [tried, setTried] = useState<{ readonly text: string; readonly isRefused: boolean }>();
  const isUsed = (token: { id: string; last_used_at: string | null }): boolean =>
    token.id === id && token.last_used_at !== null;
  const used = useQuery({
    ...tokensQuery(),
    select: ({ tokens }) => tokens.find((token) => token.id === id)?.last_used_at ?? undefined,
    refetchInterval: ({ state: { data } }) => (data?.tokens.some(isUsed) === true ? false : 2_000),
  });
  const tryIt = async (): Promise<void> => {
    const headers = { authorization: `Bearer ${secret}` };
    try {
      // The session must not answer instead of the token.
      const answer = await fetch('/me', { headers, credentials: 'omit' });
      const me = (await answer.json()) as Partial<CallAnswer<'me.get'>> & { readonly message?: string };
      const text = answer.ok
        ? textOf('{name} is connected to {workspace}.', { name: me.name ?? '', workspace: me.workspace?.name ?? '' })
        : (me.message ?? textOf('Refused.'));
      setTried({ text, isRefused: !answer.ok });
    } catch {
      setTried({ text: textOf('The service cannot be reached.'), isRefused: true });
    }
  };
  const shown = configurations.find((each) => each.name === name);
  return (
    <Stack gap="xs">
      <NativeSelect
        label={textOf('Connect')}
        description={shown?.where}
        value={name}
        data={configurations.map((each) => each.name)}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Group gap="xs" align="flex-start" wrap="nowrap">
        <pre className={classes.code} style={{ flex: 1, minWidth: 0 }}>
          {shown?.text}
        </pre>
        <CopyButton value={shown?.text ?? ''} label={textOf('Copy for {name}', { name })} />
      </Group>
      <Group gap="sm">
        <Button variant="default" onClick={() => void tryIt()}>
          {textOf('Try it')}
        </Button>
        <Note role="status">
          {used.data === undefined
            ? textOf('Waiting for the first call…')
            : nodesOf('First call seen: {when}', { when: <When at={used.data} /> })}
        </Note>
      </Group>
      {tried !== undefined && (
        <Alert color={tried.isRefused ? 'red' : 'green'} icon={<Icon name={tried.isRefused ? 'alert' : 'check'} />}>
          {tried.text}
        </Alert>
      )}
    </Stack>
  );
}

type Role = 'admin' | 'member' | 'reader';

const roles = [
  { value: 'member', label: textOf('Reads and writes content') },
  { value: 'reader', label: textOf('Reads what its groups allow') },
  { value: 'admin', label: textOf('Manages everything that an agent can manage') },
];

type CollectionLevel = CallAnswer<'tokens.create'>['collections'];

const collectionLevels = [
  { value: 'write', label: textOf('Reads and writes records') },
  { value: 'manage', label: textOf('Also creates, configures and deletes collections') },
  { value: 'read', label: textOf('Only reads records') },
];

/** Creates a token for an agent. */
function TokenDialog(props: { onClose: () => void; onCreated: (token: CallAnswer<'tokens.create'>) => void }) {
  const { onClose, onCreated } = props;
  const [role, setRole] = useState<Role>('member');
  const [confined, setConfined] = useState(false);
  const create = useChange('tokens.create');
  const choosesGroups = role === 'reader' || (role === 'member' && confined);
  const submit = async (values: FormValues): Promise<void> => {
    const expires = values.text('expires_at');
    onCreated(
      await create.mutateAsync({
        body: {
          name: values.text('name'),
          role,
          collections: role === 'reader' ? 'read' : (values.text('collections') as CollectionLevel),
          access: values.has('read_only') || role === 'reader' ? 'read_only' : 'read_write',
          ...(choosesGroups ? { groups: values.all('groups') } : {}),
          ...(expires === '' ? {} : { expires_at: endOfDay(expires) }),
        },
      }),
    );
  };
  return (
    <FormDialog title={textOf('New agent token')} action={textOf('Create token')} onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <TextInput
            name="name"
            label={textOf('Name of the agent')}
            description={textOf('The audit log shows its actions under this name')}
            error={errors.name}
            data-autofocus
          />
          <NativeSelect
            label={textOf('What it may do')}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
            data={roles}
          />
          {role !== 'reader' && (
            <NativeSelect
              // A new key resets the defaults: an admin's token can manage, and any other has the rights that agents
              // need.
              key={role}
              name="collections"
              label={textOf('In collections')}
              defaultValue={role === 'admin' ? 'manage' : 'write'}
              data={collectionLevels}
            />
          )}
          {role !== 'reader' && <Checkbox name="read_only" label={textOf('Read only')} />}
          {role === 'member' && (
            <Checkbox
              label={textOf('Only what these groups allow')}
              checked={confined}
              onChange={({ currentTarget }) => setConfined(currentTarget.checked)}
            />
          )}
          {choosesGroups && <GroupChoice label={textOf('Groups')} assigned={[]} error={errors.groups} />}
          <TextInput
            name="expires_at"
            type="date"
            label={textOf('Last day')}
            description={textOf('If empty: until you revoke it')}
            error={errors.expires_at}
          />
        </>
      )}
    </FormDialog>
  );
}
