import { createHmac } from 'node:crypto';
import type { SystemTransaction } from '../database/database.js';
import { uuidFrom } from '../identifiers.js';
import { describeError } from '../log.js';
import { repeat } from '../repeat.js';
import { nonceBytes, seal, unseal } from '../sealing.js';
import type { Services } from '../services.js';
import type { Mail, Mailer, MailOutcome } from './mailer.js';

/** A mailer that tries again what the mail server did not accept. */
export interface MailQueue extends Mailer {
  /** Tries due mails once, until the signal stops it. */
  retry(signal?: AbortSignal): Promise<void>;
}

const retryMs = 15_000;
const retriedAtATime = 20;

/**
 * Stores each mail before its first attempt, encrypted, so that it survives a failure of the mail server or of this
 * process. It is tried for a day, and deleted when the mail server has accepted it.
 */
export function queueMails(mailer: Mailer, services: Omit<Services, 'mailer'>): MailQueue {
  const { database, log, random, operatorTokenHash } = services;
  const key = createHmac('sha256', operatorTokenHash).update('mails').digest();
  const settle = async (id: string, outcome: MailOutcome): Promise<void> => {
    const lost = await database.asSystem((transaction) => settleMail(transaction, id, outcome));
    for (const { request_id: requestId } of lost) {
      log.warn({ requestId, reason: outcome.reason }, 'a mail was lost');
    }
  };
  const failed = (error: unknown) => log.warn({ error: describeError(error) }, 'a mail could not be stored');
  return {
    send: async (mail) => {
      if (services.settings.SVC_SMTP_URL === undefined) {
        return mailer.send(mail);
      }
      const id = uuidFrom(random);
      const body = seal(bytesOf(mail), key, random(nonceBytes));
      // A mail is sent even if it cannot be stored.
      const isStored = await database
        .asSystem((transaction) =>
          transaction.query(
            `insert into mails (id, email, request_id, body, next_attempt_at, give_up_at)
             values ($1, $2, $3, $4, now() + interval '1 minute', least(now() + interval '1 day', $5))`,
            [id, mail.to, mail.requestId ?? null, body, mail.until ?? null],
          ),
        )
        .then(() => true, failed);
      const outcome = await mailer.send(mail);
      await (isStored && settle(id, outcome).catch(failed));
      return outcome;
    },
    retry: async (signal) => {
      const due = await database.asSystem(async (transaction) => {
        await expireMails(transaction);
        return claimMails(transaction);
      });
      for (const { id, body } of due) {
        if (signal?.aborted) {
          return;
        }
        const content = unseal(body, key);
        const changed = { accepted: false, reason: 'the operator token has changed', isFinal: true };
        await settle(id, content === undefined ? changed : await mailer.send(mailFrom(content)));
      }
    },
    close: () => mailer.close(),
  };
}

/** Starts to try queued mails again. Returns a function that stops it. */
export function startMailRetries(mails: MailQueue, { log }: Pick<Services, 'log'>): () => Promise<void> {
  return repeat({ log, everyMs: retryMs, atStart: true, failure: 'mails could not be sent again' }, mails.retry).stop;
}

function bytesOf({ logo, ...mail }: Mail): Buffer {
  return Buffer.from(
    JSON.stringify({ ...mail, ...(logo && { logo: { ...logo, content: logo.content.toString('base64') } }) }),
  );
}

function mailFrom(content: Buffer): Mail {
  const { logo, ...mail } = JSON.parse(content.toString()) as Omit<Mail, 'logo'> & {
    logo?: { type: string; content: string };
  };
  return { ...mail, ...(logo && { logo: { ...logo, content: Buffer.from(logo.content, 'base64') } }) };
}

/** Deletes an accepted mail. A mail is lost if no attempt is left. Returns it then. */
async function settleMail(
  transaction: SystemTransaction,
  id: string,
  { accepted, reason, isFinal = false }: MailOutcome,
): Promise<{ readonly request_id: string | null }[]> {
  if (accepted) {
    await transaction.query('delete from mails where id = $1', [id]);
    return [];
  }
  return transaction.query(
    `with failed as (
       update mails set reason = $2, body = case when $3 or next_attempt_at >= give_up_at then null else body end
       where id = $1 returning request_id, body)
     select request_id from failed where body is null`,
    [id, reason ?? 'unknown', isFinal],
  );
}

/** Claims due mails. The time of the next attempt keeps other processes from sending them meanwhile. */
function claimMails(transaction: SystemTransaction): Promise<{ readonly id: string; readonly body: Buffer }[]> {
  return transaction.query(
    `update mails set attempts = attempts + 1, next_attempt_at = now() + least(power(2, attempts), 60) * interval '1 minute'
     where id in (select id from mails where body is not null and next_attempt_at <= now()
                  order by next_attempt_at limit ${retriedAtATime} for update skip locked)
     returning id, body`,
  );
}

/** Gives up mails whose time is over, such as after an outage of this service, and deletes old ones. */
async function expireMails(transaction: SystemTransaction): Promise<void> {
  await transaction.query(`update mails set body = null where body is not null and give_up_at <= now()`);
  await transaction.query(`delete from mails where created_at < now() - interval '30 days'`);
}
