import { fetchPage, type Listed, type StoredRecord } from './record-pages.js';

/** A format of exports. */
export type Format = 'csv' | 'ndjson';

/** The records of an export, its progress callback, and the signal that stops it. */
export interface ExportOptions {
  readonly listed: Listed;
  readonly format: Format;
  /** The columns of CSV after the id, in order. NDJSON contains every field that the caller can see. */
  readonly fields: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: { readonly done: number; readonly count: number }) => void;
}

/** Fetches all records of a list page by page. Returns them as a file. Rejects if the signal stops it. */
export async function exportRecords(options: ExportOptions): Promise<Blob> {
  const { listed, format, fields, signal, onProgress } = options;
  const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/x-ndjson';
  // One blob per page: the browser can store blobs on disk, so that a large export does not fill the memory.
  const chunks: Blob[] = [new Blob(format === 'csv' ? [csvLine(['id', ...fields])] : [])];
  let cursor: string | undefined;
  let done = 0;
  do {
    const page = await fetchPage(listed, cursor, signal);
    chunks.push(new Blob([page.records.map((record) => lineOf(record, format, fields)).join('')]));
    done += page.records.length;
    onProgress({ done, count: Math.max(done, page.count) });
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return new Blob(chunks, { type });
}

function lineOf(record: StoredRecord, format: Format, fields: readonly string[]): string {
  const { external_id: id, attributes } = record;
  if (format === 'ndjson') {
    return `${JSON.stringify({ external_id: id, attributes })}\n`;
  }
  const values = new Map(Object.entries(attributes));
  return csvLine([id, ...fields.map((field) => values.get(field))]);
}

/** One line of CSV (RFC 4180). Objects and lists are JSON. */
export function csvLine(values: readonly unknown[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

function csvCell(value: unknown): string {
  if (value === undefined || value === null) {
    return '';
  }
  if (typeof value === 'number' || typeof value === 'boolean') {
    return String(value);
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // Spreadsheets execute a cell with one of these prefixes as a formula, even after blanks. An apostrophe makes it
  // text.
  const safe = /^\s*[=+\-@\t\r|%]/.test(text) ? `'${text}` : text;
  return /[",\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
