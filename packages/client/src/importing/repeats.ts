import { type Item, UnreadableInput } from './items.js';
import { fieldsOf, isEmptyText, textOfFields } from './record-fields.js';
import { recordId } from './record-id.js';

/** What becomes of rows of one source that have one id. `fail`: nothing is imported. */
export const repeatChoices = ['first', 'last', 'merge', 'fail'] as const;

/** What becomes of rows that have one id: the first or last counts, or later rows replace what they have a value for. */
export type RepeatChoice = (typeof repeatChoices)[number];

/** Which ids of a source several rows have. */
export interface Repeats {
  /** Rows of the source, also those that are not records. */
  readonly rows: number;
  /** Rows with an id; those with the same id count once. */
  readonly records: number;
  /** The rows of each repeated id; `line` is that of the source. */
  readonly byId: ReadonlyMap<string, readonly RepeatedRow[]>;
}

/** One of several rows with one id. */
export interface RepeatedRow {
  readonly row: number;
  readonly line: number;
}

/** Reads a source to its end and finds the ids that several of its rows have. */
export class RepeatFinder {
  private readonly first = new Map<string, RepeatedRow>();
  private readonly repeated = new Map<string, RepeatedRow[]>();
  private rows = 0;

  /** Takes the next record, and the id that it has. */
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

  /** What was found. */
  get found(): Repeats {
    return { rows: this.rows, records: this.first.size, byId: this.repeated };
  }
}

/** Finds the ids that several rows have, up to where the source can be read. */
export async function findRepeats(items: AsyncIterable<Item>, idField: string): Promise<Repeats> {
  const finder = new RepeatFinder();
  for await (const item of readable(items)) {
    finder.add(item, item.text === undefined ? undefined : recordId(item.text, idField));
  }
  return finder.found;
}

/** The items before the part that cannot be read, which the import itself reports. */
async function* readable(items: AsyncIterable<Item>): AsyncGenerator<Item, void, undefined> {
  try {
    yield* items;
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
  }
}

/** How rows with one id become one record. */
export interface RepeatRules {
  readonly idField: string;
  readonly repeats: Repeats;
  readonly choice: Exclude<RepeatChoice, 'fail'>;
  /** Records by id, where rows are merged. */
  readonly merged: ReadonlyMap<string, string>;
}

/** The merged record of each repeated id, read from the whole source. */
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

/** One record of two: the later keeps what it leaves empty. */
function mergedText(earlier: string, later: string): string {
  const fields = new Map(fieldsOf(earlier));
  for (const [name, value] of fieldsOf(later)) {
    if (!fields.has(name) || !isEmptyText(value)) fields.set(name, value);
  }
  return textOfFields(fields);
}

/**
 * Records with one for each id, at the place of the first of its rows or else of the last. `rowsBefore` are the rows before
 * the first item.
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
