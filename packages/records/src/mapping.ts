import { compile, TreeInterpreter } from '@jmespath-community/jmespath';
import { limits, type Mapping, type ValidationDetail } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue } from '@tessera/json';
import { DeletedItem, meansDeletion } from './deletion.js';

type Path = ReturnType<typeof compile>;

/** A mapping with compiled paths. */
export interface CompiledMapping {
  /** The path of the list of records. Null if the body is one record. */
  readonly records: Path | null;
  readonly id: Path;
  /** The paths and headers that contain the update clock; null if there are none. */
  readonly clocks: readonly (Path | Header)[] | null;
  /** The accepted events, and where a delivery names its event. Null accepts all deliveries. */
  readonly events: { readonly kind: Path | Header; readonly values: readonly string[] } | null;
  /** Where an item says that its record is deleted, and by which values. Null if none does. */
  readonly deleted: { readonly at: Path | Header; readonly values: readonly unknown[] | undefined } | null;
  /** The fields of records with their paths. Null keeps all fields. */
  readonly fields: readonly (readonly [name: string, path: Path])[] | null;
  /** The fields with content: those whose paths are not the path of the id, a clock or the event. */
  readonly contentFields: ReadonlySet<string>;
}

/** A header of a delivery. Its value applies to all records of the delivery. */
export interface Header {
  readonly header: string;
}

/** Facts of a delivery that its records do not contain. */
export interface DeliveryFacts {
  readonly header: (name: string) => string | undefined;
  /** The index of the delivery's event among the accepted ones; null if it is unknown. */
  readonly eventIndex: number | null;
}

/** Lets other work run during a long computation, as soon as it is due. */
export interface Pauses {
  readonly isDue: boolean;
  take(): Promise<void>;
}

/** An item of a delivery that has no content for its record. Its id and clock may be mapped as fields too. */
export class UnmappedItem {
  constructor(
    /** The id as sent. */
    readonly id: JsonValue,
    readonly fields: readonly string[],
  ) {}
}

/** The fields that contain a record's id and clock. */
export interface ControlFields {
  readonly id_field: string;
  readonly write_date_field: string;
}

/** Returns the invalid paths of a mapping, whose other parts have already been validated. */
export function mappingFaults(mapping: Mapping): ValidationDetail[] {
  const named = Object.entries(mapping.fields ?? {}).map(([name, path]) => [`fields.${name}`, path] as const);
  const paths = [
    ['records', mapping.records] as const,
    ['id', mapping.id] as const,
    ...listOf(mapping.write_date ?? []).map(
      (clock, index) =>
        [
          Array.isArray(mapping.write_date) ? `write_date.${index}` : 'write_date',
          typeof clock === 'string' ? clock : undefined,
        ] as const,
    ),
    ['events.path', mapping.events?.path] as const,
    ['deleted_field', deletedPath(mapping)] as const,
  ];
  const lists = { left: limits.mappedLists };
  return [...paths, ...named].flatMap(([key, path]) => {
    const message = path === undefined ? undefined : faultOf(path, lists);
    return message === undefined ? [] : [{ path: `mapping.${key}`, message }];
  });
}

function deletedPath({ deleted_field: deleted }: Mapping): string | undefined {
  return typeof deleted === 'object' && 'path' in deleted
    ? deleted.path
    : typeof deleted === 'string'
      ? deleted
      : undefined;
}

/** Compiles the paths of a valid mapping. */
export function compileMapping(mapping: Mapping): CompiledMapping {
  const optional = (path: string | undefined) => (path === undefined ? null : compile(path));
  const compileSource = (found: string | Header) => (typeof found === 'string' ? compile(found) : found);
  const { fields, write_date, events } = mapping;
  return {
    records: optional(mapping.records),
    id: compile(mapping.id),
    clocks: write_date === undefined ? null : listOf(write_date).map(compileSource),
    events:
      events === undefined
        ? null
        : { kind: compileSource(events.path ?? { header: events.header ?? '' }), values: events.values },
    deleted: deletedOf(mapping),
    fields: fields === undefined ? null : Object.entries(fields).map(([name, path]) => [name, compile(path)] as const),
    contentFields: contentFieldsOf(mapping),
  };
}

function deletedOf({ deleted_field: deleted }: Mapping): CompiledMapping['deleted'] {
  if (deleted === undefined) {
    return null;
  }
  if (typeof deleted === 'string') {
    return { at: compile(deleted), values: undefined };
  }
  return { at: 'path' in deleted ? compile(deleted.path) : deleted, values: deleted.values };
}

/** All mapped fields, if none has a path of its own. */
function contentFieldsOf({ id, write_date: clock = [], events, fields = {} }: Mapping): ReadonlySet<string> {
  const control = new Set([id, ...listOf(clock), events?.path]);
  const content = Object.entries(fields).filter(([, path]) => !control.has(path));
  return new Set((content.length > 0 ? content : Object.entries(fields)).map(([name]) => name));
}

/** Returns the value at a path; null if there is none. */
export function valueAt(path: Path, value: JsonValue): JsonValue {
  // The library expects plain JSON, but passes objects for exact numbers through unchanged.
  const found: unknown = TreeInterpreter.search(path, value as Parameters<typeof TreeInterpreter.search>[1]);
  // Properties that every object inherits are not part of the body.
  return typeof found === 'function' || found === Object.prototype ? null : (found as JsonValue);
}

/** Returns the value at a path of a body, or of a header; null if there is none. */
export function factAt(source: Path | Header, value: JsonValue, header: DeliveryFacts['header']): JsonValue {
  return 'header' in source ? (header(source.header) ?? null) : valueAt(source, value);
}

/**
 * Maps the items of a delivery to records. An item that is not an object is returned unchanged and refused later. Lets
 * other work run whenever a pause is due.
 */
export async function mapRecords(
  items: readonly JsonValue[],
  mapping: CompiledMapping,
  {
    control,
    facts,
    pauses,
  }: { readonly control: ControlFields; readonly facts: DeliveryFacts; readonly pauses: Pauses },
): Promise<(JsonValue | UnmappedItem | DeletedItem)[]> {
  const records: (JsonValue | UnmappedItem | DeletedItem)[] = [];
  for (const item of items) {
    if (!isJsonObject(item)) {
      records.push(item);
      continue;
    }
    const isDeleted =
      mapping.deleted !== null &&
      meansDeletion(factAt(mapping.deleted.at, item, facts.header) ?? undefined, mapping.deleted.values);
    const record = new Map<string, JsonValue>(mapping.fields === null ? Object.entries(item) : []);
    for (const [field, path] of mapping.fields ?? []) {
      await setField(record, field, valueAt(path, item), pauses);
    }
    const id = valueAt(mapping.id, item);
    if (
      !isDeleted &&
      mapping.fields !== null &&
      ![...record.keys()].some((field) => mapping.contentFields.has(field))
    ) {
      records.push(new UnmappedItem(id, [...mapping.contentFields]));
      continue;
    }
    await setField(record, control.id_field, id, pauses);
    if (mapping.clocks !== null) {
      await setField(record, control.write_date_field, clockOf(mapping.clocks, item, { ...facts, isDeleted }), pauses);
    }
    const mapped = Object.fromEntries(record);
    records.push(isDeleted ? new DeletedItem(mapped) : mapped);
  }
  return records;
}

async function setField(
  record: Map<string, JsonValue>,
  field: string,
  value: JsonValue,
  pauses: Pauses,
): Promise<void> {
  record.delete(field);
  if (value !== null) {
    record.set(field, value);
  }
  if (pauses.isDue) {
    await pauses.take();
  }
}

/** The update clock of an item: a single value or, if the mapping has several sources, a list. */
function clockOf(
  sources: readonly (Path | Header)[],
  item: JsonObject,
  { header, eventIndex, isDeleted }: DeliveryFacts & { readonly isDeleted: boolean },
): JsonValue {
  const found = sources.map((source) => factAt(source, item, header));
  // The body of a deletion often has no clock.
  const clocks = isDeleted ? found.filter((clock) => clock !== null) : found;
  const values = [...clocks, ...(eventIndex === null ? [] : [eventIndex])];
  const [first = null, ...others] = values;
  if (clocks.length === 0 || first === null) {
    return null;
  }
  return others.every((other) => other === null) ? first : values;
}

function listOf<Value>(value: Value | readonly Value[]): readonly Value[] {
  return Array.isArray(value) ? value : [value as Value];
}

/** Returns why a path is invalid. Reduces `left`, the number of lists that all paths together may traverse. */
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

/** Whether a path only reads properties and computes nothing. Its cost is then linear in the size of the body. */
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
