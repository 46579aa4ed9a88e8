import { resolve } from 'node:path';
import { ApiError, ConnectionError } from '@tessera/client';
import type { CollectionDescription } from '@tessera/contract';
import { CommandFailure, exitStatus, usageFailure } from '../failure.js';
import type { Session } from '../session/session.js';
import { type Failure, FailuresFile } from './failures-file.js';
import { type FormatChoice, type RecordReader, readerFor } from './formats.js';
import { type Input, openInput } from './input.js';
import { Interruption } from './interruption.js';
import { type Page, pagesOf, type UnsendableRow } from './pages.js';
import { nothingDone, type Progress, SavedPosition } from './position.js';
import { type ProgressDisplay, progressDisplay } from './progress-bar.js';
import { resultOfFailure, type SendRecords, sendPage } from './send-page.js';

/** What a person asks of an import. */
export interface ImportRequest extends FormatChoice {
  readonly collection: string;
  /** A path, or `-` for standard input. */
  readonly file: string;
  /** Where refused records go; default: beside the file. */
  readonly failures?: string | undefined;
  /** Starts from the beginning although an earlier run was interrupted. */
  readonly restart: boolean;
  /** Whether what became of every record is wanted, and not only of those that were refused. */
  readonly keepsResults: boolean;
}

/** What an import did, over all of its runs. */
export interface ImportOutcome {
  readonly progress: Progress;
  /** The JSON of what became of the records of this run, those of a page in each; none unless they were to be kept. */
  readonly results: readonly string[];
  readonly failuresPath: string;
  readonly workspace: unknown;
  /** False when it was interrupted and can be resumed. */
  readonly isComplete: boolean;
}

// A provider of embeddings may take its time for a page, and a restarting server comes back.
const timeoutMs = 300_000;
const patience = { retries: 8, baseDelayMs: 500 } as const;

/** Imports a file page by page, saving its position after each; an interrupted import goes on where it stopped. */
export async function runImport(request: ImportRequest, session: Session): Promise<ImportOutcome> {
  const { host } = session;
  const input = await openInput(request.file, host);
  const reader = readerFor(input, request);
  const described = await session.call('collections.describe', { params: { name: request.collection } });
  const description = described.value as CollectionDescription;
  checkColumns(reader, description, input);
  const failuresPath = resolve(
    request.failures ?? (input.file === undefined ? 'import.failures.ndjson' : `${request.file}.failures.ndjson`),
  );
  if (failuresPath === input.file?.path) throw usageFailure('The failures cannot go into the file that is imported.');
  const position = new SavedPosition(host.configFolder, input, {
    baseUrl: session.baseUrl,
    collectionId: description.id,
  });
  const start = (request.restart ? undefined : saved(position, failuresPath, input)) ?? nothingDone;
  if (start.rows > 0) host.stderr.write(`Resuming after record ${start.rows} of ${input.name}.\n`);

  const interruption = new Interruption(host);
  const display = progressDisplay(input, host, start);
  try {
    const settings = { timeoutMs, retry: patience, ...interruption.clientSettings(display.say) };
    const prepared = await session.prepare('collections.import_records', settings);
    const send: SendRecords = (parts) =>
      prepared({ params: { name: request.collection }, ...parts }, { signal: interruption.signal });
    const run = new ImportRun({
      input,
      position,
      failures: new FailuresFile(failuresPath, start.failuresBytes),
      display,
      keepsResults: request.keepsResults,
    });
    return await run.drive(pagesOf(reader.items(start.offset), start.rows), send, { start, interruption });
  } catch (error) {
    if (input.file !== undefined && canGoOn(error)) {
      display.stop();
      host.stderr.write('What was answered is kept: repeat the same command to go on from there.\n');
    }
    throw error;
  } finally {
    display.stop();
    interruption.release();
  }
}

/** Whether it was the service, the network or the person that stopped the import, and not the file. */
function canGoOn(error: unknown): boolean {
  if (error instanceof CommandFailure) return error.status === exitStatus.interrupted;
  return error instanceof ApiError || error instanceof ConnectionError;
}

/** Fails early when no record could have an id: a whole file of refusals helps nobody. */
function checkColumns({ columns }: RecordReader, { id_field, name }: CollectionDescription, input: Input): void {
  if (columns === undefined || columns.includes(id_field)) return;
  throw usageFailure(
    `${input.name} has no column "${id_field}", which the collection reads its record ids from.`,
    `Columns: ${columns.join(', ')}.`,
    `Name another one with \`svc collections configure ${name} --id-field <column>\`.`,
  );
}

function saved(position: SavedPosition, failuresPath: string, input: Input): Progress | undefined {
  return input.file === undefined ? undefined : position.load(failuresPath);
}

interface RunParts {
  readonly input: Input;
  readonly position: SavedPosition;
  readonly failures: FailuresFile;
  readonly display: ProgressDisplay;
  readonly keepsResults: boolean;
}

/** One run over the pages that are left. */
class ImportRun {
  readonly #parts: RunParts;
  readonly #results: string[] = [];
  #workspace: unknown;

  constructor(parts: RunParts) {
    this.#parts = parts;
  }

  async drive(
    pages: AsyncIterable<Page>,
    send: SendRecords,
    { start, interruption }: { readonly start: Progress; readonly interruption: Interruption },
  ): Promise<ImportOutcome> {
    const { position, failures, display, input } = this.#parts;
    let progress = start;
    for await (const page of pages) {
      if (interruption.isAsked) return this.#outcome(progress, false);
      progress = await this.#take(page, send, progress);
      if (input.file !== undefined) position.save(progress, failures.path);
      display.update(progress);
    }
    position.clear();
    return this.#outcome(progress, true);
  }

  async #take(page: Page, send: SendRecords, before: Progress): Promise<Progress> {
    const { failures, keepsResults } = this.#parts;
    const outcome = await sendPage(page.rows, send);
    const unsendable = page.unsendable.map(failureOf);
    const failed = [...unsendable, ...outcome.failures].sort(byRow);
    failures.add(failed);
    if (keepsResults && page.rows.length + unsendable.length > 0) {
      const results = [...unsendable.map(resultOfFailure), ...outcome.results].sort(byRow);
      // As text, which takes a fraction of the memory: a file may hold any number of records.
      this.#results.push(results.map(({ result }) => JSON.stringify(result)).join(','));
    }
    this.#workspace ??= outcome.workspace;
    return {
      offset: page.end,
      rows: page.lastRow,
      imported: before.imported + outcome.imported,
      failed: before.failed + failed.length,
      embedded: before.embedded + outcome.embedded,
      failuresBytes: failures.bytes,
    };
  }

  #outcome(progress: Progress, isComplete: boolean): ImportOutcome {
    const { failures } = this.#parts;
    return { progress, results: this.#results, failuresPath: failures.path, workspace: this.#workspace, isComplete };
  }
}

function byRow(one: { readonly row: number }, other: { readonly row: number }): number {
  return one.row - other.row;
}

function failureOf({ row, problem, raw }: UnsendableRow): Failure {
  return { row, ...problem, raw };
}

/** Exit status of an import: refused when records were, interrupted when it was stopped. */
export function statusOf({ isComplete, progress }: ImportOutcome): number {
  if (!isComplete) return exitStatus.interrupted;
  return progress.failed > 0 ? exitStatus.refused : exitStatus.done;
}
