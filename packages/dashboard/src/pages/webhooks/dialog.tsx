import { Checkbox, Input, SimpleGrid, TextInput } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { FormDialog, type FormValues } from '../../components/dialogs.js';
import { useChange } from '../../data/queries.js';
import { textOf } from '../../text.js';
import { events, eventWords } from './events.js';
import type { Webhook } from './queries.js';

/** Creates or changes a webhook. */
export function WebhookDialog(props: {
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
