import { limits } from '@tessera/contract';

/** An input cannot be read further; the records before the fault have been handed out. */
export class UnreadableInput extends Error {
  override readonly name = 'UnreadableInput';
}

/** What keeps a record of the input from being sent. */
export interface ItemProblem {
  readonly error: string;
  readonly message: string;
  readonly hint: string;
}

/** One record of the input as JSON, or why there is none. */
export type Item = {
  /** Where reading goes on after this record: bytes from the start of the input, or rows of a spreadsheet. */
  readonly end: number;
  /** The line of the input, or row of the spreadsheet, on which the record starts. */
  readonly line?: number;
  /** Place of the record in the input, where records before it are left out; the first is 1. */
  readonly row?: number;
} & (
  | { readonly text: string; readonly problem?: undefined }
  | {
      readonly text?: undefined;
      readonly problem: ItemProblem /** The start of what was read. */;
      readonly raw: string;
    }
);

/** Makes the item of the bytes of one JSON value. */
export type ItemReader = (bytes: Uint8Array, end: number) => Item;

/** How a page of records is wrapped. */
export const envelope = '{"records":[]}';

/** Largest record in bytes that fits a call alone. */
export const recordBytesMax = limits.largeBodyBytes - envelope.length;

const rawCharactersMax = 1_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossyDecoder = new TextDecoder();

/** The item that the bytes of one JSON value make; it must be an object. */
export function itemOf(bytes: Uint8Array, end: number): Item {
  return valueItem(bytes, end, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** The same of a list of ids, whose values are records, texts or numbers. */
export function listItemOf(bytes: Uint8Array, end: number): Item {
  return valueItem(bytes, end, (value) => value !== null && typeof value !== 'boolean' && !Array.isArray(value));
}

function valueItem(bytes: Uint8Array, end: number, isAllowed: (value: unknown) => boolean): Item {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return problemItem(notUtf8, lossyDecoder.decode(bytes), end);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (isAllowed(value)) return { text, end };
    return problemItem(
      { error: 'invalid_request', message: 'A record is a JSON object.', hint: 'Write it as {"field": value, ...}.' },
      text,
      end,
    );
  } catch (error) {
    const message = `It is not JSON: ${error instanceof Error ? error.message : String(error)}`;
    return problemItem({ error: 'invalid_json', message, hint: 'Fix the record and import it again.' }, text, end);
  }
}

/** A record that cannot be sent. */
export function problemItem(problem: ItemProblem, raw: string, end: number): Item {
  return { problem, raw: raw.slice(0, rawCharactersMax), end };
}

/** What is said of text in another encoding. */
export const notUtf8: ItemProblem = {
  error: 'invalid_text',
  message: 'The text is not UTF-8.',
  hint: 'Choose the encoding of the file (--encoding); exports of Excel are often in windows-1252.',
};

/** What is said of a record that fits no call. */
export const tooLarge: ItemProblem = {
  error: 'payload_too_large',
  message: `The record is larger than ${recordBytesMax} bytes.`,
  hint: 'Leave out what nobody searches for.',
};
