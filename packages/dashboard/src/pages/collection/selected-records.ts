import { fetchPage, type Listed, type RecordPages, type RowRecord } from './record-pages.js';
import type { Selection } from './selection.js';

/** The list, or the results of a search, in which records are selected. */
export interface SelectedIn {
  readonly listed: Listed;
  readonly found: RecordPages | undefined;
}

/** The number of selected records. `count` is the number of records in the whole list. */
export function selectedCount(selection: Selection, count: number | undefined): number {
  return selection.isAll ? Math.max(0, (count ?? 0) - selection.except.size) : selection.records.length;
}

/**
 * The selected records in batches for calls. All ids are read before the first change, because a change can move
 * records in the list.
 */
export async function selectedBatches(
  selection: Selection,
  { listed, found }: SelectedIn,
  signal: AbortSignal,
): Promise<(readonly RowRecord[])[]> {
  const isSelected = (record: RowRecord | undefined): record is RowRecord =>
    record !== undefined && selection.has(record.external_id);
  if (!selection.isAll) {
    return inBatches(selection.records);
  }
  if (found !== undefined) {
    return inBatches(Array.from({ length: found.rows }, (_, index) => found.record(index)).filter(isSelected));
  }
  const ids: RowRecord[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetchPage(listed, cursor, signal);
    // Only ids are kept, because there may be a million records.
    ids.push(...page.records.filter(isSelected).map(({ external_id }) => ({ external_id, attributes: {} })));
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return inBatches(ids);
}

const batchSize = 500;

function inBatches(records: readonly RowRecord[]): RowRecord[][] {
  return Array.from({ length: Math.ceil(records.length / batchSize) }, (_, batch) =>
    records.slice(batch * batchSize, (batch + 1) * batchSize),
  );
}
