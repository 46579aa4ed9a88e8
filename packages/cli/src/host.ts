import type { Readable, Writable } from 'node:stream';

/** A stream to write to that may be a terminal of a known width. */
export type TerminalOutput = Writable & { readonly isTTY?: boolean; readonly columns?: number };

/** A stream to read from that may be a terminal. */
export type TerminalInput = Readable & { readonly isTTY?: boolean };

/** Everything a command takes from the machine that it runs on; tests hand in their own. */
export interface Host {
  /** Environment variables; an empty one counts as unset. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly stdin: TerminalInput;
  /** Answers only; prose and progress go to stderr. */
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Folder of the stored logins and of unfinished imports. */
  readonly configFolder: string;
  /** Name of this machine, which a login is listed under. */
  readonly deviceName: string;
  /** Opens an address in the person's browser; false when there is none to open. */
  readonly openBrowser: (url: string) => Promise<boolean>;
  /** Calls the handler on every Ctrl-C instead of ending; the answer takes the handler off again. */
  readonly onInterrupt: (handler: () => void) => () => void;
}

/** An environment variable's value, or undefined when it is unset or empty. */
export function setting(host: Host, name: string): string | undefined {
  const value = host.environment[name];
  return value === '' ? undefined : value;
}
