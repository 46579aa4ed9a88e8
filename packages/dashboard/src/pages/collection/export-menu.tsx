import '@mantine/core/styles/Progress.css';
import { Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Refusal, sayDone } from '../../components/basics.js';
import { download } from '../../components/csv.js';
import { Icon } from '../../components/icon.js';
import { Modal } from '../../components/overlays.js';
import { textOf } from '../../text.js';
import { type ExportOptions, exportRecords, type Format } from './export-records.js';
import type { Listed } from './record-pages.js';

interface Run {
  readonly controller: AbortController;
  readonly done: number;
  readonly count: number | undefined;
  readonly error?: unknown;
}

/** Downloads all records of a list as CSV or NDJSON. Shows the progress and a button to cancel. */
export function ExportMenu({ listed, fields }: { listed: Listed; fields: readonly string[] }) {
  const [run, setRun] = useState<Run>();
  const start = async (format: Format): Promise<void> => {
    const controller = new AbortController();
    const { signal } = controller;
    setRun({ controller, done: 0, count: undefined });
    const onProgress: ExportOptions['onProgress'] = ({ done, count }) =>
      setRun((now) => (now?.controller === controller ? { ...now, done, count } : now));
    try {
      const file = await exportRecords({ listed, format, fields, signal, onProgress });
      download(`${listed.name}.${format}`, file);
      sayDone(textOf('The export is among your downloads.'));
      setRun(undefined);
    } catch (error) {
      if (!signal.aborted) {
        setRun({ controller, done: 0, count: undefined, error });
      }
    }
  };
  const stop = (): void => {
    run?.controller.abort();
    setRun(undefined);
  };
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<Icon name="download" size={14} />} title={textOf('Export')}>
            {textOf('Export')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>
            {listed.filters === undefined ? textOf('All records') : textOf('All records in the filter')}
          </Menu.Label>
          <Menu.Item onClick={() => void start('csv')}>{textOf('CSV, the columns shown')}</Menu.Item>
          <Menu.Item onClick={() => void start('ndjson')}>{textOf('NDJSON, every field')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {run !== undefined && <ExportDialog run={run} onStop={stop} />}
    </>
  );
}

function ExportDialog({ run: { done, count, error }, onStop }: { run: Run; onStop: () => void }) {
  return (
    <Modal title={textOf('Export records')} onClose={onStop} closeOnClickOutside={false}>
      <Stack>
        {error === undefined ? (
          <>
            <Progress
              value={count === undefined ? 0 : (100 * done) / Math.max(1, count)}
              aria-label={textOf('Exporting')}
            />
            <Text size="sm" role="status">
              {count === undefined
                ? textOf('Starting')
                : textOf('{done} of {count} record|{done} of {count} records', { done, count })}
            </Text>
          </>
        ) : (
          <Refusal error={error} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onStop}>
            {error === undefined ? textOf('Cancel') : textOf('Close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
