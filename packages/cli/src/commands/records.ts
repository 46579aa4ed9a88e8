import { inputFormats, readIds } from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import { fieldLabel, guardHeader } from '@tessera/contract';
import { usageFailure } from '../failure.js';
import { openInput } from '../import/input.js';
import {
  addFormatOptions,
  type FormatFlags,
  formatChoice,
  openRecords,
  refusingUnusable,
} from '../import/open-records.js';
import { plain } from '../output/text.js';
import { RawJson } from '../session/json.js';
import type { CallInput } from '../session/session.js';
import { dryRunOption } from './configure.js';
import { type AnyOperationCommand, type Invocation, operationCommand } from './operation-command.js';

const refusedColumns = ['external_id', 'status', 'error', 'field', 'message', 'hint'];

/** The commands on records of a collection: find, read, write and delete. */
export const recordCommands: readonly AnyOperationCommand[] = [
  operationCommand({
    name: 'query',
    operation: 'collections.query',
    positional: ['query'],
    optional: ['query'],
    options: { filters: { flags: '--filter <json>', aliases: ['--filters <json>'] } },
    examples: [
      "svc collections query products 'blue desk lamp'",
      'svc collections query products E-COM-11 --json',
      "svc collections query products 'desk lamp' --explain",
      `svc collections query products 'chair' --filter '{"list_price": {"lte": 200}}' --top-k 5`,
      `svc collections query orders --filter '{"state": "sent"}'`,
    ],
    view: (answer, output) => {
      output.line(`Confidence: ${answer.confidence} (${answer.match_type})`);
      for (const reason of answer.reasons) output.line(plain(reason));
      const rows = answer.results.map((result) => ({ ...result, relevance: result.relevance.toFixed(3) }));
      output.rows(rows, ['external_id', 'relevance', 'match_type', 'rendered'], 'Nothing found.');
      for (const { message } of answer.warnings ?? []) output.say(plain(message));
      if (answer.disambiguate_by !== undefined) {
        const { field, values } = answer.disambiguate_by;
        output.line(plain(`Ask for: ${fieldLabel(field)}`));
        const rows = values.map(({ value, external_ids }) => ({ value, external_ids: external_ids.join(', ') }));
        output.rows(rows, ['value', 'external_ids']);
      }
      const { features = [], unknown_words: unknown = [] } = answer.explanation ?? {};
      if (unknown.length > 0) output.line(plain(`No record has: ${unknown.join(', ')}`));
      if (features.length > 0) output.rows(features, ['name', 'value', 'weight']);
    },
  }),
  operationCommand({
    name: 'find',
    operation: 'collections.find',
    positional: ['query'],
    argumentHelp: { query: 'An id, a code or a few words' },
    options: {
      collections: { help: 'Name of a collection to query; repeat for more; default: all' },
    },
    examples: ["svc collections find 'oak desk'", 'svc collections find DSK-140-OAK --collections products --top-k 3'],
    view: (answer, output) => {
      output.say(`Verdict: ${answer.confidence}`);
      output.rows(
        answer.results,
        ['collection', 'external_id', 'match_type', 'relevance', 'rendered'],
        'Nothing found.',
      );
    },
  }),
  operationCommand({
    name: 'correct',
    operation: 'collections.correct_resolution',
    positional: ['query', 'external_id'],
    optional: ['query', 'external_id'],
    options: {
      record: { help: 'Instead of the query: known fields of a record, as for `resolve --by`' },
      dry_run: dryRunOption,
    },
    extend: (command) => command.option('--none', 'No record is meant'),
    complete: chosenRecord,
    examples: [
      "svc collections correct products 'oak desk' 42",
      "svc collections correct products 'purple lamp' --none",
      `svc collections correct products --record '{"name": "Oak desk", "sku": "OD-1"}' 42`,
    ],
    view: { keys: ['id', 'query', 'external_id', 'by', 'at'] },
  }),
  operationCommand({
    name: 'corrections',
    operation: 'collections.list_corrections',
    examples: ['svc collections corrections products'],
    view: {
      list: 'corrections',
      columns: ['id', 'query', 'external_id', 'by', 'at'],
      nothing: 'No corrections.',
    },
  }),
  operationCommand({
    name: 'delete-correction',
    operation: 'collections.delete_correction',
    options: { dry_run: dryRunOption },
    examples: ['svc collections delete-correction products 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16'],
    view: { keys: ['id', 'deleted'] },
  }),
  operationCommand({
    name: 'queries',
    operation: 'collections.list_queries',
    examples: ['svc collections queries products', 'svc collections queries products --confidence none'],
    view: {
      list: 'queries',
      columns: ['id', 'at', 'query', 'confidence', 'match_type', 'external_id', 'duration_ms', 'right'],
      nothing: 'No queries. A query is listed a few seconds after its response.',
    },
  }),
  operationCommand({
    name: 'label-query',
    operation: 'collections.label_query',
    examples: ['svc collections label-query products 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16 --right true'],
    view: { keys: ['id', 'right'] },
  }),
  operationCommand({
    name: 'statistics',
    operation: 'collections.get_statistics',
    examples: ['svc collections statistics products --days 7'],
    view: {
      list: 'days',
      columns: ['date', 'high', 'low', 'none', 'written', 'stale', 'failed'],
      nothing: 'No days.',
    },
  }),
  operationCommand({
    name: 'get',
    operation: 'collections.get_record',
    examples: ['svc collections get products 42'],
    view: (answer, output) => {
      const { attributes, ...rest } = answer;
      output.details(rest);
      output.details(Object.fromEntries(Object.entries(attributes).map(([key, value]) => [`  ${key}`, value])));
    },
  }),
  operationCommand({
    name: 'records',
    operation: 'collections.list_records',
    examples: [
      'svc collections records products',
      'svc collections records products --order list_price:desc',
      'svc collections records products --limit 500 --json',
    ],
    view: { list: 'records', columns: ['external_id', 'rendered', 'write_date', 'updated_at'], nothing: 'No records.' },
  }),
  operationCommand({
    name: 'changes',
    operation: 'collections.list_changes',
    examples: ['svc collections changes products --json', 'svc collections changes products --since "$NEXT" --json'],
    view: (answer, output) => {
      output.rows(answer.changes, ['external_id', 'status', 'changed_at'], 'No changes.');
      output.details(answer, ['next', 'more']);
    },
  }),
  operationCommand({
    name: 'upsert',
    operation: 'collections.upsert_records',
    options: {
      [guardHeader]: { omit: true },
      records: { omit: true },
      dry_run: { help: 'Run all checks, but store nothing' },
    },
    extend: (command) =>
      command
        .argument('[file]', 'CSV, NDJSON or JSON with at most 500 records; - for standard input')
        .option('--record <json>', 'A record; repeat for more', (text, previous: readonly string[] = []) => [
          ...previous,
          text,
        ])
        .option('--format <format>', `Format of the file: ${inputFormats.join(', ')}; default: by its name`),
    complete: withRecords,
    examples: [
      `svc collections upsert products --record '{"id": 42, "name": "Blue desk lamp"}'`,
      'svc collections upsert products changes.ndjson --dry-run',
    ],
    view: (answer, output) => {
      output.details(answer, ['written', 'stale', 'failed', 'dry_run']);
      const columns = answer.failed === 0 ? ['external_id', 'status', 'embedded'] : refusedColumns;
      output.rows(answer.results, columns, 'No records were sent.');
      for (const warning of answer.warnings ?? []) output.say(plain(warning));
    },
    verdict: ({ failed, results }) =>
      failed === 0 ? undefined : `${failed} of ${results.length} records were refused.`,
  }),
  operationCommand({
    name: 'delete-record',
    operation: 'collections.delete_record',
    examples: ['svc collections delete-record products 42 --yes'],
    question: ({ params }) => `Delete record ${String(params?.id)} of ${String(params?.name)}?`,
    view: ({ external_id }, output) => output.details({ external_id, status: 'deleted' }),
  }),
  operationCommand({
    name: 'reconcile',
    operation: 'collections.reconcile_records',
    options: {
      live_ids: { omit: true },
      as_of: { help: 'Keep records written after this time; default: the time at which svc starts to read the file' },
      max_tombstones: { help: 'Refuse if more would be deleted; default: half of the live records, at least 20' },
    },
    extend: (command) => {
      const withFile = command.argument(
        '<file>',
        'Ids that still exist in the source: lines, or a column of a CSV, NDJSON, JSON or .xlsx; - for standard input',
      );
      const column = 'Column or field with the ids, by name or number; default: the id field of the collection';
      addFormatOptions(withFile.option('--column <column>', column), ['lines (each line is an id)']);
    },
    complete: withLiveIds,
    question: ({ params, body }) =>
      isDryRun(body) ? undefined : `Delete every record of ${String(params?.name)} whose id is not in the file?`,
    examples: [
      'svc collections reconcile products live-ids.txt --dry-run',
      'svc collections reconcile products export.xlsx --column sku --dry-run',
      'svc collections reconcile products live-ids.txt --as-of 2026-01-31T02:00:00Z --yes',
    ],
    view: ({ tombstoned, ...answer }, output) =>
      output.details({ ...answer, deleted: tombstoned }, ['deleted', 'kept_newer', 'live', 'unknown', 'dry_run']),
  }),
];

async function withRecords({ input, options, args, host }: Invocation): Promise<CallInput> {
  const inline = Array.isArray(options.record) ? options.record.map(String) : [];
  const file = args[1];
  if ((file === undefined) === (inline.length === 0)) {
    throw usageFailure('Pass either a file or --record.');
  }
  const records = file === undefined ? inline.map(checked) : await recordsIn(file, options.format, host);
  return { ...input, body: { ...(input.body as object), records: records.map((text) => new RawJson(text)) } };
}

function checked(text: string): string {
  try {
    JSON.parse(text);
    return text;
  } catch (error) {
    throw usageFailure(`--record is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function recordsIn(file: string, given: unknown, host: Invocation['host']): Promise<string[]> {
  const input = await openInput(file, host);
  const records: string[] = [];
  const format = typeof given === 'string' ? given : undefined;
  const { items } = await openRecords(input, { format }, host);
  for await (const item of items(0)) {
    if (item.text === undefined) throw usageFailure(`${file}, record ${records.length + 1}: ${item.problem.message}`);
    records.push(item.text);
  }
  return records;
}

function isDryRun(body: unknown): boolean {
  return typeof body === 'object' && body !== null && 'dry_run' in body && body.dry_run === true;
}

/** Reads the ids in the file. The service's time is taken before, because records written later are not in the file. */
async function withLiveIds({ input, args, options, host, session }: Invocation): Promise<CallInput> {
  const [collection = '', file = '-'] = args;
  const given = input.body as { readonly as_of?: string };
  const asOf = given.as_of ?? ((await session.call('health.get', {})).value as { readonly time: string }).time;
  const described = await session.call('collections.describe', { params: { name: collection } });
  const { id_field: idField, import_columns: columns = {} } = described.value as CollectionDescription;
  const mapping = new Map(Object.entries(columns));
  const { format, ...flags } = options as FormatFlags;
  const isPlain = format === 'lines';
  const choice = { ...formatChoice({ ...flags, format: isPlain ? undefined : format }), isPlain, idField, mapping };
  const column = typeof options.column === 'string' ? options.column : undefined;
  const source = await openInput(file, host);
  const liveIds = await refusingUnusable(() => readIds(source, { ...choice, column }));
  return { ...input, body: { as_of: asOf, ...given, live_ids: liveIds } };
}

/** The record of a correction; null for `--none`. Beside `--record`, the only argument is its id. */
function chosenRecord({ input, options }: Invocation): CallInput {
  const { query, external_id, ...rest } = input.body as Readonly<Record<'query' | 'external_id', string | undefined>>;
  const isRecord = 'record' in rest;
  const id = isRecord ? query : external_id;
  if ((id === undefined) !== (options.none === true) || (isRecord && external_id !== undefined)) {
    throw usageFailure('Name the record by its external_id, or use --none.');
  }
  return { ...input, body: { ...rest, ...(isRecord ? {} : { query }), external_id: id ?? null } };
}
