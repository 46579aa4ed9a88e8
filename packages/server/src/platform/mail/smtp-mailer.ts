import { setTimeout as pause } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import type { Log } from '../log.js';
import type { Mailer } from './mailer.js';

/** Which mail server to use, and who the mails come from. */
export interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials where the server asks for them. */
  readonly url: string;
  readonly from: string;
  readonly log: Log;
  /** For a whole mail: a server may be slow at every step and silent at none. Default: 8 s. */
  readonly sendTimeoutMs?: number;
}

// A caller waits for the answer of the mail server, so it must come within the time an HTTP client waits.
const connectTimeoutMs = 5_000;
const silenceTimeoutMs = 10_000;

/** Sends through a mail server; connections are kept open between mails. */
export function smtpMailer({ url, from, log, sendTimeoutMs = 8_000 }: SmtpOptions): Mailer {
  const tooSlow = `no answer within ${sendTimeoutMs / 1_000} s`;
  const transport = createTransport(
    {
      url,
      requireTLS: requiresTls(url),
      pool: true,
      connectionTimeout: connectTimeoutMs,
      greetingTimeout: connectTimeoutMs,
      socketTimeout: silenceTimeoutMs,
    },
    { from },
  );
  return {
    send: async (mail) => {
      try {
        const sending = transport.sendMail({ ...mail, ...noFileAccess });
        const answer = await Promise.race([sending, pause(sendTimeoutMs, undefined, { ref: false })]);
        if (answer === undefined) {
          // What becomes of it then is too late for the caller.
          sending.catch(() => undefined);
          log.warn({ reason: tooSlow }, 'the mail server did not take a mail');
          return { accepted: false, reason: tooSlow };
        }
        const { accepted } = answer;
        return accepted.length > 0 ? { accepted: true } : { accepted: false, reason: 'no recipient was accepted' };
      } catch (error) {
        const reason = failureReason(error);
        log.warn({ reason }, 'the mail server did not take a mail');
        return { accepted: false, reason };
      }
    },
    close: () => transport.close(),
  };
}

/**
 * Whether mails wait for TLS where the server's first words are plain: codes and links would be read on the way. On this
 * machine nobody is on the way, and `?requireTLS=false` says that the network is trusted.
 */
function requiresTls(url: string): boolean {
  const { protocol, hostname, searchParams } = new URL(url);
  const isThisMachine = /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(hostname);
  return protocol === 'smtp:' && !isThisMachine && searchParams.get('requireTLS') !== 'false';
}

/** Mails are made of text alone: nothing in them may make the library read a file or an address. */
export const noFileAccess = { disableFileAccess: true, disableUrlAccess: true } as const;

/** The library's error code and the server's numeric answer; the server's words may repeat the address, so they stay out. */
function failureReason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'ETLS') {
    return 'the mail server offers no TLS: take one that does, or add ?requireTLS=false to SVC_SMTP_URL for a trusted network';
  }
  return [code ?? 'mail failed', ...(responseCode === undefined ? [] : [`(${responseCode})`])].join(' ');
}
