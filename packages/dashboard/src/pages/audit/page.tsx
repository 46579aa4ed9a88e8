import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallAnswer } from '@tessera/client';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import componentClasses from '../../components/components.module.css';
import { CopyButton } from '../../components/copy-button.js';
import { Facts } from '../../components/facts.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loading, Refusal } from '../../components/notices.js';
import { Drawer } from '../../components/overlays.js';
import { Page, Panel } from '../../components/page.js';
import { Table } from '../../components/table.js';
import { UndoDialog } from '../../components/undo-dialog.js';
import { When } from '../../components/when.js';
import { actionNames, actionWords, summaryOf, writesRecords } from './actions.js';
import { auditQuery } from './queries.js';

type AuditEvent = CallAnswer<'audit.list'>['events'][number];

/** The audit log: who changed what, and when. */
export function AuditPage() {
  const [shown, setShown] = useState<AuditEvent>();
  return (
    <Page title="Audit log" lead="A record of every change. It cannot be edited.">
      <Panel flush>
        <Filters />
        <Events onShow={setShown} />
      </Panel>
      {shown !== undefined && <EventDrawer event={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

function Filters() {
  const { search, setSearch } = useFilters();
  return (
    <Group p="md" gap="sm" align="flex-end">
      <NativeSelect
        label="Action"
        value={search.action ?? ''}
        data={actionChoices(search.action)}
        onChange={({ currentTarget }) => setSearch({ action: currentTarget.value })}
        flex="1 1 14rem"
      />
      <TextInput
        label="From"
        type="date"
        flex="1 1 7rem"
        miw={0}
        maw={{ sm: 170 }}
        value={search.from ?? ''}
        onChange={({ currentTarget }) => setSearch({ from: currentTarget.value })}
      />
      <TextInput
        label="To"
        type="date"
        flex="1 1 7rem"
        miw={0}
        maw={{ sm: 170 }}
        value={search.to ?? ''}
        onChange={({ currentTarget }) => setSearch({ to: currentTarget.value })}
      />
      {search.actor !== undefined && (
        <Button
          variant="light"
          rightSection={<Icon name="x" size={14} />}
          onClick={() => setSearch({ actor: undefined, name: undefined })}
          aria-label="Show all people"
        >
          {search.name ?? 'One actor'}
        </Button>
      )}
    </Group>
  );
}

const noFilters = { action: undefined, actor: undefined, name: undefined, from: undefined, to: undefined };

/** Every known action in words, and the action in the URL if it is not among them. */
function actionChoices(chosen: string | undefined): { value: string; label: string }[] {
  const named = Object.entries(actionNames).map(([value, label]) => ({ value, label }));
  const further =
    chosen === undefined || actionNames[chosen] !== undefined ? [] : [{ value: chosen, label: actionWords(chosen) }];
  return [
    { value: '', label: 'Every action' },
    ...[...named, ...further].sort((a, b) => a.label.localeCompare(b.label)),
  ];
}

function Events({ onShow }: { onShow: (event: AuditEvent) => void }) {
  const { search, setSearch } = useFilters();
  const events = useInfiniteQuery(auditQuery(search));
  if (events.error !== null) {
    return (
      <div style={{ padding: '0 1rem 1rem' }}>
        <Refusal error={events.error} onRetry={() => void events.refetch()} />
      </div>
    );
  }
  if (events.data === undefined) {
    // Also shown if the service cannot be reached, because an empty table would mean that nothing happened.
    return <Loading />;
  }
  const rows = events.data.pages.flatMap((page) => page.events);
  if (rows.length === 0) {
    return (
      <Empty
        icon="clock"
        title="No entry matches"
        action={
          <Button variant="default" onClick={() => setSearch(noFilters)}>
            Clear the filters
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Table
        label="Audit log"
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          {
            title: 'What',
            cell: (event) => (
              <UnstyledButton onClick={() => onShow(event)}>
                <Text size="sm" fw={550} component="span" display="block">
                  {actionWords(event.action)}
                </Text>
                <Text size="xs" c="dimmed" component="span" lineClamp={1}>
                  {summaryOf(event)}
                </Text>
              </UnstyledButton>
            ),
          },
          {
            title: 'Who',
            cell: ({ actor }) => (
              <UnstyledButton
                onClick={() => setSearch({ actor: actor.id, name: actor.name })}
                title={`Show only what ${actor.name} did`}
                fz="sm"
              >
                {actor.device === undefined ? actor.name : `${actor.name}, ${actor.device.name}`}{' '}
                <Badge size="xs" color="gray">
                  {actor.kind.replace('_', ' ')}
                </Badge>
              </UnstyledButton>
            ),
          },
          { title: 'When', end: true, cell: ({ at }) => <When at={at} /> },
        ]}
      />
      {events.hasNextPage && (
        <Group justify="center" p="md">
          <Button variant="default" loading={events.isFetchingNextPage} onClick={() => void events.fetchNextPage()}>
            Show earlier ones
          </Button>
        </Group>
      )}
    </>
  );
}

function EventDrawer({ event, onClose }: { event: AuditEvent; onClose: () => void }) {
  const [isUndoing, setUndoing] = useState(false);
  return (
    <Drawer onClose={onClose} title={actionWords(event.action)}>
      <Stack>
        <Facts
          facts={{
            Action: <code className="mono">{event.action}</code>,
            When: new Date(event.at).toLocaleString('en', { dateStyle: 'long', timeStyle: 'medium' }),
            Who: `${event.actor.name} (${event.actor.device?.name ?? event.actor.kind.replace('_', ' ')})`,
            Target: event.target ?? 'None',
            Request:
              event.request_id === null ? (
                'None'
              ) : (
                <Group gap={4}>
                  <code className="mono">{event.request_id}</code>
                  <CopyButton value={event.request_id} label="Copy the request id" />
                </Group>
              ),
          }}
        />
        <pre className={componentClasses.code}>{JSON.stringify(event.detail, null, 2)}</pre>
        {writesRecords(event) && event.request_id !== null && event.target !== null && (
          <Group>
            <Button variant="default" onClick={() => setUndoing(true)}>
              Undo
            </Button>
          </Group>
        )}
        {isUndoing && (
          <UndoDialog
            title="Undo what this request wrote"
            collection={event.target ?? ''}
            selection={{ request_id: event.request_id ?? '' }}
            onClose={() => setUndoing(false)}
          />
        )}
      </Stack>
    </Drawer>
  );
}
