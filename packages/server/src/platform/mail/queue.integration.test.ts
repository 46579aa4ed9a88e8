import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { configuredHostLookup } from '../outgoing/host-lookup.js';
import { type Mail, smtpMailer } from './mailer.js';
import { queueMails } from './queue.js';
import { type MailServer, refusingRecipients, startMailServer } from './testing/mail-server.js';

const service = await startSuiteService();
const { database } = service.services;
const mail: Mail = { to: 'ann@example.com', subject: 'Your code', text: 'code 123456', html: '<p>123456</p>' };
const logo = { type: 'image/png', content: Buffer.from('logo') };
const servers: MailServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

async function startQueue(options?: Parameters<typeof startMailServer>[0]) {
  const server = await startMailServer(options);
  servers.push(server);
  const { log, settings } = service.services;
  const mailer = smtpMailer({ url: server.url, from: 'svc@example.com', log, lookup: configuredHostLookup(settings) });
  const queue = queueMails(mailer, { ...service.services, settings: { ...settings, SVC_SMTP_URL: server.url } });
  return { server, queue };
}

const listed = async (path = '') =>
  (await service.call('GET', `/operator/mails${path}`, { token: service.operatorToken })).body;
const change = (set: string) => database.asSystem((transaction) => transaction.query(`update mails set ${set}`));
const forget = () => database.asSystem((transaction) => transaction.query('delete from mails'));
afterEach(forget);

it('a mail that the server does not accept now is listed, stored encrypted, and sent later, once', async () => {
  let isDown = true;
  const down = Object.assign(new Error('try again'), { responseCode: 451 });
  const { server, queue } = await startQueue({ onMailFrom: (_from, _session, done) => done(isDown ? down : null) });
  expect((await queue.send({ ...mail, logo, requestId: 'r-1' })).accepted).toBe(false);
  const first = { to: 'ann@example.com', status: 'queued', attempts: 1, request_id: 'r-1' };
  expect((await listed()).mails).toMatchObject([{ ...first, reason: expect.stringContaining('451') }]);
  const [row] = await database.asSystem((transaction) => transaction.query<{ body: Buffer }>('select body from mails'));
  expect(row?.body.includes('123456')).toBe(false);
  await queue.retry();
  expect(server.taken).toEqual([]);
  await change("next_attempt_at = now() - interval '1 second'");
  await queue.retry();
  expect((await listed()).mails).toMatchObject([{ ...first, attempts: 2 }]);
  isDown = false;
  await change("next_attempt_at = now() - interval '1 second'");
  await Promise.all([queue.retry(), queue.retry()]);
  expect(server.taken).toHaveLength(1);
  expect(server.taken[0]).toContain('code 123456');
  expect(server.taken[0]).toContain(logo.content.toString('base64'));
  expect((await listed()).mails).toEqual([]);
});

it('an accepted mail is not kept', async () => {
  const { server, queue } = await startQueue();
  expect(await queue.send(mail)).toEqual({ accepted: true });
  expect([server.taken.length, (await listed()).mails]).toEqual([1, []]);
});

it('a mail that the server refuses for good is lost at once, and its content is gone', async () => {
  const { queue } = await startQueue(refusingRecipients);
  await queue.send(mail);
  expect((await listed()).mails).toMatchObject([{ status: 'lost', next_attempt_at: null }]);
  const rows = await database.asSystem((transaction) => transaction.query('select body from mails'));
  expect(rows).toEqual([{ body: null }]);
});

it('a mail is not sent after its time, such as that of a code', async () => {
  let isDown = true;
  const down = Object.assign(new Error('try again'), { responseCode: 451 });
  const { server, queue } = await startQueue({ onMailFrom: (_from, _session, done) => done(isDown ? down : null) });
  await queue.send({ ...mail, until: new Date(Date.now() + 600_000) });
  isDown = false;
  await change("give_up_at = now() - interval '1 second', next_attempt_at = now() - interval '1 second'");
  await queue.retry();
  expect(server.taken).toEqual([]);
  expect((await listed()).mails).toMatchObject([{ status: 'lost' }]);
});

it('operator.list_mails > is paged, and refused to tokens of a workspace', async () => {
  const { queue } = await startQueue(refusingRecipients);
  for (const to of ['a@example.com', 'b@example.com', 'c@example.com']) await queue.send({ ...mail, to });
  const page = await listed('?limit=2');
  const rest = await listed(`?limit=2&cursor=${page.next_cursor}`);
  const addresses = [...page.mails, ...rest.mails].map(({ to }: { to: string }) => to);
  expect(addresses.sort()).toEqual(['a@example.com', 'b@example.com', 'c@example.com']);
  const workspace = await service.createWorkspace();
  expect((await service.call('GET', '/operator/mails', { token: workspace.token })).status).toBe(401);
});
