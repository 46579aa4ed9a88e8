import { Button, CloseButton, Group, TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { useFilters } from '../../app/session.js';
import { Empty, Panel, Refusal } from '../../components/basics.js';
import { Icon } from '../../components/icon.js';
import { textOf } from '../../text.js';
import classes from './collection.module.css';
import type { Sorting } from './column-header.js';
import { ColumnMenu } from './column-menu.js';
import { type Columns, changeColumn, idColumn, shownFields, useColumns } from './columns.js';
import { conditionsIn, conditionsText, filterOf } from './conditions.js';
import type { Cell } from './current-cell.js';
import { ExportMenu } from './export-menu.js';
import { FilterChips } from './filter-chips.js';
import type { Collection } from './queries.js';
import { type RecordEdits, useRecordEdits } from './record-edits.js';
import { RecordGrid } from './record-grid.js';
import { type Listed, pagesIn, type RecordPages, type Sight, useFoundRecords, useRecordPages } from './record-pages.js';
import { useSelection } from './selection.js';
import { ViewMenu } from './view-menu.js';

const SelectionBar = lazy(() => import('./selection-bar.js').then((part) => ({ default: part.SelectionBar })));
const NewRecord = lazy(() => import('./new-record.js').then((part) => ({ default: part.NewRecord })));
const RecordPanel = lazy(() => import('./record-panel.js').then((part) => ({ default: part.RecordPanel })));

/** Lists the records of a collection of any size, with search, filters, sorting and a panel for one record. */
export function RecordsTab({ collection }: { collection: Collection }) {
  const { search, setSearch } = useFilters();
  const conditions = conditionsIn(search.filter);
  const filter = filterOf(conditions, collection.filterable_fields);
  const filters = filter === undefined ? undefined : JSON.stringify(filter);
  const listed = { name: collection.name, order: orderIn(search.order, collection), filters } as const;
  const columns = useColumns(collection);
  const edits = useRecordEdits(collection);
  if (collection.records === 0 && collection.last_ingest_at === null) {
    return <NoRecords collection={collection} />;
  }
  const find = search.find ?? '';
  return (
    <div className={classes.workbench}>
      <div className={classes.toolbar}>
        <Search value={find} onChange={(text) => setSearch({ find: text === '' ? undefined : text })} />
        <FilterChips
          collection={collection}
          conditions={conditions}
          onChange={(changed) => setSearch({ filter: conditionsText(changed) })}
        />
        <div className={classes.tools}>
          <ViewMenu collection={collection} />
          <ExportMenu listed={listed} fields={shownFields(columns)} />
          <ColumnMenu columns={columns} />
        </div>
      </div>
      <Records
        key={`${filters} ${listed.order} ${find === ''}`}
        collection={collection}
        listed={listed}
        filter={filter}
        find={find.trim()}
        columns={columns}
        edits={edits}
      />
    </div>
  );
}

const typingMs = 250;

/** A search field that searches while a person types. */
function Search({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(() => onChange(text), typingMs);
    return () => clearTimeout(timer);
  }, [text, value, onChange]);
  const clear = (): void => {
    setText('');
    onChange('');
  };
  return (
    <TextInput
      className={classes.search}
      size="xs"
      dir="auto"
      aria-label={textOf('Search the records')}
      placeholder={textOf('Search: an id, a code, words')}
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={({ key }: KeyboardEvent) => {
        if (key === 'Escape') clear();
        if (key === 'Enter') onChange(text);
      }}
      leftSection={<Icon name="search" size={14} />}
      rightSection={text !== '' && <CloseButton size="xs" aria-label={textOf('Clear the search')} onClick={clear} />}
    />
  );
}

function NoRecords({ collection }: { collection: Collection }) {
  return (
    <Panel>
      <Empty
        icon="table"
        title={textOf('No data has arrived yet')}
        action={
          <Group justify="center">
            {collection.operations.includes('import_records') && (
              <Button component={Link} to={`/import?collection=${collection.name}`}>
                {textOf('Import a file')}
              </Button>
            )}
            {collection.operations.includes('regenerate_ingest_url') && (
              <Button component={Link} to={`/collections/${collection.name}?tab=sources`} variant="default">
                {textOf('Connect a source')}
              </Button>
            )}
          </Group>
        }
      >
        {textOf(
          'Import a CSV file, or let your system push to the ingest URL. This page shows the first record as soon as it is there.',
        )}
      </Empty>
    </Panel>
  );
}

interface Shown {
  readonly collection: Collection;
  readonly listed: Listed;
  readonly filter: Readonly<Record<string, unknown>> | undefined;
  readonly find: string;
  readonly columns: Columns;
  readonly edits: RecordEdits;
}

function Records({ collection, listed, filter, find, columns, edits }: Shown) {
  const { search, setSearch } = useFilters();
  const { sight, onSight } = useSight();
  const [cell, setCell] = useState<Cell>({ row: 0, column: 0 });
  const [isNew, setNew] = useState(false);
  const listedPages = useRecordPages(listed, sight, find === '');
  const foundPages = useFoundRecords(collection, find, filter);
  const pages = foundPages ?? listedPages;
  const selection = useSelection(pages.record);
  const open = (record: string | undefined): void => {
    setNew(false);
    setSearch({ record });
  };
  const openRow = useOpening(pages, open);
  const move = (to: Cell): void => {
    openRow(undefined);
    setCell(to);
    const next = to.row === cell.row ? undefined : pages.record(to.row);
    // If a record is open, it changes with the current row.
    if (search.record !== undefined && next !== undefined) open(next.external_id);
  };
  const isCurrent = search.record !== undefined && pages.record(cell.row)?.external_id === search.record;
  const step = (by: -1 | 1) =>
    isCurrent && pages.record(cell.row + by) !== undefined
      ? () => move({ row: cell.row + by, column: cell.column })
      : undefined;
  const shared = { collection, edits, onClose: () => open(undefined) };
  return (
    <>
      {(selection.isAll || selection.records.length > 0) && (
        <Suspense>
          <SelectionBar
            collection={collection}
            selection={selection}
            listed={listed}
            found={foundPages}
            count={pages.count}
          />
        </Suspense>
      )}
      {pages.error !== null && <Refusal error={pages.error} />}
      <Group flex={1} mih={0} gap={0} wrap="nowrap" align="stretch">
        <RecordGrid
          label={textOf('Records')}
          columns={columns}
          pages={pages}
          selection={selection}
          sorting={useSorting(collection, find)}
          edits={edits}
          cell={cell}
          onMove={move}
          onSight={onSight}
          onOpen={openRow}
          onNew={edits.isAllowed ? () => setNew(true) : undefined}
          openId={search.record}
        >
          <Counts pages={pages} listed={listed} find={find} records={collection.records} />
        </RecordGrid>
        <Suspense>
          {isNew ? (
            <NewRecord {...shared} onCreated={open} />
          ) : (
            search.record !== undefined && (
              <RecordPanel {...shared} id={search.record} onPrevious={step(-1)} onNext={step(1)} />
            )
          )}
        </Suspense>
      </Group>
    </>
  );
}

/** The range of visible rows. It changes only with the pages that it is in, so that scrolling draws new rows only. */
function useSight() {
  const [sight, setSight] = useState<Sight>({ first: 0, last: 0 });
  const onSight = useCallback(
    (seen: Sight) => setSight((before) => (pagesIn(before).join() === pagesIn(seen).join() ? before : seen)),
    [],
  );
  return { sight, onSight };
}

/** Returns a function that opens the record of a row, at once or when it has been loaded. */
function useOpening(pages: RecordPages, open: (id: string) => void) {
  const [row, setRow] = useState<number>();
  const record = row === undefined ? undefined : pages.record(row)?.external_id;
  useEffect(() => {
    if (record === undefined) return;
    setRow(undefined);
    open(record);
  }, [record, open]);
  return setRow;
}

/** How many records there are. A search finds the best ones of them. */
function Counts(props: { pages: RecordPages; listed: Listed; find: string; records: number }) {
  const { count, rows, note } = props.pages;
  const isAll = props.listed.filters === undefined;
  const recordsIn = (count: number): string => textOf('{count} record|{count} records', { count });
  return (
    <>
      <span role="status">
        {count !== undefined &&
          (props.find !== ''
            ? textOf('{count} result in {records}|{count} results in {records}', {
                count,
                records: recordsIn(props.records),
              })
            : isAll
              ? recordsIn(count)
              : textOf('{count} record in the filter|{count} records in the filter', { count }))}
      </span>
      {note !== undefined && <span>{note}</span>}
      {count !== undefined && count > rows && (
        <span>{textOf('The first {rows} are shown: sort or filter.', { rows })}</span>
      )}
    </>
  );
}

/** Sorts by column headers: by id, by last change, and by fields with a declared type. */
function useSorting(collection: Collection, find: string): Sorting {
  const { search, setSearch } = useFilters();
  const [, name, direction] = /^(.*):(asc|desc)$/s.exec(orderIn(search.order, collection) ?? '') ?? [];
  const { id_field: idField } = collection;
  return {
    nameOf: (column) => {
      if (find !== '') return undefined;
      if (column === idColumn) return idField;
      const field = column === changeColumn ? 'updated_at' : column.replace(/^field:/, '');
      // If a declared field has the name of this column, the field takes precedence.
      return isSortable(field, collection) !== (column === changeColumn) ? field : undefined;
    },
    by: find === '' ? { name: name ?? idField, direction: direction === 'desc' ? 'desc' : 'asc' } : undefined,
    sort: (by) =>
      setSearch({ order: by.name === idField && by.direction === 'asc' ? undefined : `${by.name}:${by.direction}` }),
  };
}

function isSortable(field: string, { filterable_fields: types }: Collection): boolean {
  return ['number', 'date', 'enum'].includes(new Map(Object.entries(types)).get(field) ?? '');
}

/** The order in the address. Undefined if the collection cannot be sorted by its field, for example in an old link. */
function orderIn(order: string | undefined, collection: Collection): string | undefined {
  const field = order?.replace(/:(asc|desc)$/, '') ?? '';
  const { id_field: id, write_date_field: clock } = collection;
  const known = [id, clock, 'updated_at', 'asc', 'desc'];
  return known.includes(field) || isSortable(field, collection) ? order : undefined;
}
