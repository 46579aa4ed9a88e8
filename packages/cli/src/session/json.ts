import { ExactNumber, stringifyJson } from '@tessera/json';

/** JSON that is sent exactly as it was written, so that no number, key or order changes on the way. */
export class RawJson {
  constructor(readonly text: string) {}
}

/** Writes a body; `RawJson` parts go out as they are. */
export function stringifyBody(value: unknown): string {
  if (value instanceof RawJson) return value.text;
  if (Array.isArray(value)) return `[${value.map(stringifyBody).join(',')}]`;
  if (typeof value === 'object' && value !== null && !(value instanceof ExactNumber)) {
    const present = Object.entries(value).filter(([, part]) => part !== undefined);
    return `{${present.map(([key, part]) => `${JSON.stringify(key)}:${stringifyBody(part)}`).join(',')}}`;
  }
  return stringifyJson(value);
}
