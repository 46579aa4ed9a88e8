import '@mantine/core/styles/Progress.css';
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from '../../app/shell.module.css';
import { downloadCsv } from '../../components/csv.js';
import { problemOf } from '../../data/api.js';
import { type ImportJob, type ImportState, importJobs } from '../../data/imports.js';
import { textOf } from '../../text.js';
import { failuresCsv, isOver } from './job.js';
import { MissingRecords } from './missing.js';

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
    <section className={classes.strip} aria-label={textOf('Import')}>
      {isActive && (
        <Progress
          className={classes.stripBar}
          size={3}
          radius={0}
          value={(100 * bytes) / Math.max(1, file.bytes)}
          aria-label={textOf('Importing')}
        />
      )}
      <Text size="sm" role="status" className={classes.stripText} title={file.name}>
        <b>{textOf('{state}: {file}', { state: stateNames[state], file: file.name })}</b> <span>{countsOf(job)}</span>{' '}
        {error !== undefined && state !== 'cancelled' && problemOf(error).message}
        {waiting > 0 && ` ${textOf('{count} waiting', { count: waiting })}`}
      </Text>
      <Buttons key={job.key} job={job} />
    </section>
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
