import type { CallAnswer } from '@tessera/client';
import { limits, routes } from '@tessera/contract';
import { ownValue } from '@tessera/json';
import type { Command } from 'commander';
import { usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import { openInput, seekable } from '../import/input.js';
import { addFormatOptions, openRecords } from '../import/open-records.js';
import { Output } from '../output/output.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';
import { columnsOf, type ResolveOptions, rowsOf, textOf } from './resolve.js';

const operation = 'collections.evaluate';

interface EvaluateOptions extends ResolveOptions {
  readonly expect: string;
  readonly keep?: boolean;
}

/** Adds `evaluate` to the collections. */
export function addEvaluate(collections: Command, host: Host): void {
  const command = collections
    .command('evaluate')
    .summary(routes[operation].summary)
    .description(
      `${routes[operation].summary}: those in one column of a file, or its rows by several fields. Another column has the
id of the right record, or nothing if none is right. Prints right and wrong verdicts, an upper bound of the share of
wrong "high", and every wrong one.`,
    )
    .argument('<name>', 'Name of the collection')
    .argument(
      '<file>',
      `CSV, NDJSON, JSON or .xlsx with at most ${limits.casesPerEvaluation} rows; - for standard input`,
    )
    .requiredOption('--expect <column>', 'Column with the id of the right record; empty: none is right')
    .option('--column <column>', 'Column or field with the text to resolve')
    .option('--by <fields>', 'Fields to compare instead, separated by commas; the columns have their names')
    .option('--keep', 'Keep the rows as labels, from which the strictness for high_errors_max results');
  addExamples(addFormatOptions(command), [
    'svc collections evaluate products labelled.csv --column text --expect id',
    'svc collections evaluate customers leads.csv --by name,city --expect customer_id --keep',
  ]);
  command.action(async (collection: string, file: string) => {
    await evaluateFile({ collection, file, options: command.optsWithGlobals<EvaluateOptions>(), host });
  });
}

interface Request {
  readonly collection: string;
  readonly file: string;
  readonly options: EvaluateOptions;
  readonly host: Host;
}

async function evaluateFile({ collection, file, options, host }: Request): Promise<void> {
  const wanted = columnsOf(options);
  const output = new Output(host);
  const cases = await seekable(await openInput(file, host), async (input) => {
    const { items } = await openRecords(input, options, host);
    const read: object[] = [];
    for await (const { given, read: row, line } of rowsOf(items(0), wanted)) {
      const expected = ownValue(row, options.expect);
      if (expected === undefined) throw usageFailure(`Line ${line} has no column "${options.expect}".`);
      read.push({ ...given, external_id: textOf(expected) || null });
    }
    return read;
  });
  const send = await new Session(host, options).bindOperation(operation);
  const { text, value } = await send({ params: { name: collection }, body: { cases, keep: options.keep ?? false } });
  if (options.json === true) {
    output.line(text);
    return;
  }
  const { high, low, none, wrong } = value as CallAnswer<typeof operation>;
  output.details({
    high: `${high.given}: ${high.right} right, ${high.wrong} wrong; at most ${(100 * high.upper_bound).toFixed(2)} % wrong (95 %)`,
    low: `${low.given}: ${low.first_right} with the right record first, ${low.listed} with it listed`,
    none: `${none.given}: ${none.right} right`,
  });
  const rows = wrong.map(({ index, reasons, ...rest }) => ({ row: index + 1, ...rest, reason: reasons.join(' ') }));
  output.rows(rows, ['row', 'expected', 'got', 'reason'], 'No high is wrong.');
}
