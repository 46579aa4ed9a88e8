import type { RecordReader } from './formats.js';
import type { Item } from './items.js';
import { fieldsOf, textOfFields } from './record-fields.js';
import { UnusableInput } from './source.js';

/** The fields that columns become, by column name. Other columns keep their names. */
export type ColumnMapping = ReadonlyMap<string, string>;

/** A reader whose columns are renamed. Throws `UnusableInput` if two columns would get the same name. */
export function withColumns(reader: RecordReader, mapping: ColumnMapping): RecordReader {
  if (mapping.size === 0) return reader;
  const columns = reader.columns?.map((column) => mapping.get(column) ?? column);
  const twice = columns?.find((column, index) => columns.indexOf(column) !== index);
  if (twice !== undefined)
    throw new UnusableInput(`Two columns would be named "${twice}": map one of them to another.`);
  return {
    ...reader,
    ...(columns === undefined ? {} : { columns }),
    items: (offset) => renamed(reader.items(offset), mapping),
  };
}

/** The columns in a mapping that a table does not have. */
export function unknownColumns({ columns }: RecordReader, mapping: ColumnMapping): string[] {
  return columns === undefined ? [] : [...mapping.keys()].filter((column) => !columns.includes(column));
}

async function* renamed(items: AsyncIterable<Item>, mapping: ColumnMapping): AsyncGenerator<Item, void, undefined> {
  for await (const item of items) {
    if (item.text === undefined) {
      yield item;
      continue;
    }
    yield { ...item, text: renamedText(item.text, mapping) };
  }
}

/** The JSON of a record with its fields renamed. */
export function renamedText(text: string, mapping: ColumnMapping): string {
  return textOfFields(fieldsOf(text).map(([name, value]) => [mapping.get(name) ?? name, value] as const));
}
