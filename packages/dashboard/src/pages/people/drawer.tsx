import { Anchor, Badge, Button, Checkbox, Group, NativeSelect, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../app/session.js';
import { Loaded, sayDone, sayFailed, saying, When } from '../../components/basics.js';
import { ConfirmDialog, FormDialog, type FormValues, SecretDialog } from '../../components/dialogs.js';
import { type AssignedGroup, GroupChoice } from '../../components/group-choice.js';
import { Drawer } from '../../components/overlays.js';
import { accessQuery, documentsOfPatterns, type Person, type PersonAccess, useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { PersonInvite } from './invites.js';
import { isInvited, roleActions, roleChoices } from './person.js';

/** One person: role, groups, the documents that they can read, and the expiry of their access. */
export function PersonDrawer({ person, onClose }: { person: Person; onClose: () => void }) {
  const active = person.status === 'active';
  return (
    <Drawer onClose={onClose} title={person.name}>
      <Stack gap="lg">
        <Group gap="xs">
          <Text size="sm">{person.email}</Text>
          {person.pending && active && <Badge color="yellow">{textOf('Invited, not signed in yet')}</Badge>}
          {!active && <Badge color="red">{textOf('Revoked')}</Badge>}
          {active && person.expired && <Badge color="red">{textOf('Expired')}</Badge>}
        </Group>
        {active && <Times person={person} />}
        {isInvited(person) && <PersonInvite person={person} />}
        {active && person.role === 'reader' && !person.expired && <SignInLink person={person} />}
        {active && <RoleChoice person={person} />}
        {active && <Access person={person} />}
        <Ending person={person} />
      </Stack>
    </Drawer>
  );
}

/** The start and end of the grant, if a billing backend has set them. */
function Times({ person: { starts_at: startsAt, expires_at: expiresAt, expired } }: { person: Person }) {
  if (startsAt === null && expiresAt === null) {
    return null;
  }
  return (
    <Text size="sm">
      {startsAt !== null && nodesOf('Access starts: {time}.', { time: <When at={startsAt} /> })}{' '}
      {expiresAt !== null &&
        nodesOf(expired ? 'Access ended: {time}.' : 'Access ends: {time}.', { time: <When at={expiresAt} /> })}
    </Text>
  );
}

function RoleChoice({ person }: { person: Person }) {
  const update = useChange('people.update', ['settings']);
  const { me } = useSession();
  const [role, setRole] = useState(person.role);
  const save = (): void => {
    update.mutate({ params: { id: person.id }, body: { role } }, saying(textOf('The role was changed.')));
  };
  return (
    <Stack gap="xs" align="flex-start">
      <NativeSelect
        w="100%"
        label={textOf('Role')}
        {...(me.email === person.email ? { description: textOf('This is you.') } : {})}
        value={role}
        data={roleChoices}
        disabled={update.isPending}
        onChange={({ currentTarget }) => setRole(currentTarget.value as Person['role'])}
      />
      {role !== person.role && (
        <Button size="xs" onClick={save} loading={update.isPending}>
          {roleActions[role](person.name)}
        </Button>
      )}
    </Stack>
  );
}

function Access({ person }: { person: Person }) {
  const [editing, setEditing] = useState(false);
  const access = useQuery(accessQuery(person.id));
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{textOf('Groups')}</Title>
        {person.role !== 'admin' && (
          <Button size="xs" variant="default" onClick={() => setEditing(true)}>
            {textOf('Change groups')}
          </Button>
        )}
      </Group>
      {person.groups === null ? (
        <Text size="sm">{textOf('Not limited to groups: reads every document of the workspace.')}</Text>
      ) : (
        <Loaded query={access} lines={2}>
          {(data) => (
            <>
              <AssignedGroups assigned={data.access} holder={`membership:${person.id}`} />
              <Sources sources={data.sources} />
            </>
          )}
        </Loaded>
      )}
      {editing && (
        <AccessDialog person={person} assigned={access.data?.by_hand ?? []} onClose={() => setEditing(false)} />
      )}
    </section>
  );
}

/** What each source grants, unless everything is granted by hand. */
function Sources({ sources }: { sources: PersonAccess['sources'] }) {
  if (sources.every(({ source }) => source === null)) {
    return null;
  }
  return (
    <>
      <Title order={3} mt="sm" mb={4}>
        {textOf('Granted by')}
      </Title>
      <ul className="lines">
        {sources.map(({ source, groups, expires_at: expiresAt, live }) => (
          <li key={source}>
            <span className={source === null ? undefined : 'mono'}>{source ?? textOf('Hand')}</span>
            <span className="soft">
              {live ? textOf('{count} group|{count} groups', { count: groups.length }) : textOf('Gives no access')}{' '}
              {live && expiresAt !== null && nodesOf('until {time}', { time: <When at={expiresAt} /> })}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

function AssignedGroups({ assigned, holder }: { assigned: PersonAccess['access']; holder: string }) {
  const documents = useQuery(documentsOfPatterns(assigned.flatMap(({ paths }) => paths).slice(0, 200)));
  if (assigned.length === 0) {
    return <Text size="sm">{textOf('Has no group, so they cannot read anything.')}</Text>;
  }
  return (
    <>
      <Group gap={6} mb="sm">
        {assigned.map(({ group_id: id, name, access }) => (
          <Badge key={id} size="lg" miw={0}>
            {access === 'read_write' ? textOf('{name} · can write', { name }) : name}
          </Badge>
        ))}
      </Group>
      <Loaded query={documents} lines={3}>
        {(data) => (
          <>
            <Text size="sm" fw={550} mb={4}>
              {textOf('Can read {count} document|Can read {count} documents', { count: data.count })}
            </Text>
            <ul className="lines">
              {data.documents.slice(0, 20).map(({ path, patterns }) => (
                <li key={path}>
                  <Anchor
                    component={Link}
                    to={`/documents?${new URLSearchParams({ path, view: 'access', who: holder })}`}
                    size="sm"
                  >
                    {path}
                  </Anchor>
                  <span className="soft mono">{patterns[0]}</span>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </>
  );
}

function Ending({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false);
  const remove = useChange('people.remove', ['settings']);
  const add = useChange('people.add', ['settings']);
  const { email, role, name } = person;
  const grantAgain = (): void => {
    add.mutate(
      { body: { email, role, name, send_email: false } },
      saying(textOf('{email} is back. Choose their groups.', { email })),
    );
  };
  if (person.status === 'revoked') {
    return (
      <Button variant="default" onClick={grantAgain} loading={add.isPending}>
        {textOf('Grant again')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="light" color="red" onClick={() => setAsking(true)}>
        {textOf('Revoke access')}
      </Button>
      {asking && (
        <ConfirmDialog
          title={textOf('Revoke {name}?', { name })}
          action={textOf('Revoke access')}
          onClose={() => setAsking(false)}
          confirm={async () => {
            await remove.mutateAsync({ params: { id: person.id } });
            sayDone(textOf('{email} no longer has access.', { email }));
          }}
        >
          {textOf('Their access ends at once: pages, API, agents and search.')}{' '}
          {textOf(
            role === 'reader'
              ? 'They lose {count} group, and their seat is free.|They lose {count} groups, and their seat is free.'
              : 'They lose {count} group.|They lose {count} groups.',
            { count: person.groups?.length ?? 0 },
          )}{' '}
          {textOf('You can grant it again later.')}
        </ConfirmDialog>
      )}
    </>
  );
}

/** Creates a link that signs a member in once. The admin passes it on. */
function SignInLink({ person: { id, name } }: { person: Person }) {
  const [url, setUrl] = useState<string>();
  const create = useChange('settings.create_sign_in_link', []);
  const make = (): void => {
    create.mutate(
      { params: { identifier: id }, body: {} },
      { onSuccess: (created) => setUrl(created.url), onError: sayFailed },
    );
  };
  return (
    <>
      <Button size="xs" variant="default" onClick={make} loading={create.isPending} style={{ alignSelf: 'flex-start' }}>
        {textOf('Create a sign-in link')}
      </Button>
      {url !== undefined && (
        <SecretDialog
          title={textOf('Sign-in link for {name}', { name })}
          secret={url}
          warning={textOf('It signs in anyone who opens it, once, within 15 minutes.')}
          onClose={() => setUrl(undefined)}
        />
      )}
    </>
  );
}

/** Chooses a person's groups, and whether an editor is confined to them. */
function AccessDialog(props: { person: Person; assigned: readonly AssignedGroup[]; onClose: () => void }) {
  const { person, assigned, onClose } = props;
  const [confined, setConfined] = useState(person.groups !== null);
  const put = useChange('settings.put_access', ['people']);
  const update = useChange('people.update', ['settings']);
  const editor = person.role === 'member';
  const submit = async (values: FormValues): Promise<void> => {
    const params = { id: person.id };
    if (confined) {
      const assignments = values.all('groups').map((id) => ({
        group_id: id,
        access: values.text(`level:${id}`) === 'read_write' ? ('read_write' as const) : ('read_only' as const),
      }));
      await put.mutateAsync({ params, body: { assignments } });
    } else {
      await update.mutateAsync({ params, body: { groups: null } });
    }
    sayDone(textOf('The groups were changed. This applies from the next request.'));
    onClose();
  };
  return (
    <FormDialog
      title={textOf('Groups of {name}', { name: person.name })}
      action={textOf('Save')}
      onClose={onClose}
      submit={submit}
    >
      {(errors) => (
        <>
          {editor && (
            <Checkbox
              label={textOf('Only what these groups allow')}
              description={textOf('Otherwise this editor reads and writes every document.')}
              checked={confined}
              onChange={({ currentTarget }) => setConfined(currentTarget.checked)}
            />
          )}
          {confined && (
            <GroupChoice label={textOf('Groups')} assigned={assigned} levels={editor} error={errors.assignments} />
          )}
        </>
      )}
    </FormDialog>
  );
}
