import { ApiError, ConnectionError, createClient, type Failure, pagesOf, sendPage } from '@tessera/client';
import { sayFailed } from '../../components/basics.js';
import { csvOf } from '../../components/csv.js';
import { api, queryClient } from '../../data/api.js';
import { type ImportJob, importJobs, type RecordFile } from '../../data/imports.js';
import { accept, isSame, patchOf, rolesOf } from '../collection/roles.js';

/** What an import needs besides its file. */
interface JobOptions {
  readonly workspace: string;
  readonly collection: string;
  /** For a new collection: the fields whose type and purpose a person has chosen. The others get what is found. */
  readonly chosen?: ReadonlySet<string>;
}

const retryDelayMs = 2_000;
let keys = 0;
let turn: Promise<void> = Promise.resolve();

/** Whether an import is done, cancelled or failed. */
export function isOver({ state }: Pick<ImportJob, 'state'>): boolean {
  return state === 'done' || state === 'cancelled' || state === 'failed';
}

type Change = (part: Partial<ImportJob>) => void;

/** Controls of an import: its stop signal, and a gate that is closed while it is paused. */
interface Controls {
  readonly signal: AbortSignal;
  gate: Promise<void>;
}

/** Starts an import in the background, after the imports before it. */
export function addImport(file: RecordFile, options: JobOptions): void {
  keys += 1;
  const key = keys;
  const change: Change = (part) =>
    importJobs.set(importJobs.get().map((each) => (each.key === key ? { ...each, ...part } : each)));
  const controller = new AbortController();
  const controls: Controls = { signal: controller.signal, gate: Promise.resolve() };
  let open = (): void => undefined;
  const job: ImportJob = {
    ...{ key, file, collection: options.collection, state: 'queued' },
    ...{ rows: 0, bytes: 0, imported: 0, stale: 0, failures: [] },
    pause: () => {
      controls.gate = new Promise((resolve) => {
        open = resolve;
      });
      change({ state: 'paused' });
    },
    resume: () => {
      open();
      change({ state: 'running' });
    },
    cancel: () => {
      controller.abort();
      open();
    },
  };
  importJobs.set([...importJobs.get().filter((each) => !isOver(each)), job]);
  turn = turn.then(async () => {
    change({ state: 'running' });
    await send(job, options, { controls, change }).then(
      () => change({ state: 'done' }),
      (error: unknown) => change({ state: controls.signal.aborted ? 'cancelled' : 'failed', error }),
    );
    await refresh();
    if (options.chosen !== undefined) await applyFound(job.collection, options.chosen).then(refresh, sayFailed);
  });
}

function refresh(): Promise<void> {
  return queryClient.invalidateQueries({ predicate: ({ queryKey: [id] }) => String(id).startsWith('collections.') });
}

/**
 * Sends a file page by page. If the connection is lost, waits and sends the page again, which is harmless. Refused rows
 * are kept with the reason.
 */
async function send(
  { file, collection }: ImportJob,
  { workspace }: JobOptions,
  { controls, change }: { controls: Controls; change: Change },
): Promise<void> {
  const { signal } = controls;
  // Sends the record's text from the file, so that no number is rounded.
  const json = {
    parse: JSON.parse,
    stringify: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  };
  const client = createClient({ baseUrl: '', workspace, json, timeoutMs: 300_000 });
  const sendPatiently = async (body: string): Promise<unknown> => {
    const request = { params: { name: collection }, body } as unknown as Parameters<
      typeof client.collections.import_records
    >[0];
    for (;;) {
      try {
        return await client.collections.import_records(request, { signal });
      } catch (error) {
        if (!isOutage(error)) throw error;
        change({ state: 'waiting', error });
        await pauseFor(retryDelayMs, signal);
        change({ state: 'running', error: undefined });
      }
    }
  };
  let done = { imported: 0, stale: 0, failures: [] as readonly Failure[] };
  for await (const page of pagesOf(file.items(), 0)) {
    await controls.gate;
    signal.throwIfAborted();
    const { imported, stale, failures } = await sendPage(page.rows, sendPatiently);
    const unsendable = page.unsendable.map(({ row, problem, raw }) => ({ row, ...problem, raw }));
    const isFirst = done.imported === 0 && imported > 0;
    done = {
      imported: done.imported + imported,
      stale: done.stale + stale,
      failures: [...done.failures, ...unsendable, ...failures],
    };
    change({ ...done, rows: page.lastRow, bytes: page.end });
    // The first records appear at once. Later ones do not read the collection again after every page.
    if (isFirst) void refresh();
  }
}

/** Declares the types and identifiers that the service finds in the stored records, but not for fields in `chosen`. */
async function applyFound(name: string, chosen: ReadonlySet<string>): Promise<void> {
  const inspection = await api().call('collections.fields', { params: { name }, query: { sample: 1_000 } });
  const before = rolesOf(inspection);
  const after = inspection.fields.filter((field) => !chosen.has(field.name)).reduce(accept, before);
  if (!isSame(before, after)) {
    await api().call('collections.update', { params: { name }, body: patchOf(before, after) });
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof ConnectionError || (error instanceof ApiError && [502, 503, 504].includes(error.status));
}

function pauseFor(delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, delayMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/** The refused rows as CSV: position in the file, reason, and the record as sent. */
export function failuresCsv(failures: readonly Failure[]): string {
  const head = ['row', 'error', 'message', 'field', 'hint', 'record'];
  const rows = failures.map((each) => [
    each.row,
    each.error,
    each.message,
    each.field,
    each.hint,
    each.record ?? each.raw,
  ]);
  return csvOf([head, ...rows.map((cells) => cells.map((cell) => String(cell ?? '')))]);
}
