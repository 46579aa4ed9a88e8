import {
  columnOrderingFeature,
  columnPinningFeature,
  columnResizingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  functionalUpdate,
  type ReactTable,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { useMemo, useState } from 'react';
import { useSession } from '../../app/session.js';
import type { IconName } from '../../components/icon.js';
import { textOf } from '../../text.js';
import { type KeptLayout, keepLayout, readLayout } from './layout.js';
import type { Collection } from './queries.js';
import { nameFieldOf } from './values.js';

const features = tableFeatures({
  columnOrderingFeature,
  columnPinningFeature,
  columnSizingFeature,
  columnResizingFeature,
  columnVisibilityFeature,
});

/** The kind of a column's values. The header shows it as an icon. */
export type Kind = 'text' | 'number' | 'boolean' | 'date' | 'enum' | 'object';

/** The column of record ids. */
export const idColumn = 'id';

/** The column of the last change. It comes after the columns of fields. */
export const changeColumn = 'change';

/** Bounds of a column's width in pixels. */
export const widths = { min: 80, max: 800 } as const;

const shownAtFirst = 12;
const widthsByKind: Readonly<Record<Kind, number>> = {
  text: 200,
  number: 120,
  boolean: 110,
  date: 150,
  enum: 150,
  object: 200,
};

/** The icon of each kind. */
export const kindIcons: Readonly<Record<Kind, IconName>> = {
  text: 'text',
  number: 'number',
  boolean: 'checkbox',
  date: 'calendar',
  enum: 'list',
  object: 'braces',
};

/** The kinds in words, for screen readers. */
export const kindNames: Readonly<Record<Kind, string>> = {
  text: textOf('text'),
  number: textOf('number'),
  boolean: textOf('yes or no'),
  date: textOf('date'),
  enum: textOf('one of some values'),
  object: textOf('list or object'),
};

/** A column of a field. */
interface FieldColumn {
  readonly id: string;
  readonly field: string;
  readonly kind: Kind;
}

/** The columns of a collection as a person has arranged them. */
export interface Columns {
  readonly table: ReactTable<typeof features, object>;
  readonly fields: ReadonlyMap<string, FieldColumn>;
  /** The first column, which is always visible: the name of the record or, without one, its id. */
  readonly lead: string;
  /** Whether the person has changed anything. */
  readonly isArranged: boolean;
  /** Discards the person's changes. */
  reset(): void;
}

/** The kind of a field, derived without reading every record. */
export function kindOf(field: { readonly type: string | null; readonly example?: unknown } | undefined): Kind {
  const example = field?.example;
  switch (field?.type) {
    case 'number':
    case 'date':
    case 'enum':
      return field.type;
    case 'string':
      return 'text';
    default:
      break;
  }
  if (typeof example === 'number' || typeof example === 'boolean') {
    return typeof example as 'number' | 'boolean';
  }
  if (typeof example === 'object' && example !== null) {
    return 'object';
  }
  return typeof example === 'string' && /^\d{4}-\d\d-\d\d([T ]|$)/.test(example) ? 'date' : 'text';
}

/** The fields of a collection as columns, in the order of its file. The name of a record comes first. */
export function columnsOf(collection: Pick<Collection, 'exposed_fields' | 'fields'>): FieldColumn[] {
  const described = new Map(collection.fields.map((field) => [field.name, field]));
  const name = nameFieldOf(collection.exposed_fields);
  const names = name === undefined ? [] : [name];
  const others = collection.exposed_fields.filter((field) => field !== name);
  // The prefix keeps a field from having the same id as another column or a property of objects.
  return [...names, ...others].map((field) => ({
    id: `field:${field}`,
    field,
    kind: kindOf(described.get(field)),
  }));
}

/** The columns of a collection in a person's order and widths, which the browser stores. */
export function useColumns(collection: Collection): Columns {
  const { me, workspace } = useSession();
  const storageKey = [me.email ?? me.id, workspace.id, collection.id].join('/');
  const [kept, setKept] = useState<KeptLayout>(() => readLayout(storageKey));
  const list = useMemo(() => columnsOf(collection), [collection]);
  const named = nameFieldOf(collection.exposed_fields) === undefined ? undefined : list[0];
  const lead = named?.id ?? idColumn;
  const columns = useMemo(() => {
    const bounds = { minSize: widths.min, maxSize: widths.max };
    const ids = { id: idColumn, header: 'Id', size: named === undefined ? 160 : 110, ...bounds };
    const fields = list.map(({ id, field, kind }) => ({ id, header: field, size: widthsByKind[kind], ...bounds }));
    const change = { id: changeColumn, header: 'Last change', size: 140, ...bounds };
    const [first, ...rest] = fields;
    // On a phone, the first column leaves room for a second one.
    return named === undefined || first === undefined
      ? [ids, ...fields, change]
      : [{ ...first, size: window.innerWidth < 480 ? 190 : 300, minSize: 140 }, ids, ...rest, change];
  }, [list, named]);
  const hidden = useMemo(
    () => Object.fromEntries(list.slice(shownAtFirst).map(({ id }) => [id, false] as const)),
    [list],
  );
  const change = (part: Partial<KeptLayout>): void => {
    setKept((before) => {
      const after = { ...before, ...part };
      keepLayout(storageKey, after);
      return after;
    });
  };
  const state = {
    columnOrder: kept.order ?? [],
    columnVisibility: kept.visible ?? hidden,
    columnSizing: kept.widths ?? {},
    columnPinning: { start: [lead], end: [] },
  };
  const table = useTable({
    features,
    columns,
    data: noRows,
    state,
    columnResizeMode: 'onChange',
    onColumnOrderChange: (next) => change({ order: functionalUpdate(next, state.columnOrder) }),
    onColumnVisibilityChange: (next) => change({ visible: functionalUpdate(next, state.columnVisibility) }),
    onColumnSizingChange: (next) => change({ widths: functionalUpdate(next, state.columnSizing) }),
  });
  return {
    table,
    fields: new Map(list.map((column) => [column.id, column])),
    lead,
    isArranged: Object.keys(kept).length > 0,
    reset: () => {
      keepLayout(storageKey, {});
      setKept({});
    },
  };
}

/** The fields of the visible columns, in their order. */
export function shownFields({ table, fields }: Columns): string[] {
  return table.getFlatHeaders().flatMap(({ column }) => fields.get(column.id)?.field ?? []);
}

// The table receives no rows, because only some of a million records are loaded. The virtual rows are rendered
// separately.
const noRows: object[] = [];
