import { setTimeout as pause } from 'node:timers/promises';
import type { CallAnswer } from '@tessera/client';
import { limits, routes } from '@tessera/contract';
import { isJsonObject, type JsonObject, type JsonValue, ownValue, parseJson } from '@tessera/json';
import type { Command } from 'commander';
import { CommandFailure, usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { openInput, seekable } from '../import/input.js';
import { addFormatOptions, type FormatFlags, openRecords } from '../import/open-records.js';
import { Output } from '../output/output.js';
import { progressLine } from '../output/progress-line.js';
import { printedTable, savedTable, type WrittenTable } from '../output/written-table.js';
import type { GlobalOptions } from '../session/credentials.js';
import { stringifyBody } from '../session/json.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

const operation = 'collections.resolve_records';
type Answer = CallAnswer<typeof operation>;
type Result = Answer['results'][number];
type QueryResult = CallAnswer<'collections.query'>['results'][number];

/** Options that choose how the rows of a file are queried. */
export interface ResolveOptions extends GlobalOptions, FormatFlags {
  readonly column?: string;
  readonly by?: string;
  readonly output?: string;
}

/** How often a page is sent until the index is built. The service itself waits for the index at each try. */
const triesMax = 12;
const pauseMs = 1_000;

/** A row of the input with its query. `line` is its line in the file, and `end` the offset of the next row in bytes. */
interface Row {
  readonly given: { readonly query: string } | { readonly record: JsonObject };
  readonly read: JsonObject;
  readonly line: number;
  readonly end: number;
}

/** The columns by which rows are queried: one column with text, or the columns of compared fields. */
interface Columns {
  readonly names: readonly string[];
  readonly isRecord: boolean;
}

const description = `${routes[operation].summary}: those in one column of a file, or its rows by several fields.
The result has one line for each row of the file, in its order: the line in the file, its columns, then the verdict, the
id and title of the record, and the reason. external_id is empty unless the verdict is high.`;

/** Adds `resolve` to the collections. */
export function addResolve(collections: Command, host: Host): void {
  const command = collections
    .command('resolve')
    .summary(routes[operation].summary)
    .description(description)
    .argument('<name>', 'Name of the collection')
    .argument('<file>', 'CSV, NDJSON, JSON or .xlsx; - for standard input')
    .option('--column <column>', 'Column or field with the text to resolve')
    .option('--by <fields>', 'Fields to compare instead, separated by commas; the columns have their names')
    .option('--output <file>', 'File to write, .csv or .xlsx by its name; default: CSV on standard output');
  addExamples(addFormatOptions(command), [
    'svc collections resolve products orders.csv --column product > resolved.csv',
    'svc collections resolve products mentions.ndjson --column text --json',
    'svc collections resolve customers leads.csv --by name,city,vat > resolved.csv',
    'svc collections resolve customers leads.xlsx --by name,city --output resolved.xlsx',
  ]);
  command.action(async (collection: string, file: string) => {
    await resolveFile({ collection, file, options: command.optsWithGlobals<ResolveOptions>(), host });
  });
}

interface Request {
  readonly collection: string;
  readonly file: string;
  readonly options: ResolveOptions;
  readonly host: Host;
}

async function resolveFile({ collection, file, options, host }: Request): Promise<void> {
  const wanted = columnsOf(options);
  if (options.json === true && options.output !== undefined) throw usageFailure('Give either --json or --output.');
  const output = new Output(host);
  const { counts, rows } = await seekable(await openInput(file, host), async (input) => {
    const { items, columns: named, delimiter = ',' } = await openRecords(input, options, host);
    const columns = named ?? (await namesIn(items(0)));
    const send = await new Session(host, options).bindOperation(operation);
    const progress = progressLine(host.stderr, input.file?.sizeBytes ?? 0);
    const table = async () => tableSink(await tableOf(output, delimiter, options), columns, wanted);
    const sink = options.json === true ? jsonSink(output) : await table();
    const call = async (queries: readonly object[]) => {
      const answer = await answerOnceIndexed(async () => {
        const { value } = await send({ params: { name: collection }, body: { queries } });
        return value as Answer;
      });
      for (const { message } of answer.warnings ?? []) output.say(message);
      return answer;
    };
    const read = (end: number, rows: number) => progress.update(end, `${rows} rows`);
    try {
      const resolved = await resolveRows(rowsOf(items(0), wanted), sink, { call, read });
      await sink.end(resolved.counts);
      return resolved;
    } catch (error) {
      await sink.discard();
      throw error;
    } finally {
      progress.stop();
    }
  });
  output.say(`${counts.high} high, ${counts.low} low, ${counts.none} none, ${counts.failed} failed`);
  if (counts.failed > 0) throw new CommandFailure(`${counts.failed} of ${rows} rows were refused.`);
}

type Counts = Record<(typeof verdicts)[number], number>;

/** Where the results are written. */
interface Sink {
  readonly add: (row: Row, result: Result) => void;
  readonly end: (counts: Counts) => Promise<void>;
  readonly discard: () => Promise<void>;
}

/** How pages are sent. `read` is called with the offset and the number of rows after each page. */
interface Pages {
  readonly call: (queries: readonly object[]) => Promise<Answer>;
  readonly read: (end: number, rows: number) => void;
}

/** Resolves rows page by page. */
async function resolveRows(
  source: AsyncIterable<Row>,
  sink: Sink,
  { call, read }: Pages,
): Promise<{ readonly counts: Counts; readonly rows: number }> {
  const counts: Counts = { high: 0, low: 0, none: 0, failed: 0 };
  let rows = 0;
  for await (const page of pages(source)) {
    const answer = await call(page.map(({ given }, at) => ({ key: rows + at + 1, ...given })));
    for (const [at, result] of answer.results.entries()) sink.add(page[at] as Row, result);
    for (const verdict of verdicts) counts[verdict] += Number(answer.counts[verdict]);
    rows += page.length;
    read(page.at(-1)?.end ?? 0, rows);
  }
  return { counts, rows };
}

function jsonSink(output: Output): Sink {
  let separator = '{"results":[';
  return {
    add: (_, result) => {
      output.piece(separator + stringifyBody(result));
      separator = ',';
    },
    end: async (counts) => output.line(`${separator === ',' ? '' : separator}],"counts":${stringifyBody(counts)}}`),
    discard: async () => undefined,
  };
}

function tableSink(table: WrittenTable, columns: readonly string[], wanted: Columns): Sink {
  table.add(headerOf(columns, wanted));
  return {
    add: (row, result) => table.add(cellsOf(row, columns, { result, isRecord: wanted.isRecord })),
    end: () => table.end(),
    discard: () => table.discard(),
  };
}

const verdicts = ['high', 'low', 'none', 'failed'] as const;

function tableOf(
  output: Output,
  delimiter: string,
  { output: file }: ResolveOptions,
): WrittenTable | Promise<WrittenTable> {
  return file === undefined ? printedTable(output, delimiter) : savedTable(file, delimiter);
}

/** Repeats a call while its answer warns that the search index is being built. */
async function answerOnceIndexed(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.warnings === undefined || tries === triesMax) return answer;
    await pause(pauseMs);
  }
}

/** The columns by which rows are queried. */
export function columnsOf({ column, by }: ResolveOptions): Columns {
  if ((column === undefined) === (by === undefined)) {
    throw usageFailure('Give either --column or --by.');
  }
  const names = by === undefined ? [column ?? ''] : by.split(',').map((name) => name.trim());
  if (names.includes('')) {
    throw usageFailure('Name the fields of --by, separated by commas: --by name,city.');
  }
  return { names: [...new Set(names)], isRecord: by !== undefined };
}

type Items = ReturnType<Awaited<ReturnType<typeof openRecords>>['items']>;

/** The names of all fields, for formats without a header. */
async function namesIn(items: Items): Promise<string[]> {
  const names = new Set<string>();
  for await (const { text } of items) {
    const read = text === undefined ? undefined : parseJson(text);
    if (isJsonObject(read)) for (const name of Object.keys(read)) names.add(name);
  }
  return [...names];
}

/** Reads the rows of a file with their queries. */
export async function* rowsOf(items: Items, { names, isRecord }: Columns): AsyncGenerator<Row> {
  let row = 0;
  for await (const item of items) {
    row += 1;
    if (item.text === undefined) throw usageFailure(`Row ${row}: ${item.problem.message}`);
    const read = parseJson(item.text) as JsonObject;
    const values = names.map((name) => {
      const value = ownValue(read, name);
      if (value === undefined) throw usageFailure(`Row ${row} has no column "${name}".`);
      return [name, value] as const;
    });
    const query = values.map(([, value]) => textOf(value)).join(' ');
    const given = isRecord ? { record: Object.fromEntries(values) } : { query };
    yield { given, read, line: item.line ?? row, end: item.end };
  }
}

/** A value of a file as text. */
export function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null ? '' : typeof value === 'string' ? value : stringifyBody(value);
}

async function* pages(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let page: Row[] = [];
  for await (const row of rows) {
    page.push(row);
    if (page.length === limits.queriesPerCall) {
      yield page;
      page = [];
    }
  }
  if (page.length > 0) yield page;
}

const added = ['verdict', 'external_id', 'title', 'reason', 'alternatives'];

/** The columns of the file between the added ones. A name that the file has is taken, so that no column is lost. */
function headerOf(columns: readonly string[], { isRecord }: Columns): string[] {
  const free = (name: string): string => (columns.includes(name) ? free(`resolved_${name}`) : name);
  return [free('line'), ...columns, ...[...added, ...(isRecord ? ['fields'] : [])].map(free)];
}

function cellsOf(
  { read, line }: Row,
  columns: readonly string[],
  { result, isRecord }: { readonly result: Result; readonly isRecord: boolean },
): string[] {
  const own = [String(line), ...columns.map((column) => textOf(ownValue(read, column)))];
  const agreements = isRecord ? [agreementsOf(result)] : [];
  if ('error' in result) return [...own, 'failed', '', '', result.message, '', ...agreements];
  const { confidence, external_id, result: first, reasons, alternatives } = result;
  const others = alternatives.map((each) => each.external_id).join(' ');
  return [...own, confidence, external_id ?? '', titleOf(first), reasons.join(' '), others, ...agreements];
}

/** The title of a record: in its line, it follows the id. */
function titleOf(first: Pick<QueryResult, 'external_id' | 'rendered'> | null): string {
  const [title = ''] = first?.rendered.slice(first.external_id.length).split(' · ').slice(1) ?? [];
  return title;
}

/** How each field agrees with the first result, such as "name:yes city:no". */
function agreementsOf(result: Result): string {
  const fields = 'error' in result ? [] : (result.fields ?? []);
  return fields.map(({ field, agrees }) => `${field}:${agrees}`).join(' ');
}
