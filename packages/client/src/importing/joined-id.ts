import type { Item } from './items.js';
import { type FieldText, fieldsOf } from './record-fields.js';
import { idOfJson } from './record-id.js';

const separator = ':';

/** Name of the field that joins several fields to one id, such as `order_id:line`; a single field keeps its name. */
export function joinedField(fields: readonly string[]): string {
  return fields.join(separator);
}

/** The fields that a joined field consists of; the name itself for a single field. */
export function joinedFields(field: string): string[] {
  return field.split(separator);
}

/**
 * Adds the joined id field to records that have its parts but not the field. Records that lack a part are unchanged,
 * and the service refuses them.
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

function joinedText(text: string, field: string): string {
  const fields = new Map<FieldText[0], FieldText[1]>(fieldsOf(text));
  if (fields.has(field)) return text;
  const values = joinedFields(field).map((part) => valueText(fields.get(part) ?? 'null'));
  if (values.includes('')) return text;
  return `{${JSON.stringify(field)}:${JSON.stringify(values.join(separator))},${text.trimStart().slice(1)}`;
}

/** A string or number as written; empty for a value that cannot be part of an id. */
function valueText(value: string): string {
  if (value.startsWith('"')) return (JSON.parse(value) as string).trim();
  if (!/^-?\d/.test(value)) return '';
  return idOfJson(value) ?? (/[eE]/.test(value) ? value : value.replace(/\.?0+$/, ''));
}
