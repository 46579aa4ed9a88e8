import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Loaded, Refusal } from '../../parts/notices.js';
import { Panel } from '../../parts/page.js';
import { counted } from '../../parts/when.js';
import { ConditionEditor } from './condition-editor.js';
import { type Condition, filterOf } from './conditions.js';
import type { Collection } from './queries.js';
import { answerQuery } from './queries.js';
import { RecordDrawer } from './record-drawer.js';
import { RecordGrid } from './record-grid.js';
import { type Order, type Sight, useRecordPages } from './record-pages.js';
import { isLabel } from './values.js';

const columnsShown = 6;

// What one query answers at most; unlike browsing it has no further pages.
const filteredMax = 100;

/** Browses the records of a collection, however many; narrows them by fields; shows one. */
export function RecordsTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const [conditions, setConditions] = useState<readonly Condition[]>([]);
  const [settled] = useDebouncedValue(conditions, 400);
  const order = search.from === 'end' ? 'desc' : 'asc';
  const filters = filterOf(settled, collection.filterable_fields);
  const open = (record: string): void => setSearch({ record });
  if (collection.records === 0 && collection.last_ingest_at === null) {
    return <NoRecords collection={collection} />;
  }
  return (
    <>
      <Panel flush>
        <Stack p="md" gap="xs">
          <Group justify="space-between" gap="xs">
            <IdSearch onOpen={open} />
            {filters === undefined && (
              <Button
                variant="default"
                onClick={() => setSearch({ from: order === 'asc' ? 'end' : undefined })}
                leftSection={<Icon name={order === 'asc' ? 'down' : 'up'} size={16} />}
              >
                {order === 'asc' ? 'Jump to the end' : 'Back to the start'}
              </Button>
            )}
          </Group>
          <ConditionEditor fields={collection.fields} conditions={conditions} onChange={setConditions} />
        </Stack>
        {filters === undefined ? (
          <All key={order} collection={collection} order={order} onOpen={open} />
        ) : (
          <Narrowed collection={collection} filters={filters} onOpen={open} />
        )}
      </Panel>
      {search.record !== undefined && (
        <RecordDrawer
          key={search.record}
          collection={collection}
          id={search.record}
          onClose={() => setSearch({ record: undefined })}
        />
      )}
    </>
  );
}

function NoRecords({ collection }: { collection: Collection }) {
  return (
    <Panel>
      <Empty
        icon="table"
        title="No data has arrived yet"
        action={
          <Group justify="center">
            {collection.operations.includes('import_records') && (
              <Button component={Link} to={`/import?collection=${collection.name}`}>
                Import a file
              </Button>
            )}
            {collection.operations.includes('regenerate_ingest_url') && (
              <Button component={Link} to={`/collections/${collection.name}?tab=set-up`} variant="default">
                Connect a source
              </Button>
            )}
          </Group>
        }
      >
        Import a CSV file, or let your system push to the ingest URL. This page shows the first record as soon as it is
        there.
      </Empty>
    </Panel>
  );
}

function IdSearch({ onOpen }: { onOpen: (id: string) => void }) {
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const id = String(new FormData(event.currentTarget).get('id') ?? '').trim();
    if (id !== '') {
      onOpen(id);
    }
  };
  return (
    <form onSubmit={submit}>
      <Group gap="xs">
        <TextInput
          name="id"
          aria-label="Open a record by its id"
          placeholder="Open a record by its id"
          flex="1 1 12rem"
          maw={360}
        />
        <Button type="submit" variant="default">
          Open
        </Button>
      </Group>
    </form>
  );
}

/** What a record is called first, then the others. */
function fieldsShown(collection: Collection): string[] {
  const names = collection.exposed_fields.filter(isLabel);
  return [...names, ...collection.exposed_fields.filter((field) => !isLabel(field))].slice(0, columnsShown);
}

function All(props: { collection: Collection; order: Order; onOpen: (id: string) => void }) {
  const { collection, order, onOpen } = props;
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const pages = useRecordPages({ name: collection.name, order }, sight);
  return (
    <>
      {pages.error !== null && <Refusal error={pages.error} />}
      {order === 'desc' && (
        <Text size="sm" c="dimmed" px="md" pb="xs" role="status">
          From the last id on
        </Text>
      )}
      <RecordGrid
        label="Records"
        fields={fieldsShown(collection)}
        rows={pages.rows}
        count={pages.count ?? 0}
        record={pages.record}
        onSight={setSight}
        onOpen={onOpen}
      />
    </>
  );
}

function Narrowed(props: { collection: Collection; filters: Record<string, unknown>; onOpen: (id: string) => void }) {
  const { collection, filters, onOpen } = props;
  const found = useQuery(answerQuery(collection.name, { query: '', filters, top: filteredMax }));
  return (
    <Loaded query={found}>
      {({ results }) => (
        <>
          <Text size="sm" c="dimmed" px="md" pb="xs" role="status">
            {results.length === filteredMax
              ? `The ${filteredMax} newest that fit. There may be more: narrow them by a further filter.`
              : `${counted(results.length)} fit`}
          </Text>
          <RecordGrid
            label="Records that fit"
            fields={fieldsShown(collection)}
            rows={results.length}
            count={results.length}
            record={(index) => results[index]}
            onSight={() => undefined}
            onOpen={onOpen}
          />
        </>
      )}
    </Loaded>
  );
}
