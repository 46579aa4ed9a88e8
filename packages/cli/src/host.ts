import type { Readable, Writable } from 'node:stream';

/** A stream for output that may be a terminal of a known width. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A stream for input that may be a terminal. */
export type TerminalInput = Readable & { readonly isTTY?: boolean };

/** What commands need of the machine. Tests pass their own. */
export interface Host {
  /** Environment variables; an empty one counts as unset. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  /** For answers only. Prose and progress are written to stderr. */
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** The folder that contains stored logins and the positions of unfinished imports. */
  readonly configFolder: string;
  /** The name of this machine, under which its login is listed. */
  readonly deviceName: string;
  /** Opens a URL in the person's browser. Returns false if no browser is installed. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** Calls the handler at every Ctrl-C instead of exiting. Returns a function that removes the handler. */
  readonly onInterrupt: (handler: () => void) => () => void;
}

/** An environment variable's value; undefined if it is unset or empty. */
export function setting(host: Host, name: string): string | undefined {
  const value = host.environment[name];
  return value === '' ? undefined : value;
}
