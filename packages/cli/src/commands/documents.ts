import { readFile } from 'node:fs/promises';
import { guardHeader } from '@tessera/contract';
import type { Command } from 'commander';
import { contentOf } from '../documents/content.js';
import { CommandFailure, usageFailure } from '../failure.js';
import type { Host } from '../host.js';
import type { CallInput } from '../session/session.js';
import { checkDocuments } from './document-check.js';
import type { Family } from './family.js';
import { type Invocation, operationCommand } from './operation-command.js';

const path = 'Whole path, such as handbook/start.md';
const writtenKeys = ['status', 'version'];

/** Adds `--base`, the content that the caller expects. With it, no change by someone else is overwritten. */
function takesBase(command: Command): void {
  command.option(
    '--base <blob>',
    'Write only if the document has this blob, which cat --json shows; new: only if there is none',
    'any',
  );
}

function baseOf({ options }: Invocation): string | null {
  return options.base === 'new' ? null : String(options.base ?? 'any');
}

function withBase(invocation: Invocation): CallInput {
  return { ...invocation.input, body: { ...(invocation.input.body as object), base: baseOf(invocation) } };
}

const reading = [
  operationCommand({
    name: 'ls',
    operation: 'documents.list',
    positional: ['prefix'],
    optional: ['prefix'],
    examples: ['svc docs ls', 'svc docs ls handbook/people --depth 1', 'svc docs ls --json'],
    view: ({ documents, folders }, output) => {
      const rows = [
        ...folders.map((folder) => ({ path: `${folder.path}/`, title: `${folder.documents} documents` })),
        ...documents,
      ];
      output.rows(rows, ['path', 'title', 'size', 'updated_at', 'updated_by'], 'No documents that you can read.');
    },
  }),
  operationCommand({
    name: 'cat',
    operation: 'documents.read',
    positional: ['path'],
    argumentHelp: { path },
    examples: ['svc docs cat handbook/start.md', 'svc docs cat handbook/start.md --json'],
    view: ({ text }, output) => {
      if (text === null) throw new CommandFailure('This is not text. Fetch it with `svc docs export`.');
      output.piece(text);
    },
  }),
  operationCommand({
    name: 'log',
    operation: 'documents.history',
    positional: ['path'],
    argumentHelp: { path },
    examples: ['svc docs log handbook/start.md'],
    view: { list: 'versions', columns: ['id', 'at', 'status', 'by', 'message', 'path'] },
  }),
  operationCommand({
    name: 'diff',
    operation: 'documents.diff',
    positional: ['path'],
    argumentHelp: { path },
    examples: [
      'svc docs diff handbook/start.md',
      'svc docs diff handbook/start.md --from 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16',
    ],
    view: ({ hunks, binary }, output) => {
      if (binary) output.say('One of the versions is not text.');
      else if (hunks.length === 0) output.say('No differences.');
      for (const { old_start, old_lines, new_start, new_lines, lines } of hunks) {
        output.line(`@@ -${old_start},${old_lines} +${new_start},${new_lines} @@`);
        output.line(lines.join('\n'));
      }
    },
  }),
  operationCommand({
    name: 'deleted',
    operation: 'documents.deleted',
    positional: ['prefix'],
    argumentHelp: { prefix: 'Folder or repo; default: everything' },
    examples: ['svc docs deleted', 'svc docs deleted handbook/people'],
    view: {
      list: 'documents',
      columns: ['path', 'version', 'deleted_at', 'deleted_by'],
      nothing: 'No deleted documents that can be restored.',
    },
  }),
  operationCommand({
    name: 'blame',
    operation: 'documents.blame',
    positional: ['path'],
    argumentHelp: { path },
    examples: ['svc docs blame handbook/start.md'],
    view: ({ lines, complete }, output) => {
      let next = 1;
      const rows = lines.map(({ version, count }) => {
        const first = next;
        next += count;
        return { lines: count === 1 ? String(first) : `${first}-${next - 1}`, version };
      });
      output.rows(rows, ['lines', 'version'], 'The document is empty.');
      if (!complete) output.say('Older lines are attributed to the oldest version that was inspected.');
    },
  }),
  operationCommand({
    name: 'search',
    operation: 'documents.search',
    positional: ['query'],
    argumentHelp: { query: 'Words to search for' },
    examples: ["svc docs search 'travel expenses'", 'svc docs search receipts --prefix handbook --limit 5'],
    view: { list: 'results', columns: ['path', 'heading', 'relevance', 'snippet'], nothing: 'Nothing found.' },
  }),
];

const writing = [
  operationCommand({
    name: 'put',
    operation: 'documents.write',
    positional: ['path'],
    argumentHelp: { path },
    options: { [guardHeader]: { omit: true }, text: { omit: true }, base64: { omit: true }, base: { omit: true } },
    extend: (command) => takesBase(command.argument('[file]', 'File to write; default: standard input')),
    complete: async (invocation) => {
      const content = contentOf(await bytesOf(invocation.args[1], invocation.host));
      const { body } = withBase(invocation);
      return { ...invocation.input, body: { ...(body as object), ...content } };
    },
    examples: ['svc docs put handbook/start.md start.md', "echo '# Start' | svc docs put handbook/start.md --base new"],
    view: (answer, output) => {
      output.details(answer, writtenKeys);
      for (const warning of answer.warnings)
        output.say(
          typeof warning === 'string' ? warning : `Line ${warning.line}, column ${warning.column}: ${warning.message}.`,
        );
    },
  }),
  operationCommand({
    name: 'rm',
    operation: 'documents.delete',
    positional: ['path'],
    argumentHelp: { path },
    options: { base: { omit: true } },
    extend: takesBase,
    complete: (invocation) => ({
      ...invocation.input,
      query: { ...invocation.input.query, base: baseOf(invocation) ?? '' },
    }),
    examples: ['svc docs rm handbook/old.md'],
    view: { keys: ['path', 'status', 'version'] },
  }),
  operationCommand({
    name: 'mv',
    operation: 'documents.move',
    positional: ['from', 'to'],
    argumentHelp: { from: path, to: 'New path, in the same repo' },
    options: { base: { omit: true } },
    extend: takesBase,
    complete: withBase,
    examples: ['svc docs mv handbook/old.md handbook/new.md'],
    view: { keys: writtenKeys },
  }),
  operationCommand({
    name: 'restore',
    operation: 'documents.restore',
    positional: ['path', 'version'],
    argumentHelp: { path },
    options: { base: { omit: true } },
    extend: takesBase,
    complete: withBase,
    examples: ['svc docs restore handbook/start.md 6f1c2f9e-3a54-4a27-9c43-0d2b8e7f5a16'],
    view: { keys: writtenKeys },
  }),
];

/** The commands on documents: read, write, show versions and search. */
export const documents: Family = {
  name: 'docs',
  description: 'Documents: read, write and search them, and see their history.',
  examples: ['svc docs ls', 'svc docs import ./handbook handbook', "svc docs search 'travel expenses'"],
  commands: [...reading, checkDocuments, ...writing],
};

async function bytesOf(file: string | undefined, host: Host): Promise<Buffer> {
  if (file === undefined || file === '-') {
    const chunks: Buffer[] = [];
    for await (const chunk of host.stdin) chunks.push(Buffer.from(chunk as Uint8Array));
    return Buffer.concat(chunks);
  }
  try {
    return await readFile(file);
  } catch (error) {
    throw usageFailure(`Cannot read ${file}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
