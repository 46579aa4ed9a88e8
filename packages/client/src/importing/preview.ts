import { roundedId } from '@tessera/contract';
import type { RecordReader } from './formats.js';
import { type Item, type ItemProblem, UnreadableInput } from './items.js';
import { fieldsOf, isEmptyText } from './record-fields.js';
import { hasRoundedId, recordId } from './record-id.js';
import { type RepeatedRow, RepeatFinder } from './repeats.js';
import { type DeclaredType, isClockValue, typeOf, valueHint } from './value-hints.js';

/** What a preview must know about the collection. */
export interface PreviewTarget {
  readonly id_field: string;
  readonly write_date_field: string;
  readonly fields: readonly { readonly name: string; readonly type: DeclaredType | null }[];
}

/** A value that does not match the declared type of its field, or an update time that cannot be read. */
export interface Misfit {
  readonly line: number;
  readonly value: string;
  readonly hint: string;
}

/** A field found in the rows. */
export interface PreviewField {
  readonly name: string;
  /** The type that the collection declares; null if it declares none. */
  readonly declared: DeclaredType | null;
  /** The detected types: one type, several joined by " or ", or "empty". */
  readonly looks: string;
  /** Up to three values. */
  readonly examples: readonly string[];
  readonly misfits: number;
  /** The first such values. */
  readonly shown_misfits: readonly Misfit[];
}

/** A row that cannot become a record, and the reason. */
export interface PreviewProblem extends ItemProblem {
  readonly line: number;
}

/** What an import would do, determined before anything is sent. */
export interface Preview {
  readonly format: string;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly sheet: string | null;
  /** The sheets of the workbook that are not read. */
  readonly other_sheets: readonly string[];
  /** The line or row that names the columns; null if the source is not a table. */
  readonly header_row: number | null;
  /** What of the source is not read as it is shown, in sentences. */
  readonly notices: readonly string[];
  readonly header: readonly string[] | null;
  readonly id_field: string;
  /** The field that contains the update time; null if no row has it. */
  readonly clock_field: string | null;
  readonly fields: readonly PreviewField[];
  readonly rows: number;
  /** The number of records. Rows with the same id count once. */
  readonly records: number;
  readonly without_id: number;
  /** The number of stored records that the source lacks; null if it was not counted. */
  readonly absent: number | null;
  /** The number of ids that several rows have, and the first of these ids with their lines. */
  readonly repeated: number;
  readonly shown_repeated: readonly { readonly id: string; readonly lines: readonly number[] }[];
  readonly problems: number;
  readonly shown_problems: readonly PreviewProblem[];
  /** Why the rest of the source cannot be read; null if all of it can. */
  readonly unreadable: string | null;
}

const shown = { misfits: 3, repeated: 5, problems: 5, lines: 5, examples: 3, characters: 60, fields: 500 };

/** Further inputs of a preview. */
export interface PreviewOptions {
  /** Default: the items of the reader. */
  readonly items?: AsyncIterable<Item>;
  /** Counts the stored records whose ids are not among these. Returns null if that is unknown. */
  readonly countAbsent?: (ids: readonly string[]) => Promise<number | null>;
}

/** Reads a whole source and returns what an import would do. */
export async function previewOf(
  reader: RecordReader,
  target: PreviewTarget,
  { items = reader.items(0), countAbsent }: PreviewOptions = {},
): Promise<Preview> {
  const declared = new Map(target.fields.map(({ name, type }) => [name, type]));
  const fields = new Map<string, FieldSurvey>();
  const repeats = new RepeatFinder();
  const problems: PreviewProblem[] = [];
  let [withoutId, problemCount] = [0, 0];
  let unreadable: string | null = null;
  const note = (problem: PreviewProblem): void => {
    problemCount += 1;
    if (problems.length < shown.problems) problems.push(problem);
  };
  try {
    for await (const item of items) {
      const { text, problem, line = 0 } = item;
      const id = text === undefined ? undefined : recordId(text, target.id_field);
      repeats.add(item, id);
      if (text === undefined) note({ ...problem, line });
      else if (hasRoundedId(text, target.id_field)) note({ ...roundedProblem, line });
      else if (id === undefined) withoutId += 1;
      for (const [name, value] of text === undefined ? [] : fieldsOf(text)) {
        surveyOf(fields, name, { declared, target })?.add(value, line);
      }
    }
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
    unreadable = error.message;
  }
  const { rows, records, byId } = repeats.found;
  const surveys = Array.from(fields.values(), (field) => field.found);
  return {
    ...facts(reader, target),
    clock_field: fields.has(target.write_date_field) ? target.write_date_field : null,
    fields: surveys,
    rows,
    records,
    without_id: withoutId,
    absent: unreadable === null && countAbsent !== undefined ? await countAbsent(repeats.ids) : null,
    repeated: byId.size,
    shown_repeated: shownRepeats(byId),
    problems: problemCount,
    shown_problems: problems,
    unreadable,
  };
}

/** The first repeated ids, with the lines of their rows. */
export function shownRepeats(byId: ReadonlyMap<string, readonly RepeatedRow[]>): Preview['shown_repeated'] {
  return [...byId].slice(0, shown.repeated).map(([id, rows]) => ({
    id: id.slice(0, shown.characters),
    lines: rows.slice(0, shown.lines).map(({ line }) => line),
  }));
}

function facts(
  { format, encoding, delimiter, sheet, columns, header, notices }: RecordReader,
  { id_field }: PreviewTarget,
) {
  return {
    format,
    encoding: encoding ?? null,
    delimiter: delimiter ?? null,
    sheet: sheet?.name ?? null,
    other_sheets: sheet?.names.filter((name) => name !== sheet.name) ?? [],
    header_row: header?.line ?? null,
    notices: notices ?? [],
    header: columns ?? null,
    id_field,
  };
}

function surveyOf(
  fields: Map<string, FieldSurvey>,
  name: string,
  { declared, target }: { declared: ReadonlyMap<string, DeclaredType | null>; target: PreviewTarget },
): FieldSurvey | undefined {
  const known = fields.get(name);
  if (known !== undefined || fields.size >= shown.fields) return known;
  const survey = new FieldSurvey(name, declared.get(name) ?? null, name === target.write_date_field);
  fields.set(name, survey);
  return survey;
}

const roundedProblem: ItemProblem = { error: 'invalid_id', ...roundedId };

/** Collects what is known about the values of one field. */
class FieldSurvey {
  private readonly looks = new Set<string>();
  private readonly examples = new Set<string>();
  private readonly misfits: Misfit[] = [];
  private count = 0;

  constructor(
    readonly name: string,
    readonly declared: DeclaredType | null,
    readonly isClock: boolean,
  ) {}

  add(value: string, line: number): void {
    if (isEmptyText(value)) return;
    this.looks.add(typeOf(value));
    const text = (value.startsWith('"') ? (JSON.parse(value) as string) : value).slice(0, shown.characters);
    if (this.examples.size < shown.examples) this.examples.add(text);
    const hint = this.hint(value);
    if (hint === undefined) return;
    this.count += 1;
    if (this.misfits.length < shown.misfits) this.misfits.push({ line, value: text, hint });
  }

  get found(): PreviewField {
    return {
      name: this.name,
      declared: this.declared,
      looks: [...this.looks].sort().join(' or ') || 'empty',
      examples: [...this.examples],
      misfits: this.count,
      shown_misfits: this.misfits,
    };
  }

  private hint(value: string): string | undefined {
    if (this.isClock && (value.startsWith('[') || isClockValue(value))) return undefined;
    const type = this.declared ?? (this.isClock ? 'date' : null);
    return type === null ? undefined : valueHint(value, type);
  }
}
