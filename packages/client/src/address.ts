import { endpoints, type OperationId } from '@tessera/contract';
import type { RequestParts } from './types.js';

/** Where a call goes. Throws `TypeError` for a parameter that is missing or that no URL can carry. */
export function addressOf(baseUrl: string, id: OperationId, parts: RequestParts): { method: string; url: string } {
  const { method, path, bytes, headers } = endpoints[id];
  const filled = path.replace(/\{(\w+)\}/g, (_placeholder, name: string) => {
    const value = parts.params?.[name];
    // A file's path is the rest of the address.
    const isFilePath = bytes !== undefined && name === 'path';
    return isFilePath && typeof value === 'string'
      ? value
          .split('/')
          .map((part) => segment(id, name, part))
          .join('/')
      : segment(id, name, value);
  });
  const given = Object.entries(parts.query ?? {}).filter(
    ([key, value]) => value !== undefined && !headers.includes(key),
  );
  const query = new URLSearchParams(given.map(([key, value]): [string, string] => [key, String(value)])).toString();
  return { method, url: `${baseUrl.replace(/\/+$/, '')}${filled}${query === '' ? '' : `?${query}`}` };
}

function segment(id: OperationId, name: string, value: unknown): string {
  const text = value === undefined || value === null ? '' : String(value);
  // A URL parser resolves dots away, also when they are escaped: the call would land elsewhere.
  if (text === '' || text === '.' || text === '..' || /\p{Surrogate}/u.test(text)) {
    throw new TypeError(`${id}: the path parameter "${name}" cannot be ${JSON.stringify(text)}.`);
  }
  return encodeURIComponent(text);
}
