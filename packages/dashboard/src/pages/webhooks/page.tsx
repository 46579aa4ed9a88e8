import { Button, Checkbox, Input, SimpleGrid, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import type { WebhookEvent } from '@tessera/contract';
import { useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Empty, Page, When } from '../../components/basics.js';
import { FormDialog, type FormValues, SecretDialog } from '../../components/dialogs.js';
import { Icon } from '../../components/icon.js';
import { ChipsCell, ListPanel, NameCell } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { textOf } from '../../text.js';
import { WebhookDrawer, WebhookState } from './drawer.js';
import { type Webhook, webhooksQuery } from './queries.js';

type Open = { readonly dialog: 'new' } | { readonly dialog: 'secret'; readonly secret: string };

/** Webhooks, which send events of the workspace to other systems. */
export function WebhooksPage() {
  const webhooks = useQuery({ ...webhooksQuery(), select: ({ webhooks }) => webhooks });
  const [open, setOpen] = useState<Open>();
  const { search, setSearch } = useFilters();
  const setShownId = (webhook: string | undefined): void => setSearch({ webhook });
  const [isEditing, setEditing] = useState(false);
  const shown = webhooks.data?.find(({ id }) => id === search.webhook);
  const create = (
    <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setOpen({ dialog: 'new' })}>
      {textOf('New webhook')}
    </Button>
  );
  return (
    <Page
      title={textOf('Webhooks')}
      lead={textOf('A webhook sends events of this workspace to a URL of your choice.')}
      actions={create}
    >
      <ListPanel
        query={webhooks}
        empty={
          <Empty icon="plug" title={textOf('No webhooks yet')} action={create}>
            {textOf('Tell your billing system or a workflow who gained access and what changed.')}
          </Empty>
        }
        label={textOf('Webhooks')}
        rowKey={({ id }) => id}
        columns={[
          {
            title: textOf('Webhook'),
            cell: ({ id, url, description }) => (
              <UnstyledButton onClick={() => setShownId(id)}>
                <NameCell name={description ?? url} description={description && url} />
              </UnstyledButton>
            ),
          },
          { title: textOf('Events'), cell: ({ events }) => <ChipsCell names={events} />, width: [160, 420] },
          { title: textOf('State'), cell: (webhook) => <WebhookState webhook={webhook} /> },
          { title: textOf('Created'), end: true, cell: ({ created_at: at }) => <When at={at} /> },
        ]}
      />
      {open?.dialog === 'new' && (
        <WebhookDialog
          onClose={() => setOpen(undefined)}
          onCreated={({ id, secret }) => {
            setShownId(id);
            setOpen({ dialog: 'secret', secret });
          }}
        />
      )}
      {open?.dialog === 'secret' && (
        <SecretDialog title={textOf('Signing secret')} secret={open.secret} onClose={() => setOpen(undefined)}>
          <Text size="sm">{textOf('Your receiver uses it to verify that an event comes from this service.')}</Text>
        </SecretDialog>
      )}
      {shown !== undefined && open === undefined && !isEditing && (
        <WebhookDrawer webhook={shown} onClose={() => setShownId(undefined)} onEdit={() => setEditing(true)} />
      )}
      {shown !== undefined && isEditing && (
        <WebhookDialog webhook={shown} onClose={() => setEditing(false)} onCreated={() => setEditing(false)} />
      )}
    </Page>
  );
}

/** Creates or changes a webhook. */
function WebhookDialog(props: {
  webhook?: Webhook;
  onClose: () => void;
  onCreated: (created: CallAnswer<'webhooks.create'>) => void;
}) {
  const { webhook, onClose, onCreated } = props;
  const create = useChange('webhooks.create');
  const update = useChange('webhooks.update');
  const submit = async (values: FormValues): Promise<void> => {
    const description = values.text('description').trim();
    const body = {
      url: values.text('url'),
      events: events.filter((name) => values.all('events').includes(name)),
      description: description === '' ? null : description,
    };
    if (webhook === undefined) {
      onCreated(await create.mutateAsync({ body }));
    } else {
      await update.mutateAsync({ params: { id: webhook.id }, body });
      onClose();
    }
  };
  const [title, action] =
    webhook === undefined
      ? [textOf('New webhook'), textOf('Create webhook')]
      : [textOf('Change webhook'), textOf('Save')];
  return (
    <FormDialog title={title} action={action} size="lg" onClose={onClose} submit={submit}>
      {(errors) => (
        <>
          <TextInput
            name="url"
            label={textOf('URL')}
            placeholder="https://hooks.example.com/tessera"
            description={textOf('Events are sent here by POST')}
            defaultValue={webhook?.url ?? ''}
            error={errors.url}
            data-autofocus
          />
          <Input.Wrapper label={textOf('Events')} labelElement="div" error={errors.events}>
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6}>
              {events.map((name) => (
                <Checkbox
                  key={name}
                  name="events"
                  value={name}
                  label={eventWords[name]}
                  description={name}
                  defaultChecked={webhook?.events.includes(name) ?? false}
                />
              ))}
            </SimpleGrid>
          </Input.Wrapper>
          <TextInput
            name="description"
            label={textOf('Description')}
            description={textOf('Optional: what receives them')}
            defaultValue={webhook?.description ?? ''}
            error={errors.description}
          />
        </>
      )}
    </FormDialog>
  );
}

/** Labels of the events in the order of the form. A missing event does not compile. */
const eventWords: Readonly<Record<WebhookEvent, string>> = {
  'member.granted': textOf('Access was granted'),
  'member.revoked': textOf('Access was revoked'),
  'member.signed_in': textOf('A person signed in'),
  'member.expired': textOf('A grant expired'),
  'reader.created': textOf('A magic link was created'),
  'reader.revoked': textOf('A magic link was revoked'),
  'reader.opened': textOf('A magic link was opened'),
  'document.written': textOf('Documents were written'),
  'document.moved': textOf('Documents were moved'),
  'document.deleted': textOf('Documents were deleted'),
  'collection.records_written': textOf('Records were written or deleted'),
  'collection.finding_opened': textOf('A collection has a new problem'),
  'collection.overdue': textOf('A source has not delivered in time'),
  'audit.recorded': textOf('The audit log has a new entry'),
};

/** The events, by name. */
const events = Object.keys(eventWords) as WebhookEvent[];
