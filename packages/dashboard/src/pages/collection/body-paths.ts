import type { Mapping } from '@tessera/contract';

/** A value in the body of a delivery, with its path. Of a list, only the first entry is shown. */
interface BodyValue {
  readonly path: string;
  readonly value: string;
}

const shownCharacters = 60;

/** The values in a body, in its order. Empty if it is not JSON. */
export function valuesIn(body: string): BodyValue[] {
  try {
    return valuesOf(JSON.parse(body), '');
  } catch {
    return [];
  }
}

function valuesOf(value: unknown, path: string): BodyValue[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : valuesOf(value[0], `${path}[0]`);
  if (typeof value !== 'object' || value === null) {
    return [{ path, value: String(value).slice(0, shownCharacters) }];
  }
  return Object.entries(value).flatMap(([name, below]) => {
    const step = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return valuesOf(below, path === '' ? step : `${path}.${step}`);
  });
}

/** What a value of a body can be in a mapping. */
export type Part = 'id' | 'write_date' | 'field';

/** The path of a value as the mapping states it: within a record of its list, and of all entries of a list in it. */
function pathIn({ records }: Pick<Mapping, 'records'>, path: string): string {
  const start = `${records}[0].`;
  return (path.startsWith(start) ? path.slice(start.length) : path).replaceAll('[0]', '[*]');
}

/** The part of a mapping that reads a value. */
export function partOf(mapping: Mapping | undefined, path: string): Part | undefined {
  if (mapping === undefined) return undefined;
  const own = pathIn(mapping, path);
  if (mapping.id === own) return 'id';
  if (mapping.write_date === own) return 'write_date';
  return Object.values(mapping.fields ?? {}).includes(own) ? 'field' : undefined;
}

/** A mapping with a value added as this part, or removed. An id in a list means that its entries are records. */
export function withPart(before: Mapping | undefined, path: string, part: Part): Mapping {
  const isOn = partOf(before, path) !== part;
  const { records: _records, ...rest } = before ?? { id: 'id' };
  if (part === 'id') {
    const list = path.lastIndexOf('[0].');
    return list <= 0 ? { ...rest, id: path } : { ...rest, records: path.slice(0, list), id: path.slice(list + 4) };
  }
  const mapping: Mapping = before ?? { id: 'id' };
  const own = pathIn(mapping, path);
  if (part === 'write_date') {
    const { write_date: _clock, ...others } = mapping;
    return isOn ? { ...others, write_date: own } : others;
  }
  const { fields: _fields, ...others } = mapping;
  const fields = Object.entries(mapping.fields ?? {}).filter(([, stored]) => stored !== own);
  const name = own.replace(/.*\.|\[\*\]|"/g, '');
  const next = isOn ? [...fields.filter(([taken]) => taken !== name), [name, own] as const] : fields;
  return next.length === 0 ? others : { ...others, fields: Object.fromEntries(next) };
}
