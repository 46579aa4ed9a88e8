import { Alert, Box, Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { problemOf } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { collectionsQuery } from '../../parts/collection-table.js';
import { DropZone } from '../../parts/drop-zone.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded, Refusal, sayDone, sayFailed } from '../../parts/notices.js';
import { Page, Panel } from '../../parts/page.js';
import classes from '../../parts/parts.module.css';
import { countOf } from '../../parts/when.js';
import { shownValue } from '../collection/values.js';
import { openRecordFile, type RecordFile } from './parse.js';
import { ImportProgress } from './progress.js';
import { type DryRun, describeQuery, dryRun } from './queries.js';

/** Imports a file of records into a collection: look at it, try it, then run it. */
export function ImportPage() {
  const { search, setSearch } = useFilters();
  const collections = useQuery(collectionsQuery());
  const writable = collections.data?.collections.filter(({ access }) => access !== 'read') ?? [];
  const name = search.collection ?? writable[0]?.name;
  return (
    <Page title="Import" lead="CSV, NDJSON and JSON. Importing the same file again changes nothing.">
      <Loaded query={collections}>
        {() =>
          name === undefined ? (
            <Panel>
              <Empty icon="collection" title="There is no collection to import into">
                Create a collection first.
              </Empty>
            </Panel>
          ) : (
            <>
              <Panel>
                <NativeSelect
                  label="Into the collection"
                  value={name}
                  onChange={({ currentTarget }) => setSearch({ collection: currentTarget.value })}
                  data={writable.map((entry) => entry.name)}
                  maw={320}
                />
              </Panel>
              <Steps key={name} collection={name} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function Steps({ collection }: { collection: string }) {
  const [file, setFile] = useState<RecordFile>();
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState(false);
  const open = async (chosen: File): Promise<void> => {
    setProblem(undefined);
    try {
      setFile(await openRecordFile(chosen));
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  const startAgain = (): void => {
    setFile(undefined);
    setRunning(false);
  };
  if (file === undefined) {
    return (
      <Panel>
        <DropZone
          label="Drop a CSV, NDJSON or JSON file here"
          accept=".csv,.tsv,.ndjson,.jsonl,.json"
          onFile={(chosen) => void open(chosen)}
        />
        {problem !== undefined && (
          <Alert color="red" mt="md" icon={<Icon name="alert" />} role="alert">
            {problem}
          </Alert>
        )}
      </Panel>
    );
  }
  return running ? (
    <ImportProgress file={file} collection={collection} onAgain={startAgain} />
  ) : (
    <Look file={file} collection={collection} onBack={() => setFile(undefined)} onRun={() => setRunning(true)} />
  );
}

function Look(props: { file: RecordFile; collection: string; onBack: () => void; onRun: () => void }) {
  const { file, collection, onBack, onRun } = props;
  const described = useQuery(describeQuery(collection));
  const [tried, setTried] = useState<DryRun>();
  const [error, setError] = useState<unknown>();
  const columns = file.columns ?? [...new Set(file.sample.flatMap((record) => Object.keys(record)))];
  const idField = described.data?.id_field;
  const missesId = idField !== undefined && !columns.includes(idField);
  const attempt = async (): Promise<void> => {
    setError(undefined);
    try {
      setTried(await dryRun(file, collection));
    } catch (refusal) {
      setError(refusal);
    }
  };
  return (
    <>
      <Panel
        title={file.name}
        flush
        actions={
          <Button size="xs" variant="subtle" onClick={onBack}>
            Another file
          </Button>
        }
      >
        <Sample columns={columns} rows={file.sample} />
      </Panel>
      <Panel>
        <Stack>
          <IdField collection={collection} idField={idField} columns={columns} />
          {missesId && (
            <Alert color="yellow" icon={<Icon name="alert" />}>
              The file has no column “{idField}”, from which this collection reads its record ids. Choose the column
              that has them.
            </Alert>
          )}
          {error !== undefined && <Refusal error={error} />}
          {tried !== undefined && <Tried tried={tried} />}
          <Group gap="xs">
            <Button variant="default" disabled={missesId} onClick={() => void attempt()}>
              Try the first 500
            </Button>
            <Button disabled={missesId} onClick={onRun}>
              Import all
            </Button>
          </Group>
        </Stack>
      </Panel>
    </>
  );
}

function IdField(props: { collection: string; idField: string | undefined; columns: readonly string[] }) {
  const { collection, idField, columns } = props;
  const update = useChange('collections.update');
  if (idField === undefined) {
    return null;
  }
  const choices = columns.includes(idField) ? columns : [idField, ...columns];
  const change = (field: string): void => {
    update.mutate(
      { params: { name: collection }, body: { id_field: field } },
      { onSuccess: () => sayDone(`Records are identified by “${field}”.`), onError: sayFailed },
    );
  };
  return (
    <NativeSelect
      label="Column with the id"
      description="Identifies a record: a row with the same id updates the record"
      value={idField}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      disabled={update.isPending}
      data={[...choices]}
      maw={320}
    />
  );
}

function Sample({ columns, rows }: { columns: readonly string[]; rows: readonly Readonly<Record<string, unknown>>[] }) {
  return (
    <Box className={classes.sample} tabIndex={0} role="region" aria-label="The first rows">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Array.from(rows.entries(), ([place, row]) => (
            <tr key={place}>
              {columns.map((column) => (
                <td key={column}>{shownValue(row[column])}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  );
}

function Tried({ tried }: { tried: DryRun }) {
  return (
    <Alert
      color={tried.failed === 0 ? 'green' : 'yellow'}
      role="status"
      icon={<Icon name={tried.failed === 0 ? 'check' : 'alert'} />}
    >
      <Text size="sm">
        {countOf(tried.written, 'record')} would be accepted, {tried.failed} refused. Nothing was stored.
      </Text>
      {tried.problems.slice(0, 5).map(({ row, message, hint }) => (
        <Text key={row} size="sm">
          Row {row}: {message} {hint}
        </Text>
      ))}
    </Alert>
  );
}
