import { join, resolve } from 'node:path';
import type { Settings } from './settings.js';

type Folder = Pick<Settings, 'SVC_DATA_DIR'>;

/** The folder of stored search indexes. File names start with the workspace id. */
export function storedIndexFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'indexes');
}

/** The folder to which mails are written if no mail server is configured. */
export function mailFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'mail');
}
