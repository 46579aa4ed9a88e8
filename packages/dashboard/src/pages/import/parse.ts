import { type Item, readerFor, UnreadableInput } from '@tessera/client';

/** A file whose records can be read, from the first one on. */
export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** When the file was last saved, in ISO 8601. */
  readonly modifiedAt: string;
  /** Names of the columns, of CSV. */
  readonly columns: readonly string[] | undefined;
  /** The first records, for a person to look at. */
  readonly sample: readonly Readonly<Record<string, unknown>>[];
  items(): AsyncIterable<Item>;
}

const sampleRows = 20;
const headBytes = 64 * 1024;
const pieceBytes = 1024 * 1024;

/** Looks at a file of CSV, NDJSON or JSON. Throws a sentence for a person. */
export async function openRecordFile(file: File): Promise<RecordFile> {
  const head = new Uint8Array(await file.slice(0, headBytes).arrayBuffer());
  const read = (offset: number): AsyncIterable<Uint8Array> => piecesOf(file, offset);
  const reader = await readerFor({ name: file.name, isSeekable: true, head, read });
  const items = (): AsyncIterable<Item> => reader.items(0);
  const sample = await firstRecords(items(), sampleRows);
  const modifiedAt = new Date(file.lastModified).toISOString();
  return { name: file.name, bytes: file.size, modifiedAt, columns: reader.columns, sample, items };
}

/** The first records of a file, up to the first that cannot be read. */
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
    // The import tells of it, after the records before it.
    if (!(error instanceof UnreadableInput)) {
      throw error;
    }
  }
  return records;
}

/** The ids of all records of a file. Throws a sentence for a person where one is missing or cannot be read exactly. */
export async function idsOf(file: RecordFile, idField: string): Promise<string[]> {
  const ids: string[] = [];
  for await (const item of file.items()) {
    const id: unknown = item.text === undefined ? undefined : JSON.parse(item.text)[idField];
    if (typeof id !== 'string' && !Number.isSafeInteger(id)) {
      throw new UnreadableInput(`Row ${ids.length + 1}: the id “${String(id)}” must be a string or a whole number.`);
    }
    ids.push(String(id));
  }
  return ids;
}

// Piece by piece, so that a large file does not fill the memory.
async function* piecesOf(file: File, offset: number): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = offset; start < file.size; start += pieceBytes) {
    yield new Uint8Array(await file.slice(start, start + pieceBytes).arrayBuffer());
  }
}
