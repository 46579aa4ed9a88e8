import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { limits, type Mapping, type ValidationDetail } from '@tessera/contract';
import { isJsonObject, type JsonValue } from '@tessera/json';
import { Pauses } from '../../platform/pauses.js';

type Path = ReturnType<typeof compile>;

/** A mapping whose paths have been read. */
export interface CompiledMapping {
  /** Null where the body is one record. */
  readonly records: Path | null;
  readonly id: Path;
  readonly writeDate: Path | null;
  /** Null where a record keeps all its fields. */
  readonly fields: readonly (readonly [name: string, path: Path])[] | null;
}

/** Where a record's id and clock belong. */
export interface ControlFields {
  readonly id_field: string;
  readonly write_date_field: string;
}

/** What is wrong with the paths of a mapping, which was validated but for them. */
export function mappingFaults(mapping: Mapping): ValidationDetail[] {
  const named = Object.entries(mapping.fields ?? {}).map(([name, path]) => [`fields.${name}`, path] as const);
  const paths = [
    ['records', mapping.records] as const,
    ['id', mapping.id] as const,
    ['write_date', mapping.write_date] as const,
  ];
  const lists = { left: limits.mappedLists };
  return [...paths, ...named].flatMap(([key, path]) => {
    const message = path === undefined ? undefined : faultOf(path, lists);
    return message === undefined ? [] : [{ path: `mapping.${key}`, message }];
  });
}

/** Reads the paths of a mapping without faults. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const optional = (path: string | undefined) => (path === undefined ? null : compile(path));
  const { fields } = mapping;
  return {
    records: optional(mapping.records),
    id: compile(mapping.id),
    writeDate: optional(mapping.write_date),
    fields: fields === undefined ? null : Object.entries(fields).map(([name, path]) => [name, compile(path)] as const),
  };
}

/** What is found at a path; null where there is nothing. */
export function valueAt(path: Path, value: JsonValue): JsonValue {
  // The library's values are plain JSON. A number that is kept as sent passes through it as it is.
  const found: unknown = TreeInterpreter.search(path, value as Parameters<typeof TreeInterpreter.search>[1]);
  // What every object inherits is not of the body.
  return typeof found === 'function' || found === Object.prototype ? null : (found as JsonValue);
}

/**
 * The records that the items of a delivery stand for; what is not an object stays as it is, and is refused like any other.
 * Lets other requests go on whenever that has taken a while.
 */
export async function mapRecords(
  items: readonly JsonValue[],
  mapping: CompiledMapping,
  control: ControlFields,
): Promise<JsonValue[]> {
  const places = [
    ...(mapping.fields ?? []),
    [control.id_field, mapping.id] as const,
    ...(mapping.writeDate === null ? [] : [[control.write_date_field, mapping.writeDate] as const]),
  ];
  const pauses = new Pauses();
  const records: JsonValue[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) {
      records.push(item);
      continue;
    }
    const record = new Map<string, JsonValue>(mapping.fields === null ? Object.entries(item) : []);
    for (const [field, path] of places) {
      const value = valueAt(path, item);
      record.delete(field);
      if (value !== null) {
        record.set(field, value);
      }
      if (pauses.isDue) {
        await pauses.take();
      }
    }
    records.push(Object.fromEntries(record));
  }
  return records;
}

/** Why a path is refused; takes from the lists that all paths together may go through. */
function faultOf(path: string, lists: { left: number }): string | undefined {
  try {
    if (!isPlain(compile(path), lists)) {
      return 'must be made of names, [0] and [*] only; a name with other characters than letters, digits and _ is written in double quotes';
    }
  } catch (error) {
    return `must be a path such as data.items[*].name: ${error instanceof Error ? error.message : String(error)}`;
  }
  return lists.left < 0 ? `goes through too many lists: a mapping may have ${limits.mappedLists} [*]` : undefined;
}

/** Whether a path only looks up: what it costs then grows with the body, and it never computes anything. */
function isPlain(path: Path, lists: { left: number }): boolean {
  switch (path.type) {
    case 'Field':
    case 'Index':
    case 'Identity':
    case 'Current':
      return true;
    case 'Projection':
      lists.left -= 1;
      return isPlain(path.left, lists) && isPlain(path.right, lists);
    case 'Subexpression':
    case 'IndexExpression':
      return isPlain(path.left, lists) && isPlain(path.right, lists);
    default:
      return false;
  }
}
