import { Badge, Button, Group, NativeSelect, Stack, Text, TextInput, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../app/session.js';
import { CopyButton, Empty, Hint, Loading, Page, Panel, Refusal, When } from '../../components/basics.js';
import { daysAgo, endOfDay, startOfDay } from '../../components/days.js';
import { Facts } from '../../components/facts.js';
import { Drawer } from '../../components/overlays.js';
import { NextPage, Table } from '../../components/table.js';
import { UndoDialog } from '../../components/undo-dialog.js';
import { readPages } from '../../data/api.js';
import { language, textOf } from '../../text.js';
import { actionNames, actionWords, kindWords, writesRecords } from './actions.js';
import { type AuditEvent, type Burst, burstSummary, burstsOf } from './bursts.js';
import { RecordChanges } from './record-changes.js';

/** The audit log: who changed what, and when. */
export function AuditPage() {
  const [shown, setShown] = useState<Burst>();
  return (
    <Page title={textOf('Audit log')} lead={textOf('A record of every change. It cannot be edited.')}>
      <Panel flush>
        <Filters />
        <Events onShow={setShown} />
      </Panel>
      {shown !== undefined && <BurstDrawer burst={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

/** The spans of time to choose from, with their first and last day. */
const spans: readonly (readonly [name: string, from?: string, to?: string])[] = [
  [textOf('Any time')],
  [textOf('Today'), daysAgo(0), daysAgo(0)],
  [textOf('Yesterday'), daysAgo(1), daysAgo(1)],
  [textOf('The last 7 days'), daysAgo(6), daysAgo(0)],
  [textOf('The last 30 days'), daysAgo(29), daysAgo(0)],
];
const chosenDays = textOf('Chosen days');

function Filters() {
  const { search, setSearch } = useFilters();
  const recent = useInfiniteQuery(auditQuery({})).data?.pages.flatMap(({ events }) => events) ?? [];
  const actors = new Map(recent.map(({ actor }) => [actor.id, actor.name]));
  if (search.actor !== undefined)
    actors.set(search.actor, search.name ?? actors.get(search.actor) ?? textOf('One actor'));
  const isChosen = ([, from, to]: (typeof spans)[number]): boolean => from === search.from && to === search.to;
  const span = spans.find(isChosen)?.[0] ?? chosenDays;
  const choose = (name: string): void => {
    const [, from, to] = spans.find(([each]) => each === name) ?? [];
    setSearch(name === chosenDays ? { from: daysAgo(7), to: daysAgo(1) } : { from, to });
  };
  const day = (label: string, name: 'from' | 'to') => (
    <TextInput
      label={label}
      type="date"
      flex="1 1 8rem"
      value={search[name] ?? ''}
      onChange={({ currentTarget }) => setSearch({ [name]: currentTarget.value })}
    />
  );
  return (
    <Group p="md" gap="sm" align="flex-end">
      <NativeSelect
        label={textOf('When')}
        flex="1 1 9rem"
        value={span}
        data={[...spans.map(([name]) => name), chosenDays]}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      />
      {span === chosenDays && day(textOf('From'), 'from')}
      {span === chosenDays && day(textOf('To'), 'to')}
      <NativeSelect
        label={textOf('Who')}
        flex="1 1 12rem"
        value={search.actor ?? ''}
        data={[{ value: '', label: textOf('Everyone') }, ...Array.from(actors, ([value, label]) => ({ value, label }))]}
        onChange={({ currentTarget: { value } }) => setSearch({ actor: value, name: actors.get(value) })}
      />
      <NativeSelect
        label={textOf('Action')}
        flex="1 1 12rem"
        value={search.action ?? ''}
        data={actionChoices(search.action)}
        onChange={({ currentTarget }) => setSearch({ action: currentTarget.value })}
      />
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
    { value: '', label: textOf('Every action') },
    ...[...named, ...further].sort((a, b) => a.label.localeCompare(b.label, language)),
  ];
}

function Events({ onShow }: { onShow: (burst: Burst) => void }) {
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
  const rows = burstsOf(events.data.pages.flatMap((page) => page.events));
  if (rows.length === 0) {
    return (
      <Empty
        icon="clock"
        title={textOf('No entry matches')}
        action={
          <Button variant="default" onClick={() => setSearch(noFilters)}>
            {textOf('Clear the filters')}
          </Button>
        }
      />
    );
  }
  return (
    <>
      <Table
        label={textOf('Audit log')}
        rows={rows}
        rowKey={([{ id }]) => id}
        columns={[
          {
            title: textOf('What'),
            cell: (burst) => (
              <UnstyledButton onClick={() => onShow(burst)}>
                <Text size="sm" fw={550} component="span" display="block">
                  {burst.length > 1
                    ? textOf('{action} ({count} calls)', { action: actionWords(burst[0].action), count: burst.length })
                    : actionWords(burst[0].action)}
                </Text>
                <Hint component="span" lineClamp={1}>
                  {burstSummary(burst)}
                </Hint>
              </UnstyledButton>
            ),
          },
          {
            title: textOf('Who'),
            cell: ([{ actor }]) => (
              <UnstyledButton
                onClick={() => setSearch({ actor: actor.id, name: actor.name })}
                title={textOf('Show only what {name} did', { name: actor.name })}
                fz="sm"
              >
                {actor.device === undefined ? actor.name : `${actor.name}, ${actor.device.name}`}{' '}
                <Badge size="xs" color="gray">
                  {kindWords(actor.kind)}
                </Badge>
              </UnstyledButton>
            ),
          },
          { title: textOf('When'), end: true, cell: ([{ at }]) => <When at={at} /> },
        ]}
      />
      <NextPage list={events} label={textOf('Show earlier ones')} />
    </>
  );
}

const exact = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'medium' });

function BurstDrawer({ burst, onClose }: { burst: Burst; onClose: () => void }) {
  const [isUndoing, setUndoing] = useState(false);
  const [event] = burst;
  const first = burst.at(-1) ?? event;
  const { action, actor, target, request_id: request } = event;
  const isWrite = writesRecords(event) && target !== null && request !== null;
  const span = { since: first.at, until: event.at, actor: actor.id };
  return (
    <Drawer onClose={onClose} title={actionWords(action)} size={isWrite ? 'xl' : 'lg'}>
      <Stack>
        <Facts
          facts={{
            [textOf('What')]: burstSummary(burst),
            [textOf('Who')]: `${actor.name} (${actor.device?.name ?? kindWords(actor.kind)})`,
            [textOf('When')]:
              burst.length === 1
                ? exact.format(new Date(event.at))
                : exact.formatRange(new Date(first.at), new Date(event.at)),
            ...(burst.length === 1 && !isWrite && details(event)),
            ...(request !== null &&
              burst.length === 1 && {
                [textOf('Request')]: (
                  <Group gap={4}>
                    <code className="mono">{request}</code>
                    <CopyButton value={request} label={textOf('Copy the request id')} />
                  </Group>
                ),
              }),
          }}
        />
        {isWrite && <RecordChanges burst={burst} />}
        {isWrite && (
          <Button variant="default" w="fit-content" onClick={() => setUndoing(true)}>
            {textOf('Undo')}
          </Button>
        )}
        {isUndoing && (
          <UndoDialog
            title={
              burst.length === 1
                ? textOf('Undo what this request wrote')
                : textOf('Undo what {count} calls wrote', { count: burst.length })
            }
            collection={target ?? ''}
            selection={burst.length === 1 ? { request_id: request ?? '' } : span}
            onClose={() => setUndoing(false)}
          />
        )}
      </Stack>
    </Drawer>
  );
}

/** The details of an entry as facts, except those that are shown otherwise. */
function details({ detail, target }: AuditEvent): Readonly<Record<string, string>> {
  const shown = Object.entries(detail).filter(
    ([name, value]) => name !== 'external_ids' && value !== null && value !== '' && value !== target,
  );
  const text = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  return Object.fromEntries(shown.map(([name, value]) => [name.replaceAll('_', ' '), text(value)]));
}

/** The filters of the log. Days have the form `2026-01-31`. */
interface AuditFilter {
  readonly action?: string | undefined;
  readonly actor?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The audit log in pages, newest first. */
function auditQuery({ action, actor, from, to }: AuditFilter) {
  const days = { ...(from && { from: startOfDay(from) }), ...(to && { to: endOfDay(to) }) };
  return readPages('audit.list', {
    query: { limit: 200, ...(action && { action }), ...(actor && { actor }), ...days },
  });
}
