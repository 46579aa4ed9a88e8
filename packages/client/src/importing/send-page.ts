import { ApiError } from '../errors.js';
import type { SendableRow } from './pages.js';

/** One refused record, with the reason. */
export interface Failure {
  /** The number of the record in the input, counted from 1. */
  readonly row: number;
  readonly external_id?: string;
  readonly error: string;
  readonly message: string;
  readonly field?: string | null;
  readonly hint?: string | null;
  /** The JSON of the record as sent. Absent if it could not be parsed. */
  readonly record?: string;
  /** The start of a record that could not be parsed. */
  readonly raw?: string;
}

/** The result of a page. */
export interface PageOutcome {
  readonly imported: number;
  /** The number of records that were ignored because the stored ones are newer. */
  readonly stale: number;
  readonly embedded: number;
  readonly failures: readonly Failure[];
  /** The service's result for each row, in order. */
  readonly results: readonly RowResult[];
  /** The workspace of the write. Absent if no record was sent or accepted. */
  readonly workspace?: unknown;
}

/** The service's result for one row. The `index` of a refused row counts from the start of the input. */
export interface RowResult {
  readonly row: number;
  readonly result: object;
}

/** Sends one page, whose JSON must not be changed. Returns the service's answer. */
export type SendRecords = (body: string) => Promise<unknown>;

interface ImportAnswer {
  readonly imported: number;
  readonly stale: number;
  readonly embedded: number;
  readonly results: readonly { readonly index?: number; readonly error?: string }[];
  readonly workspace: unknown;
}

const nothing: PageOutcome = { imported: 0, stale: 0, embedded: 0, failures: [], results: [] };

/**
 * Imports the rows of a page. If the page is refused as a whole because of its content, it is halved until the invalid
 * row is alone. Any other error is thrown.
 */
export async function sendPage(rows: readonly SendableRow[], send: SendRecords): Promise<PageOutcome> {
  if (rows.length === 0) return nothing;
  try {
    const answer = (await send(bodyOf(rows))) as ImportAnswer;
    const failures = answer.results.flatMap((result) => (result.error === undefined ? [] : [refused(result, rows)]));
    const results = answer.results.map((result, index) => resultOf(rows[index]?.row ?? 0, result));
    const { imported, stale, embedded, workspace } = answer;
    return { imported, stale, embedded, failures, results, workspace };
  } catch (error) {
    if (!(error instanceof ApiError) || (error.status !== 400 && error.status !== 413)) throw error;
    if (error.code.startsWith('workspace') || error.code === 'invalid_workspace_id') throw error;
    const [row] = rows;
    if (rows.length === 1 && row !== undefined) {
      const failure = refusedAlone(error, row);
      return { ...nothing, failures: [failure], results: [resultOfFailure(failure)] };
    }
    const middle = Math.ceil(rows.length / 2);
    const first = await sendPage(rows.slice(0, middle), send);
    return joined(first, await sendPage(rows.slice(middle), send));
  }
}

function bodyOf(rows: readonly SendableRow[]): string {
  return `{"records":[${rows.map(({ text }) => text).join(',')}]}`;
}

function refused(result: ImportAnswer['results'][number], rows: readonly SendableRow[]): Failure {
  const { index, ...rest } = result;
  const row = rows[index ?? -1];
  // The contract guarantees an error and a message for every refused record.
  return { row: row?.row ?? 0, ...rest, ...(row === undefined ? {} : { record: row.text }) } as Failure;
}

/** Converts a result within a page to one within the whole input. */
function resultOf(row: number, result: ImportAnswer['results'][number]): RowResult {
  return { row, result: result.index === undefined ? result : { ...result, index: row - 1 } };
}

/** The result for a row that was refused on its own. */
export function resultOfFailure({ row, error, message, field = null, hint = null }: Failure): RowResult {
  return { row, result: { index: row - 1, error, message, field, hint } };
}

function refusedAlone(error: ApiError, { row, text }: SendableRow): Failure {
  return { row, error: error.code, message: error.message, record: text };
}

function joined(first: PageOutcome, second: PageOutcome): PageOutcome {
  return {
    imported: first.imported + second.imported,
    stale: first.stale + second.stale,
    embedded: first.embedded + second.embedded,
    failures: [...first.failures, ...second.failures],
    results: [...first.results, ...second.results],
    workspace: first.workspace ?? second.workspace,
  };
}
