import { Badge, Textarea } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Empty, sayDone, When } from '../../components/basics.js';
import { ConfirmDialog } from '../../components/dialogs.js';
import { menuColumn } from '../../components/row-menu.js';
import { ListPanel, NameCell } from '../../components/table.js';
import { devicesQuery, sessionsQuery, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { SettingForm } from './setting-form.js';

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
  const revoke = useChange('settings.revoke_session');
  return (
    <SignIns
      label={textOf('Sessions')}
      found={useQuery({ ...sessionsQuery(), select: ({ sessions }): readonly SignIn[] => sessions })}
      action={textOf('Sign out')}
      title={(name) => textOf('Sign out {name}?', { name })}
      ends={textOf('That browser is signed out of every workspace at once. The person can sign in again.')}
      end={(id) => revoke.mutateAsync({ params: { id } })}
    />
  );
}

/** Devices with a personal token that were used in this workspace. */
export function Devices() {
  const revoke = useChange('settings.revoke_device');
  return (
    <SignIns
      label={textOf('Devices')}
      found={useQuery({ ...devicesQuery(), select: ({ devices }): readonly SignIn[] => devices })}
      action={textOf('Shut out')}
      title={(name) => textOf('Shut out {name}?', { name })}
      ends={textOf('That device can no longer use this workspace. It still works in others.')}
      end={(id) => revoke.mutateAsync({ params: { id } })}
    />
  );
}

function SignIns(props: {
  label: string;
  found: UseQueryResult<readonly SignIn[]>;
  action: string;
  title: (name: string) => string;
  ends: string;
  end: (id: string) => Promise<unknown>;
}) {
  const { label, found, action, title, ends, end } = props;
  const [asking, setAsking] = useState<SignIn>();
  return (
    <>
      <ListPanel
        query={found}
        empty={<Empty icon="people" title={textOf('Nobody is signed in this way')} />}
        label={label}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Person'),
            cell: ({ person, current, kind }) => (
              <NameCell
                name={
                  <>
                    {person.name} {current && <Badge>{textOf('This session')}</Badge>}{' '}
                    {kind === 'magic_link' && <Badge color="yellow">{textOf('Magic link')}</Badge>}
                  </>
                }
                description={person.email === person.name ? null : person.email}
              />
            ),
          },
          { title: textOf('Device'), cell: ({ device }) => (device === 'Browser' ? textOf('Browser') : device) },
          { title: textOf('Since'), cell: ({ created_at: at }) => <When at={at} /> },
          { title: textOf('Last used'), cell: ({ last_used_at: at }) => <When at={at} /> },
          menuColumn<SignIn>({
            nameOf: ({ person, device }) => textOf('{name} on {device}', { name: person.name, device }),
            actionsOf: (row) => [{ label: action, onSelect: () => setAsking(row), isDestructive: true }],
          }),
        ]}
      />
      {asking !== undefined && (
        <ConfirmDialog
          title={title(asking.person.name)}
          action={action}
          onClose={() => setAsking(undefined)}
          confirm={async () => {
            await end(asking.id);
            sayDone(textOf('Done.'));
          }}
        >
          {ends} {asking.current && textOf('This is the browser that you are using.')}
        </ConfirmDialog>
      )}
    </>
  );
}

type Workspace = CallAnswer<'settings.get_workspace'>['workspace'];

/** Lets an admin say what a sign-in at the company's provider grants. */
export function DirectoryForm({ directory }: Pick<Workspace, 'directory'>) {
  const update = useChange('settings.update_workspace', []);
  const saved = directory === null ? '' : JSON.stringify(directory, null, 2);
  const [text, setText] = useState(saved);
  const sent = parsed(text);
  const save = async (): Promise<string> => {
    await update.mutateAsync({ body: { directory: sent ?? null } });
    return textOf('The directory was saved.');
  };
  return (
    <SettingForm action={textOf('Save directory')} isChanged={sent !== undefined && text !== saved} save={save}>
      {(refusal) => (
        <Textarea
          w="100%"
          label={textOf('What a sign-in at the provider grants')}
          description={textOf('JSON with issuer, create, and groups by value of the claim. Empty: nothing.')}
          placeholder={'{"issuer": "https://id.example.com", "create": true, "groups": {"staff": {"role": "editor"}}}'}
          rows={8}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          error={sent === undefined ? textOf('This is not JSON.') : refusal}
        />
      )}
    </SettingForm>
  );
}

/** The directory in a text, null for none, and undefined if it is not JSON. The service checks the rest. */
function parsed(text: string): Workspace['directory'] | undefined {
  try {
    return text.trim() === '' ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}
