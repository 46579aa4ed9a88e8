import { limits } from '@tessera/contract';
import { envelope, type Item, type ItemProblem, UnreadableInput } from './items.js';

/** A record and its number in the input, counted from 1. */
export interface SendableRow {
  readonly row: number;
  readonly text: string;
}

/** A record that cannot be sent, and its number in the input. */
export interface UnsendableRow {
  readonly row: number;
  readonly problem: ItemProblem;
  readonly raw: string;
}

/** The records of one call. */
export interface ImportPage {
  readonly rows: readonly SendableRow[];
  readonly unsendable: readonly UnsendableRow[];
  /** The number of the page's last record. */
  readonly lastRow: number;
  /** The offset of the next page in bytes. */
  readonly end: number;
}

/**
 * Divides records into pages of at most 500 records that are below the body limit of the service. If the rest of the
 * input cannot be read, returns the records before it as a page, then throws the error.
 */
export async function* pagesOf(
  items: AsyncIterable<Item>,
  rowsBefore: number,
): AsyncGenerator<ImportPage, void, undefined> {
  let page = new PageBuilder(rowsBefore);
  let unreadable: UnreadableInput | undefined;
  try {
    for await (const item of items) {
      if (!page.fits(item)) {
        yield page.build();
        page = new PageBuilder(page.lastRow);
      }
      page.add(item);
    }
  } catch (error) {
    if (!(error instanceof UnreadableInput)) throw error;
    unreadable = error;
  }
  if (page.count > 0) yield page.build();
  if (unreadable !== undefined) throw unreadable;
}

class PageBuilder {
  private readonly rows: SendableRow[] = [];
  private readonly unsendable: UnsendableRow[] = [];
  private bytes = envelope.length;
  private end = 0;

  constructor(public lastRow: number) {}

  get count(): number {
    return this.rows.length + this.unsendable.length;
  }

  fits(item: Item): boolean {
    if (this.count >= limits.recordsPerCall) return false;
    if (item.text === undefined || this.rows.length === 0) return true;
    return this.bytes + bytesOf(item.text) <= limits.largeBodyBytes;
  }

  add(item: Item): void {
    this.lastRow = item.row ?? this.lastRow + 1;
    this.end = item.end;
    if (item.text === undefined) {
      this.unsendable.push({ row: this.lastRow, problem: item.problem, raw: item.raw });
    } else {
      this.rows.push({ row: this.lastRow, text: item.text });
      this.bytes += bytesOf(item.text);
    }
  }

  build(): ImportPage {
    return { rows: this.rows, unsendable: this.unsendable, lastRow: this.lastRow, end: this.end };
  }
}

const encoder = new TextEncoder();

/** The bytes of a record, including the comma before it. */
function bytesOf(text: string): number {
  return encoder.encode(text).length + 1;
}
