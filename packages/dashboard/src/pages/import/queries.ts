import { countAbsent } from '@tessera/client';
import { api, read } from '../../data/api.js';
import type { RecordFile } from '../../data/imports.js';
import { firstRecords } from './parse.js';

/** The fields and rules of the collection that is chosen. */
export const describeQuery = (name: string) => read('collections.describe', { params: { name } });

/** Result of a dry run of a file's first records. */
export interface DryRun {
  readonly written: number;
  readonly stale: number;
  readonly failed: number;
  readonly problems: readonly { readonly row: number; readonly message: string; readonly hint: string | null }[];
}

const dryRunRows = 500;

/** A dry run of a file's first 500 records. */
export async function dryRun(file: RecordFile, name: string): Promise<DryRun> {
  const records = await firstRecords(file.items(), dryRunRows);
  const answer = await api().call('collections.upsert_records', { params: { name }, body: { records, dry_run: true } });
  const problems = answer.results.flatMap((result) =>
    'error' in result ? [{ row: result.index + 1, message: result.message, hint: result.hint }] : [],
  );
  return { written: answer.written, stale: answer.stale, failed: answer.failed, problems };
}

/** Counts the records of a collection whose ids are not among these. */
export function absentOf(name: string, ids: readonly string[]): Promise<number | null> {
  return countAbsent(ids, (body) => api().call('collections.reconcile_records', { params: { name }, body }));
}
