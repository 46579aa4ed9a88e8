import { Badge, Group } from '@mantine/core';
import type { CallAnswer } from '@tessera/client';
import { read } from '../data/api.js';
import { textOf } from '../text.js';
import { counted, When } from './basics.js';
import { type Column, NameCell, Table } from './table.js';

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

interface Numbers {
  readonly pending_embed: number;
  readonly failed_embed: number;
}

/** Whether every stored record has been embedded. */
function isEmbedded({ pending_embed: pending, failed_embed: failed }: Numbers): boolean {
  return pending + failed === 0;
}

/** How many records of a collection wait to be embedded, and how many failed. Empty if there are none. */
function EmbeddingState({ numbers }: { numbers: Numbers }) {
  const { pending_embed: pending, failed_embed: failed } = numbers;
  if (isEmbedded(numbers)) {
    return null;
  }
  return (
    <Group gap={4} component="span" wrap="nowrap" display="inline-flex">
      {pending > 0 && <Badge color="yellow">{textOf('{count} pending', { count: pending })}</Badge>}
      {failed > 0 && <Badge color="red">{textOf('{count} failed', { count: failed })}</Badge>}
    </Group>
  );
}
