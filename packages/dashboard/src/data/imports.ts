import type { Failure, Item, RecordReader } from '@tessera/client';
import { useSyncExternalStore } from 'react';

/** A file whose records can be read. */
export interface RecordFile {
  readonly name: string;
  readonly bytes: number;
  /** The time when the file was last saved, in ISO 8601. */
  readonly modifiedAt: string;
  readonly reader: RecordReader;
  /** The names of the columns, if the file is a table. */
  readonly columns: readonly string[] | undefined;
  /** The first records, for the preview. */
  readonly sample: readonly Readonly<Record<string, unknown>>[];
  items(): AsyncIterable<Item>;
}

/** The state of an import. `waiting` means that it waits for the connection, `queued` for the import before it. */
export type ImportState = 'queued' | 'running' | 'paused' | 'waiting' | 'done' | 'cancelled' | 'failed';

/** An import that runs, waits for its turn, or is over. */
export interface ImportJob {
  readonly key: number;
  readonly file: RecordFile;
  readonly collection: string;
  readonly state: ImportState;
  readonly error?: unknown;
  readonly rows: number;
  /** Number of bytes of the file that have been read. */
  readonly bytes: number;
  readonly imported: number;
  /** Number of records that were ignored because the stored ones are newer. */
  readonly stale: number;
  readonly failures: readonly Failure[];
  pause(): void;
  resume(): void;
  cancel(): void;
}

/** The files that were dropped or chosen and are not imported yet. The page of imports shows the first. */
export const givenFiles = createStore<readonly File[]>([]);

/** The imports of this page. They go on while other pages are shown. */
export const importJobs = createStore<readonly ImportJob[]>([]);

/** A value outside of the components, which keeps those that use it up to date. */
interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  /** The value, in a component. */
  use(): Value;
}

/** Creates a store with its first value. */
function createStore<Value>(first: Value): Store<Value> {
  let current = first;
  const listeners = new Set<() => void>();
  const get = (): Value => current;
  const listen = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (value) => {
      current = value;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(listen, get),
  };
}
