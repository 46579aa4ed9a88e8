import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { sayDone } from '../../components/basics.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { GroupChoice } from '../../components/group-choice.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { roleChoices } from './person.js';

type Role = 'admin' | 'member' | 'reader';

/** Adds someone to the workspace and invites them by mail. */
export function AddPersonDialog({ onClose, onAdded }: { onClose: () => void; onAdded: (id: string) => void }) {
  const [role, setRole] = useState<Role>('reader');
  const [confined, setConfined] = useState(false);
  const add = useChange('people.add', ['settings']);
  const submit = async (values: FormValues): Promise<void> => {
    const groups = role === 'reader' || (role === 'member' && confined) ? { groups: values.all('groups') } : {};
    const name = values.text('name').trim();
    const added = await add.mutateAsync({
      body: {
        email: values.text('email'),
        role,
        ...(name === '' ? {} : { name }),
        ...groups,
        send_email: values.has('send_email'),
      },
    });
    const sent = added.email_sent
      ? textOf('{email} was added. An invite was sent.', { email: added.email })
      : textOf('{email} was added. No invite was sent.', { email: added.email });
    sayDone(sent);
    onAdded(added.id);
  };
  return (
    <FormDialog title={textOf('Add person')} action={textOf('Add person')} onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <TextInput
            name="email"
            type="email"
            label={textOf('E-mail')}
            error={errors.email}
            data-autofocus
            autoComplete="off"
          />
          <TextInput
            name="name"
            label={textOf('Name')}
            description={textOf('Left out: the e-mail')}
            error={errors.name}
          />
          <NativeSelect
            label={textOf('Role')}
            value={role}
            onChange={({ currentTarget }) => setRole(currentTarget.value as Role)}
            data={roleChoices}
            description={textOf('A member uses a seat; editors and admins do not.')}
          />
          {role === 'member' && (
            <Checkbox
              label={textOf('Only what these groups allow')}
              checked={confined}
              onChange={({ currentTarget }) => setConfined(currentTarget.checked)}
            />
          )}
          {(role === 'reader' || (role === 'member' && confined)) && (
            <GroupChoice label={textOf('Groups')} assigned={[]} error={errors.groups} />
          )}
          <Checkbox name="send_email" defaultChecked label={textOf('Send an invite by mail')} />
        </>
      )}
    </FormDialog>
  );
}
