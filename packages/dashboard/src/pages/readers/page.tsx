import { Alert, Badge, Button, Checkbox, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { Day, Empty, Page, sayDone, When } from '../../components/basics.js';
import { endOfDay } from '../../components/days.js';
import { ConfirmDialog, FormDialog, type FormValues, SecretDialog } from '../../components/dialogs.js';
import { GroupChoice, groupsQuery } from '../../components/group-choice.js';
import { Icon } from '../../components/icon.js';
import { menuColumn } from '../../components/row-menu.js';
import { ChipsCell, ListPanel } from '../../components/table.js';
import { type Reader, readersQuery, useChange } from '../../data/api.js';
import { textOf } from '../../text.js';

type Minted = CallAnswer<'settings.create_reader'>;
type Open =
  | { dialog: 'mint'; reader?: Reader }
  | { dialog: 'link'; minted: Minted }
  | { dialog: 'revoke'; reader: Reader };

/** Magic-link readers: links that can be forwarded, for free shares and previews. */
export function ReadersPage() {
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  return (
    <Page
      title={textOf('Magic links')}
      lead={textOf(
        "Magic links for free shares and previews. For paid access, add a person instead: a person's access cannot be forwarded.",
      )}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ dialog: 'mint' })}>
          {textOf('New link')}
        </Button>
      }
    >
      <Alert color="yellow" icon={<Icon name="alert" />} mb="md">
        {textOf('Anyone with a link can view without signing in.')}
      </Alert>
      <ReaderList onOpen={setOpen} />
      {open?.dialog === 'mint' && (
        <ReaderDialog
          onClose={close}
          onMinted={(minted) => setOpen({ dialog: 'link', minted })}
          {...(open.reader === undefined ? {} : { reader: open.reader })}
        />
      )}
      {open?.dialog === 'link' && (
        <SecretDialog
          title={textOf('Link for {email}', { email: open.minted.email })}
          secret={open.minted.magic_link ?? ''}
          warning={open.minted.warning}
          onClose={close}
        >
          {open.minted.email_sent && <span>{textOf('It was also sent by mail.')}</span>}
        </SecretDialog>
      )}
      {open?.dialog === 'revoke' && <RevokeDialog reader={open.reader} onClose={close} />}
    </Page>
  );
}

function ReaderList({ onOpen }: { onOpen: (open: Open) => void }) {
  const readers = useQuery({ ...readersQuery(), select: ({ readers }) => readers });
  const groups = useQuery(groupsQuery());
  const names = new Map(groups.data?.groups.map(({ id, name }) => [id, name]));
  return (
    <ListPanel
      query={readers}
      empty={
        <Empty icon="link" title={textOf('No links yet')}>
          {textOf(
            'A link lets someone read the documents of some groups without an account, until it expires or you revoke it.',
          )}
        </Empty>
      }
      label={textOf('Magic links')}
      rowKey={({ id }) => id}
      columns={[
        { title: textOf('E-mail'), cell: ({ email }) => email },
        {
          title: textOf('Reads'),
          cell: ({ groups: assigned }) =>
            assigned.length === 0 ? (
              <span className="soft">{textOf('Nothing')}</span>
            ) : (
              <ChipsCell names={assigned.map((id) => names.get(id) ?? '…')} />
            ),
        },
        {
          title: textOf('Status'),
          cell: (reader) => <Status reader={reader} />,
        },
        { title: textOf('Last day'), cell: ({ expires_at: at }) => <Day at={at} never={textOf('None')} /> },
        { title: textOf('Last seen'), cell: ({ last_seen_at: at }) => <When at={at} /> },
        menuColumn<Reader>({
          nameOf: ({ email }) => email,
          actionsOf: (reader) => [
            { label: textOf('New link'), onSelect: () => onOpen({ dialog: 'mint', reader }) },
            ...(reader.status === 'active'
              ? [
                  {
                    label: textOf('Revoke'),
                    onSelect: () => onOpen({ dialog: 'revoke', reader }),
                    isDestructive: true,
                  } as const,
                ]
              : []),
          ],
        }),
      ]}
    />
  );
}

function Status({ reader: { status, expires_at: expiresAt } }: { reader: Reader }) {
  if (status === 'revoked') {
    return <Badge color="red">{textOf('Revoked')}</Badge>;
  }
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now() ? (
    <Badge color="red">{textOf('Expired')}</Badge>
  ) : (
    <Badge color="green">{textOf('Valid')}</Badge>
  );
}

function RevokeDialog({ reader, onClose }: { reader: Reader; onClose: () => void }) {
  const revoke = useChange('settings.revoke_reader');
  return (
    <ConfirmDialog
      title={textOf('Revoke the link of {email}?', { email: reader.email })}
      action={textOf('Revoke')}
      onClose={onClose}
      confirm={async () => {
        await revoke.mutateAsync({ params: { id: reader.id } });
        sayDone(textOf('The link was revoked.'));
      }}
    >
      {textOf(
        'The link stops working at once for everyone who has it, and every browser that opened it is signed out.',
      )}
    </ConfirmDialog>
  );
}

/** Creates a link for a new reader, or another one for an existing reader. */
function ReaderDialog(props: {
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
