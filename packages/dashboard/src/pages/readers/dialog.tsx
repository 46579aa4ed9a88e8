import { Alert, Checkbox, TextInput } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { endOfDay } from '../../components/days.js';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { GroupChoice } from '../../components/group-choice.js';
import { Icon } from '../../components/icon.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import type { Reader } from './queries.js';

/** Creates a link for a new reader, or another one for an existing reader. */
export function ReaderDialog(props: {
  reader?: Reader;
  onClose: () => void;
  onMinted: (minted: CallAnswer<'settings.create_reader'>) => void;
}) {
  const { reader, onClose, onMinted } = props;
  const create = useChange('settings.create_reader');
  const submit = async (values: FormValues): Promise<void> => {
    const expires = values.text('expires_at');
    const start = values.text('start').trim();
    const body = {
      email: reader?.email ?? values.text('email'),
      groups: values.all('groups'),
      send_email: values.has('send_email'),
      expires_at: expires === '' ? null : endOfDay(expires),
      start: start === '' ? null : start,
    };
    onMinted(await create.mutateAsync({ body }));
  };
  const title = reader === undefined ? textOf('New link') : textOf('New link for {email}', { email: reader.email });
  return (
    <FormDialog title={title} action={textOf('Create the link')} onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <Alert color="yellow" icon={<Icon name="alert" />}>
            {textOf('Anyone with this link can view without signing in.')}{' '}
            {reader?.status === 'active' && textOf('The link that they have stops working at once.')}
          </Alert>
          {reader === undefined && (
            <TextInput name="email" type="email" label={textOf('E-mail')} error={errors.email} data-autofocus />
          )}
          <GroupChoice
            label={textOf('What they can read')}
            assigned={(reader?.groups ?? []).map((id) => ({ group_id: id, access: 'read_only' as const }))}
            error={errors.groups}
          />
          <TextInput
            name="expires_at"
            type="date"
            label={textOf('Last day')}
            description={textOf('If empty: until you revoke it')}
            defaultValue={reader?.expires_at ? new Date(reader.expires_at).toLocaleDateString('sv-SE') : ''}
            error={errors.expires_at}
          />
          <TextInput
            name="start"
            label={textOf('Opens at')}
            description={textOf('A document such as course/lesson.md. If empty: the first page')}
            defaultValue={reader?.start ?? ''}
            error={errors.start}
          />
          <Checkbox name="send_email" defaultChecked label={textOf('Send the link by mail')} />
        </>
      )}
    </FormDialog>
  );
}
