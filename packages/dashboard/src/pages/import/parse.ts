import { type Item, itemOf } from '@tessera/client';
import { textOf } from './file-text.js';

/** A file whose records can be read, from the first one on. */
export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** Names of the columns, of CSV. */
  readonly columns: readonly string[] | undefined;
  /** The first records, for a person to look at. */
  readonly sample: readonly Readonly<Record<string, unknown>>[];
  items(): AsyncGenerator<Item, void, undefined>;
}

const sampleRows = 20;
const headBytes = 256 * 1024;

/** Looks at a file: CSV by its name or its beginning, else a JSON object a line. Throws a sentence for a person. */
export async function openRecordFile(file: File): Promise<RecordFile> {
  const head = await file.slice(0, headBytes).text();
  const isJson =
    /\.(ndjson|jsonl)$/i.test(file.name) || (!/\.(csv|tsv)$/i.test(file.name) && head.trimStart().startsWith('{'));
  const base = { name: file.name, bytes: file.size };
  if (isJson) {
    const read = (): AsyncGenerator<Item, void, undefined> => ndjsonItems(file);
    return { ...base, columns: undefined, sample: await sampleOf(read()), items: read };
  }
  const { csvItems, headerOf } = await import('./csv.js');
  const header = headerOf(head);
  const read = (): AsyncGenerator<Item, void, undefined> => csvItems(file, header);
  return { ...base, columns: header.columns, sample: await sampleOf(read()), items: read };
}

async function sampleOf(items: AsyncGenerator<Item, void, undefined>): Promise<Record<string, unknown>[]> {
  const sample: Record<string, unknown>[] = [];
  for await (const item of items) {
    if (item.text !== undefined) {
      sample.push(JSON.parse(item.text));
    }
    if (sample.length === sampleRows) {
      break;
    }
  }
  return sample;
}

async function* ndjsonItems(file: File): AsyncGenerator<Item, void, undefined> {
  const encoder = new TextEncoder();
  let rest = '';
  const itemsOf = function* (lines: readonly string[]): Generator<Item> {
    for (const line of lines) {
      const text = line.replace(/^\uFEFF/, '').trim();
      if (text !== '') {
        yield itemOf(encoder.encode(text), 0);
      }
    }
  };
  for await (const text of textOf(file)) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield* itemsOf(lines);
  }
  yield* itemsOf([rest]);
}
