import { Checkbox, TextInput } from '@mantine/core';
import type { Client } from '@tessera/client';
import { sayDone } from '../../components/basics.js';
import { FormDialog } from '../../components/dialogs.js';
import { textOf } from '../../text.js';
import type { WorkspaceState } from './queries.js';

interface DialogProps {
  readonly client: Client;
  readonly onClose: () => void;
}

/** Creates a workspace and invites its first admin. */
export function WorkspaceDialog({ client, onClose }: DialogProps) {
  return (
    <FormDialog
      title={textOf('New workspace')}
      action={textOf('Create workspace')}
      onClose={onClose}
      submit={async (values) => {
        const [seats, admin] = [values.text('reader_seats'), values.text('admin_email').trim()];
        const { workspace } = await client.operator.create_workspace({
          body: {
            name: values.text('name'),
            slug: values.text('slug'),
            billing_active: values.has('billing_active'),
            ...(seats === '' ? {} : { reader_seats: Number(seats) }),
            ...(admin === '' ? {} : { admin_email: admin }),
          },
        });
        sayDone(textOf('{name} was created.', workspace));
        onClose();
      }}
    >
      {(errors) => (
        <>
          <TextInput name="name" label={textOf('Name')} error={errors.name} data-autofocus />
          <TextInput
            name="slug"
            label={textOf('Short name')}
            description={textOf('a-z, 0-9 and -')}
            error={errors.slug}
          />
          <TextInput
            name="admin_email"
            type="email"
            label={textOf("First admin's e-mail")}
            error={errors.admin_email}
          />
          <TextInput name="reader_seats" type="number" label={textOf('Member seats')} error={errors.reader_seats} />
          <Checkbox name="billing_active" label={textOf('Billing is active')} defaultChecked />
        </>
      )}
    </FormDialog>
  );
}

/** Sets how many member seats a workspace has. */
export function SeatsDialog({ client, workspace, onClose }: DialogProps & { workspace: WorkspaceState }) {
  return (
    <FormDialog
      title={textOf('Seats of {name}', { name: workspace.name })}
      action={textOf('Save')}
      onClose={onClose}
      submit={async (values) => {
        const body = { reader_seats: Number(values.text('reader_seats')) };
        await client.operator.update_workspace({ params: { id: workspace.id }, body });
        onClose();
      }}
    >
      {(errors) => (
        <TextInput
          name="reader_seats"
          type="number"
          label={textOf('Member seats')}
          defaultValue={workspace.reader_seats}
          error={errors.reader_seats}
          data-autofocus
        />
      )}
    </FormDialog>
  );
}

/** Invites an admin to a workspace. */
export function InviteDialog({ client, workspace, onClose }: DialogProps & { workspace: WorkspaceState }) {
  return (
    <FormDialog
      title={textOf('Invite an admin to {name}', { name: workspace.name })}
      action={textOf('Invite')}
      onClose={onClose}
      submit={async (values) => {
        const body = { email: values.text('email'), role: 'admin' as const };
        await client.operator.add_person({ params: { id: workspace.id }, body });
        sayDone(textOf('{email} was invited.', { email: body.email }));
        onClose();
      }}
    >
      {(errors) => <TextInput name="email" type="email" label={textOf('E-mail')} error={errors.email} data-autofocus />}
    </FormDialog>
  );
}
