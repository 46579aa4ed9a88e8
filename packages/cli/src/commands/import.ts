import { ApiError, repeatChoices, shownRepeats } from '@tessera/client';
import { type CollectionDescription, routes } from '@tessera/contract';
import type { Command } from 'commander';
import { CommandFailure, exitStatus } from '../failure.js';
import type { Host } from '../host.js';
import { addFormatOptions, columnMapping, type FormatFlags } from '../import/open-records.js';
import { showPreview } from '../import/preview.js';
import { previewRecords } from '../import/records.js';
import { type ImportOutcome, runImport, statusOf } from '../import/run-import.js';
import { Output } from '../output/output.js';
import type { GlobalOptions } from '../session/credentials.js';
import { stringifyBody } from '../session/json.js';
import { Session } from '../session/session.js';
import { declareIdField, idFieldOption } from './configure.js';
import { addExamples } from './operation-command.js';
import { repeated } from './options.js';

interface ImportOptions extends GlobalOptions, FormatFlags {
  readonly map?: readonly string[];
  readonly repeated?: string;
  readonly preview?: boolean;
  readonly failures?: string;
  readonly restart?: boolean;
  readonly idField?: readonly string[];
}

const description =
  'Import records from a CSV, NDJSON or JSON file of any size, or from an .xlsx workbook.\nThe file is read page by page. CSV cells are ' +
  'sent as text; the first line names the fields. Refused records are written\nto a file next to the input, ' +
  'each with its reason. Ctrl-C finishes the current page and stops. The same command resumes\nfrom there, ' +
  'also if the process was killed. Importing an unchanged file again changes nothing. If several rows have one id, nothing\n' +
  'is sent in a terminal until --repeated says which of them count; elsewhere the last one counts.';

/** Adds `import` to the collections. */
export function addImport(collections: Command, host: Host): void {
  const command = collections
    .command('import')
    .summary(routes['collections.import_records'].summary.replace('one page of records', 'a file of any size'))
    .description(description)
    .argument('<name>', 'Name of the collection')
    .argument('<file>', 'CSV, NDJSON, JSON or .xlsx; - for standard input, which cannot be resumed')
    .option('--preview', 'Show how the file is read and what an import would do; nothing is stored')
    .option(
      '--map <column=field>',
      'Rename a column of the file; repeat for more; remembered for the collection',
      repeated,
    )
    .option(
      '--repeated <rows>',
      `Rows with one id: ${repeatChoices.join(', ')}; default: fail in a terminal, else last`,
    )
    .option('--failures <file>', 'File for refused records, one JSON object per line; default: <file>.failures.ndjson')
    .option(idFieldOption.flags, `${idFieldOption.help}; declared before the first record is sent`, idFieldOption.read)
    .option('--restart', 'Start from the beginning, also after an interrupted run');
  addFormatOptions(command);
  addExamples(command, [
    'svc collections import products products.csv',
    'svc collections import products products.xlsx --preview',
    "svc collections import products variants.csv --map 'Article no=sku' --repeated merge",
    'svc collections import orders orders.ndjson --id-field order_number --failures refused.ndjson',
    'zcat products.csv.gz | svc collections import products - --format csv --json',
  ]);
  command.action(async (collection: string, file: string) => {
    const options = command.optsWithGlobals<ImportOptions>();
    const { restart = false, map = [] } = options;
    const json = options.json === true;
    const output = new Output(host);
    const request = { ...options, collection, file, restart, map, keepsResults: json };
    const session = new Session(host, options);
    if (options.preview === true) {
      const { preview, description } = await previewRecords(request, session);
      return json ? output.line(stringifyBody(preview)) : showPreview(preview, description, output);
    }
    if (options.idField !== undefined) await declareIdField(session, collection, options.idField);
    const outcome = await runImport(request, session);
    if (map.length > 0) await rememberColumns(session, collection, map);
    tell(outcome, output, json);
  });
}

/** Stores the mapping of columns with the collection, if the caller may configure it. */
async function rememberColumns(session: Session, collection: string, map: readonly string[]): Promise<void> {
  const params = { name: collection };
  const { value } = await session.call('collections.describe', { params });
  const { import_columns: earlier } = value as CollectionDescription;
  try {
    const body = { import_columns: { ...earlier, ...Object.fromEntries(columnMapping(map)) } };
    await session.call('collections.update', { params, body });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 403) throw error;
    session.host.stderr.write(
      'The mapping of columns is not remembered: it takes the right to configure the collection.\n',
    );
  }
}

function tell(outcome: ImportOutcome, output: Output, json: boolean): void {
  const { imported, stale, failed, embedded } = outcome.progress;
  const counts = { imported, stale, failed, embedded };
  const failuresFile = failed === 0 ? null : outcome.failuresPath;
  if (json) {
    const { rows, records, byId } = outcome.repeats;
    const repeated = byId.size === 0 ? {} : { repeated: { rows, records, ids: shownRepeats(byId) } };
    printBody({ ...counts, ...repeated, workspace: outcome.workspace }, outcome.results, output);
  } else {
    output.details({ ...counts, stale: stale === 0 ? undefined : `${stale} (older than the stored records)` });
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

/** Prints the results of all pages as one response. Each page is the JSON of its results without brackets. */
function printBody(answer: object, results: readonly string[], output: Output): void {
  output.piece('{"results":[');
  for (const [at, page] of results.entries()) output.piece(at === 0 ? page : `,${page}`);
  output.line(`],${stringifyBody(answer).slice(1)}`);
}
