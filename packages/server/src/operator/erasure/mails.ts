import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { mailFolder } from '../../platform/data-folder.js';
import type { Settings } from '../../platform/settings.js';
import { type ErasedPerson, withoutAddress } from './redaction.js';

/**
 * Deletes the mails in the data folder that are addressed to a person or contain their address. Returns their number.
 */
export async function deleteMails(settings: Pick<Settings, 'SVC_DATA_DIR'>, person: ErasedPerson): Promise<number> {
  const folder = mailFolder(settings);
  const names = await readdir(folder).catch(() => []);
  let deleted = 0;
  for (const name of names.filter((each) => each.endsWith('.eml'))) {
    const file = join(folder, name);
    // Quoted-printable encoding breaks long lines and escapes `@`. Undo both, so that the search finds the address.
    const text = (await readFile(file, 'utf8')).replace(/=\r?\n/g, '').replace(/=40/g, '@');
    if (withoutAddress(text, person) !== text) {
      await rm(file, { force: true });
      deleted += 1;
    }
  }
  return deleted;
}
