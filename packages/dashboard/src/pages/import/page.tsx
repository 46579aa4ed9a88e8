import { Alert, Button, Group, NativeSelect, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ColumnMapping, type FormatChoice, previewOf, type RepeatChoice } from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import { useCallback, useEffect, useState } from 'react';
import { useFilters, useSession } from '../../app/session.js';
import { Loaded, Loading, Note, Page, Panel, Refusal } from '../../components/basics.js';
import { collectionsQuery } from '../../components/collection-table.js';
import { DropZone } from '../../components/drop-zone.js';
import { Icon } from '../../components/icon.js';
import { problemOf, useChange } from '../../data/api.js';
import { givenFiles, type RecordFile } from '../../data/imports.js';
import { textOf } from '../../text.js';
import { ColumnTable } from './column-table.js';
import classes from './import.module.css';
import { addImport } from './job.js';
import { Notes, Outcome } from './notes.js';
import { fileWithoutRepeats, openRecordFile, renamedFile } from './parse.js';
import { absentOf, describeQuery, dryRun } from './queries.js';
import { ReadingChoice, ReadingNotices } from './reading.js';
import {
  changesOf,
  guessedSettings,
  nameFor,
  noSettings,
  renamedIn,
  type Settings,
  settingsOf,
  targetOf,
} from './settings.js';

/** Imports files of records: one screen shows what a file becomes, and starts its import. */
export function ImportPage() {
  const { search } = useFilters();
  const [file, ...further] = givenFiles.use();
  const collections = useQuery(collectionsQuery());
  const waiting =
    further.length === 0
      ? undefined
      : textOf('{count} more file after this one.|{count} more files after this one.', { count: further.length });
  return (
    <Page
      title={file === undefined ? textOf('Import') : textOf('Import {file}', { file: file.name })}
      lead={waiting ?? textOf('CSV, Excel, NDJSON and JSON. Importing the same file again changes nothing.')}
      actions={file !== undefined && <OtherFile isLast={further.length === 0} />}
    >
      {file === undefined ? (
        <Panel>
          <DropZone
            label={
              search.collection === undefined
                ? textOf('Drop a file or a folder here')
                : textOf('Drop a file or a folder here to import into {collection}', { collection: search.collection })
            }
            accept=".csv,.tsv,.txt,.xlsx,.xls,.ndjson,.jsonl,.json,.geojson"
            multiple
            onFiles={givenFiles.set}
          />
        </Panel>
      ) : (
        <Loaded query={collections}>
          {(data) => <GivenFile key={`${file.name} ${file.lastModified}`} source={file} known={data.collections} />}
        </Loaded>
      )}
    </Page>
  );
}

function OtherFile({ isLast }: { isLast: boolean }) {
  return (
    <Button variant="default" onClick={() => givenFiles.set(givenFiles.get().slice(1))}>
      {isLast ? textOf('Another file') : textOf('Skip this file')}
    </Button>
  );
}

type Known = readonly { readonly name: string; readonly access: string }[];

function GivenFile({ source, known }: { source: File; known: Known }) {
  const { search } = useFilters();
  const { canWrite, me } = useSession();
  const navigate = useNavigate();
  const writable = known.filter(({ access }) => access !== 'read').map(({ name }) => name);
  const mayCreate = canWrite && me.groups === undefined;
  const own = nameFor(source.name);
  const [target, setTarget] = useState(() => search.collection ?? (writable.includes(own) ? own : undefined));
  const [read, setRead] = useState<{ choice: FormatChoice; file: RecordFile }>();
  const [problem, setProblem] = useState<string>();
  const open = useCallback(
    async (choice: FormatChoice): Promise<void> => {
      setProblem(undefined);
      try {
        setRead({ choice, file: await openRecordFile(source, choice) });
      } catch (error) {
        setProblem(problemOf(error).message);
      }
    },
    [source],
  );
  useEffect(() => void open({}), [open]);
  const onStarted = (name: string): void => {
    const left = givenFiles.get().slice(1);
    givenFiles.set(left);
    if (left.length === 0) void navigate({ to: `/collections/${name}` });
  };
  const isTaken = known.some(({ name }) => name === own);
  return (
    <>
      {problem !== undefined && (
        <Alert color="red" mb="md" icon={<Icon name="alert" />} role="alert">
          {problem}
        </Alert>
      )}
      {read === undefined ? (
        problem === undefined && <Loading />
      ) : (
        <Screen
          {...read}
          key={`${target} ${read.file.columns?.join()}`}
          onChoice={(choice) => void open(choice)}
          target={target ?? (mayCreate ? undefined : writable[0])}
          targets={[...(mayCreate ? [{ value: '', label: textOf('A new collection') }] : []), ...writable]}
          suggested={isTaken ? `${own.slice(0, 62)}-2` : own}
          onTarget={(name) => setTarget(name === '' ? undefined : name)}
          onStarted={onStarted}
        />
      )}
    </>
  );
}

interface ScreenProps {
  readonly file: RecordFile;
  readonly choice: FormatChoice;
  readonly onChoice: (choice: FormatChoice) => void;
  /** The collection; undefined for a new one. */
  readonly target: string | undefined;
  readonly targets: readonly (string | { readonly value: string; readonly label: string })[];
  readonly suggested: string;
  readonly onTarget: (name: string) => void;
  readonly onStarted: (name: string) => void;
}

/** A file before its import: its collection, how it is read, what its columns become, and a dry run. */
function Screen(props: ScreenProps) {
  const described = useQuery({ ...describeQuery(props.target ?? ''), enabled: props.target !== undefined });
  return props.target === undefined ? (
    <Mapping {...props} />
  ) : (
    <Loaded query={described}>{(description) => <Mapping {...props} description={description} />}</Loaded>
  );
}

/** What a person has changed. */
interface Draft {
  readonly renamed: ColumnMapping;
  readonly settings: Settings;
  /** Fields whose type or purpose was chosen. */
  readonly chosen: ReadonlySet<string>;
}

function Mapping(props: ScreenProps & { description?: CollectionDescription }) {
  const { file, choice, onChoice, target, targets, suggested, onTarget, description } = props;
  const columns = file.columns ?? [...new Set(file.sample.flatMap((record) => Object.keys(record)))];
  const [stored] = useState(() => (description === undefined ? noSettings : settingsOf(description)));
  const [draft, setDraft] = useState<Draft>(() => ({
    renamed: new Map(Object.entries(description?.import_columns ?? {}).filter(([column]) => columns.includes(column))),
    settings: description === undefined ? guessedSettings(columns, file.sample) : stored,
    chosen: new Set(),
  }));
  const [name, setName] = useState(suggested);
  const [repeated, setRepeated] = useState<RepeatChoice>('fail');
  const { renamed: mapping, settings } = draft;
  const changes = changesOf(stored, settings);
  const looked = useLook(props, draft, Object.keys(changes).length === 0);
  const { start, error, isBusy } = useStart(props, { draft, name, changes });
  const fieldOf = (column: string): string => mapping.get(column) ?? column;
  const rename = (column: string, field: string): string | undefined => {
    if (columns.some((other) => other !== column && fieldOf(other) === field))
      return textOf('“{field}” is used twice.', { field });
    setDraft({
      ...draft,
      renamed: new Map([...mapping, [column, field]]),
      settings: description === undefined ? renamedIn(settings, fieldOf(column), field) : settings,
    });
    return undefined;
  };
  if (looked.data === undefined) {
    return looked.isError ? <Refusal error={looked.error} onRetry={() => void looked.refetch()} /> : <Loading />;
  }
  const { renamed, preview, tried } = looked.data;
  const missesId = preview.records === 0;
  const needsChoice = preview.repeated > 0 && repeated === 'fail';
  const nameFault = error === undefined ? undefined : problemOf(error).fields.name;
  return (
    <Panel flush>
      <div className={classes.choices}>
        <NativeSelect
          label={textOf('Into the collection')}
          value={target ?? ''}
          onChange={({ currentTarget }) => onTarget(currentTarget.value)}
          data={[...targets]}
        />
        {target === undefined && (
          <TextInput
            label={textOf('Name')}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            error={nameFault}
            autoComplete="off"
          />
        )}
        <ReadingChoice reader={file.reader} choice={choice} onChoice={onChoice} />
      </div>
      <ColumnTable
        columns={columns}
        fieldOf={fieldOf}
        rows={file.sample}
        preview={preview}
        settings={settings}
        mayConfigure={description === undefined || description.access === 'manage'}
        onRename={rename}
        onSettings={(field, next) => setDraft({ ...draft, settings: next, chosen: new Set([...draft.chosen, field]) })}
      />
      <div className={classes.notes}>
        <ReadingNotices reader={file.reader} choice={choice} onChoice={onChoice} />
        <Notes preview={preview} repeated={repeated} onRepeated={setRepeated} tried={tried} />
        {error !== undefined && nameFault === undefined && <Refusal error={error} />}
      </div>
      <Group className={classes.end} justify="space-between" gap="sm">
        <Outcome preview={preview} stored={description?.records ?? 0} tried={tried} isNew={target === undefined} />
        <Group gap="sm">
          {needsChoice && <Note>{textOf('Choose what counts of rows with one id.')}</Note>}
          <Button
            disabled={missesId || needsChoice || looked.isPlaceholderData || (file.reader.guesses ?? []).length > 0}
            loading={isBusy}
            onClick={() => void start(renamed, repeated)}
          >
            {textOf('Import {count}', { count: preview.records })}
          </Button>
        </Group>
      </Group>
    </Panel>
  );
}

/** Reads the whole file as the draft says, and lets the service check its first records if it stores them so. */
function useLook({ file, choice, target }: ScreenProps, { renamed: mapping, settings }: Draft, isStored: boolean) {
  return useQuery({
    queryKey: ['import-preview', file.name, file.modifiedAt, choice, target, settings, [...mapping]],
    queryFn: async () => {
      const renamed = await renamedFile(file, mapping, settings.idField);
      const counts = target === undefined ? {} : { countAbsent: (ids: readonly string[]) => absentOf(target, ids) };
      const preview = await previewOf(renamed.reader, targetOf(settings), { items: renamed.items(), ...counts });
      const isTried = target !== undefined && isStored && preview.records > 0;
      return { renamed, preview, tried: isTried ? await dryRun(renamed, target) : undefined };
    },
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
    gcTime: 0,
  });
}

/** Returns a function that creates or configures the collection and starts the import. */
function useStart(
  { target, description, onStarted }: ScreenProps & { description?: CollectionDescription },
  { draft, name, changes }: { draft: Draft; name: string; changes: ReturnType<typeof changesOf> },
) {
  const { workspace } = useSession();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const create = useChange('collections.create');
  const update = useChange('collections.update');
  const start = async (file: RecordFile, repeated: RepeatChoice): Promise<void> => {
    setBusy(true);
    setError(undefined);
    const { renamed, settings, chosen } = draft;
    const isRenamed = [...renamed].some(
      ([column, field]) => (description?.import_columns?.[column] ?? column) !== field,
    );
    const columns = { import_columns: { ...description?.import_columns, ...Object.fromEntries(renamed) } };
    const body = { ...changes, ...(isRenamed ? columns : {}) };
    const collection = target ?? name.trim();
    try {
      if (target === undefined) await create.mutateAsync({ body: { name: collection, ...body } });
      else if (Object.keys(body).length > 0 && description?.access === 'manage') {
        await update.mutateAsync({ params: { name: target }, body });
      }
      const single = repeated === 'fail' ? file : await fileWithoutRepeats(file, settings.idField, repeated);
      addImport(single, { workspace: workspace.id, collection, ...(target === undefined && { chosen }) });
      onStarted(collection);
    } catch (refusal) {
      setError(refusal);
      setBusy(false);
    }
  };
  return { start, error, isBusy };
}
