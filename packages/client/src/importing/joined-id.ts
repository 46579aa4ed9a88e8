import type { Item } from './items.js';
import { type FieldText, fieldsOf } from './record-fields.js';
import { idOfJson } from './record-id.js';

const separator = ':';

/** Name of the field in which several fields are joined to one id, such as `order_id:line`; of one field its own name. */
export function joinedField(fields: readonly string[]): string {
  return fields.join(separator);
}

/** The fields that are joined in a field of this name; the name itself if it joins none. */
export function joinedFields(field: string): string[] {
  return field.split(separator);
}

/**
 * Records with the field that their ids are read from: if it joins several fields and a record has only these, it is
 * added, with their values in its order. Records that lack one of them stay as they are, and the service refuses them.
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

/** A string or a number as written; empty for a value that cannot be part of an id. */
function valueText(value: string): string {
  if (value.startsWith('"')) return (JSON.parse(value) as string).trim();
  if (!/^-?\d/.test(value)) return '';
  return idOfJson(value) ?? (/[eE]/.test(value) ? value : value.replace(/\.?0+$/, ''));
}
