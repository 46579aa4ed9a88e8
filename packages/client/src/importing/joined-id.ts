import type { Item } from './items.js';
import { type FieldText, fieldsOf } from './record-fields.js';
import { idOfJson } from './record-id.js';

const separator = ':';

/** The name of a field that joins several fields to one id, such as `order_id:line`. A single field keeps its name. */
export function joinedField(fields: readonly string[]): string {
  return fields.join(separator);
}

/** The fields that a joined field consists of. For a single field, the field itself. */
export function joinedFields(field: string): string[] {
  return field.split(separator);
}

/**
 * Adds the joined id field to records that have its parts but lack the field. If a part is missing, the record is
 * unchanged, and the service refuses it.
 */
export async function* withJoinedId(items: AsyncIterable<Item>, field: string): AsyncGenerator<Item, void, undefined> {
  if (joinedFields(field).length === 1) {
    yield* items;
    return;
  }
  for await (const item of items) {
    yield item.text === undefined ? item : { ...item, text: joinedText(item.text, field) };
  }
}

/** Adds the joined id field to the JSON of a record that has its parts but lacks the field. */
export function joinedText(text: string, field: string): string {
  if (joinedFields(field).length === 1) return text;
  const fields = new Map<FieldText[0], FieldText[1]>(fieldsOf(text));
  if (fields.has(field)) return text;
  const values = joinedFields(field).map((part) => valueText(fields.get(part) ?? 'null'));
  if (values.includes('')) return text;
  return `{${JSON.stringify(field)}:${JSON.stringify(values.join(separator))},${text.trimStart().slice(1)}`;
}

/** A string or number as written. Empty for a value that cannot be part of an id. */
function valueText(value: string): string {
  if (value.startsWith('"')) return (JSON.parse(value) as string).trim();
  if (!/^-?\d/.test(value)) return '';
  return idOfJson(value) ?? (/[eE]/.test(value) ? value : value.replace(/\.?0+$/, ''));
}
