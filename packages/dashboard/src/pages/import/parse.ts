import {
  type ColumnMapping,
  type FormatChoice,
  findRepeats,
  type Item,
  mergeRepeats,
  type RecordReader,
  type RepeatChoice,
  readerFor,
  recordId,
  UnreadableInput,
  withColumns,
  withJoinedId,
  withoutRepeats,
} from '@tessera/client';
import type { RecordFile } from '../../data/imports.js';
import { textOf } from '../../text.js';

const sampleRows = 20;
const headBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

/** Opens a file of CSV, NDJSON, JSON or a workbook. Throws an error whose message is for people. */
export async function openRecordFile(file: File, choice: FormatChoice = {}): Promise<RecordFile> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const read = (offset: number): AsyncIterable<Uint8Array> => piecesOf(file, offset);
  const reader = await readerFor({ name: file.name, isSeekable: true, head, read }, choice);
  const modifiedAt = new Date(file.lastModified).toISOString();
  return readThrough({ name: file.name, bytes: file.size, modifiedAt }, reader);
}

/** The file with its columns renamed, and with the id that the collection joins from several fields. */
export async function renamedFile(file: RecordFile, mapping: ColumnMapping, idField: string): Promise<RecordFile> {
  const renamed = mapping.size === 0 ? file : await readThrough(file, withColumns(file.reader, mapping));
  return { ...renamed, items: () => withJoinedId(renamed.items(), idField) };
}

async function readThrough(
  { name, bytes, modifiedAt }: Pick<RecordFile, 'name' | 'bytes' | 'modifiedAt'>,
  reader: RecordReader,
): Promise<RecordFile> {
  const items = (): AsyncIterable<Item> => reader.items(0);
  const sample = await firstRecords(items(), sampleRows);
  return { name, bytes, modifiedAt, reader, columns: reader.columns, sample, items };
}

/** The file with one record per id. */
export async function fileWithoutRepeats(
  file: RecordFile,
  idField: string,
  choice: Exclude<RepeatChoice, 'fail'>,
): Promise<RecordFile> {
  const repeats = await findRepeats(file.items(), idField);
  const merged =
    choice === 'merge' ? await mergeRepeats(file.items(), { idField, repeats }) : new Map<string, string>();
  return { ...file, items: () => withoutRepeats(file.items(), 0, { idField, repeats, choice, merged }) };
}

/** The first records of a file. Stops at the first one that cannot be read. */
export async function firstRecords(items: AsyncIterable<Item>, count: number): Promise<Record<string, unknown>[]> {
  const records: Record<string, unknown>[] = [];
  try {
    for await (const item of items) {
      if (item.text !== undefined) {
        records.push(JSON.parse(item.text));
      }
      if (records.length === count) {
        break;
      }
    }
  } catch (error) {
    // The import itself reports the error, after importing the records before it.
    if (!(error instanceof UnreadableInput)) {
      throw error;
    }
  }
  return records;
}

/** The ids of all records in a file. Throws an error, whose message is for people, if a row has no id. */
export async function idsOf(file: RecordFile, idField: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const { text, line } of file.items()) {
    const id = text === undefined ? undefined : recordId(text, idField);
    if (id === undefined) {
      throw new UnreadableInput(
        textOf('Line {line}: the id must be a string or a whole number.', { line: `${line ?? ids.length + 1}` }),
      );
    }
    ids.push(id);
  }
  return ids;
}

// Reads in pieces, so that a large file does not fill the memory.
async function* piecesOf(file: File, offset: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = offset; start < file.size; start += pieceBytes) {
    yield new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer());
  }
}
