import { createReadStream, createWriteStream } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeStream } from 'node:stream/web';
import type { CallAnswer, ClientSettings } from '@tessera/client';
import type { Command } from 'commander';
import { CommandFailure } from '../failure.js';
import type { Host } from '../host.js';
import { Output } from '../output/output.js';
import { progressLine } from '../output/progress-line.js';
import type { GlobalOptions } from '../session/credentials.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

type Fetch = NonNullable<ClientSettings['fetch']>;

/** Practically no time limit, because an archive can have many gigabytes. */
const timeoutMs = 24 * 60 * 60 * 1_000;
const workspace = '2f4e6a8c-1b3d-4f5a-8c7e-9d0b1a2c3e4f';

/** Adds `export-workspace` and `import-workspace`, which read and write an archive in pieces. */
export function addWorkspaceArchives(operator: Command, host: Host): void {
  addExport(operator, host);
  addImport(operator, host);
}

function addExport(operator: Command, host: Host): void {
  const command = operator
    .command('export-workspace')
    .summary('Export a workspace to an archive')
    .description('Write a workspace to one file, while the service runs. The file contains no secret.')
    .argument('<id>', 'Id of the workspace, as in list-workspaces')
    .argument('<file>', 'File to write, such as acme.tar.gz');
  addExamples(command, [`svc operator export-workspace ${workspace} acme.tar.gz`]);
  command.action(async (id: string, file: string) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    const session = new Session(host, options);
    const exportTo = await session.bindOperation('operator.export_workspace', { timeoutMs, fetch: savingTo(file) });
    await exportTo({ params: { id } });
    const { size } = await stat(file);
    const output = new Output(host);
    if (options.json === true) output.line(JSON.stringify({ file, bytes: size }));
    else output.details({ file, bytes: size }, ['file', 'bytes']);
  });
}

/** Creates a `fetch` that writes the response to a file. The file appears only when it is complete. */
function savingTo(file: string): Fetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (!response.ok || response.body === null) return response;
    const draft = `${file}.part`;
    try {
      await pipeline(Readable.fromWeb(response.body as NodeStream), createWriteStream(draft, { mode: 0o600 }));
      await rename(draft, file);
    } catch (error) {
      await rm(draft, { force: true });
      throw error;
    }
    return new Response(null, { status: response.status });
  };
}

function addImport(operator: Command, host: Host): void {
  const command = operator
    .command('import-workspace')
    .summary('Create a workspace from an archive')
    .description('Create a workspace from a file that export-workspace wrote. An import that fails leaves nothing.')
    .argument('<file>', 'Archive, such as acme.tar.gz')
    .option('--slug <slug>', 'Slug of the new workspace (default: the one in the archive)')
    .option('--name <name>', 'Name of the new workspace (default: the one in the archive)');
  addExamples(command, [
    'svc operator import-workspace acme.tar.gz',
    'svc operator import-workspace acme.tar.gz --slug acme-2',
  ]);
  command.action(async (file: string) => {
    const options = command.optsWithGlobals<GlobalOptions & { slug?: string; name?: string }>();
    const session = new Session(host, options);
    const { slug, name } = options;
    const size = await sizeOf(file);
    const progress = progressLine(host.stderr, size);
    try {
      const settings = {
        timeoutMs,
        retry: { retries: 0 },
        fetch: sendingFile(file, (sent) => progress.update(sent, megabytes(sent, size))),
      };
      const importFrom = await session.bindOperation('operator.import_workspace', settings);
      const { text, value } = await importFrom({ query: { slug, name }, body: new Uint8Array() });
      progress.stop();
      tell(options.json === true ? text : (value as CallAnswer<'operator.import_workspace'>), new Output(host));
    } finally {
      progress.stop();
    }
  });
}

function tell(answer: string | CallAnswer<'operator.import_workspace'>, output: Output): void {
  if (typeof answer === 'string') {
    output.line(answer);
    return;
  }
  output.details({ ...answer.workspace, ...answer.imported }, [
    ...['id', 'slug', 'name'],
    ...Object.keys(answer.imported ?? {}),
  ]);
  for (const line of answer.missing ?? []) output.say(line);
}

function megabytes(sent: number, size: number): string {
  const inMegabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);
  return `${inMegabytes(sent)} of ${inMegabytes(size)} MB`;
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch (error) {
    throw new CommandFailure(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Creates a `fetch` that sends a file as the body, as fast as the server reads it. */
function sendingFile(file: string, report: (sent: number) => void): Fetch {
  return (url, init) => {
    const body = Readable.toWeb(Readable.from(countedPieces(file, report), { objectMode: false }));
    return fetch(url, { ...init, body, duplex: 'half' } as RequestInit);
  };
}

async function* countedPieces(file: string, report: (sent: number) => void): AsyncGenerator<Buffer> {
  let sent = 0;
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    yield piece;
    sent += piece.length;
    report(sent);
  }
}
