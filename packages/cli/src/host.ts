import type { Readable, Writable } from 'node:stream';

/** A stream to write to that may be a terminal of a known width. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A stream to read from that may be a terminal. */
export type TerminalInput = Readable & { readonly isTTY?: boolean };

/** The dependencies of commands on the machine; tests pass their own. */
export interface Host {
  /** Environment variables; an empty one counts as unset. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  /** For answers only; prose and progress are written to stderr. */
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Folder of the stored logins and of unfinished imports. */
  readonly configFolder: string;
  /** Name of this machine, shown for its login. */
  readonly deviceName: string;
  /** Opens an address in the person's browser; returns false without a browser. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** Calls the handler on every Ctrl-C instead of exiting. Returns a function that removes the handler. */
  readonly onInterrupt: (handler: () => void) => () => void;
}

/** An environment variable's value; undefined if it is unset or empty. */
export function setting(host: Host, name: string): string | undefined {
  const value = host.environment[name];
  return value === '' ? undefined : value;
}
