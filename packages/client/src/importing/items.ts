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
  /** Where reading goes on after this record, in bytes from the start of the input. */
  readonly end: number;
} & (
  | { readonly text: string; readonly problem?: undefined }
  | {
      readonly text?: undefined;
      readonly problem: ItemProblem /** The start of what was read. */;
      readonly raw: string;
    }
);

/** How a page of records is wrapped. */
export const envelope = '{"records":[]}';

/** Largest record in bytes that fits a call alone. */
export const recordBytesMax = limits.largeBodyBytes - envelope.length;

const rawCharactersMax = 1_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossyDecoder = new TextDecoder();

/** The item that the bytes of one JSON value make; it must be an object. */
export function itemOf(bytes: Uint8Array, end: number): Item {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return problemItem(notUtf8, lossyDecoder.decode(bytes), end);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { text, end };
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
  hint: 'Convert the file, for example with iconv -f WINDOWS-1252 -t UTF-8.',
};

/** What is said of a record that fits no call. */
export const tooLarge: ItemProblem = {
  error: 'payload_too_large',
  message: `The record is larger than ${recordBytesMax} bytes.`,
  hint: 'Leave out what nobody searches for.',
};
