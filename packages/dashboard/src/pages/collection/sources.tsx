import { Box, Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { CallAnswer, CallRequest } from '@tessera/client';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Hint, Panel, Refusal, sayDone, saying, When } from '../../components/basics.js';
import { SecretDialog } from '../../components/dialogs.js';
import { Previous, RotateDialog } from '../../components/rotation.js';
import { Sparkline } from '../../components/sparkline.js';
import { problemOf, read, useChange } from '../../data/api.js';
import { nodesOf, textOf } from '../../text.js';
import { IngestExample } from '../collections/ingest-example.js';
import classes from './collection.module.css';
import { MappingForm } from './mapping.js';
import { type Collection, fieldsQuery, statisticsQuery } from './queries.js';
import { ReconciliationPanel } from './reconciliation.js';
import { Deletion, Rules } from './rules.js';
import { WhatChanges } from './what-changes.js';

/** Where the records come from, a card for each source, and the rules that apply to what arrives. */
export function SourcesTab({ collection }: { collection: Collection }) {
  return (
    <div className={classes.sources}>
      <div>
        <IngestUrl collection={collection} />
        <Panel title={textOf('Mapping of deliveries')}>
          <MappingForm collection={collection} />
        </Panel>
        <SynonymsPanel collection={collection} />
      </div>
      <div>
        <Freshness collection={collection} />
        <Panel title={textOf('Files')}>
          <Line
            action={
              <Button component={Link} to={`/import?collection=${collection.name}`} variant="default">
                {textOf('Import a file')}
              </Button>
            }
          >
            {textOf('Drop a CSV, Excel or JSON file anywhere on this page. The same file again changes nothing.')}
          </Line>
        </Panel>
        <ReconciliationPanel collection={collection} />
        <Rules collection={collection} />
        {collection.operations.includes('delete_collection') && <Deletion collection={collection} />}
      </div>
    </div>
  );
}

function Line({ action, children }: { action: ReactNode; children: ReactNode }) {
  return (
    <Group justify="space-between" gap="md">
      <Text size="sm" flex="1 1 16rem">
        {children}
      </Text>
      {action}
    </Group>
  );
}

function IngestUrl({ collection }: { collection: Collection }) {
  const [isAsking, setAsking] = useState(false);
  const [created, setCreated] = useState<CallAnswer<'collections.rotate_secret'>>();
  const rotate = useChange('collections.rotate_secret');
  const endPrevious = useChange('collections.end_previous_url');
  const params = { name: collection.name };
  return (
    <Panel title={textOf('Ingest URL')}>
      <Line
        action={
          <Button variant="default" onClick={() => setAsking(true)}>
            {textOf('Create a new ingest URL')}
          </Button>
        }
      >
        {textOf(
          'Your system pushes records to a secret URL, which is shown once. If it is lost or was disclosed, create a new one.',
        )}
      </Line>
      <Previous noun="URL" previous={collection.previous} end={() => endPrevious.mutateAsync({ params })} />
      <Deliveries collection={collection} />
      {isAsking && (
        <RotateDialog
          title={textOf('Create a new ingest URL?')}
          action={textOf('Create a new one')}
          noun="URL"
          onClose={() => setAsking(false)}
          rotate={async (hours) => setCreated(await rotate.mutateAsync({ params, body: { overlap_hours: hours } }))}
        >
          {textOf(
            'When the current URL ends, systems that push to it are refused until they use the new one. Records stay.',
          )}
        </RotateDialog>
      )}
      {created !== undefined && (
        <SecretDialog
          title={textOf('Ingest URL of {name}', { name: created.name })}
          secret={created.ingest_url}
          warning={textOf('Anyone who has this URL can write records into this collection.')}
          onClose={() => setCreated(undefined)}
        >
          <IngestExample url={created.ingest_url} />
        </SecretDialog>
      )}
    </Panel>
  );
}

const shownDeliveries = 5;

/** The records written day by day, and the last deliveries to the ingest URL, which admins see in the audit log. */
function Deliveries({ collection: { name, freshness } }: { collection: Collection }) {
  const { isAdmin } = useSession();
  const days = useQuery(statisticsQuery(name)).data?.days ?? [];
  const log = useQuery({
    ...read('audit.list', { query: { action: 'collection.records_ingested', limit: 100 } }),
    enabled: isAdmin,
  });
  const last = log.data?.events.filter(({ target }) => target === name).slice(0, shownDeliveries) ?? [];
  const sum = (part: 'written' | 'failed'): number => days.reduce((total, day) => total + day[part], 0);
  const words = textOf(
    '{count} record written, {failed} refused in {days} days|{count} records written, {failed} refused in {days} days',
    { count: sum('written'), failed: sum('failed'), days: days.length },
  );
  return (
    <Box mt="md">
      <Text size="sm">
        {nodesOf('Last delivery: {when}', {
          when: <When at={freshness.last_delivery_at} never={textOf('none yet')} />,
        })}
      </Text>
      {days.length > 0 && (
        <>
          <Sparkline days={days.map(({ written, stale, failed }) => [written, stale, failed])} label={words} />
          <Hint>{words}</Hint>
        </>
      )}
      <ul className="lines">
        {last.map(({ id, at, detail }) => (
          <li key={id}>
            <When at={at} />
            <span>
              {textOf('{count} record written|{count} records written', { count: Number(detail.written) })}{' '}
              {Number(detail.failed) > 0 && `, ${textOf('{count} refused', { count: Number(detail.failed) })}`}
            </span>
          </li>
        ))}
      </ul>
    </Box>
  );
}

const schedules: readonly (readonly [duration: string, words: string])[] = [
  ['', textOf('No expectation')],
  ['PT1H', textOf('Every hour')],
  ['PT6H', textOf('Every six hours')],
  ['P1D', textOf('Every day')],
  ['P7D', textOf('Every week')],
  ['P30D', textOf('Every 30 days')],
];

/** How often the source confirms each record, and what an overdue record does. Each choice is saved at once. */
function Freshness({ collection: { name, freshness, overdue } }: { collection: Collection }) {
  const update = useChange('collections.update');
  const { expected_every: every, oldest } = freshness;
  const save = (body: NonNullable<CallRequest<'collections.update'>['body']>): void =>
    update.mutate({ params: { name }, body }, saying(textOf('Saved.')));
  const isOther = every !== null && !schedules.some(([duration]) => duration === every);
  return (
    <Panel title={textOf('Freshness')}>
      <NativeSelect
        label={textOf('The source sends or lists every record')}
        value={every ?? ''}
        disabled={update.isPending}
        onChange={({ currentTarget }) => save({ expected_every: currentTarget.value || null })}
        data={[...schedules, ...(isOther ? [[every, every] as const] : [])].map(([value, label]) => ({ value, label }))}
      />
      {every !== null && (
        <>
          <Text size="sm" mt="sm">
            {freshness.overdue === 0
              ? textOf('No record is overdue.')
              : textOf('{count} record overdue.|{count} records overdue.', { count: freshness.overdue })}{' '}
            {nodesOf('The oldest confirmation: {when}', { when: <When at={oldest} never={textOf('none yet')} /> })}
          </Text>
          <Checkbox
            mt="sm"
            label={textOf('Overdue records are never high')}
            checked={overdue === 'low'}
            disabled={update.isPending}
            onChange={({ currentTarget }) => save({ overdue: currentTarget.checked ? 'low' : null })}
          />
        </>
      )}
    </Panel>
  );
}

/** The synonyms of a collection: one list per line. */
function SynonymsPanel({ collection }: { collection: Collection }) {
  const { data } = useQuery(fieldsQuery(collection.name));
  const update = useChange('collections.update');
  const [isChanged, setChanged] = useState(false);
  const fields = update.error === null ? {} : problemOf(update.error).fields;
  const fault = Object.entries(fields).find(([path]) => path.startsWith('synonyms'))?.[1];
  const text = useRef<HTMLTextAreaElement>(null);
  const sent = () => ({ synonyms: listsOf(text.current?.value ?? '') });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const done = (): void => {
      setChanged(false);
      sayDone(textOf('The synonyms are saved.'));
    };
    update.mutate({ params: { name: collection.name }, body: sent() }, { onSuccess: done });
  };
  const lines = data?.configured.synonyms.map((phrases) => phrases.join(', ')).join('\n');
  return (
    <Panel title={textOf('Synonyms')}>
      <form onSubmit={submit} onChange={() => setChanged(true)}>
        <Stack>
          <Text size="sm">{textOf('Phrases on one line find the same records.')}</Text>
          {update.error !== null && <Refusal error={update.error} />}
          <Textarea
            key={lines}
            ref={text}
            name="synonyms"
            label={textOf('Phrases')}
            description={textOf('A line for each meaning; commas separate its phrases')}
            placeholder={textOf('sofa, couch, settee')}
            rows={4}
            disabled={lines === undefined}
            defaultValue={lines ?? ''}
            error={fault}
          />
          <Group gap="xs">
            <Button type="submit" loading={update.isPending} disabled={!isChanged}>
              {textOf('Save the synonyms')}
            </Button>
            <WhatChanges name={collection.name} body={sent} disabled={!isChanged} />
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

function listsOf(text: string): string[][] {
  const lists = text.split('\n').map((line) => line.split(',').map((phrase) => phrase.trim()));
  return lists.map((phrases) => phrases.filter((phrase) => phrase !== '')).filter((phrases) => phrases.length > 0);
}
