import { explainIssue, extensionQuery, validationFailureOf } from '@tessera/contract';
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, ownValue } from '@tessera/json';
import { canonicalId } from '@tessera/records';
import { certainRelationOf, dateOf, isEmpty } from '@tessera/search-engine';
import type { AnswerOf } from '../../dispatch/operation.js';
import type { Transaction } from '../../platform/database/database.js';
import { ServiceError } from '../../platform/errors.js';
import { type CollectionView, readableRecords } from '../access/view.js';
import { presentAttributes, readable } from '../records/present.js';
import { findInOrder, type RecordRow } from '../records/queries.js';
import { readJson } from './sent.js';

type Extended = AnswerOf<'reconcile.extend'>;
type Value = Extended['rows'][string][string][number];

/** A parsed data extension query. */
export interface Extension {
  readonly ids: readonly string[];
  readonly fields: readonly string[];
}

/** Reads a data extension query. Throws `invalid_request`. */
export function readExtension(text: string): Extension {
  const { data, error } = extensionQuery.safeParse(readJson(text, 'extend'), { error: explainIssue });
  if (error !== undefined) {
    const { code, message, details } = validationFailureOf(error.issues);
    throw new ServiceError(code, message, { details });
  }
  return { ids: data.ids, fields: [...new Set(data.properties.map(({ id }) => id))] };
}

/** Returns field values of records. A hidden field has no value, like an absent field. */
export async function extendRecords(
  transaction: Transaction,
  view: CollectionView,
  { ids, fields }: Extension,
): Promise<Extended> {
  const stored = ids.map((id) => {
    const canonical = canonicalId(id);
    return 'id' in canonical ? canonical.id : id;
  });
  const found = await findInOrder(transaction, readableRecords(view), [...new Set(stored)]);
  const byId = new Map(found.map((row) => [row.external_id, row]));
  const rows = ids.map((id, at) => {
    const row = byId.get(stored[at] as string);
    return [id, Object.fromEntries(fields.map((field) => [field, row ? valuesOf(row, field, view) : []]))] as const;
  });
  return { meta: fields.map((field) => ({ id: field, name: field })), rows: Object.fromEntries(rows) };
}

function valuesOf(row: RecordRow, field: string, view: CollectionView): Value[] {
  const { config } = view;
  if (field === config.id_field) {
    return [{ str: row.external_id }];
  }
  const { attributes } = presentAttributes(row, view);
  const value = ownValue(attributes as JsonObject, field);
  if (value === undefined || isEmpty(value)) {
    return [];
  }
  const isList = Array.isArray(value) && certainRelationOf(value) === undefined;
  const isDate = config.field_types.get(field) === 'date';
  const values = isList ? value.filter((each) => !isEmpty(each)) : [value];
  return values.map((each) => cellOf(each, isDate));
}

/** Clients read `int` as 32 bits and `float` as a double. A number that would change in this way is sent as text. */
function cellOf(value: JsonValue, isDate: boolean): Value {
  if (typeof value === 'number') {
    return Number.isInteger(value) && Math.abs(value) < 2 ** 31 ? { int: value } : { float: value };
  }
  const date = isDate ? dateText(value) : undefined;
  if (date !== undefined) {
    return { date };
  }
  return { str: isJsonObject(value) || Array.isArray(value) ? readable(value) : textOf(value) };
}

/** A calendar date in the format of the protocol. Undefined for any other value, which is sent as text. */
function dateText(value: JsonValue): string | undefined {
  const instantMs = dateOf(value);
  if (instantMs === undefined || typeof value !== 'string') {
    return undefined;
  }
  const written = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/;
  const text = written.test(value) ? value : new Date(instantMs).toISOString().replace('.000Z', 'Z');
  // With its offset, a time can be after the year 9999.
  return written.test(text) ? text : undefined;
}

function textOf(value: JsonValue): string {
  return value instanceof ExactNumber ? value.source : String(value);
}
