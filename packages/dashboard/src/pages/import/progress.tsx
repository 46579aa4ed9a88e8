import { Alert, Button, Group, Progress as ProgressBar, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Failure } from '@tessera/client';
import { useEffect, useRef, useState } from 'react';
import { useSession } from '../../app/session.js';
import { Icon } from '../../components/icon.js';
import { Refusal } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { counted } from '../../components/when.js';
import { problemOf } from '../../data/api.js';
import { MissingRecords } from './missing.js';
import type { RecordFile } from './parse.js';
import { failuresCsv, type ImportRun, nothingDone, type Progress, type State, startImport } from './run.js';

interface Shown {
  readonly progress: Progress;
  readonly state: State;
  readonly error?: unknown;
}

const begun: Shown = { progress: nothingDone, state: 'running' };

/** A running import: its counts, and buttons to pause, continue and cancel it. */
export function ImportProgress(props: { file: RecordFile; collection: string; onAgain: () => void }) {
  const { file, collection, onAgain } = props;
  const { workspace } = useSession();
  const client = useQueryClient();
  const [shown, setShown] = useState<Shown>(begun);
  const failures = useRef<Failure[]>([]);
  const [running, setRunning] = useState<ImportRun>();
  useEffect(() => {
    const started = startImport(file, collection, {
      workspace: workspace.id,
      listener: {
        onProgress: (progress, refused) => {
          failures.current.push(...refused);
          setShown((before) => ({ ...before, progress }));
        },
        onState: (state, error) => {
          setShown((before) => ({ ...before, state, error }));
          void client.invalidateQueries({
            predicate: ({ queryKey }) => String(queryKey[0]).startsWith('collections.'),
          });
        },
      },
    });
    setRunning(started);
    return () => started.cancel();
  }, [client, collection, file, workspace.id]);
  const { progress, state, error } = shown;
  const over = state === 'done' || state === 'cancelled' || state === 'failed';
  return (
    <>
      <Panel title={`${stateNames[state]}: ${file.name}`}>
        <Stack>
          {!over && (
            <ProgressBar
              value={(100 * progress.bytes) / Math.max(1, file.bytes)}
              animated={state === 'running'}
              striped
              aria-label="Importing"
            />
          )}
          <Text size="sm" role="status">
            {counted(progress.imported)} imported, {counted(progress.failed)} failed
            {progress.stale > 0 && `, ${counted(progress.stale)} ignored as older than the stored records`}, of{' '}
            {counted(progress.rows)} rows{over ? '' : ' so far'}
          </Text>
          {state === 'waiting' && (
            <Alert color="yellow" icon={<Icon name="refresh" />}>
              {problemOf(error).message} The import continues when the service is available again.
            </Alert>
          )}
          {state === 'failed' && <Refusal error={error} />}
          <Group gap="xs">
            {state === 'paused' ? (
              <Button onClick={() => running?.resume()}>Go on</Button>
            ) : (
              !over && (
                <Button variant="default" onClick={() => running?.pause()}>
                  Pause
                </Button>
              )
            )}
            {!over && (
              <Button variant="subtle" color="red" onClick={() => running?.cancel()}>
                Cancel
              </Button>
            )}
            {progress.failed > 0 && (
              <Button variant="default" onClick={() => download(failuresCsv(failures.current))}>
                Failures as CSV
              </Button>
            )}
            {over && (
              <>
                <Button component={Link} to={`/collections/${collection}?tab=fields`}>
                  Look at the fields
                </Button>
                <Button variant="default" onClick={onAgain}>
                  Import another file
                </Button>
              </>
            )}
          </Group>
        </Stack>
      </Panel>
      {state === 'done' && progress.failed === 0 && <MissingRecords file={file} collection={collection} />}
    </>
  );
}

const stateNames: Readonly<Record<State, string>> = {
  running: 'Importing',
  paused: 'Paused',
  waiting: 'Waiting for the service',
  done: 'Imported',
  cancelled: 'Cancelled',
  failed: 'Stopped',
};

function download(text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'import-failures.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
