import { join } from 'node:path';
import type { Log } from '../log.js';
import type { Random } from '../secrets.js';
import type { Settings } from '../settings.js';
import { fileMailer } from './file-mailer.js';
import type { Mailer } from './mailer.js';
import { smtpMailer } from './smtp-mailer.js';

/** What a mailer is made from. */
export interface MailerParts {
  readonly settings: Pick<Settings, 'SVC_SMTP_URL' | 'SVC_MAIL_FROM' | 'SVC_DATA_DIR'>;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: Random;
  /** Prints a line to the terminal; absent where there is none. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** The mailer that the settings ask for: the mail server, or `.eml` files in `mail/` under the data folder. */
export function createMailer({ settings, log, clock, random, tell }: MailerParts): Mailer {
  const from = settings.SVC_MAIL_FROM;
  if (settings.SVC_SMTP_URL !== undefined) {
    return smtpMailer({ url: settings.SVC_SMTP_URL, from, log });
  }
  return fileMailer({ folder: join(settings.SVC_DATA_DIR, 'mail'), from, log, clock, random, tell });
}
