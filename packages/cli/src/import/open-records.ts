import { type InputFormat, inputFormats, type RecordReader, readerFor, UnusableInput } from '@tessera/client';
import { usageFailure } from '../failure.js';
import type { Input } from './input.js';

/** What a person says about an input; the rest is found out. */
export interface FormatFlags {
  readonly format?: string | undefined;
  readonly delimiter?: string | undefined;
}

/** Makes the reader of an input. Throws a usage failure for flags that mean nothing, and for what is not an input of records. */
export async function openRecords(input: Input, flags: FormatFlags = {}): Promise<RecordReader> {
  const choice = { format: checkedFormat(flags.format), delimiter: checkedDelimiter(flags.delimiter) };
  try {
    return await readerFor(input, choice);
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw usageFailure(error.message);
  }
}

function checkedFormat(format: string | undefined): InputFormat | undefined {
  const found = inputFormats.find((known) => known === format);
  if (format !== undefined && found === undefined) {
    throw usageFailure(`"${format}" is not a format. Allowed: ${inputFormats.join(', ')}.`);
  }
  return found;
}

/** The delimiter that a person means, who cannot type a tab everywhere. */
function checkedDelimiter(text: string | undefined): string | undefined {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text !== undefined && (text === '' || /["\r\n]/.test(text))) {
    throw usageFailure(
      '--delimiter takes one character, such as , or ; or tab. It cannot be empty, a quote or a line break.',
    );
  }
  return text;
}
