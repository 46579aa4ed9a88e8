import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import http from 'node:http';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { limits } from '@tessera/contract';
import { flushPacket, mainRef, noObject, packet } from '@tessera/git';
import { beforeEach, expect, test } from 'vitest';
import { TestHistory } from '../../../../git/src/testing/history.js';
import { packOf, readPackBytes } from '../../../../git/src/testing/packs.js';
import { startServedService } from '../../testing/served-service.js';
import { createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';

let fixture: DocumentsFixture;

const service = await startServedService();
beforeEach(async () => {
  fixture = await createDocumentsFixture(service, 'docs');
});

/** Opens a request on its own connection, which the service may close before the body is complete. */
function openPost(gitService: string, headers: Readonly<Record<string, string>> = {}): http.ClientRequest {
  const url = `${service.url}/git/${fixture.workspace.slug}/docs.git/${gitService}`;
  return http.request(url, { method: 'POST', agent: false, auth: `git:${fixture.workspace.token}`, headers });
}

async function post(
  gitService: string,
  body: Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ status: number; text: string }> {
  const request = openPost(gitService, headers);
  request.end(body);
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

function push(head: string, pack: Buffer, old = noObject): Promise<{ status: number; text: string }> {
  return post(
    'git-receive-pack',
    Buffer.concat([packet(`${old} ${head} ${mainRef}\0report-status\n`), flushPacket, pack]),
  );
}

async function documents(): Promise<number> {
  return (await fixture.call('GET', '/documents')).body.count;
}

test('a complete push is accepted, even with a compressed body', async () => {
  const made = new TestHistory();
  const head = made.commit({ 'a.md': 'a' });
  const command = packet(`${noObject} ${head} ${mainRef}\0report-status\n`);
  const body = gzipSync(Buffer.concat([command, flushPacket, made.pack()]));
  const { status, text } = await post('git-receive-pack', body, { 'content-encoding': 'gzip' });
  expect([status, text]).toEqual([200, `000eunpack ok\n0017ok ${mainRef}\n0000`]);
  expect(await documents()).toBe(1);
});

test('an incomplete or damaged push is refused with the reason, and changes nothing', async () => {
  const made = new TestHistory();
  const head = made.commit({ 'a.md': 'a', folder: { 'b.md': 'b' } }, '1'.repeat(40));
  expect((await push(head, made.pack())).text).toContain(`leaves out the commit ${'1'.repeat(40)}`);
  const blob = new TestHistory();
  expect((await push(blob.add('blob', Buffer.from('x')), blob.pack())).text).toContain('leaves out the commit');
  const whole = new TestHistory();
  const right = whole.commit({ 'a.md': 'a' });
  expect((await push(right, whole.pack().subarray(0, -1))).text).toMatch(/unpack the pack has been damaged/);
  expect((await push(right, Buffer.alloc(0))).text).toMatch(/unpack the pack breaks off/);
  expect((await push(right, packOf([], 200_001))).text).toContain('200001 objects');
  expect(await documents()).toBe(0);
  expect((await push(right, whole.pack())).text).toContain(`ok ${mainRef}`);
});

test('a push cannot use objects of another repo', async () => {
  expect((await fixture.call('POST', '/repos', { name: 'secret' })).status).toBe(200);
  await fixture.put('secret/plan.md', 'the plan\n');
  const made = new TestHistory();
  const head = made.commit({ 'plan.md': 'the plan\n' });
  const blob = made.add('blob', Buffer.from('the plan\n'));
  made.objects.delete(blob);
  expect((await push(head, made.pack())).text).toContain(`leaves out the blob ${blob}`);
});

test('a push of malformed commits is refused, even if they claim to be from the repo', async () => {
  const made = new TestHistory();
  const tree = made.tree({ 'a.md': 'a' });
  const head = made.add('commit', Buffer.from(`tree ${tree}\nauthor <> 1 +0000\n\nNo committer\n`));
  expect((await push(head, made.pack())).text).toMatch(/unpack a commit has no valid "author" line/);
});

test('names and messages of a commit are returned as text, whatever they contain', async () => {
  const made = new TestHistory();
  const tree = made.tree({ 'a.md': 'a' });
  const signature = `${'Å'.repeat(300)} <a@example.com> 99999999999 +0000`;
  const text = `tree ${tree}\nauthor ${signature}\ncommitter ${signature}\n\nNUL \0 and <script>\n`;
  const head = made.add('commit', Buffer.from(text));
  expect((await push(head, made.pack())).text).toContain(`ok ${mainRef}`);
  const { body } = await fixture.call('GET', '/documents/history?path=docs/a.md');
  expect(body.versions[0]).toMatchObject({ by: 'Å'.repeat(200), message: 'NUL  and <script>' });
});

test('a commit of a year after 9999 is dated to the end of 9999, so that paging works', async () => {
  const made = new TestHistory();
  const tree = made.tree({ 'a.md': 'a', 'b.md': 'b' });
  const signature = 'A <a@example.com> 999999999999 +0000';
  const head = made.add('commit', Buffer.from(`tree ${tree}\nauthor ${signature}\ncommitter ${signature}\n\nLate\n`));
  expect((await push(head, made.pack())).text).toContain(`ok ${mainRef}`);
  const { body: page } = await fixture.call('GET', '/documents?limit=1&order=changed');
  expect(page.documents[0].updated_at).toBe('9999-12-31T23:59:59.000Z');
  const { body: next } = await fixture.call('GET', `/documents?limit=1&order=changed&cursor=${page.next_cursor}`);
  expect(next.documents).toHaveLength(1);
});

test('a request of an unknown protocol is refused with a message', async () => {
  const wrong = (gitService: string, body: string) => post(gitService, Buffer.from(body));
  expect((await wrong('git-upload-pack', 'hello')).text).toMatch(/^....ERR the request is not a list of packet lines/);
  expect((await wrong('git-receive-pack', 'hello')).text).toMatch(/^....ERR/);
  expect((await wrong('git-receive-pack', '0000')).text).toBe('');
  expect((await wrong('git-upload-pack', '0000')).text).toBe('');
  const wants = Buffer.concat([packet(`want ${'1'.repeat(40)}\n`), flushPacket, packet('done\n')]);
  expect((await post('git-upload-pack', wants)).text).toMatch(/ERR 1{40} is not in the history of main/);
});

test('a body that is too large is not read to its end, compressed or not', async () => {
  const bomb = gzipSync(Buffer.alloc(20 * 1024 * 1024));
  expect((await post('git-upload-pack', bomb, { 'content-encoding': 'gzip' })).status).toBe(413);
  expect((await post('git-upload-pack', Buffer.from('x'), { 'content-encoding': 'br' })).status).toBe(415);
});

test('an endless push is refused while it is still being sent', async () => {
  const request = openPost('git-receive-pack');
  request.on('error', () => undefined);
  const answered = once(request, 'response');
  const piece = Buffer.alloc(1024 * 1024);
  let sent = 0;
  while (sent < 1_000 && (await Promise.race([answered, written(request, piece)])) === undefined) {
    sent += 1;
  }
  const [answer] = (await answered) as [http.IncomingMessage];
  expect(answer.statusCode).toBe(413);
  expect(sent).toBeLessThan(300);
  request.destroy();
});

/** Resolves when a chunk of a request's body has left this process. */
function written(request: http.ClientRequest, piece: Buffer): Promise<undefined> {
  return new Promise((resolve) => request.write(piece, () => resolve(undefined)));
}

test('a client that stops reading its clone delays no one, and later receives all of it', async () => {
  const large = Array.from({ length: 12 }, (_, n) => [`${n}.bin`, randomBytes(2 * 1024 * 1024).toString('latin1')]);
  const made = new TestHistory();
  const head = made.commit(Object.fromEntries(large));
  expect((await push(head, made.pack())).text).toContain(`ok ${mainRef}`);
  const request = openPost('git-upload-pack');
  request.end(Buffer.concat([packet(`want ${head}\n`), flushPacket, packet('done\n')]));
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  answer.pause();
  // The connection buffers less than the pack, so the service must have paused before the end of the pack.
  expect(await documents()).toBe(12);
  expect((await fixture.put('docs/meanwhile.md', 'x')).length).toBe(40);
  const pieces: Buffer[] = [];
  for await (const piece of answer) {
    pieces.push(piece);
  }
  const pack = Buffer.concat(pieces).subarray('0008NAK\n'.length);
  expect((await readPackBytes(pack)).count).toBe(14);
});

test('a workspace whose pushes never end is refused further ones, and other workspaces do not wait', async () => {
  const made = new TestHistory();
  const head = made.commit({ 'a.md': 'a' });
  const open = Array.from({ length: limits.pushesPerWorkspace }, () => openPost('git-receive-pack'));
  const answered = Promise.race(open.map((request) => once(request, 'response')));
  await Promise.all(open.map((request) => written(request, Buffer.from('0'))));
  let probe = await post('git-receive-pack', flushPacket);
  // A refused push is the only sign that the service has received the earlier requests.
  while (probe.status === 200) {
    probe = await post('git-receive-pack', flushPacket);
  }
  expect(probe).toEqual({ status: 503, text: expect.stringContaining('try again shortly') });
  const busy = fixture;
  fixture = await createDocumentsFixture(service, 'docs');
  expect((await push(head, made.pack())).text).toContain(`ok ${mainRef}`);
  fixture = busy;
  for (const request of open) {
    request.end('000');
  }
  await answered;
  expect((await push(head, made.pack())).text).toContain(`ok ${mainRef}`);
});

test('of many simultaneous pushes onto a head one is accepted, and no push is stored partially', async () => {
  const made = new TestHistory();
  const heads = Array.from({ length: 8 }, (_, n) => made.commit({ [`${n}.md`]: `${n}` }));
  const answers = await Promise.all(heads.map((head) => push(head, made.pack())));
  const taken = answers.filter(({ text }) => text.includes(`ok ${mainRef}`));
  expect(taken).toHaveLength(1);
  expect(answers.filter(({ text }) => text.includes('fetch first'))).toHaveLength(7);
  expect(await documents()).toBe(1);
});
