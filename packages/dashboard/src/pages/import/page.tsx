import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { FormatChoice } from '@tessera/client';
import { useCallback, useEffect, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { useSession } from '../../app/session.js';
import { collectionsQuery } from '../../components/collection-table.js';
import { DropZone } from '../../components/drop-zone.js';
import { Icon } from '../../components/icon.js';
import { Loaded, Loading } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { problemOf } from '../../data/api.js';
import { givenFiles, type RecordFile } from '../../data/imports.js';
import { textOf } from '../../text.js';
import { openRecordFile } from './parse.js';
import { Screen } from './screen.js';
import { nameFor } from './settings.js';

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
