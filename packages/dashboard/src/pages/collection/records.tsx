import { Button, Group, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { useFilters } from '../../app/filters.js';
import { Icon } from '../../parts/icon.js';
import { Empty, Refusal } from '../../parts/notices.js';
import { Panel } from '../../parts/page.js';
import { countOf } from '../../parts/when.js';
import classes from './collection.module.css';
import { ColumnMenu } from './column-menu.js';
import { type Columns, shownFields, useColumns } from './columns.js';
import { conditionsIn, conditionsText, filterOf } from './conditions.js';
import { ExportMenu } from './export-menu.js';
import { FilterChips } from './filter-chips.js';
import type { Collection } from './queries.js';
import { RecordDrawer } from './record-drawer.js';
import { RecordGrid } from './record-grid.js';
import { type Listed, type Sight, useRecordPages } from './record-pages.js';
import { useSelection } from './selection.js';
import { SelectionBar } from './selection-bar.js';

/** Browses the records of a collection, however many; narrows them by fields; shows one. */
export function RecordsTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const order = search.from === 'end' ? 'desc' : 'asc';
  const conditions = conditionsIn(search.filter);
  const filter = filterOf(conditions, collection.filterable_fields);
  const filters = filter === undefined ? undefined : JSON.stringify(filter);
  const listed = { name: collection.name, order, filters } as const;
  const columns = useColumns(collection);
  const open = (record: string): void => setSearch({ record });
  if (collection.records === 0 && collection.last_ingest_at === null) {
    return <NoRecords collection={collection} />;
  }
  return (
    <>
      <Panel flush>
        <div className={classes.toolbar}>
          <FilterChips
            collection={collection}
            conditions={conditions}
            onChange={(changed) => setSearch({ filter: conditionsText(changed) })}
          />
          <div className={classes.tools}>
            <IdSearch onOpen={open} />
            <Button
              variant="default"
              size="xs"
              onClick={() => setSearch({ from: order === 'asc' ? 'end' : undefined })}
              leftSection={<Icon name={order === 'asc' ? 'down' : 'up'} size={14} />}
              title={order === 'asc' ? 'Jump to the end' : 'Back to the start'}
            >
              {order === 'asc' ? 'Jump to the end' : 'Back to the start'}
            </Button>
            <ExportMenu listed={listed} fields={shownFields(columns)} />
            <ColumnMenu columns={columns} />
          </div>
        </div>
        <Records key={`${order} ${filters}`} collection={collection} listed={listed} columns={columns} onOpen={open} />
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
    <form onSubmit={submit} className={classes.idSearch}>
      <TextInput
        name="id"
        size="xs"
        aria-label="Open a record by its id"
        placeholder="Open by id"
        leftSection={<Icon name="search" size={14} />}
      />
    </form>
  );
}

function Records(props: { collection: Collection; listed: Listed; columns: Columns; onOpen: (id: string) => void }) {
  const { collection, listed, columns, onOpen } = props;
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const pages = useRecordPages(listed, sight);
  const selection = useSelection(pages.record);
  return (
    <>
      <SelectionBar collection={collection} selection={selection} />
      {pages.error !== null && <Refusal error={pages.error} />}
      <RecordGrid
        label="Records"
        columns={columns}
        rows={pages.rows}
        count={pages.count}
        record={pages.record}
        selection={selection}
        onSight={setSight}
        onOpen={onOpen}
      />
      <div className={classes.foot} role="status">
        {pages.count !== undefined && (
          <>
            {countOf(pages.count, 'record')}
            {listed.filters !== undefined && ' in the filter'}
            {listed.order === 'desc' && ', from the last id on'}
          </>
        )}
      </div>
    </>
  );
}
