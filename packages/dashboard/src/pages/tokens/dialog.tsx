import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { endOfDay } from '../../components/days.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { GroupChoice } from '../../components/group-choice.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';

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
export function TokenDialog(props: { onClose: () => void; onCreated: (token: CallAnswer<'tokens.create'>) => void }) {
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
