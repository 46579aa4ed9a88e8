import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ColumnMapping, countAbsent, type FormatChoice, previewOf, type RepeatChoice } from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import { useState } from 'react';
import classes from '../../components/components.module.css';
import { Icon } from '../../components/icon.js';
import { Loaded, Refusal, sayFailed } from '../../components/notices.js';
import { Panel } from '../../components/page.js';
import { countOf } from '../../components/when.js';
import { api } from '../../data/api.js';
import { useChange } from '../../data/queries.js';
import { Value } from '../collection/value.js';
import { IdField } from './id-field.js';
import { fileWithoutRepeats, type RecordFile, renamedFile } from './parse.js';
import { PreviewFields, PreviewSummary } from './preview.js';
import { type DryRun, describeQuery, dryRun } from './queries.js';
import { ReadingChoice, ReadingNotices } from './reading.js';

interface LookProps {
  readonly file: RecordFile;
  readonly collection: string;
  readonly choice: FormatChoice;
  readonly onChoice: (choice: FormatChoice) => void;
  readonly onBack: () => void;
  /** Starts the import. The file has its columns renamed, and one record per id. */
  readonly onRun: (file: RecordFile) => void;
}

/** A file before its import: how it is read, what the import would do, and a dry run. */
export function Look(props: LookProps) {
  const described = useQuery(describeQuery(props.collection));
  return <Loaded query={described}>{(description) => <Preview {...props} description={description} />}</Loaded>;
}

function Preview(props: LookProps & { description: CollectionDescription }) {
  const { file, collection, choice, onChoice, onBack, onRun, description } = props;
  const idField = description.id_field;
  const [edits, setEdits] = useState<ColumnMapping>(new Map());
  const [repeated, setRepeated] = useState<RepeatChoice>('fail');
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const mapping = mappingOf(file, description, edits);
  const looked = useQuery({
    queryKey: ['import-preview', file.name, file.modifiedAt, choice, idField, [...mapping]],
    queryFn: async () => {
      const renamed = await renamedFile(file, mapping, idField);
      const options = { items: renamed.items(), countAbsent: (ids: readonly string[]) => absentOf(collection, ids) };
      return { renamed, preview: await previewOf(renamed.reader, description, options) };
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
  const rename = (column: string, field: string): void => {
    const next = new Map([...edits, [column, field === '' ? column : field]]);
    setError(twiceNamed(file, mappingOf(file, description, next)));
    if (twiceNamed(file, mappingOf(file, description, next)) === undefined) setEdits(next);
  };
  const remember = useRemembered(collection, description);
  const run = async (renamed: RecordFile): Promise<void> => {
    setBusy(true);
    if (edits.size > 0) remember(mapping);
    onRun(repeated === 'fail' ? renamed : await fileWithoutRepeats(renamed, idField, repeated));
  };
  return (
    <Loaded query={looked} lines={8}>
      {({ renamed, preview }) => {
        const columns = renamed.columns ?? preview.fields.map(({ name }) => name);
        const missesId = !columns.includes(idField) && preview.records === 0;
        const needsEncoding = (file.reader.guesses ?? []).length > 0;
        const needsChoice = preview.repeated > 0 && repeated === 'fail';
        return (
          <>
            <Panel title={file.name} flush actions={<AnotherFile onBack={onBack} />}>
              <Sample columns={columns} rows={renamed.sample} />
            </Panel>
            <Panel title="Preview">
              <Stack>
                <ReadingChoice reader={file.reader} choice={choice} onChoice={onChoice} />
                <ReadingNotices reader={file.reader} choice={choice} onChoice={onChoice} />
                <IdField collection={collection} idField={idField} columns={columns} />
                {missesId && (
                  <Alert color="yellow" icon={<Icon name="alert" />}>
                    The file has no column “{idField}”, from which this collection reads its record ids. Choose the
                    column that has them, or rename one below.
                  </Alert>
                )}
                <PreviewSummary
                  preview={preview}
                  stored={description.records}
                  repeated={repeated}
                  onRepeated={setRepeated}
                />
                <PreviewFields preview={preview} mapping={mapping} onRename={rename} />
                {error !== undefined && <Refusal error={error} />}
                <Actions
                  file={renamed}
                  collection={collection}
                  disabled={missesId || needsEncoding}
                  needsChoice={needsChoice}
                  busy={busy}
                  onRun={() => void run(renamed)}
                />
              </Stack>
            </Panel>
          </>
        );
      }}
    </Loaded>
  );
}

/** Counts the records of a collection whose ids are not among these. */
function absentOf(name: string, ids: readonly string[]): Promise<number | null> {
  return countAbsent(ids, (body) => api().call('collections.reconcile_records', { params: { name }, body }));
}

/** The renamed columns of the file: those that the collection remembers, and those that the person changed. */
function mappingOf(
  file: RecordFile,
  { import_columns: remembered }: CollectionDescription,
  edits: ColumnMapping,
): ColumnMapping {
  const columns = file.columns ?? [...new Set(file.sample.flatMap((record) => Object.keys(record)))];
  const all = new Map([...Object.entries(remembered ?? {}), ...edits]);
  return new Map([...all].filter(([column, field]) => columns.includes(column) && column !== field));
}

function twiceNamed({ columns = [] }: RecordFile, mapping: ColumnMapping): Error | undefined {
  const names = columns.map((column) => mapping.get(column) ?? column);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  return twice === undefined ? undefined : new Error(`Two columns would become the field “${twice}”.`);
}

/** Returns a function that stores a mapping with the collection, if the caller may configure it. */
function useRemembered(collection: string, { access, import_columns: earlier }: CollectionDescription) {
  const update = useChange('collections.update');
  return (mapping: ColumnMapping): void => {
    if (access !== 'manage') return;
    const body = { import_columns: { ...earlier, ...Object.fromEntries(mapping) } };
    update.mutate({ params: { name: collection }, body }, { onError: sayFailed });
  };
}

function AnotherFile({ onBack }: { onBack: () => void }) {
  return (
    <Button size="xs" variant="subtle" onClick={onBack}>
      Another file
    </Button>
  );
}

function Actions(props: {
  file: RecordFile;
  collection: string;
  disabled: boolean;
  needsChoice: boolean;
  busy: boolean;
  onRun: () => void;
}) {
  const { file, collection, disabled, needsChoice, busy, onRun } = props;
  const [tried, setTried] = useState<DryRun>();
  const [error, setError] = useState<unknown>();
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
      {error !== undefined && <Refusal error={error} />}
      {tried !== undefined && <Tried tried={tried} />}
      {needsChoice && (
        <Text size="sm" c="dimmed">
          Choose what counts of rows with one id before the import.
        </Text>
      )}
      <Group gap="xs">
        <Button variant="default" disabled={disabled} onClick={() => void attempt()}>
          Try the first 500
        </Button>
        <Button disabled={disabled || needsChoice} loading={busy} onClick={onRun}>
          Import all
        </Button>
      </Group>
    </>
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
          {Array.from(rows.entries(), ([index, row]) => (
            <tr key={index}>
              {columns.map((column) => (
                <td key={column}>
                  <Value value={row[column]} />
                </td>
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
        {countOf(tried.written, 'record')} would be accepted, {tried.failed} refused
        {tried.stale > 0 && `, ${tried.stale} ignored as older than the stored records`}. Nothing was stored.
      </Text>
      {tried.problems.slice(0, 5).map(({ row, message, hint }) => (
        <Text key={row} size="sm">
          Row {row}: {message} {hint}
        </Text>
      ))}
    </Alert>
  );
}
