import { limits } from '@tessera/contract';
import { fieldsOf, textOfFields } from './record-fields.js';
import { UnusableInput } from './source.js';

/** The rest of an input cannot be read. The records before it were returned. */
export class UnreadableInput extends UnusableInput {
  override readonly name = 'UnreadableInput';
}

/** Why a record of the input cannot be sent. */
export interface ItemProblem {
  readonly error: string;
  readonly message: string;
  readonly hint: string;
}

/** One record of the input as JSON, or the problem that prevents sending it. */
export type Item = {
  /** The position after this record, in bytes from the start of the input, or in rows of a spreadsheet. */
  readonly end: number;
  /** The line of the input, or the row of the spreadsheet, in which the record starts. */
  readonly line?: number;
  /** The number of the record in the input, counted from 1. Set by readers that omit earlier records. */
  readonly row?: number;
} & (
  | { readonly text: string; readonly problem?: undefined }
  | {
      readonly text?: undefined;
      readonly problem: ItemProblem /** The start of the unreadable text. */;
      readonly raw: string;
    }
);

/** Creates an item from the bytes of one JSON value. */
export type ItemReader = (bytes: Uint8Array, end: number) => Item;

/** The JSON around a page of records. */
export const envelope = '{"records":[]}';

/** Maximum bytes of a record, which must fit into a call by itself. */
export const recordBytesMax = limits.largeBodyBytes - envelope.length;

const rawCharactersMax = 1_000;
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lossyDecoder = new TextDecoder();

/** Creates an item from one JSON value, which must be an object. */
export function itemOf(bytes: Uint8Array, end: number): Item {
  return valueItem(bytes, end, (value) => typeof value === 'object' && value !== null && !Array.isArray(value));
}

/** Creates an item from one value in a list of ids: a record, a string or a number. */
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
    if (isAllowed(value)) return { text: isFeature(value) ? featureText(text) : text, end };
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

/** Whether a value is a feature of GeoJSON. Its record is in its properties. */
function isFeature(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Feature' &&
    'properties' in value &&
    typeof value.properties === 'object' &&
    'geometry' in value
  );
}

/** The properties of a feature as a record, with its geometry, and its id unless a property has that name. */
function featureText(text: string): string {
  const feature = new Map<string, string>(fieldsOf(text));
  const properties = feature.get('properties') ?? '{}';
  const others = ['id', 'geometry'].flatMap((name) =>
    feature.has(name) ? [[name, feature.get(name) ?? ''] as const] : [],
  );
  return textOfFields(new Map([...others, ...(properties === 'null' ? [] : fieldsOf(properties))]));
}

/** Creates the item of a record that cannot be sent. */
export function problemItem(problem: ItemProblem, raw: string, end: number): Item {
  return { problem, raw: raw.slice(0, rawCharactersMax), end };
}

/** The problem of text that is not UTF-8. */
export const notUtf8: ItemProblem = {
  error: 'invalid_text',
  message: 'The text is not UTF-8.',
  hint: 'Choose the encoding of the file (--encoding), or export it in UTF-8.',
};

/** The problem of a record that is too large for a call. */
export const tooLarge: ItemProblem = {
  error: 'payload_too_large',
  message: `The record is larger than ${recordBytesMax} bytes.`,
  hint: 'Leave out what nobody searches for.',
};
