import { Badge, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Empty, Hint, Loading, Note, Refusal, sayDone, sayFailed, saying, When } from '../../components/basics.js';
import { ConfirmDialog, SecretDialog } from '../../components/dialogs.js';
import { Drawer } from '../../components/overlays.js';
import { Previous, RotateDialog } from '../../components/rotation.js';
import { buttonsColumn, NameCell, NextPage, RowButton, Table } from '../../components/table.js';
import { useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { type Delivery, deliveriesQuery, type Webhook } from './queries.js';

/** One webhook: its state, a test, its deliveries, and a button that deletes it. */
export function WebhookDrawer(props: { webhook: Webhook; onClose: () => void; onEdit: () => void }) {
  const { webhook, onClose, onEdit } = props;
  const endPrevious = useChange('webhooks.end_previous');
  return (
    <Drawer onClose={onClose} title={webhook.description ?? textOf('Webhook')} size="xl">
      <Stack gap="lg">
        <Stack gap={4}>
          <Group gap="xs">
            <WebhookState webhook={webhook} />
          </Group>
          <Text size="sm" className="mono">
            {webhook.url}
          </Text>
          <Note>{webhook.events.join(', ')}</Note>
        </Stack>
        <Previous
          noun="secret"
          previous={webhook.previous}
          end={() => endPrevious.mutateAsync({ params: { id: webhook.id } })}
        />
        <Actions webhook={webhook} onClose={onClose} onEdit={onEdit} />
        <Deliveries webhook={webhook} />
      </Stack>
    </Drawer>
  );
}

function Actions({ webhook, onClose, onEdit }: { webhook: Webhook; onClose: () => void; onEdit: () => void }) {
  const params = { id: webhook.id };
  const test = useChange('webhooks.test');
  const update = useChange('webhooks.update');
  const remove = useChange('webhooks.delete');
  const [isDeleting, setDeleting] = useState(false);
  const send = (): void =>
    test.mutate(
      { params },
      {
        onSuccess: ({ status, error }) =>
          status === 'delivered'
            ? sayDone(textOf('The receiver accepted the test.'))
            : sayFailed(new Error(textOf('The test failed: {error}.', { error: error ?? '' }))),
        onError: sayFailed,
      },
    );
  const turn = (): void =>
    update.mutate(
      { params, body: { enabled: !webhook.enabled } },
      {
        onSuccess: ({ enabled }) => sayDone(textOf(enabled ? 'The webhook is on.' : 'The webhook is off.')),
        onError: sayFailed,
      },
    );
  return (
    <Group gap="xs">
      <Button size="xs" onClick={send} loading={test.isPending}>
        {textOf('Send a test')}
      </Button>
      <Button size="xs" variant="default" onClick={turn} loading={update.isPending}>
        {textOf(webhook.enabled ? 'Turn off' : 'Turn on')}
      </Button>
      <Button size="xs" variant="default" onClick={onEdit}>
        {textOf('Change')}
      </Button>
      <Rotation webhook={webhook} />
      <Button size="xs" variant="light" color="red" onClick={() => setDeleting(true)}>
        {textOf('Delete')}
      </Button>
      {isDeleting && (
        <ConfirmDialog
          title={textOf('Delete this webhook?')}
          action={textOf('Delete')}
          onClose={() => setDeleting(false)}
          confirm={async () => {
            await remove.mutateAsync({ params });
            sayDone(textOf('The webhook was deleted.'));
            onClose();
          }}
        >
          {textOf('Its deliveries are deleted too, and events that wait for it are not sent.')}
        </ConfirmDialog>
      )}
    </Group>
  );
}

/** A button that gives the webhook a new signing secret, and shows it. */
function Rotation({ webhook }: { webhook: Webhook }) {
  const rotate = useChange('webhooks.rotate');
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const request = (hours: number) => ({ params: { id: webhook.id }, body: { overlap_hours: hours } });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setAsking(true)}>
        {textOf('New secret')}
      </Button>
      {isAsking && (
        <RotateDialog
          title={textOf('Create a new signing secret?')}
          action={textOf('Create')}
          noun="secret"
          onClose={() => setAsking(false)}
          rotate={async (hours) => setSecret((await rotate.mutateAsync(request(hours))).secret)}
        >
          {textOf('While both work, each event has the signatures of both.')}
        </RotateDialog>
      )}
      {secret !== undefined && (
        <SecretDialog title={textOf('Signing secret')} secret={secret} onClose={() => setSecret(undefined)} />
      )}
    </>
  );
}

function Deliveries({ webhook }: { webhook: Webhook }) {
  const deliveries = useInfiniteQuery(deliveriesQuery(webhook.id));
  const rows = deliveries.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <section>
      <Group justify="space-between" mb="xs">
        <Title order={2}>{textOf('Deliveries')}</Title>
        <Button size="xs" variant="default" onClick={() => void deliveries.refetch()} loading={deliveries.isRefetching}>
          {textOf('Refresh')}
        </Button>
      </Group>
      {deliveries.error !== null && <Refusal error={deliveries.error} />}
      {deliveries.isPending && <Loading />}
      {deliveries.isSuccess && rows.length === 0 && (
        <Empty icon="clock" title={textOf('No deliveries yet')}>
          {textOf('Send a test, or wait for the first event.')}
        </Empty>
      )}
      {rows.length > 0 && <DeliveryTable webhook={webhook} rows={rows} />}
      <NextPage list={deliveries} label={textOf('Show earlier ones')} />
    </section>
  );
}

const statusColors = { delivered: 'green', failed: 'red', pending: 'yellow' } as const;
const statusWords = { delivered: textOf('Delivered'), failed: textOf('Failed'), pending: textOf('Waiting') };

function DeliveryTable({ webhook, rows }: { webhook: Webhook; rows: readonly Delivery[] }) {
  const replay = useChange('webhooks.replay');
  const again = (delivery: Delivery): void =>
    replay.mutate(
      { params: { id: webhook.id, delivery_id: delivery.id } },
      saying(textOf('The delivery was sent again.')),
    );
  return (
    <Table
      label={textOf('Deliveries')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: textOf('Event'),
          cell: ({ event, subject }) => <NameCell name={event} description={subject} />,
        },
        {
          title: textOf('Status'),
          wraps: true,
          cell: ({ status, error, attempts, next_attempt_at: next }) => (
            <>
              <Badge color={statusColors[status]}>{statusWords[status]}</Badge>
              {error !== null && status !== 'delivered' && (
                <Hint lineClamp={2} title={error}>
                  {next === null
                    ? textOf('Attempt {attempts}: {error}', { attempts, error })
                    : nodesOf('Attempt {attempts}: {error}. Next: {when}', {
                        attempts,
                        error,
                        when: <When at={next} />,
                      })}
                </Hint>
              )}
            </>
          ),
        },
        { title: textOf('When'), cell: ({ created_at: at }) => <When at={at} /> },
        {
          ...buttonsColumn(110),
          cell: (delivery) => (
            <RowButton
              label={textOf('Replay')}
              name={textOf('Send {event} of {time} again', { event: delivery.event, time: delivery.created_at })}
              onClick={() => again(delivery)}
            />
          ),
        },
      ]}
    />
  );
}

/** Shows whether a webhook is enabled, and whether its receiver accepts deliveries. */
export function WebhookState({ webhook: { enabled, failing_since: failingSince } }: { webhook: Webhook }) {
  if (!enabled) {
    return <Badge color="gray">{textOf('Off')}</Badge>;
  }
  return failingSince === null ? (
    <Badge color="green">{textOf('On')}</Badge>
  ) : (
    <Badge color="red">{textOf('Failing')}</Badge>
  );
}
