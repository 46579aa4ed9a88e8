import '@mantine/core/styles/Progress.css';
import { Alert, Button, CloseButton, Group, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Loaded, sayDone, sayFailed, When } from '../../components/basics.js';
import { downloadCsv } from '../../components/csv.js';
import { Icon } from '../../components/icon.js';
import { Modal } from '../../components/overlays.js';
import { api, problemOf, useChange } from '../../data/api.js';
import { type ImportJob, type ImportState, importJobs, type RecordFile } from '../../data/imports.js';
import { nodesOf, textOf } from '../../text.js';
import { failuresCsv, isOver } from './job.js';
import { idsOf } from './parse.js';

/** The import that runs, or the last one, in the frame of every page: its counts, and buttons to pause and cancel it. */
export function ImportStrip() {
  const jobs = importJobs.use();
  const job = jobs.find((each) => !isOver(each)) ?? jobs.at(-1);
  const isActive = job !== undefined && !isOver(job);
  useEffect(() => {
    if (!isActive) return undefined;
    const warn = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isActive]);
  if (job === undefined) return null;
  const waiting = jobs.filter(({ state }) => state === 'queued').length;
  const { file, state, error, bytes } = job;
  return (
    <Group
      component="section"
      aria-label={textOf('Import')}
      pos="relative"
      gap="0.25rem 0.75rem"
      px="md"
      py={4}
      style={{ borderTop: '1px solid var(--app-line)' }}
    >
      {isActive && (
        <Progress
          pos="absolute"
          inset="-1px 0 auto"
          size={3}
          radius={0}
          value={(100 * bytes) / Math.max(1, file.bytes)}
          aria-label={textOf('Importing')}
        />
      )}
      <Text size="sm" role="status" truncate flex="1 1 14rem" miw={0} title={file.name}>
        <b>{textOf('{state}: {file}', { state: stateNames[state], file: file.name })}</b> <span>{countsOf(job)}</span>{' '}
        {error !== undefined && state !== 'cancelled' && problemOf(error).message}
        {waiting > 0 && ` ${textOf('{count} waiting', { count: waiting })}`}
      </Text>
      <Buttons key={job.key} job={job} />
    </Group>
  );
}

function countsOf(job: ImportJob): string {
  const { imported, stale, rows } = job;
  const counts = { imported, failed: job.failures.length, rows };
  if (stale === 0) {
    return isOver(job)
      ? textOf('{imported} imported, {failed} failed, of {rows} rows', counts)
      : textOf('{imported} imported, {failed} failed, of {rows} rows so far', counts);
  }
  return isOver(job)
    ? textOf('{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows', {
        ...counts,
        stale,
      })
    : textOf(
        '{imported} imported, {failed} failed, {stale} ignored as older than the stored records, of {rows} rows so far',
        { ...counts, stale },
      );
}

const close = (): void => importJobs.set([]);

function Buttons({ job }: { job: ImportJob }) {
  const { file, collection, state, failures } = job;
  const [isComparing, setComparing] = useState(false);
  return (
    <Group gap={6}>
      {failures.length > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => downloadCsv('import-failures.csv', failuresCsv(failures))}
        >
          {textOf('Failures as CSV')}
        </Button>
      )}
      {isOver(job) ? (
        <>
          {state === 'done' && failures.length === 0 && (
            <Button size="compact-sm" variant="default" onClick={() => setComparing(true)}>
              {textOf('Compare with the file')}
            </Button>
          )}
          <Button size="compact-sm" variant="default" component={Link} to={`/collections/${collection}`}>
            {textOf('Records')}
          </Button>
          <CloseButton aria-label={textOf('Close the import')} onClick={close} />
        </>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={state === 'queued'}
            onClick={state === 'paused' ? job.resume : job.pause}
          >
            {state === 'paused' ? textOf('Go on') : textOf('Pause')}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={job.cancel}>
            {textOf('Cancel')}
          </Button>
        </>
      )}
      {isComparing && <MissingRecords file={file} collection={collection} onClose={() => setComparing(false)} />}
    </Group>
  );
}

const stateNames: Readonly<Record<ImportState, string>> = {
  queued: textOf('Waiting'),
  running: textOf('Importing'),
  paused: textOf('Paused'),
  waiting: textOf('Waiting for the service'),
  done: textOf('Imported'),
  cancelled: textOf('Cancelled'),
  failed: textOf('Stopped'),
};

/** Finds the records that a complete file lacks, and deletes them on request. */
function MissingRecords(props: { file: RecordFile; collection: string; onClose: () => void }) {
  const { file, collection, onClose } = props;
  const params = { name: collection };
  const reconcile = useChange('collections.reconcile_records');
  const compared = useQuery({
    queryKey: ['import-missing', collection, file.name, file.modifiedAt],
    queryFn: async () => {
      const { id_field: idField } = await api().call('collections.describe', { params });
      const body = { live_ids: await idsOf(file, idField), as_of: file.modifiedAt };
      const answer = await api().call('collections.reconcile_records', { params, body: { ...body, dry_run: true } });
      return { body, missing: answer.tombstoned, keptNewer: answer.kept_newer };
    },
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <Modal title={textOf('Records that the file lacks')} size="lg" onClose={onClose}>
      <Stack>
        <Text size="sm">
          {nodesOf(
            'If the file contains every record of the source, the other records no longer exist there. Records written after the file was saved, {time}, are kept. A deleted record comes back when its source sends it again.',
            { time: <When at={file.modifiedAt} /> },
          )}
        </Text>
        <Loaded query={compared} lines={1}>
          {({ body, missing, keptNewer }) => (
            <>
              <Alert color={missing === 0 ? 'green' : 'yellow'} role="status" icon={<Icon name="alert" />}>
                {textOf(
                  'The file lacks {count} record of {collection}.|The file lacks {count} records of {collection}.',
                  { count: missing, collection },
                )}{' '}
                {keptNewer > 0 &&
                  textOf('{count} newer record would be kept.|{count} newer records would be kept.', {
                    count: keptNewer,
                  })}
              </Alert>
              {missing > 0 && (
                <Button
                  color="red"
                  w="fit-content"
                  loading={reconcile.isPending}
                  onClick={() =>
                    // At most as many records are deleted as were listed.
                    void reconcile
                      .mutateAsync({ params, body: { ...body, max_tombstones: missing } })
                      .then(({ tombstoned: count }) =>
                        sayDone(textOf('{count} record deleted.|{count} records deleted.', { count })),
                      )
                      .then(onClose, sayFailed)
                  }
                >
                  {textOf('Delete {count} record|Delete {count} records', { count: missing })}
                </Button>
              )}
            </>
          )}
        </Loaded>
      </Stack>
    </Modal>
  );
}
