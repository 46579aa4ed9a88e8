import { appendFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { isMissing } from '../config/stored-logins.js';

/** One record that was not taken, as a line of the failures file. */
export interface Failure {
  /** Place in the input; the first record is 1. */
  readonly row: number;
  readonly external_id?: string;
  readonly error: string;
  readonly message: string;
  readonly field?: string | null;
  readonly hint?: string | null;
  /** The record's JSON as it was sent; absent when it could not be read as a record. */
  readonly record?: string;
  /** The start of what could not be read as a record. */
  readonly raw?: string;
}

/** The refused records of an import, one JSON object a line. Without failures there is no file. */
export class FailuresFile {
  #bytes: number;

  /** Takes up the file after its first `bytes`; what is behind them belongs to a page that will be sent again. */
  constructor(
    readonly path: string,
    bytes: number,
  ) {
    this.#bytes = bytes;
    if (bytes === 0) rmSync(path, { force: true });
    else if (sizeOf(path) > bytes) truncateSync(path, bytes);
  }

  /** Bytes written so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Adds the failures of a page. */
  add(failures: readonly Failure[]): void {
    if (failures.length === 0) return;
    const text = failures.map((failure) => `${lineOf(failure)}\n`).join('');
    appendFileSync(this.path, text, { mode: 0o600 });
    this.#bytes += Buffer.byteLength(text);
  }
}

/** The record goes in as it was sent: parsing it would change numbers that a double cannot hold. */
function lineOf({ record, ...failure }: Failure): string {
  const text = JSON.stringify(failure);
  // JSON has line breaks between its parts only, never inside of a text.
  return record === undefined ? text : `${text.slice(0, -1)},"record":${record.replace(/\s*[\r\n]\s*/g, '')}}`;
}

function sizeOf(path: string): number {
  try {
    return statSync(path).size;
  } catch (error) {
    if (isMissing(error)) return 0;
    throw error;
  }
}
