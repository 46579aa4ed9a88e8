import { ApiError } from '@tessera/client';
import { parse } from 'csv-parse/sync';
import { grant } from '../grants.mjs';

/**
 * One customer of the file. `line` is where the row starts in it.
 * @typedef {import('./progress-file.mjs').Row} Row
 * @typedef {{ line: number, email: string, code: string, message: string }} Refused
 * @typedef {{ granted: number, changed: number, skipped: number, refused: Refused[] }} Report
 */

/**
 * Reads a CSV file, separated by commas or semicolons, with the columns `email`, `plan` and optionally `name`.
 * @param {string} text
 * @returns {Row[]}
 */
export function readRows(text) {
  // Spreadsheets in many languages separate columns by semicolons.
  const [header = ''] = text.split(/\r?\n/, 1);
  const delimiter = header.includes(';') && !header.includes(',') ? ';' : ',';
  /** @type {{ record: Record<string, string>, info: { lines: number } }[]} */
  const rows = parse(text, { delimiter, columns: true, bom: true, trim: true, skip_empty_lines: true, info: true });
  return rows.map(({ record, info }) => {
    const { email, plan, name = '' } = record;
    if (email === undefined || plan === undefined) {
      throw new Error('the file needs the columns email and plan');
    }
    return { line: info.lines, email, name, plan };
  });
}

/**
 * Grants every row the groups of its plan, one after the other. A refused row is reported and the rest continues; a key
 * without the right to grant stops the run. Idempotent: `progress` skips finished rows.
 * @param {readonly Row[]} rows
 * @param {{
 *   client: import('@tessera/client').Client,
 *   plans: Readonly<Record<string, import('../plans.mjs').Purchase>>,
 *   progress: Pick<import('./progress-file.mjs').ProgressFile, 'isDone' | 'add'>,
 *   onRow?: (done: number) => void,
 *   signal?: AbortSignal,
 * }} dependencies
 * @returns {Promise<Report>}
 */
export async function syncRows(rows, { client, plans, progress, onRow = () => undefined, signal }) {
  /** @type {Report} */
  const report = { granted: 0, changed: 0, skipped: 0, refused: [] };
  for (const [index, row] of rows.entries()) {
    if (signal?.aborted) {
      break;
    }
    const purchase = Object.hasOwn(plans, row.plan) ? plans[row.plan] : undefined;
    if (progress.isDone(row, purchase)) {
      report.skipped += 1;
    } else {
      const refused = await syncRow(row, { client, purchase, report });
      if (refused === undefined) {
        await progress.add(row, purchase);
      } else {
        report.refused.push(refused);
      }
    }
    onRow(index + 1);
  }
  return report;
}

/**
 * @param {Row} row
 * @param {{
 *   client: import('@tessera/client').Client,
 *   purchase: import('../plans.mjs').Purchase | undefined,
 *   report: Report,
 * }} dependencies
 * @returns {Promise<Refused | undefined>}
 */
async function syncRow({ line, email, name, plan }, { client, purchase, report }) {
  if (purchase === undefined) {
    return { line, email, code: 'unknown_plan', message: `No groups are configured for the plan "${plan}".` };
  }
  try {
    const outcome = await grant(client, { email, ...(name === '' ? {} : { name }), ...purchase });
    report[outcome] += 1;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError) || [401, 403].includes(error.status) || error.status >= 500) {
      throw error;
    }
    return { line, email, code: error.code, message: error.message };
  }
}
