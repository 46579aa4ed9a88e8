import {
  countAbsent,
  joinedField,
  joinedFields,
  type Preview,
  previewOf,
  type RecordReader,
  withJoinedId,
} from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import { usageFailure } from '../failure.js';
import type { Session } from '../session/session.js';
import { type Input, openInput, seekable } from './input.js';
import { columnMapping, type FormatFlags, mappedReader, openRecords } from './open-records.js';
import type { ReadItems } from './repeated.js';

/** A file of records, and the collection for which it is read. */
export interface RecordsRequest extends FormatFlags {
  readonly collection: string;
  /** A path, or `-` for standard input. */
  readonly file: string;
  /** The columns to rename, each written as `column=field`. */
  readonly map: readonly string[];
  /** The fields from which the id is read, if they differ from those of the collection. */
  readonly idField?: readonly string[] | undefined;
}

/** The records of a file, prepared for a collection. */
export interface OpenedRecords {
  readonly input: Input;
  readonly reader: RecordReader;
  readonly description: CollectionDescription;
  readonly items: ReadItems;
}

/** Opens the records of a file for a collection. Columns are renamed, and the id field is joined. */
export async function withRecords<Result>(
  request: RecordsRequest,
  session: Session,
  work: (records: OpenedRecords) => Promise<Result>,
): Promise<Result> {
  const said = columnMapping(request.map);
  return seekable(await openInput(request.file, session.host), async (input) => {
    const opened = await openRecords(input, request, session.host);
    const described = await session.call('collections.describe', { params: { name: request.collection } });
    const stored = described.value as CollectionDescription;
    const idField = request.idField === undefined ? stored.id_field : joinedField(request.idField);
    const description = { ...stored, id_field: idField };
    const remembered = new Map(Object.entries(description.import_columns ?? {}));
    const reader = await mappedReader(opened, remembered, said);
    checkColumns(reader, description, input);
    const items: ReadItems = (offset) => withJoinedId(reader.items(offset), description.id_field);
    return work({ input, reader, description, items });
  });
}

/** Previews an import without storing anything. The ids are sent, to count the records that the file lacks. */
export function previewRecords(
  request: RecordsRequest,
  session: Session,
): Promise<{ readonly preview: Preview; readonly description: CollectionDescription }> {
  return withRecords(request, session, async ({ reader, description, items }) => {
    const params = { name: request.collection };
    const preview = await previewOf(reader, description, {
      items: items(0),
      countAbsent: (ids) =>
        countAbsent(ids, async (body) => {
          const { value } = await session.call('collections.reconcile_records', { params, body });
          return value as { readonly tombstoned: number };
        }),
    });
    return { preview, description };
  });
}

/** Fails early if no record can have an id, because the service would refuse every record. */
function checkColumns({ columns }: RecordReader, { id_field, name }: CollectionDescription, input: Input): void {
  if (columns === undefined || columns.includes(id_field)) return;
  const keyFields = joinedFields(id_field);
  if (keyFields.every((part) => columns.includes(part))) return;
  const others = keyFields.length === 1 ? '' : `, nor all columns that it joins (${keyFields.join(', ')})`;
  throw usageFailure(
    `${input.name} has no column "${id_field}", which the collection reads its record ids from${others}.`,
    `Columns: ${columns.join(', ')}.`,
    `Rename one with \`--map <column>=${id_field}\`, or choose another with \`svc collections configure ${name} --id-field <column>\`.`,
  );
}
