import { beforeAll, expect, it } from 'vitest';
import { message, postToRelay, toolCall } from '../agent/testing/relay-request.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../collections/testing/callers.js';
import { signIn } from '../identity/testing/browser.js';
import { anAddress, invite } from '../identity/testing/people.js';
import { startSuiteService } from '../testing/service.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
const admin = workspace.admin;
const owner = await workspace.person({ role: 'admin' });
await workspace.must('POST', '/collections', { name: 'products' });
beforeAll(async () => {
  await write(admin, 'first');
});

const records = '/collections/products/records';

async function write(caller: Caller, name: string): Promise<number> {
  const answer = await service.call('POST', records, { ...caller, body: { records: [{ id: 'a', name }] } });
  return answer.status;
}

async function nameOf(): Promise<unknown> {
  return (await workspace.must('GET', `${records}/a`)).attributes.name;
}

async function tokenIdOf(caller: Caller): Promise<string> {
  return (await workspace.must('GET', '/me', undefined, caller)).id;
}

it('recent callers > a revoked token neither writes nor reads, even if just used', async () => {
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  expect(await write(agent, 'by the agent')).toBe(200);
  await workspace.must('DELETE', `/settings/tokens/${await tokenIdOf(agent)}`, undefined, owner);
  expect(await write(agent, 'after the end')).toBe(401);
  expect((await service.call('GET', `${records}/a`, agent)).status).toBe(401);
  expect(await nameOf()).toBe('by the agent');
});

it('recent callers > a revoked token is refused by tools and git, even if just used', async () => {
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  const token = agent.token ?? '';
  const { slug } = (await workspace.must('GET', '/me')).workspace;
  const basic = `Basic ${Buffer.from(`git:${token}`).toString('base64')}`;
  const statuses = async () => {
    const messages = [message('ping'), message('tools/list'), toolCall('list_collections'), toolCall('no_such_tool')];
    const answers = await Promise.all(messages.map((sent) => postToRelay(service.app, { token, message: sent })));
    const refs = `/git/${slug}/docs.git/info/refs?service=git-receive-pack`;
    return [...answers, await service.call('GET', refs, { headers: { authorization: basic } })].map(
      ({ status }) => status,
    );
  };
  await workspace.must('POST', '/repos', { name: 'docs' });
  expect(await statuses()).toEqual([200, 200, 200, 200, 200]);
  await workspace.must('DELETE', `/settings/tokens/${await tokenIdOf(agent)}`, undefined, owner);
  expect(await statuses()).toEqual([401, 401, 401, 401, 401]);
});

it('recent callers > a promoted caller may immediately repeat a call that was refused before', async () => {
  const person = await workspace.person({ role: 'member' });
  expect((await service.call('GET', '/collections', person)).status).toBe(200);
  expect((await service.call('GET', '/audit', person)).status).toBe(403);
  const { email } = await workspace.must('GET', '/me', undefined, person);
  const { people } = await workspace.must('GET', '/settings/people', undefined, owner);
  const { id } = people.find((each: { email: string }) => each.email === email);
  await workspace.must('PATCH', `/settings/people/${id}`, { role: 'admin' }, owner);
  expect((await service.call('GET', '/audit', person)).status).toBe(200);
});

it('recent callers > a changed grant applies to the next call', async () => {
  const holder = await workspace.group();
  await workspace.must('PUT', `/collections/products/grants/${holder}`, { permission: 'write' });
  const agent = await workspace.pinned({ role: 'member', access: 'read_write', groups: [holder] });
  expect(await write(agent, 'by the group')).toBe(200);
  await workspace.must('PUT', `/collections/products/grants/${holder}`, { permission: 'read' });
  expect(await write(agent, 'as a member')).toBe(403);
  await workspace.must('DELETE', `/collections/products/grants/${holder}`);
  expect((await service.call('GET', `${records}/a`, agent)).status).toBe(404);
  expect(await nameOf()).toBe('by the group');
});

it('recent callers > suspending a workspace refuses the next write', async () => {
  const other = await callersWorkspace(service);
  await other.must('POST', '/collections', { name: 'products' });
  expect(await write(other.admin, 'before')).toBe(200);
  const operator = { token: service.operatorToken };
  await other.must('PATCH', `/operator/workspaces/${other.id}`, { suspended: true }, operator);
  expect(await write(other.admin, 'while suspended')).toBe(403);
  expect((await other.must('GET', `${records}/a`)).attributes.name).toBe('before');
});

it('recent callers > invalid input with a revoked token is refused with 401', async () => {
  const agent = await workspace.pinned({ role: 'member', access: 'read_write' });
  expect(await write(agent, 'good')).toBe(200);
  await workspace.must('DELETE', `/settings/tokens/${await tokenIdOf(agent)}`, undefined, owner);
  const answer = await service.call('POST', records, { ...agent, body: { record: [] } });
  expect([answer.status, answer.body.error.code]).toEqual([401, 'invalid_credential']);
});

it('recent callers > an invalid move keeps its error code after the workspace is renamed', async () => {
  const named = await callersWorkspace(service);
  await named.must('POST', '/repos', { name: 'docs' });
  const editor = await named.pinned({ role: 'member', access: 'read_write' });
  const document = await named.must('PUT', '/documents/content', { path: 'docs/a.md', text: 'a', base: null }, editor);
  const base = document.document.blob;
  await named.must('POST', '/documents/move', { from: 'docs/a.md', to: 'docs/b.md', base }, editor);
  const owner = await named.person({ role: 'admin' });
  await named.must('PATCH', '/settings/workspace', { name: 'Renamed' }, owner);
  const onto = { from: 'docs/b.md', to: 'docs/b.md', base };
  const answer = await service.call('POST', '/documents/move', { ...editor, body: onto });
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_path']);
});

it('recent callers > a path committed twice keeps its error code after the browser changes its workspace', async () => {
  const [one, other] = [await callersWorkspace(service), await callersWorkspace(service)];
  const browser = await signedInTo(one, other);
  const path = { action: 'put', path: 'docs/a.md', text: 'a', base: null };
  const commit = (changes: unknown[]) =>
    service.call('POST', '/documents/commit', {
      headers: browser.headers(),
      body: { repo: 'docs', message: 'Add', changes },
    });
  await browser.submit('/sign-in/workspace', { workspace: one.id });
  expect((await commit([path])).body).toMatchObject({ count: 1 });
  await browser.submit('/sign-in/workspace', { workspace: other.id });
  const answer = await commit([path, path]);
  expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_path']);
});

async function signedInTo(...workspaces: readonly CallersWorkspace[]) {
  const email = anAddress();
  for (const { id, must } of workspaces) {
    await must('POST', '/repos', { name: 'docs' });
    await invite(service, { id }, email, {});
  }
  return signIn(service, email);
}
