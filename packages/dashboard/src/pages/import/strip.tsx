import '@mantine/core/styles/Progress.css';
import { Button, CloseButton, Group, Progress, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import classes from '../../app/shell.module.css';
import { downloadCsv } from '../../components/csv.js';
import { counted } from '../../components/when.js';
import { problemOf } from '../../data/api.js';
import { type ImportJob, type ImportState, importJobs } from '../../data/imports.js';
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
  const { file, state, error, imported, stale, failures, rows, bytes } = job;
  return (
    <section className={classes.strip} aria-label="Import">
      {isActive && (
        <Progress
          className={classes.stripBar}
          size={3}
          radius={0}
          value={(100 * bytes) / Math.max(1, file.bytes)}
          aria-label="Importing"
        />
      )}
      <Text size="sm" role="status" className={classes.stripText} title={file.name}>
        <b>
          {stateNames[state]}: {file.name}
        </b>{' '}
        <span>
          {counted(imported)} imported, {counted(failures.length)} failed
          {stale > 0 && `, ${counted(stale)} ignored as older than the stored records`}, of {counted(rows)} rows
          {isActive ? ' so far' : ''}
        </span>{' '}
        {error !== undefined && state !== 'cancelled' && problemOf(error).message}
        {waiting > 0 && ` ${counted(waiting)} waiting`}
      </Text>
      <Buttons key={job.key} job={job} />
    </section>
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
          Failures as CSV
        </Button>
      )}
      {isOver(job) ? (
        <>
          {state === 'done' && failures.length === 0 && (
            <Button size="compact-sm" variant="default" onClick={() => setComparing(true)}>
              Compare with the file
            </Button>
          )}
          <Button size="compact-sm" variant="default" component={Link} to={`/collections/${collection}`}>
            Records
          </Button>
          <CloseButton aria-label="Close the import" onClick={close} />
        </>
      ) : (
        <>
          <Button
            size="compact-sm"
            variant="default"
            disabled={state === 'queued'}
            onClick={state === 'paused' ? job.resume : job.pause}
          >
            {state === 'paused' ? 'Go on' : 'Pause'}
          </Button>
          <Button size="compact-sm" variant="subtle" color="red" onClick={job.cancel}>
            Cancel
          </Button>
        </>
      )}
      {isComparing && <MissingRecords file={file} collection={collection} onClose={() => setComparing(false)} />}
    </Group>
  );
}

const stateNames: Readonly<Record<ImportState, string>> = {
  queued: 'Waiting',
  running: 'Importing',
  paused: 'Paused',
  waiting: 'Waiting for the service',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
};
