import { type Item, UnreadableInput } from './items.js';
import { fieldsOf, isEmptyText, textOfFields } from './record-fields.js';
import { recordId } from './record-id.js';

/** What to do with rows of one source that have the same id. With `fail`, nothing is imported. */
export const repeatChoices = ['first', 'last', 'merge', 'fail'] as const;

/** How rows with the same id become one record. With `merge`, later rows replace the values that they have. */
export type RepeatChoice = (typeof repeatChoices)[number];

/** The ids that several rows of a source have. */
export interface Repeats {
  /** The number of rows, including those that are not records. */
  readonly rows: number;
  /** The number of different ids. */
  readonly records: number;
  /** The rows of each repeated id, with their lines in the source. */
  readonly byId: ReadonlyMap<string, readonly RepeatedRow[]>;
}

/** One of several rows with one id. */
export interface RepeatedRow {
  readonly row: number;
  readonly line: number;
}

/** Finds repeated ids while a whole source is read. */
export class RepeatFinder {
  private readonly first = new Map<string, RepeatedRow>();
  private readonly repeated = new Map<string, RepeatedRow[]>();
  private rows = 0;

  /** Adds the next record and its id. */
  add({ text, line }: Item, id: string | undefined): void {
    this.rows += 1;
    const row = { row: this.rows, line: line ?? this.rows };
    if (text === undefined || id === undefined) return;
    const first = this.first.get(id);
    if (first === undefined) {
      this.first.set(id, row);
      return;
    }
    const rows = this.repeated.get(id);
    if (rows === undefined) this.repeated.set(id, [first, row]);
    else rows.push(row);
  }

  /** The ids of all records. */
  get ids(): string[] {
    return [...this.first.keys()];
  }

  /** The result. */
  get found(): Repeats {
    return { rows: this.rows, records: this.first.size, byId: this.repeated };
  }
}

/** Finds repeated ids up to the first unreadable part. */
export async function findRepeats(items: AsyncIterable<Item>, idField: string): Promise<Repeats> {
  const finder = new RepeatFinder();
  for await (const item of readable(items)) {
    finder.add(item, item.text === undefined ? undefined : recordId(item.text, idField));
  }
  return finder.found;
}

/** The items before a part that cannot be read, which the import itself reports. */
async function* readable(items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
  }
}

/** Turns rows with the same id into one record. */
export interface RepeatRules {
  readonly idField: string;
  readonly repeats: Repeats;
  readonly choice: Exclude<RepeatChoice, 'fail'>;
  /** Merged records by id. */
  readonly merged: ReadonlyMap<string, string>;
}

/** Reads the whole source and merges the rows of each repeated id. */
export async function mergeRepeats(
  items: AsyncIterable<Item>,
  { idField, repeats }: Pick<RepeatRules, 'idField' | 'repeats'>,
): Promise<Map<string, string>> {
  const merged = new Map<string, string>();
  if (repeats.byId.size === 0) return merged;
  for await (const { text } of readable(items)) {
    const id = text === undefined ? undefined : recordId(text, idField);
    if (text === undefined || id === undefined || !repeats.byId.has(id)) continue;
    merged.set(id, mergedText(merged.get(id) ?? '{}', text));
  }
  return merged;
}

/** Merges two records. The later one keeps values of the earlier one that it lacks. */
function mergedText(earlier: string, later: string): string {
  const fields = new Map(fieldsOf(earlier));
  for (const [name, value] of fieldsOf(later)) {
    if (!fields.has(name) || !isEmptyText(value)) fields.set(name, value);
  }
  return textOfFields(fields);
}

/**
 * The records with one per id, at the position of its first or last row. `rowsBefore` is the number of rows before the
 * first item.
 */
export async function* withoutRepeats(
  items: AsyncIterable<Item>,
  rowsBefore: number,
  { idField, repeats, choice, merged }: RepeatRules,
): AsyncGenerator<Item, void, undefined> {
  let row = rowsBefore;
  for await (const item of items) {
    row += 1;
    const id = item.text === undefined || repeats.byId.size === 0 ? undefined : recordId(item.text, idField);
    const rows = id === undefined ? undefined : repeats.byId.get(id);
    const kept = choice === 'first' ? rows?.[0] : rows?.at(-1);
    if (kept !== undefined && kept.row !== row) continue;
    const text = id === undefined ? undefined : merged.get(id);
    yield item.text === undefined || text === undefined ? { ...item, row } : { ...item, row, text };
  }
}
