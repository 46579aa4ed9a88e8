import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Settings } from './settings.js';

type Folder = Pick<Settings, 'SVC_DATA_DIR'>;

/** The folder of stored search indexes. File names start with the workspace id. */
export function storedIndexFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'indexes');
}

/** The folder of temporary files: bodies of requests, exports and copies. */
export function scratchFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'scratch');
}

/** Creates the folder of temporary files, without those of a crashed process. No other process uses the data folder. */
export function emptyScratchFolder(settings: Folder): void {
  const folder = scratchFolder(settings);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** The folder to which mails are written if no mail server is configured. */
export function mailFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'mail');
}
