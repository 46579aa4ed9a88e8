import type { Item } from '@tessera/client';
import { decimalText, ExactNumber, isJsonObject, type JsonValue, ownValue, parseJson } from '@tessera/json';

const separator = ':';

/** Name of the field in which several fields are joined to one id, such as `order_id:line`; of one field its own name. */
export function joinedField(fields: readonly string[]): string {
  return fields.join(separator);
}

/** The fields that are joined in a field of this name; one where it is no such field. */
export function partsOf(field: string): string[] {
  return field.split(separator);
}

/**
 * Records with the field that their ids are read from: where it joins several fields and a record has these alone, it is
 * added, with their values in its order. Records that lack one of them stay as they are, and the service refuses them.
 */
export async function* withJoinedId(items: AsyncIterable<Item>, field: string): AsyncGenerator<Item, void, undefined> {
  if (partsOf(field).length === 1) {
    yield* items;
    return;
  }
  for await (const item of items) {
    yield item.text === undefined ? item : { ...item, text: joinedText(item.text, field) };
  }
}

function joinedText(text: string, field: string): string {
  const record = parseJson(text);
  if (!isJsonObject(record) || ownValue(record, field) !== undefined) return text;
  const values = partsOf(field).map((part) => valueText(ownValue(record, part)));
  if (values.some((value) => value === '')) return text;
  return `{${JSON.stringify(field)}:${JSON.stringify(values.join(separator))},${text.trimStart().slice(1)}`;
}

/** A string or a number as written; empty for a value that cannot be part of an id. */
function valueText(value: JsonValue | undefined): string {
  if (typeof value === 'number' || value instanceof ExactNumber) return decimalText(value);
  return typeof value === 'string' ? value.trim() : '';
}
