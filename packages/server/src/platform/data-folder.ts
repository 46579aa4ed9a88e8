import { join, resolve } from 'node:path';
import type { Settings } from './settings.js';

type Folder = Pick<Settings, 'SVC_DATA_DIR'>;

/** Where search indexes are stored between two runs. A file's name begins with the id of its workspace. */
export function storedIndexFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'indexes');
}

/** Where mails are written while no mail server is configured. */
export function mailFolder({ SVC_DATA_DIR: folder }: Folder): string {
  return join(resolve(folder), 'mail');
}
