import { Alert, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { FormatChoice } from '@tessera/client';
import { useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { collectionsQuery } from '../../components/collection-table.js';
import { DropZone } from '../../components/drop-zone.js';
import { Icon } from '../../components/icon.js';
import { Empty, Loaded } from '../../components/notices.js';
import { Page, Panel } from '../../components/page.js';
import { problemOf } from '../../data/api.js';
import { Look } from './look.js';
import { openRecordFile, type RecordFile } from './parse.js';
import { ImportProgress } from './progress.js';

/** Imports a file of records into a collection: preview, dry run, import. */
export function ImportPage() {
  const { search, setSearch } = useFilters();
  const collections = useQuery(collectionsQuery());
  const writable = collections.data?.collections.filter(({ access }) => access !== 'read') ?? [];
  // Of several collections none is preselected, because an import into the wrong one is hard to undo.
  const name = search.collection ?? (writable.length === 1 ? writable[0]?.name : undefined);
  return (
    <Page title="Import" lead="CSV, Excel, NDJSON and JSON. Importing the same file again changes nothing.">
      <Loaded query={collections}>
        {() =>
          name === undefined && writable.length === 0 ? (
            <Panel>
              <Empty icon="collection" title="There is no collection to import into" action={<NewCollection />}>
                A collection holds records of one kind, such as products.
              </Empty>
            </Panel>
          ) : (
            <>
              <Panel>
                <NativeSelect
                  label="Into the collection"
                  value={name ?? ''}
                  onChange={({ currentTarget }) => setSearch({ collection: currentTarget.value })}
                  data={[
                    ...(name === undefined ? [{ value: '', label: 'Choose a collection', disabled: true }] : []),
                    ...writable.map((entry) => entry.name),
                  ]}
                  maw={320}
                />
              </Panel>
              {name === undefined ? (
                <Panel>
                  <Empty icon="upload" title="Choose where the records belong" action={<NewCollection />}>
                    Then drop a file. You see its first rows and what an import would change before anything is written.
                  </Empty>
                </Panel>
              ) : (
                <Steps key={name} collection={name} />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function NewCollection() {
  return (
    <Button component={Link} to="/collections" search={{ new: 'true' } as never} variant="default">
      New collection
    </Button>
  );
}

function Steps({ collection }: { collection: string }) {
  const [chosen, setChosen] = useState<{ source: File; choice: FormatChoice; file: RecordFile }>();
  const [problem, setProblem] = useState<string>();
  const [running, setRunning] = useState<RecordFile>();
  const open = async (source: File, choice: FormatChoice): Promise<void> => {
    setProblem(undefined);
    try {
      setChosen({ source, choice, file: await openRecordFile(source, choice) });
    } catch (error) {
      setProblem(problemOf(error).message);
    }
  };
  const startAgain = (): void => {
    setChosen(undefined);
    setRunning(undefined);
  };
  const refused = problem !== undefined && (
    <Alert color="red" mt="md" icon={<Icon name="alert" />} role="alert">
      {problem}
    </Alert>
  );
  if (running !== undefined) {
    return <ImportProgress file={running} collection={collection} onAgain={startAgain} />;
  }
  if (chosen === undefined) {
    return (
      <Panel>
        <DropZone
          label="Drop a CSV, Excel, NDJSON or JSON file here"
          accept=".csv,.tsv,.txt,.xlsx,.xls,.ndjson,.jsonl,.json,.geojson"
          onFile={(source) => void open(source, {})}
        />
        {refused}
      </Panel>
    );
  }
  return (
    <>
      {refused}
      <Look
        file={chosen.file}
        collection={collection}
        choice={chosen.choice}
        onChoice={(choice) => void open(chosen.source, choice)}
        onBack={startAgain}
        onRun={setRunning}
      />
    </>
  );
}
