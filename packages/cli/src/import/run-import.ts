import { basename, resolve } from 'node:path';
import {
  ApiError,
  ConnectionError,
  type Failure,
  type ImportPage,
  pagesOf,
  type Repeats,
  resultOfFailure,
  type SendRecords,
  sendPage,
  UnreadableInput,
  type UnsendableRow,
} from '@tessera/client';
import { CommandFailure, exitStatus } from '../failure.js';
import type { Host } from '../host.js';
import { type ProgressLine, progressLine } from '../output/progress-line.js';
import { plain } from '../output/text.js';
import { RawJson } from '../session/json.js';
import type { Session } from '../session/session.js';
import { FailuresFile } from './failures-file.js';
import type { Input } from './input.js';
import { Interruption } from './interruption.js';
import { type ImportTarget, nothingDone, type Progress, SavedPosition } from './position.js';
import { type RecordsRequest, withRecords } from './records.js';
import { planRepeats, type RepeatPlan, repeatChoice } from './repeated.js';

/** The options of an import. */
export interface ImportRequest extends RecordsRequest {
  /** The file for refused records. Default: next to the input. */
  readonly failures?: string | undefined;
  /** Whether to start over even if an earlier import was interrupted. */
  readonly restart: boolean;
  /** How rows with the same id are treated. */
  readonly repeated?: string | undefined;
  /** Whether to keep the results of all records instead of only the refused ones. */
  readonly keepsResults: boolean;
}

/** The result of an import, including its earlier runs. */
export interface ImportOutcome {
  readonly progress: Progress;
  /** The results of this run as JSON, one string per page. Empty unless they are kept. */
  readonly results: readonly string[];
  readonly failuresPath: string;
  readonly workspace: unknown;
  /** False if it was interrupted. */
  readonly isComplete: boolean;
  /** Whether an interrupted import can continue at its last position. */
  readonly isResumable: boolean;
  readonly repeats: Repeats;
  /** Why the rest of the input could not be read. The part before it was imported. */
  readonly unreadable?: UnreadableInput;
}

// A long time, because a provider of embeddings can be slow, and a server that restarts comes back.
const timeoutMs = 300_000;
const patience = { retries: 8, baseDelayMs: 500 } as const;

/**
 * Imports a file page by page, and saves its position after each page. An interrupted import continues at its last
 * position.
 */
export async function runImport(request: ImportRequest, session: Session): Promise<ImportOutcome> {
  const choice = repeatChoice(request.repeated, session.host);
  return withRecords(request, session, async ({ input, description, items }) => {
    const plan = await planRepeats(items, description.id_field, choice);
    if (plan.summary !== undefined) session.host.stderr.write(`${plan.summary}\n`);
    const rules = [choice, request.map, description.import_columns ?? null];
    const target = { baseUrl: session.baseUrl, collectionId: description.id, rules };
    return sendRecords(request, session, { input, plan, target });
  });
}

interface Sending {
  readonly input: Input;
  readonly plan: RepeatPlan;
  readonly target: ImportTarget;
}

async function sendRecords(request: ImportRequest, session: Session, sending: Sending): Promise<ImportOutcome> {
  const { host } = session;
  const { input, plan, target } = sending;
  const failuresPath = resolve(
    request.failures ?? (input.file === undefined ? 'import.failures.ndjson' : `${request.file}.failures.ndjson`),
  );
  const position = new SavedPosition(host.configFolder, input, target);
  const start = (request.restart ? undefined : saved(position, failuresPath, input)) ?? nothingDone;
  if (start.rows > 0) host.stderr.write(`Resuming after record ${start.rows} of ${input.name}.\n`);

  const failures = new FailuresFile(failuresPath, start.failuresBytes, input.file?.path);

  const display = progressDisplay(input, host, start);
  const interruption = new Interruption(host, display.say);
  const run = new ImportRun({
    input,
    position,
    failures,
    display,
    repeats: plan.repeats,
    keepsResults: request.keepsResults,
  });
  try {
    const settings = { timeoutMs, retry: patience, ...interruption.clientSettings(display.say) };
    const importRecords = await session.bindOperation('collections.import_records', settings);
    const send: SendRecords = async (body) => {
      const call = { params: { name: request.collection }, body: new RawJson(body) };
      return (await importRecords(call, { signal: interruption.signal })).value;
    };
    const records = plan.records(start.offset, start.rows);
    return await run.drive(pagesOf(records, start.rows), send, { start, interruption });
  } catch (error) {
    if (run.isResumable && canGoOn(error)) {
      display.stop();
      host.stderr.write('The imported pages are kept. To resume, repeat the same command.\n');
    }
    throw error;
  } finally {
    display.stop();
    interruption.release();
  }
}

/** Whether an import can continue later: the service, the network or the person stopped it, not the file. */
function canGoOn(error: unknown): boolean {
  if (error instanceof CommandFailure) return error.status === exitStatus.interrupted;
  return error instanceof ApiError || error instanceof ConnectionError;
}

function saved(position: SavedPosition, failuresPath: string, input: Input): Progress | undefined {
  return input.file === undefined ? undefined : position.load(failuresPath);
}

interface ImportDependencies {
  readonly input: Input;
  readonly position: SavedPosition;
  readonly failures: FailuresFile;
  readonly display: ProgressDisplay;
  readonly repeats: Repeats;
  readonly keepsResults: boolean;
}

/** One run, which imports the remaining pages. */
class ImportRun {
  private readonly dependencies: ImportDependencies;
  private readonly results: string[] = [];
  private workspace: unknown;
  private cannotSave = false;

  constructor(dependencies: ImportDependencies) {
    this.dependencies = dependencies;
  }

  /** Whether a later run can continue at the position of this one. */
  get isResumable(): boolean {
    return this.dependencies.input.file !== undefined && !this.cannotSave;
  }

  async drive(
    pages: AsyncIterable<ImportPage>,
    send: SendRecords,
    { start, interruption }: { readonly start: Progress; readonly interruption: Interruption },
  ): Promise<ImportOutcome> {
    let progress = start;
    try {
      for await (const page of pages) {
        if (interruption.isAsked) return this.outcome(progress, { isComplete: false });
        progress = await this.take(page, send, progress);
        this.save(progress);
        this.dependencies.display.update(progress);
      }
    } catch (error) {
      if (!(error instanceof UnreadableInput)) throw error;
      return this.outcome(progress, { isComplete: true, unreadable: error });
    }
    this.keep((position) => position.clear());
    return this.outcome(progress, { isComplete: true });
  }

  private save(progress: Progress): void {
    const { input, failures } = this.dependencies;
    if (input.file !== undefined) this.keep((position) => position.save(progress, failures.path));
  }

  /** Changes the saved position. If that fails, continues without one, because sending a record twice is harmless. */
  private keep(change: (position: SavedPosition) => void): void {
    const { position, display } = this.dependencies;
    try {
      change(position);
    } catch (error) {
      if (!this.cannotSave) {
        const reason = error instanceof Error ? error.message : String(error);
        display.say(`The position cannot be saved, so an interrupted import starts from the beginning: ${reason}`);
      }
      this.cannotSave = true;
    }
  }

  private async take(page: ImportPage, send: SendRecords, before: Progress): Promise<Progress> {
    const { failures, keepsResults } = this.dependencies;
    const outcome = await sendPage(page.rows, send);
    const unsendable = page.unsendable.map(failureOf);
    const failed = [...unsendable, ...outcome.failures].sort(byRow);
    failures.add(failed);
    if (keepsResults && page.rows.length + unsendable.length > 0) {
      const results = [...unsendable.map(resultOfFailure), ...outcome.results].sort(byRow);
      // Kept as text, which needs a fraction of the memory. A file can contain any number of records.
      this.results.push(results.map(({ result }) => JSON.stringify(result)).join(','));
    }
    this.workspace ??= outcome.workspace;
    return {
      offset: page.end,
      rows: page.lastRow,
      imported: before.imported + outcome.imported,
      stale: before.stale + outcome.stale,
      failed: before.failed + failed.length,
      embedded: before.embedded + outcome.embedded,
      failuresBytes: failures.bytes,
    };
  }

  private outcome(progress: Progress, end: Pick<ImportOutcome, 'isComplete' | 'unreadable'>): ImportOutcome {
    const { isResumable } = this;
    const { failures, repeats } = this.dependencies;
    const found = { failuresPath: failures.path, workspace: this.workspace, isResumable, repeats };
    return { progress, results: this.results, ...found, ...end };
  }
}

function byRow(one: { readonly row: number }, other: { readonly row: number }): number {
  return one.row - other.row;
}

function failureOf({ row, problem, raw }: UnsendableRow): Failure {
  return { row, ...problem, raw };
}

/** The exit status of an import. It shows whether records were refused or the import was interrupted. */
export function statusOf({ isComplete, progress }: ImportOutcome): number {
  if (!isComplete) return exitStatus.interrupted;
  return progress.failed > 0 ? exitStatus.refused : exitStatus.done;
}

/** Shows the progress of an import. */
interface ProgressDisplay extends Pick<ProgressLine, 'say' | 'stop'> {
  update(progress: Progress): void;
}

/** A progress line on a terminal's stderr, by bytes. If the size of the input is unknown, only prose is printed. */
function progressDisplay(input: Input, host: Host, start: Progress): ProgressDisplay {
  const { file } = input;
  const line = progressLine(host.stderr, file?.sizeBytes ?? 0);
  const update = ({ offset, rows, failed }: Progress): void => {
    const counts = `${rows.toLocaleString('en')} records | ${failed.toLocaleString('en')} failed`;
    if (file !== undefined) line.update(offset, `${plain(basename(input.name))} | ${counts}`);
  };
  update(start);
  return { ...line, update };
}
