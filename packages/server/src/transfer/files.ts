import { archiveLines } from '@tessera/contract';
import { type ArchivedRows, columnsOf, type LineFile, type Table, tables } from '../platform/database/tables.js';

/** A file of an archive whose lines are rows of a table. */
export interface RowsFile extends ArchivedRows {
  readonly name: LineFile;
  readonly table: string;
  readonly of: NonNullable<Table['of']>;
}

/** All files whose lines are rows, in the order of an archive. */
export const rowsFiles: readonly RowsFile[] = Object.entries(tables).flatMap(([table, { of, files = {} }]) =>
  of === undefined ? [] : Object.entries(files).map(([name, rows]) => ({ ...rows, name: name as LineFile, table, of })),
);

/** The file with this name. */
export function rowsFile(name: LineFile): RowsFile {
  return rowsFiles.find((file) => file.name === name) as RowsFile;
}

/** The fields of a file's lines that are columns, each with its column or the columns of its fields. */
export function fieldsOf({ name, columns = {}, holders }: RowsFile): [string, string | Record<string, string>][] {
  return Object.keys(archiveLines[name].shape)
    .filter((field) => holders === undefined || field !== 'groups')
    .map((field) => [field, columns[field] ?? field]);
}

/** The columns of a table that an archive contains in another form than lines. */
export function archivedColumns(table: 'workspaces' | 'collections' | 'repos'): string[] {
  return columnsOf(tables[table]?.archived);
}
