import { setTimeout as pause } from 'node:timers/promises';
import { type CallAnswer, inputFormats } from '@tessera/client';
import { limits, routes } from '@tessera/contract';
import { isJsonObject, type JsonObject, ownValue, parseJson } from '@tessera/json';
import type { Command } from 'commander';
import { CommandFailure, usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { openInput } from '../import/input.js';
import { openRecords } from '../import/open-records.js';
import { Output } from '../output/output.js';
import { progressLine } from '../output/progress-line.js';
import type { GlobalOptions } from '../session/credentials.js';
import { stringifyBody } from '../session/json.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

const operation = 'collections.resolve_records';
type Answer = CallAnswer<typeof operation>;
type Result = Answer['results'][number];

interface ResolveOptions extends GlobalOptions {
  readonly column?: string;
  readonly by?: string;
  readonly format?: string;
  readonly delimiter?: string;
}

/** How often a page is sent until the index is built. The service itself waits for the index at each try. */
const triesMax = 12;
const pauseMs = 1_000;

/** A row of the input: its query, the query as text, and the offset of the next row in bytes. */
interface Row {
  readonly asked: { readonly query: string } | { readonly record: JsonObject };
  readonly text: string;
  readonly end: number;
}

/** The columns by which rows are queried: one column with text, or the columns of compared fields. */
interface Columns {
  readonly names: readonly string[];
  readonly isRecord: boolean;
}

const description = `${routes[operation].summary}: those in one column of a CSV, NDJSON or JSON file, or its rows by several fields.
The result is a CSV with one line for each row of the file, in its order. external_id is empty unless the verdict is high.`;

/** Adds `resolve` to the collections. */
export function addResolve(collections: Command, host: Host): void {
  const command = collections
    .command('resolve')
    .summary(routes[operation].summary)
    .description(description)
    .argument('<name>', 'Name of the collection')
    .argument('<file>', 'CSV, NDJSON or JSON; - for standard input')
    .option('--column <column>', 'Column or field with the text to resolve')
    .option('--by <fields>', 'Fields to compare instead, separated by commas; the columns have their names')
    .option('--format <format>', `Format of the file: ${inputFormats.join(', ')}; default: by its name`)
    .option('--delimiter <character>', 'Delimiter of a CSV; default: detected from its first line');
  addExamples(command, [
    'svc collections resolve products orders.csv --column product > resolved.csv',
    'svc collections resolve products mentions.ndjson --column text --json',
    'svc collections resolve customers leads.csv --by name,city,vat > resolved.csv',
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
  const input = await openInput(file, host);
  const { items } = await openRecords(input, options);
  const send = await new Session(host, options).bindOperation(operation);
  const output = new Output(host);
  const progress = progressLine(host.stderr, input.file?.sizeBytes ?? 0);
  const counts = { high: 0, low: 0, none: 0, failed: 0 };
  const asJson = options.json === true;
  let rows = 0;
  output.piece(asJson ? '{"results":[' : csvLine(wanted.isRecord ? [...columns, 'fields'] : columns));
  for await (const page of pages(rowsOf(items(0), wanted))) {
    const queries = page.map(({ asked }, at) => ({ key: rows + at + 1, ...asked }));
    const answer = await answerOnceIndexed(async () => {
      const { value } = await send({ params: { name: collection }, body: { queries } });
      return value as Answer;
    });
    sayWarnings(output, answer);
    for (const [at, result] of answer.results.entries()) {
      const json = `${rows + at === 0 ? '' : ','}${stringifyBody(result)}`;
      output.piece(asJson ? json : csvLine(cellsOf(rows + at + 1, page[at] as Row, result)));
    }
    for (const verdict of ['high', 'low', 'none', 'failed'] as const) counts[verdict] += Number(answer.counts[verdict]);
    rows += page.length;
    progress.update(page.at(-1)?.end ?? 0, `${rows} rows`);
  }
  progress.stop();
  if (asJson) output.line(`],"counts":${stringifyBody(counts)}}`);
  output.say(`${counts.high} high, ${counts.low} low, ${counts.none} none, ${counts.failed} failed`);
  if (counts.failed > 0) throw new CommandFailure(`${counts.failed} of ${rows} rows were refused.`);
}

/** Repeats a call while its answer warns that the search index is being built. */
async function answerOnceIndexed(call: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    const answer = await call();
    if (answer.warnings === undefined || tries === triesMax) return answer;
    await pause(pauseMs);
  }
}

function sayWarnings(output: Output, { warnings = [] }: Answer): void {
  for (const { message } of warnings) output.say(message);
}

function columnsOf({ column, by }: ResolveOptions): Columns {
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

async function* rowsOf(items: Items, { names, isRecord }: Columns): AsyncGenerator<Row> {
  let row = 0;
  for await (const item of items) {
    row += 1;
    if (item.text === undefined) throw usageFailure(`Row ${row}: ${item.problem.message}`);
    const read = parseJson(item.text);
    const values = names.map((name) => {
      const value = isJsonObject(read) ? ownValue(read, name) : undefined;
      if (value === undefined) throw usageFailure(`Row ${row} has no column "${name}".`);
      return [name, value] as const;
    });
    const text = values.map(([, value]) => (typeof value === 'string' ? value : stringifyBody(value))).join(' ');
    yield { asked: isRecord ? { record: Object.fromEntries(values) } : { query: text }, text, end: item.end };
  }
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

const columns = ['row', 'query', 'confidence', 'external_id', 'rendered', 'alternatives', 'message'];

function cellsOf(row: number, { asked, text }: Row, result: Result): string[] {
  const agreements = 'record' in asked ? [agreementsOf(result)] : [];
  if ('error' in result) return [String(row), text, 'failed', '', '', '', result.message, ...agreements];
  const alternatives = result.alternatives.map(({ external_id }) => external_id).join(' ');
  const { confidence, external_id, result: first } = result;
  return [String(row), text, confidence, external_id ?? '', first?.rendered ?? '', alternatives, '', ...agreements];
}

/** How each field agrees with the first result, such as "name:yes city:no". */
function agreementsOf(result: Result): string {
  const fields = 'error' in result ? [] : (result.fields ?? []);
  return fields.map(({ field, agrees }) => `${field}:${agrees}`).join(' ');
}

function csvLine(cells: readonly string[]): string {
  const quoted = cells.map((cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell));
  return `${quoted.join(',')}\n`;
}
