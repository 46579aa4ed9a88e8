import { type Language, limits } from '@tessera/contract';
import type { Queryable } from '../../platform/database/database.js';
import { errors } from '../../platform/errors.js';
import { findMailFace, type MailFace } from '../../platform/mail/face.js';
import { signInCodeMail } from '../../platform/mail/templates.js';
import { boundSecret, hashSecret, newSecret } from '../../platform/secrets.js';
import type { Services } from '../../platform/services.js';
import { isKnownAddress, languageOfAddress, listMembershipsOfAddress, lockAddresses } from '../people/queries.js';
import { hashCode } from '../secrets.js';
import { deleteCodesBefore, insertCode, listRequestedCodes } from './queries.js';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** The client that requests a code: a browser in which the address signed in before, otherwise a client address. */
export interface CodeClient {
  readonly id: string;
  readonly isKnownBrowser: boolean;
  /** The host of the sign-in page, which the mail names, and what the code is bound to there. */
  readonly host: string;
  readonly binding: string;
  /** The language of the browser, and the workspace whose sign-in page sent the request. */
  readonly language?: Language | undefined;
  readonly workspace?: string | undefined;
}

/**
 * Creates a code for an address, mails it, and returns the secret of the attempt, without which the code is not valid. An
 * unknown address receives the same answer in the same time, and no mail. Throws `rate_limited`.
 */
export async function sendCode(services: Services, email: string, client: CodeClient): Promise<string> {
  const at = services.clock();
  const { secret: attempt } = newSecret('', services.random);
  const bound = boundSecret(attempt, client.binding);
  const code = sixDigits(services.random(6));
  const until = new Date(at.getTime() + limits.signInCodeSeconds * 1_000);
  await services.database.asSystem(async (transaction) => {
    await lockAddresses(transaction, [email]);
    await deleteCodesBefore(transaction, new Date(at.getTime() - dayMs));
    await refuseTooMany(transaction, { email, client, at });
    await insertCode(transaction, {
      attempt_hash: hashSecret(bound),
      email,
      asked_from: client.id,
      code_hash: hashCode(bound, code),
      tries_left: limits.signInCodeTries,
      created_at: at,
      expires_at: until,
    });
    if (await isKnownAddress(transaction, email)) {
      const face = await faceFor(transaction, email, client);
      // Not awaited: a response that waits for the mail server would reveal that the address is known.
      const fields = { code, host: client.host, validMinutes: limits.signInCodeSeconds / 60 };
      const mail = { to: email, until, ...signInCodeMail(fields, face) };
      // In the next turn of the event loop, after the response is sent. A mailer never throws; it logs.
      transaction.afterCommit(() => setImmediate(() => void services.mailer.send(mail)));
    }
  });
  return attempt;
}

/** Mails carry the name of the workspace whose page requested the code, or of the address's only workspace. */
async function faceFor(transaction: Queryable, email: string, { workspace, language }: CodeClient): Promise<MailFace> {
  const all = await listMembershipsOfAddress(transaction, email);
  const [only, ...others] = workspace === undefined ? all : all.filter((id) => id === workspace);
  if (only === undefined || others.length > 0) {
    return { language: (await languageOfAddress(transaction, email)) ?? language ?? 'en' };
  }
  return findMailFace(transaction, { workspaceId: only, email, ...(language && { wanted: language }) });
}

/**
 * Limits each client by its own requests, so that no client prevents others from signing in. If many clients request
 * codes for one address, unknown clients get fewer codes. An attacker then needs a new client address for each further
 * mail to the victim.
 */
async function refuseTooMany(
  transaction: Queryable,
  { email, client, at }: { readonly email: string; readonly client: CodeClient; readonly at: Date },
): Promise<void> {
  const requested = await listRequestedCodes(transaction, email, new Date(at.getTime() - dayMs));
  const times = requested.filter((code) => code.asked_from === client.id).map((code) => code.created_at);
  const isFlooded = !client.isKnownBrowser && requested.length >= limits.signInCodesPerDayOfAll;
  const free = Math.max(
    freeAt(times, isFlooded ? limits.signInCodesPerDayWhenFlooded : limits.signInCodesPerDay, dayMs),
    freeAt(times, limits.signInCodesPerHour, hourMs),
  );
  if (free > at.getTime()) {
    const seconds = Math.ceil((free - at.getTime()) / 1_000);
    throw errors.rateLimited(
      'Too many codes were requested for this address: use one that was sent, or try again later.',
      seconds,
    );
  }
}

/**
 * The time (ms since the epoch) from which fewer than `most` of the times are within the window. Returns 0 if that is
 * always so.
 */
function freeAt(times: readonly Date[], most: number, windowMs: number): number {
  const oldest = times.at(-most);
  return oldest === undefined ? 0 : oldest.getTime() + windowMs;
}

/** A modulo of 48 random bits is close enough to uniform for six digits. */
function sixDigits(random: Buffer): string {
  return String(random.readUIntBE(0, 6) % 1_000_000).padStart(6, '0');
}
