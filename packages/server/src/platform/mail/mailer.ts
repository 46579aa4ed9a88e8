import { mkdir, writeFile } from 'node:fs/promises';
import { connect, type LookupFunction, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mailFolder } from '../data-folder.js';
import { type Log, withoutAddresses } from '../log.js';
import { configuredHostLookup } from '../outgoing/host-lookup.js';
import type { Random } from '../secrets.js';
import type { Settings } from '../settings.js';
import type { MailText } from './templates.js';

/** A mail ready to send, with equivalent plain and HTML bodies. */
export interface Mail extends MailText {
  readonly to: string;
  /** The request that sends it, for the log. */
  readonly requestId?: string;
  /** Until when it is useful. By default, it is sent within a day. */
  readonly until?: Date;
}

/** The result of sending. `accepted` is true only if a mail server accepted the mail. */
export interface MailOutcome {
  readonly accepted: boolean;
  /** The reason if it was not accepted, as one line for the log and audit log. Contains nothing from the mail. */
  readonly reason?: string;
  /** Whether the mail server refused it for good. */
  readonly isFinal?: boolean;
}

/** Sends mails. Never throws, because a failed mail must not roll back the change that it announces. */
export interface Mailer {
  send(mail: Mail): Promise<MailOutcome>;
  /** Closes connections to the mail server. */
  close(): void;
}

/** Dependencies of a mailer. */
export interface MailerDependencies {
  readonly settings: Pick<Settings, 'SVC_SMTP_URL' | 'SVC_MAIL_FROM' | 'SVC_DATA_DIR' | 'SVC_NAME_SERVERS'>;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: Random;
  /** Prints a line to the terminal; absent if the service runs without one. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** Creates the configured mailer. Without a mail server, it writes `.eml` files to `mail/` under the data folder. */
export function createMailer({ settings, log, clock, random, tell }: MailerDependencies): Mailer {
  const from = settings.SVC_MAIL_FROM;
  if (settings.SVC_SMTP_URL !== undefined) {
    return smtpMailer({ url: settings.SVC_SMTP_URL, from, log, lookup: configuredHostLookup(settings) });
  }
  return fileMailer({ folder: mailFolder(settings), from, log, clock, random, tell });
}

/** Options of the mailer without a mail server. */
interface FileOptions {
  readonly folder: string;
  readonly from: string;
  readonly log: Log;
  readonly clock: () => Date;
  readonly random: Random;
  /** Prints a line to the terminal. */
  readonly tell?: ((text: string) => void) | undefined;
}

/** Writes each mail to an `.eml` file that only the service's user can read. No mail counts as accepted. */
function fileMailer({ folder, from, log, clock, random, tell }: FileOptions): Mailer {
  const transport = onFirstMail(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }, { from }),
  );
  return {
    send: async (mail) => {
      try {
        const { message } = await (await transport.get()).sendMail({ ...messageOf(mail, from), date: clock() });
        await mkdir(folder, { recursive: true, mode: 0o700 });
        const file = join(folder, `${clock().toISOString().replaceAll(':', '-')}-${random(4).toString('hex')}.eml`);
        await writeFile(file, message, { mode: 0o600, flag: 'wx' });
        // The terminal shows the subject, because that of a sign-in mail starts with its code.
        tell?.(`Mail to ${mail.to}: ${mail.subject} (${file})\n`);
        log.info({ file }, 'no mail server is configured: the mail was written to a file');
        return { accepted: false, reason: 'no mail server is configured' };
      } catch (error) {
        log.warn({ reason: String(error) }, 'a mail could not be written to a file');
        return { accepted: false, reason: 'the mail could not be written to a file' };
      }
    },
    close: transport.close,
  };
}

/** The mail server and the sender of mails. */
interface SmtpOptions {
  /** `smtp://` or `smtps://`, with credentials if the server requires them. */
  readonly url: string;
  readonly from: string;
  readonly log: Log;
  readonly lookup: LookupFunction;
  /**
   * Timeout of a whole mail. A slow server could otherwise delay it without exceeding the timeout of any step. Default:
   * 8 s.
   */
  readonly sendTimeoutMs?: number;
}

// A request waits for the mail server, so this must be shorter than the usual timeout of HTTP clients.
const connectTimeoutMs = 5_000;
const silenceTimeoutMs = 10_000;

/** Sends through a mail server, and keeps connections open between mails. */
export function smtpMailer({ url, from, log, lookup, sendTimeoutMs = 8_000 }: SmtpOptions): Mailer {
  const tooSlow = `no answer within ${sendTimeoutMs / 1_000} s`;
  const transport = onFirstMail(({ createTransport }) =>
    createTransport(
      {
        url,
        requireTLS: requiresTls(url),
        // A mail server on this machine usually has a certificate of its own. What is sent to it leaves no machine.
        ...(isOfThisMachine(url) && { tls: { rejectUnauthorized: false } }),
        pool: true,
        getSocket: (server: Omit<MailServerAddress, 'lookup'>, callback: ConnectionCallback) =>
          openConnection({ ...server, lookup }, callback),
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        socketTimeout: silenceTimeoutMs,
      },
      { from },
    ),
  );
  return {
    send: async (mail) => {
      try {
        const sending = (await transport.get()).sendMail(messageOf(mail, from));
        const answer = await Promise.race([sending, pause(sendTimeoutMs, undefined, { ref: false })]);
        if (answer === undefined) {
          // The caller has already received the timeout. Ignore a later failure.
          sending.catch(() => undefined);
          log.warn({ reason: tooSlow, requestId: mail.requestId }, 'the mail server did not take a mail');
          return { accepted: false, reason: tooSlow };
        }
        const { accepted } = answer;
        return accepted.length > 0 ? { accepted: true } : { accepted: false, reason: 'no recipient was accepted' };
      } catch (error) {
        const reason = failureReason(error);
        // The words of the server are only logged: it can repeat addresses, which are masked, and text of the mail.
        const answer = withoutAddresses((error as { response?: string }).response ?? (error as Error).message);
        log.warn({ reason, answer, requestId: mail.requestId }, 'the mail server did not take a mail');
        return { accepted: false, reason, ...(isFinal(error) && { isFinal: true }) };
      }
    },
    close: transport.close,
  };
}

/** The server to connect to, in the format of the library. */
interface MailServerAddress {
  readonly host?: string | undefined;
  readonly port?: number | string | undefined;
  readonly secure?: boolean | undefined;
  readonly lookup: LookupFunction;
}

type ConnectionCallback = (error: Error | null, opened: { readonly connection: Socket } | undefined) => void;

/** Connects with the service's own lookup. The library's lookup would fall back to that of the system. */
function openConnection(
  { host = 'localhost', port, secure, lookup }: MailServerAddress,
  callback: ConnectionCallback,
): void {
  const connection = connect({ host, port: Number(port ?? (secure ? 465 : 587)), lookup });
  const fail = (): void => {
    connection.destroy();
    callback(Object.assign(new Error('the mail server cannot be reached'), { code: 'ESOCKET' }), undefined);
  };
  connection.setTimeout(connectTimeoutMs, fail).once('error', fail);
  connection.once('connect', () => {
    connection.setTimeout(0).off('timeout', fail).off('error', fail);
    callback(null, { connection });
  });
}

/** Creates a transport at the first mail, because the library needs 14 MB, and most processes send no mail. */
function onFirstMail<Transport extends { close(): void }>(
  create: (library: typeof import('nodemailer')) => Transport,
): { get(): Promise<Transport>; close(): void } {
  let opened: Promise<Transport> | undefined;
  return {
    get: () => {
      opened ??= import('nodemailer').then(create);
      return opened;
    },
    close: () => void opened?.then((transport) => transport.close()),
  };
}

/**
 * Whether sending requires STARTTLS. Without it, codes and links could be read in transit. Not required for a server on
 * this machine, or if `?requireTLS=false` declares the network as trusted.
 */
function requiresTls(url: string): boolean {
  const { protocol, searchParams } = new URL(url);
  return protocol === 'smtp:' && !isOfThisMachine(url) && searchParams.get('requireTLS') !== 'false';
}

function isOfThisMachine(url: string): boolean {
  return /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(new URL(url).hostname);
}

/** Converts a mail to the library's format. The sender has the name of the workspace and the address of the service. */
function messageOf({ sender, logo, isOptional, requestId: _request, until: _until, ...mail }: Mail, from: string) {
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from;
  const image = logo && { cid: 'logo', filename: 'logo', content: logo.content, contentType: logo.type };
  return {
    ...mail,
    ...(sender !== undefined && { from: { name: sender, address } }),
    ...(image && { attachments: [{ ...image, contentDisposition: 'inline' as const }] }),
    ...(isOptional && { headers: { 'List-Unsubscribe': `<mailto:${address}?subject=unsubscribe>` } }),
    ...noFileAccess,
  };
}

/** Prevents the library from reading files and URLs named in a mail. */
const noFileAccess = { disableFileAccess: true, disableUrlAccess: true } as const;

/** Whether the server refused the recipient or the content. A refused login can be a wrong setting. */
function isFinal(error: unknown): boolean {
  const { code = '', responseCode = 0 } = error as { code?: string; responseCode?: number };
  return responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code);
}

/** The library's error code and the server's status. Omits the server's message, which may repeat the address. */
function failureReason(error: unknown): string {
  const { code, responseCode } = error as { code?: string; responseCode?: number };
  if (code === 'ETLS') {
    return 'the mail server offers no TLS: take one that does, or add ?requireTLS=false to SVC_SMTP_URL for a trusted network';
  }
  return [code ?? 'mail failed', ...(responseCode === undefined ? [] : [`(${responseCode})`])].join(' ');
}
