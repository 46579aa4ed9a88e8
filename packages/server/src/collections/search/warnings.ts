import type { QueryAnswer } from '@tessera/contract';
import { ExactNumber } from '@tessera/json';
import { isControlField } from '@tessera/records';
import {
  type Comparison,
  type CompiledCondition,
  type CompiledFilter,
  type Condition,
  matchesFilter,
  parseFilter,
} from '@tessera/search-engine';
import { closest } from 'fastest-levenshtein';
import type { Transaction } from '../../platform/database/database.js';
import { type CollectionView, isReturned, mayQuery, readableRecords, readVisibleFilter } from '../access/view.js';
import { countUnembedded } from '../records/queries.js';
import { newestIn, newestRecords, unlessUnindexed, valuesIn } from './in-slice.js';
import type { SearchIndexes } from './index/indexes.js';
import type { OpenedQuery, Shown } from './open-queries.js';
import { findMissingFields, type MissingFields, newestOfSlice } from './queries.js';

/** The parts of a query that can cause warnings, and whether some record is known to match its filters. */
interface WarningInput {
  readonly indexes: SearchIndexes;
  readonly view: CollectionView;
  readonly filters: unknown;
  readonly fields: readonly string[] | undefined;
  readonly isPassed: boolean;
}

/** The inputs that all warnings share, and the warnings that apply to every query with words. */
interface WarningScope extends Pick<WarningInput, 'indexes' | 'view'> {
  readonly shown: Shown;
  readonly unembedded: readonly Warning[];
}

type Warning = NonNullable<QueryAnswer['warnings']>[number];

/** Number of most frequent values among which a suggestion is searched. */
const valuesOffered = 1_000;

/** Adds warnings to answers by the position of their query, unless the answers are brief. */
export async function withWarnings<Answer extends QueryAnswer>(
  transaction: Transaction,
  { shown: { fields, isBrief }, unembedded, ...scope }: WarningScope,
  answered: readonly (readonly [query: OpenedQuery, answer: Answer])[],
): Promise<(readonly [position: number, answer: Answer])[]> {
  const warned: (readonly [position: number, answer: Answer])[] = [];
  for (const [{ position, text, filters }, answer] of answered) {
    const isPassed = answer.results.length > 0;
    const isNamed = !isBrief && (filters !== undefined || fields !== undefined);
    const input = { ...scope, filters, fields, isPassed };
    const about = isNamed ? await warningsOf(transaction, input).catch(unlessUnindexed<Warning[]>([])) : [];
    const warnings = [...(answer.warnings ?? []), ...about, ...(text === '' ? [] : unembedded)];
    warned.push([position, warnings.length > 0 ? { ...answer, warnings } : answer]);
  }
  return warned;
}

/**
 * Warns about parts of a query that match nothing: an unknown field in a filter or in `fields`, a filter value that no
 * record has, and a number that is compared with the text of an undeclared field. Each warning suggests the nearest
 * match. A hidden field is reported as unknown.
 */
async function warningsOf(transaction: Transaction, input: WarningInput): Promise<Warning[]> {
  const { view, filters, fields = [] } = input;
  const conditions = filters === undefined ? [] : parseFilter(filters);
  const filter = filters === undefined ? { conditions: [] } : readVisibleFilter(filters, view);
  const found = await missingFields(transaction, input, filter);
  const missing = new Set(found.fields);
  const none = found.isOfNewest ? 'None of the newest records has' : 'No record has';
  const isMissingFilter = (field: string) => !mayQuery(field, view) || missing.has(field);
  const missingEntries = fields.filter((field) => !isReturned(field, view.config) || missing.has(field));
  const isNamed = missingEntries.length > 0 || conditions.some(({ field }) => isMissingFilter(field));
  const sample = isNamed ? await newestRecords(transaction, input) : [];
  const names = [...new Set(sample.flatMap(Object.keys))].sort();
  const values = await valueWarnings(transaction, input, filter, missing);
  return [
    ...conditions.flatMap((condition) => {
      const { field } = condition;
      const known = names.filter((name) => mayQuery(name, view));
      return isMissingFilter(field)
        ? [absent(`${none} the field "${field}"`, field, known)]
        : [...textWarnings(condition, view), ...values.filter((warning) => warning.field === field)];
    }),
    ...missingEntries.map((field) => {
      const known = names.filter((name) => isReturned(name, view.config));
      return absent(`No result has the field "${field}"`, field, known);
    }),
  ];
}

/** The fields of a query that the caller may use, but that no visible record has. */
async function missingFields(
  transaction: Transaction,
  { indexes, view, fields = [], isPassed }: WarningInput,
  { conditions }: CompiledFilter,
): Promise<MissingFields> {
  // If a record matches the filters, it has all fields that a match requires, so only other fields are checked.
  const inDoubt = conditions
    .filter((condition) => !isPassed || matchesFilter({ conditions: [condition] }, {}))
    .map(({ field }) => field)
    .filter((field) => mayQuery(field, view));
  // Id and clock are not attributes, but responses contain them.
  const entries = fields.filter((field) => isReturned(field, view.config) && !isControlField(field, view.config));
  const names = [...new Set([...inDoubt, ...entries])];
  if (names.length === 0) {
    return { fields: [], isOfNewest: false };
  }
  const ids = await newestIn(transaction, { indexes, view }, newestOfSlice);
  return findMissingFields(transaction, readableRecords(view), names, ids);
}

/** Warns about values of equalities that no record has. Suggests the nearest existing value. */
async function valueWarnings(
  transaction: Transaction,
  input: WarningInput,
  { conditions }: CompiledFilter,
  missing: ReadonlySet<string>,
): Promise<Warning[]> {
  const inDoubt = conditions
    .filter(({ field }) => mayQuery(field, input.view) && !missing.has(field))
    .map((condition) => ({ field: condition.field, texts: textsInDoubt(condition, input.isPassed) }))
    .filter(({ texts }) => texts.length > 0);
  const values = await valuesIn(transaction, input, {
    fields: inDoubt.map(({ field }) => field),
    wanted: inDoubt.flatMap(({ texts }) => texts),
    ranged: false,
    limit: valuesOffered,
  });
  return inDoubt.flatMap(({ field, texts }) => {
    const known = (values.get(field) ?? []).map(({ value }) => value);
    return texts
      .filter((text) => !known.includes(text))
      .map((text) => absent(`No record has the value that you asked for in "${field}"`, text, known, field));
  });
}

/** The strings of a condition that may not occur in any record: all of a list, or a single one if no record matched. */
function textsInDoubt({ type, tests }: CompiledCondition, isPassed: boolean): string[] {
  const equalities = type === 'text' ? tests.filter((test) => test.kind === 'equals' && !test.negated) : [];
  const operands = equalities.map((test) => (test.kind === 'equals' ? test.operands.map(String) : []));
  return operands.filter(({ length }) => !isPassed || length > 1).flat();
}

function absent(what: string, word: string, known: readonly string[], field = word): Warning {
  if (known.length === 0) {
    return { field, message: `${what}: check its name against describe.` };
  }
  const lower = new Map(known.toReversed().map((one) => [one.toLowerCase(), one]));
  const nearest = lower.get(closest(word.toLowerCase(), [...lower.keys()].toReversed())) ?? word;
  return { field, message: `${what}: the nearest is "${nearest}".` };
}

/** Numbers compared with the text of an undeclared field. */
function textWarnings({ field, comparisons }: Condition, { config }: CollectionView): Warning[] {
  return !config.field_types.has(field) && comparisons.some(comparesNumber)
    ? [{ field, message: `"${field}" is not declared as a number, so it compares as text: declare its type.` }]
    : [];
}

/** If some records of the slice have no vector, warns that words may miss them. */
export async function unembeddedWarnings(
  transaction: Transaction,
  view: CollectionView,
): Promise<NonNullable<QueryAnswer['warnings']>> {
  const count = await countUnembedded(transaction, readableRecords(view));
  const message = `${count} of the records are not embedded: they are found by id, code, word and filter, and not by meaning.`;
  return count === 0 ? [] : [{ field: null, message }];
}

function comparesNumber({ value }: Comparison): boolean {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.some((one) => typeof one === 'number' || one instanceof ExactNumber);
}
