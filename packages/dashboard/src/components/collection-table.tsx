import type { CallAnswer } from '@tessera/client';
import { read } from '../data/queries.js';
import { EmbeddingState, isEmbedded } from './embedding-state.js';
import { type Column, NameCell, Table } from './table.js';
import { counted, When } from './when.js';

type Row = CallAnswer<'collections.list'>['collections'][number];

/** The collections that the caller sees. */
export const collectionsQuery = () => read('collections.list', {});

/** Collections with their numbers of records; `showsAccess` adds the caller's access. */
export function CollectionTable({ rows, showsAccess = false }: { rows: readonly Row[]; showsAccess?: boolean }) {
  return (
    <Table
      label="Collections"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: 'Name',
          cell: ({ name, description }) => (
            <NameCell to={`/collections/${name}`} name={name} description={description} />
          ),
        },
        { title: 'Records', end: true, cell: ({ records }) => counted(records) },
        ...(rows.every(isEmbedded) ? [] : [embedding]),
        ...(showsAccess ? [access] : []),
        { title: 'Last ingest', end: true, cell: ({ last_ingest_at: at }) => <When at={at} never="No data yet" /> },
      ]}
    />
  );
}

const embedding: Column<Row> = { title: 'Embedding', cell: (row) => <EmbeddingState numbers={row} /> };

const access: Column<Row> = {
  title: 'You may',
  cell: ({ access: level }) => ({ manage: 'Manage', write: 'Write', read: 'Read' })[level],
};
