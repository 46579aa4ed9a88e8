import { ExactNumber, stringifyJson } from '@tessera/json';

/** JSON text that is sent exactly as written, so that numbers, keys and their order stay the same. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Serializes a body. `RawJson` parts of it are inserted unchanged. */
export function stringifyBody(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringifyBody).join(',')}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
    const present = Object.entries(value).filter(([, part]) => part !== undefined);
    return `{${present.map(([key, part]) => `${JSON.stringify(key)}:${stringifyBody(part)}`).join(',')}}`;
  }
  return stringifyJson(value);
}
