import {
  type ColumnMapping,
  type Encoding,
  encodingQuestion,
  encodings,
  type FormatChoice,
  type InputFormat,
  inputFormats,
  type RecordReader,
  readerFor,
  UnusableInput,
  unknownColumns,
  withColumns,
} from '@tessera/client';
import type { Command } from 'commander';
import { usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { plain } from '../output/text.js';
import type { Input } from './input.js';

/** Options about an input. What they do not say is detected. */
export interface FormatFlags {
  readonly format?: string | undefined;
  readonly delimiter?: string | undefined;
  readonly encoding?: string | undefined;
  readonly sheet?: string | undefined;
  readonly headerRow?: string | undefined;
  readonly totals?: boolean | undefined;
}

/** Adds options about an input to a command. */
export function addFormatOptions(command: Command, otherFormats: readonly string[] = []): Command {
  const formats = [...inputFormats, ...otherFormats].join(', ');
  return command
    .option('--format <format>', `Format of the file: ${formats}; default: by its name and first bytes`)
    .option('--delimiter <character>', 'Delimiter of a CSV, such as ; or tab; default: detected from its first line')
    .option(
      '--encoding <encoding>',
      `Encoding of the file: ${encodings.join(', ')}; default: UTF-8, or UTF-16 if it is`,
    )
    .option('--sheet <name>', 'Sheet of a workbook; default: the first visible one')
    .option('--header-row <number>', 'Line or row that names the columns; default: found among the first ones')
    .option('--totals', 'Read rows that look like totals as records too');
}

/**
 * Creates the reader of an input, and says on stderr what of it is not read as it is shown. Throws a usage failure for
 * invalid options, for an input without records, and for one whose encoding must be chosen.
 */
export async function openRecords(input: Input, flags: FormatFlags, { stderr }: Host): Promise<RecordReader> {
  const choice = formatChoice(flags);
  const reader = await refusingUnusable(() => readerFor(input, choice));
  const { guesses = [], notices = [] } = reader;
  if (guesses.length > 0) {
    const [question = '', ...choices] = encodingQuestion(input.name, guesses).split('\n');
    throw usageFailure(question, ...choices);
  }
  for (const notice of notices) stderr.write(`${plain(notice)}\n`);
  return reader;
}

/** Validates the flags. */
export function formatChoice({ format, delimiter, encoding, sheet, headerRow, totals }: FormatFlags): FormatChoice {
  return {
    format: checked<InputFormat>(format, inputFormats, 'a format'),
    delimiter: checkedDelimiter(delimiter),
    encoding: checked<Encoding>(encoding?.toLowerCase(), encodings, 'an encoding'),
    sheet,
    headerRow: checkedRow(headerRow),
    keepsTotals: totals === true,
  };
}

/** Runs a function that reads an input. Converts its errors to usage failures. */
export async function refusingUnusable<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableInput)) throw error;
    throw usageFailure(error.message);
  }
}

/** Parses columns and their fields, each written as `column=field`. */
export function columnMapping(flags: readonly string[]): ColumnMapping {
  const pairs = flags.map((flag): [string, string] => {
    const at = flag.lastIndexOf('=');
    const [column, field] = [flag.slice(0, at).trim(), flag.slice(at + 1).trim()];
    if (at < 1 || column === '' || field === '') {
      throw usageFailure(`"${flag}" is not of the form column=field.`, 'For example --map "Article no=sku".');
    }
    return [column, field];
  });
  return new Map(pairs);
}

/**
 * A reader with renamed columns: those that the collection remembers, and those of the options. The latter must exist
 * in the file.
 */
export function mappedReader(
  reader: RecordReader,
  remembered: ColumnMapping,
  said: ColumnMapping,
): Promise<RecordReader> {
  const unknown = unknownColumns(reader, said);
  if (unknown.length > 0) {
    throw usageFailure(`The file has no column "${unknown[0]}".`, `Columns: ${(reader.columns ?? []).join(', ')}.`);
  }
  const missing = unknownColumns(reader, remembered);
  const kept = [...remembered].filter(([column]) => !missing.includes(column));
  return refusingUnusable(() => withColumns(reader, new Map([...kept, ...said])));
}

function checked<Value extends string>(
  value: string | undefined,
  allowed: readonly Value[],
  what: string,
): Value | undefined {
  const found = allowed.find((known) => known === value);
  if (value !== undefined && found === undefined) {
    throw usageFailure(`"${value}" is not ${what}. Allowed: ${allowed.join(', ')}.`);
  }
  return found;
}

function checkedRow(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^[1-9]\d{0,6}$/.test(text)) throw usageFailure(`--header-row takes the number of a row, not "${text}".`);
  return Number(text);
}

/** Parses a delimiter. Accepts names for a tab, because it is hard to type. */
function checkedDelimiter(text: string | undefined): string | undefined {
  if (text === 'tab' || text === '\\t') return '\t';
  if (text !== undefined && (text === '' || /["\r\n]/.test(text))) {
    throw usageFailure(
      '--delimiter takes one character, such as , or ; or tab. It cannot be empty, a quote or a line break.',
    );
  }
  return text;
}
