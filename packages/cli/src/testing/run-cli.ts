import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable, type Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterAll, onTestFinished } from 'vitest';
import type { Host, TerminalOutput } from '../host.js';
import { run } from '../run.js';

/** Options of a test's host besides the arguments. */
export interface RunOptions {
  readonly environment?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** Default: a new folder. */
  readonly configFolder?: string;
  /** Makes all three streams terminals with this many columns. */
  readonly columns?: number;
  readonly openBrowser?: (url: string) => Promise<boolean>;
  readonly onInterrupt?: Host['onInterrupt'];
}

/** The output of a command and its exit status. */
export interface RunResult {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Creates an empty folder. Removes it after the test that calls this. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates an empty folder for the tests of a file. Removes it after the last test. */
export function newFileFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-cli-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Runs one command line in this process. */
export async function runCli(args: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const terminal = options.columns === undefined ? {} : { isTTY: true, columns: options.columns };
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  const host: Host = {
    environment: options.environment ?? {},
    stdin: Object.assign(Readable.from(options.stdin === undefined ? [] : [Buffer.from(options.stdin)]), terminal),
    stdout: Object.assign<Writable, Partial<TerminalOutput>>(streams.stdout, terminal),
    stderr: Object.assign<Writable, Partial<TerminalOutput>>(streams.stderr, terminal),
    configFolder: options.configFolder ?? newFolder(),
    deviceName: 'test machine',
    openBrowser: options.openBrowser ?? (async () => false),
    onInterrupt: options.onInterrupt ?? (() => () => undefined),
  };
  const written = Promise.all([text(streams.stdout), text(streams.stderr)]);
  const status = await run(args, host);
  streams.stdout.end();
  streams.stderr.end();
  const [stdout, stderr] = await written;
  return { status, stdout, stderr };
}
