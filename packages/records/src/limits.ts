import { limits } from '@tessera/contract';
import {
  ExactNumber,
  isJsonObject,
  isStorableNumber,
  isStorableText,
  type JsonObject,
  type JsonValue,
} from '@tessera/json';
import type { RecordProblem } from './problem.js';

/**
 * Checks the form of a record before the field rules of its collection. It must be an object with at most 500 fields, 8
 * levels (including itself) and 20,000 values. Its strings and numbers must be storable.
 */
export function checkRecordShape(value: unknown): { readonly record: JsonObject } | RecordProblem {
  const record = value as JsonValue | undefined;
  if (!isJsonObject(record)) {
    return {
      error: 'invalid_request',
      message: 'A record must be a JSON object.',
      field: null,
      hint: 'Send one flat object of field to value.',
    };
  }
  const fields = Object.entries(record);
  if (fields.length > limits.fieldsPerRecord) {
    return {
      error: 'too_many_fields',
      message: `The record has ${fields.length} fields; at most ${limits.fieldsPerRecord} are allowed.`,
      field: null,
      hint: 'Send only the fields that are searched, filtered or shown.',
    };
  }
  const room = { values: limits.valuesPerRecord - fields.length };
  for (const [field, content] of fields) {
    const fault = (isStorableText(field) ? undefined : 'text') ?? findFault(content, 2, room);
    if (fault !== undefined) {
      return problems[fault](printable(field));
    }
  }
  return { record };
}

type Fault = 'depth' | 'values' | 'text' | 'number';

const problems: Record<Fault, (field: string) => RecordProblem> = {
  depth: (field) => ({
    error: 'too_deep',
    message: `Field "${field}" is nested deeper than ${limits.recordDepth} levels.`,
    field,
    hint: 'Flatten the value, or send its inner part as text.',
  }),
  values: (field) => ({
    error: 'invalid_request',
    message: `Field "${field}" takes the record beyond ${limits.valuesPerRecord} values.`,
    field,
    hint: 'Send long lists as records of their own, or as text.',
  }),
  text: (field) => ({
    error: 'invalid_text',
    message: `Field "${field}" holds NUL or a lone surrogate, which cannot be stored.`,
    field,
    hint: 'Remove those characters before sending.',
  }),
  number: (field) => ({
    error: 'invalid_request',
    message: `Field "${field}" holds a number too long to be kept exactly.`,
    field,
    hint: 'Send the number as a string.',
  }),
};

/**
 * Finds a problem in a value. `level` is the level of an object or array at this place, and `room` the number of values
 * that the record may still contain.
 */
function findFault(value: JsonValue, level: number, room: { values: number }): Fault | undefined {
  if (typeof value === 'string') {
    return isStorableText(value) ? undefined : 'text';
  }
  if (value instanceof ExactNumber) {
    return isStorableNumber(value) ? undefined : 'number';
  }
  if (typeof value !== 'object' || value === null) {
    return undefined;
  }
  if (level > limits.recordDepth) {
    return 'depth';
  }
  const keys = Array.isArray(value) ? [] : Object.keys(value);
  const items = Array.isArray(value) ? value : Object.values(value);
  room.values -= items.length;
  if (room.values < 0) {
    return 'values';
  }
  if (!keys.every(isStorableText)) {
    return 'text';
  }
  for (const item of items) {
    const fault = findFault(item, level + 1, room);
    if (fault !== undefined) {
      return fault;
    }
  }
  return undefined;
}

function printable(field: string): string {
  return field.replace(/[\0\p{Surrogate}]/gu, '\uFFFD');
}
