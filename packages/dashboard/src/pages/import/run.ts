import { ApiError, ConnectionError, createClient, type Failure, pagesOf, sendPage } from '@tessera/client';
import type { RecordFile } from './parse.js';

/** The progress of an import. */
export interface Progress {
  readonly rows: number;
  /** Number of bytes of the file that have been read. */
  readonly bytes: number;
  readonly imported: number;
  /** Number of records that were ignored because the stored ones are newer. */
  readonly stale: number;
  readonly failed: number;
}

/** The progress of an import before its first page. */
export const nothingDone: Progress = { rows: 0, bytes: 0, imported: 0, stale: 0, failed: 0 };

/** The state of an import. `waiting` means that it waits for the connection. */
export type State = 'running' | 'paused' | 'waiting' | 'done' | 'cancelled' | 'failed';

/** Callbacks of a running import. */
export interface Listener {
  onProgress(progress: Progress, failures: readonly Failure[]): void;
  onState(state: State, error?: unknown): void;
}

/** A running import, which can be paused, continued and stopped. */
export interface ImportRun {
  pause(): void;
  resume(): void;
  cancel(): void;
}

const retryDelayMs = 2_000;

/**
 * Imports a file page by page. If the connection is lost, it waits and sends the page again, which is harmless. Refused
 * rows are counted as failed and kept with the reason.
 */
export function startImport(
  file: RecordFile,
  collection: string,
  options: { workspace: string; listener: Listener },
): ImportRun {
  const { workspace, listener } = options;
  const controller = new AbortController();
  const { signal } = controller;
  // Sends the record's text from the file, so that no number is rounded.
  const json = {
    parse: JSON.parse,
    stringify: (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value)),
  };
  const client = createClient({ baseUrl: '', workspace, json, timeoutMs: 300_000 });
  let gate = Promise.resolve();
  let open = (): void => undefined;
  const send = (body: string): Promise<unknown> => {
    const request = { params: { name: collection }, body } as unknown as Parameters<
      typeof client.collections.import_records
    >[0];
    return client.collections.import_records(request, { signal });
  };
  const sendPatiently = async (body: string): Promise<unknown> => {
    for (;;) {
      try {
        return await send(body);
      } catch (error) {
        if (!isOutage(error)) {
          throw error;
        }
        listener.onState('waiting', error);
        await pauseFor(retryDelayMs, signal);
        listener.onState('running');
      }
    }
  };
  const run = async (): Promise<void> => {
    let progress: Progress = nothingDone;
    for await (const page of pagesOf(file.items(), 0)) {
      await gate;
      signal.throwIfAborted();
      const outcome = await sendPage(page.rows, sendPatiently);
      const failures = [
        ...page.unsendable.map(({ row, problem, raw }) => ({ row, ...problem, raw })),
        ...outcome.failures,
      ];
      progress = {
        rows: page.lastRow,
        bytes: page.end,
        imported: progress.imported + outcome.imported,
        stale: progress.stale + outcome.stale,
        failed: progress.failed + failures.length,
      };
      listener.onProgress(progress, failures);
    }
    listener.onState('done');
  };
  run().catch((error: unknown) => listener.onState(signal.aborted ? 'cancelled' : 'failed', error));
  return {
    pause: () => {
      gate = new Promise((resolve) => {
        open = resolve;
      });
      listener.onState('paused');
    },
    resume: () => {
      open();
      listener.onState('running');
    },
    cancel: () => {
      controller.abort();
      open();
    },
  };
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
  const cell = (value: unknown): string => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const lines = failures.map(({ row, error, message, field, hint, record, raw }) =>
    [row, error, message, field, hint, record ?? raw].map(cell).join(','),
  );
  return `${['row,error,message,field,hint,record', ...lines].join('\r\n')}\r\n`;
}
