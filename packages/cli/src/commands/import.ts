import { inputFormats } from '@tessera/client';
import { routes } from '@tessera/contract';
import type { Command } from 'commander';
import { CommandFailure, exitStatus } from '../failure.js';
import type { Host } from '../host.js';
import { type ImportOutcome, runImport, statusOf } from '../import/run-import.js';
import { Output } from '../output/output.js';
import type { GlobalOptions } from '../session/credentials.js';
import { stringifyBody } from '../session/json.js';
import { Session } from '../session/session.js';
import { declareIdField, idFieldOption } from './configure.js';
import { addExamples } from './operation-command.js';

interface ImportOptions extends GlobalOptions {
  readonly format?: string;
  readonly delimiter?: string;
  readonly failures?: string;
  readonly restart?: boolean;
  readonly idField?: readonly string[];
}

const description =
  'Import records from a CSV, NDJSON or JSON file of any size.\nThe file is read page by page. CSV cells are ' +
  'sent as text; the first line names the fields. Refused records are written\nto a file next to the input, ' +
  'each with its reason. Ctrl-C finishes the current page and stops. The same command resumes\nfrom there, ' +
  'also if the process was killed. Importing an unchanged file again changes nothing.';

/** Adds `import` to the collections. */
export function addImport(collections: Command, host: Host): void {
  const command = collections
    .command('import')
    .summary(routes['collections.import_records'].summary.replace('one page of records', 'a file of any size'))
    .description(description)
    .argument('<name>', 'Name of the collection')
    .argument('<file>', 'CSV, NDJSON or JSON; - for standard input, which cannot be resumed')
    .option('--format <format>', `Format of the file: ${inputFormats.join(', ')}; default: by its name`)
    .option('--delimiter <character>', 'Delimiter of a CSV, such as ; or tab; default: detected from its first line')
    .option('--failures <file>', 'File for refused records, one JSON object per line; default: <file>.failures.ndjson')
    .option(idFieldOption.flags, `${idFieldOption.help}; declared before the first record is sent`, idFieldOption.read)
    .option('--restart', 'Start from the beginning, also after an interrupted run');
  addExamples(command, [
    'svc collections import products products.csv',
    'svc collections import orders orders.ndjson --id-field order_number --failures refused.ndjson',
    'zcat products.csv.gz | svc collections import products - --format csv --json',
  ]);
  command.action(async (collection: string, file: string) => {
    const options = command.optsWithGlobals<ImportOptions>();
    const { format, delimiter, failures, restart = false } = options;
    const json = options.json === true;
    const request = { collection, file, format, delimiter, failures, restart, keepsResults: json };
    const session = new Session(host, options);
    if (options.idField !== undefined) await declareIdField(session, collection, options.idField);
    const outcome = await runImport(request, session);
    tell(outcome, new Output(host), json);
  });
}

function tell(outcome: ImportOutcome, output: Output, json: boolean): void {
  const { imported, failed, embedded } = outcome.progress;
  const counts = { imported, failed, embedded };
  const failuresFile = failed === 0 ? null : outcome.failuresPath;
  if (json) {
    printBody({ ...counts, workspace: outcome.workspace }, outcome.results, output);
  } else {
    output.details(counts);
  }
  if (failuresFile !== null) output.say(`Refused records: ${failuresFile}`);
  output.landed(outcome);
  const { unreadable } = outcome;
  if (unreadable !== undefined) {
    const hint = 'The records before it were imported. Importing them again changes nothing.';
    throw new CommandFailure(unreadable.message, exitStatus.refused, outcome.progress.rows === 0 ? [] : [hint]);
  }
  const status = statusOf(outcome);
  if (!outcome.isComplete) {
    const hint = outcome.isResumable
      ? 'To resume, repeat the same command.'
      : 'This import cannot be resumed, but importing the same records again changes nothing.';
    throw new CommandFailure(`Stopped after record ${outcome.progress.rows}.`, status, [hint]);
  }
  if (status !== 0) throw new CommandFailure(`${failed} of ${outcome.progress.rows} records were refused.`, status);
}

/** Prints an answer with the results of any number of pages, each as JSON without its brackets. */
function printBody(answer: object, results: readonly string[], output: Output): void {
  output.piece('{"results":[');
  for (const [at, page] of results.entries()) output.piece(at === 0 ? page : `,${page}`);
  output.line(`],${stringifyBody(answer).slice(1)}`);
}
