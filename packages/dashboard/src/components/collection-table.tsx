import type { CallAnswer } from '@tessera/client';
import { read } from '../data/queries.js';
import { textOf } from '../text.js';
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
      label={textOf('Collections')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          title: textOf('Name'),
          cell: ({ name, description }) => (
            <NameCell to={`/collections/${name}`} name={name} description={description} />
          ),
        },
        { title: textOf('Records'), end: true, cell: ({ records }) => counted(records) },
        ...(rows.every(isEmbedded) ? [] : [embedding]),
        ...(showsAccess ? [access] : []),
        {
          title: textOf('Last ingest'),
          end: true,
          cell: ({ last_ingest_at: at }) => <When at={at} never={textOf('No data yet')} />,
        },
      ]}
    />
  );
}

const embedding: Column<Row> = { title: textOf('Embedding'), cell: (row) => <EmbeddingState numbers={row} /> };

const accessNames = { manage: textOf('Manage'), write: textOf('Write'), read: textOf('Read') };

const access: Column<Row> = {
  title: textOf('You may'),
  cell: ({ access: level }) => accessNames[level],
};
