import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { createHostLookup } from '../outgoing/host-lookup.js';
import { readSettings } from '../settings.js';
import { createMailer, type Mailer, smtpMailer } from './mailer.js';
import { inviteMail } from './templates.js';
import { type MailServer, refusingRecipients, startMailServer } from './testing/mail-server.js';

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'plain words', html: '<p>plain words</p>' };
const cleanups: (() => Promise<unknown> | void)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) {
    await cleanup();
  }
});

async function mailServer(options?: SMTPServerOptions): Promise<MailServer> {
  const server = await startMailServer(options);
  cleanups.push(server.stop);
  return server;
}

async function mailer(smtpUrl: string | undefined): Promise<{ mailer: Mailer; dataFolder: string; log: string[] }> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'tessera-mail-'));
  const log: string[] = [];
  const created = createMailer({
    settings: readSettings({
      SVC_SMTP_URL: smtpUrl,
      SVC_MAIL_FROM: 'Tessera <service@example.com>',
      SVC_DATA_DIR: dataFolder,
    }),
    log: pino({}, { write: (line: string) => log.push(line) }),
    clock: () => new Date('2026-03-01T10:00:00.000Z'),
    random: randomBytes,
  });
  cleanups.push(
    () => rm(dataFolder, { recursive: true }),
    () => created.close(),
  );
  return { mailer: created, dataFolder, log };
}

describe('createMailer (mail server)', () => {
  it('reports a mail as accepted when the server accepts it, with plain and HTML bodies', async () => {
    const server = await mailServer();
    const { mailer: smtp } = await mailer(server.url);
    expect(await smtp.send(mail)).toEqual({ accepted: true });
    expect(server.taken).toHaveLength(1);
    expect(server.taken[0]).toContain('From: Tessera <service@example.com>');
    expect(server.taken[0]).toContain('multipart/alternative');
    expect(server.taken[0]).toContain('<p>plain words</p>');
  });

  it('reports a refused recipient, and logs no address', async () => {
    const server = await mailServer(refusingRecipients);
    const { mailer: smtp, log } = await mailer(server.url);
    expect(await smtp.send({ ...mail, requestId: 'req-1' })).toEqual({
      accepted: false,
      reason: 'EENVELOPE (550)',
      isFinal: true,
    });
    expect(log.join('')).not.toContain('ada@example.com');
    expect(JSON.parse(log[0] ?? '')).toMatchObject({ answer: '550 no [address]', requestId: 'req-1' });
  });

  it('accepts the own certificate of a server on this machine', async () => {
    const server = await mailServer({ disabledCommands: [], hideSTARTTLS: false });
    const { mailer: smtp } = await mailer(server.url);
    expect(await smtp.send(mail)).toEqual({ accepted: true });
    expect(server.taken).toHaveLength(1);
  });

  it('reports a message refused after its data', async () => {
    const server = await mailServer({
      onData: (stream, _session, done) => {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('full'), { responseCode: 552 })));
      },
    });
    const { mailer: smtp } = await mailer(server.url);
    expect(await smtp.send(mail)).toMatchObject({ accepted: false });
  });

  it('stops waiting for a server that never finishes', async () => {
    const server = await mailServer({ onMailFrom: () => undefined });
    const log: string[] = [];
    const smtp = smtpMailer({
      url: server.url,
      from: 'service@example.com',
      log: pino({}, { write: (line: string) => log.push(line) }),
      lookup: createHostLookup(),
      sendTimeoutMs: 300,
    });
    cleanups.push(() => smtp.close());
    expect(await smtp.send(mail)).toEqual({ accepted: false, reason: 'no answer within 0.3 s' });
    expect(log.join('')).toContain('did not take a mail');
  });

  it("never sends unencrypted to another machine unless the server's URL allows it", async () => {
    const server = await mailServer();
    // This address reaches the same machine, but is not recognized as local.
    const elsewhere = server.url.replace('127.0.0.1', '0.0.0.0');
    const { mailer: smtp, log } = await mailer(elsewhere);
    expect(await smtp.send(mail)).toMatchObject({ accepted: false, reason: expect.stringContaining('no TLS') });
    expect(log.join('')).toContain('requireTLS=false');
    expect(server.taken).toEqual([]);
    const { mailer: trusting } = await mailer(`${elsewhere}?requireTLS=false`);
    expect(await trusting.send(mail)).toEqual({ accepted: true });
  });

  it('reports an unreachable server without throwing', async () => {
    const { mailer: smtp, log } = await mailer('smtp://127.0.0.1:1');
    expect(await smtp.send(mail)).toEqual({ accepted: false, reason: 'ESOCKET' });
    expect(log.join('')).toContain('did not take a mail');
  });
});

describe('createMailer (files)', () => {
  it('writes a private .eml file, logs its path, and does not report the mail as accepted', async () => {
    const { mailer: files, dataFolder, log } = await mailer(undefined);
    expect(await files.send(mail)).toEqual({ accepted: false, reason: 'no mail server is configured' });
    const [file] = await readdir(join(dataFolder, 'mail'));
    const path = join(dataFolder, 'mail', file ?? '');
    expect(file).toMatch(/^2026-03-01T10-00-00\.000Z-[0-9a-f]{8}\.eml$/);
    expect(await readFile(path, 'utf8')).toContain('To: ada@example.com');
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(log.join('')).toContain(file);
  });

  it('reports a folder that cannot be written without throwing', async () => {
    const { mailer: files, dataFolder } = await mailer(undefined);
    await writeFile(join(dataFolder, 'mail'), 'a file where the folder should be');
    expect(await files.send(mail)).toMatchObject({ accepted: false });
  });

  it('does not allow header injection through the subject', async () => {
    const { mailer: files, dataFolder } = await mailer(undefined);
    const text = inviteMail({
      name: 'Ada',
      email: 'ada@example.com',
      workspaceName: 'Shop\r\nBcc: everyone@example.com',
      signInUrl: 'https://service.example/sign-in',
    });
    await files.send({ to: mail.to, ...text });
    const [file] = await readdir(join(dataFolder, 'mail'));
    expect(await readFile(join(dataFolder, 'mail', file ?? ''), 'utf8')).not.toMatch(/^Bcc:/m);
  });
});
