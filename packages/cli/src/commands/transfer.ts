import type { Command } from 'commander';
import { exportFolder } from '../documents/export-folder.js';
import { importFolder } from '../documents/import-folder.js';
import type { Host } from '../host.js';
import { Output } from '../output/output.js';
import type { GlobalOptions } from '../session/credentials.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

/** Adds `import` and `export` to the documents. */
export function addTransfer(documents: Command, host: Host): void {
  addImportFolder(documents, host);
  addExportFolder(documents, host);
}

function addImportFolder(documents: Command, host: Host): void {
  const command = documents
    .command('import')
    .summary('Import the files of a folder')
    .description(
      'Import the files of a folder, in commits of up to 1,000. Importing unchanged files again changes nothing. ' +
        'Skips what .gitignore names, dot files, and files that are too large, and lists what is too large.',
    )
    .argument('<folder>', 'Folder on this machine')
    .argument('<target>', 'Repo, or folder in a repo, to write the files to')
    .option('--message <text>', 'Message of the commits', 'Import a folder')
    .option('--dot-files', 'Also import files and folders whose names begin with a dot');
  addExamples(command, [
    'svc docs import ./handbook handbook',
    "svc docs import ./faq handbook/faq --message 'Add the FAQ'",
  ]);
  command.action(async (folder: string, target: string) => {
    const options = command.optsWithGlobals<GlobalOptions & { message: string; dotFiles?: boolean }>();
    const { message, dotFiles: withDotFiles = false } = options;
    const counts = await importFolder({ folder, target, message, withDotFiles }, new Session(host, options));
    tell(counts, new Output(host), options.json === true);
  });
}

function addExportFolder(documents: Command, host: Host): void {
  const command = documents
    .command('export')
    .summary('Export documents to a folder')
    .description('Export every document below a prefix that you may read, as files of a folder.')
    .argument('<prefix>', 'Repo, or folder in one')
    .argument('<folder>', 'Folder on this machine; files of the same name are overwritten');
  addExamples(command, ['svc docs export handbook ./handbook']);
  command.action(async (prefix: string, folder: string) => {
    const options = command.optsWithGlobals<GlobalOptions>();
    const files = await exportFolder({ prefix, folder }, new Session(host, options));
    tell({ files }, new Output(host), options.json === true);
  });
}

function tell(counts: object, output: Output, json: boolean): void {
  if (json) {
    output.line(JSON.stringify(counts));
    return;
  }
  const { workspace: _workspace, too_large: _listed, ...numbers } = counts as Record<string, unknown>;
  output.details(numbers);
  output.landed(counts);
}
