import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.js';
import type { Random } from '../secrets.js';
import type { Mailer } from './mailer.js';
import { noFileAccess } from './smtp-mailer.js';

/** Where mails go that no server is there to take. */
export interface FileOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: Random;
  /** Prints a line to the terminal. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** Writes each mail as one `.eml` file that only the service's user can read; no mail counts as accepted. */
export function fileMailer({ folder, from, log, clock, random, tell }: FileOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from });
  return {
    send: async (mail) => {
      try {
        const { message } = await transport.sendMail({ ...mail, ...noFileAccess, date: clock() });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, `${clock().toISOString().replaceAll(':', '-')}-${random(4).toString('hex')}.eml`);
        await writeFile(file, message, { mode: 0o600, flag: 'wx' });
        // The subject of a sign-in mail begins with its code.
        tell?.(`Mail to ${mail.to}: ${mail.subject} (${file})\n`);
        log.info({ file }, 'no mail server is configured: the mail was written to a file');
        return { accepted: false, reason: 'no mail server is configured' };
      } catch (error) {
        log.warn({ reason: String(error) }, 'a mail could not be written to a file');
        return { accepted: false, reason: 'the mail could not be written to a file' };
      }
    },
    close: () => transport.close(),
  };
}
