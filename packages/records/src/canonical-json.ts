import { hash } from 'node:crypto';
import { decimalText, ExactNumber, type JsonValue } from '@tessera/json';

/**
 * JSON without white space, with keys sorted by UTF-16 code unit and numbers as plain decimals. Equal values have equal
 * canonical JSON.
 */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return decimalText(value);
  }
  if (Array.isArray(value)) {
    return `[${value.map(canonicalJson).join(',')}]`;
  }
  if (value === null || typeof value !== 'object') {
    return JSON.stringify(value);
  }
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`).join(',')}}`;
}

/** SHA-256 of a record's canonical JSON (32 bytes). */
export function contentHash(record: JsonValue): Buffer {
  return hash('sha256', canonicalJson(record), 'buffer');
}
