import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createKey } from '../../access/testing/keys.js';
import { signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService, type TestWorkspace } from '../../testing/service.js';
import { endAccess, findIdentities } from './queries.js';

const folder = await mkdtemp(join(tmpdir(), 'tessera-erasure-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const service = await startSuiteService({ SVC_DATA_DIR: folder });
const { database } = service.services;

const erase = (email: string) =>
  service.call('DELETE', `/operator/people/${encodeURIComponent(email)}`, { token: service.operatorToken });

/** Rows of all tables that contain one of the strings, each as `table: row`. */
function rowsWith(texts: readonly string[]): Promise<string[]> {
  return database.asSystem(async (transaction) => {
    const tables = await transaction.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace`,
    );
    const found: string[] = [];
    for (const { name } of tables) {
      const rows = await transaction.query<{ row: string }>(
        `select lower(t::text) as row from ${name} t
         where exists (select from unnest($1::text[]) as x where position(lower(x) in lower(t::text)) > 0)`,
        [texts],
      );
      found.push(...rows.map(({ row }) => `${name}: ${row}`));
    }
    return found;
  });
}

/** Tables with a column that names a person. */
async function tablesOfPeople(): Promise<string[]> {
  const rows = await database.asSystem((transaction) =>
    transaction.query<{ name: string }>(
      `select distinct c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
         and a.attname ~ '^(email|owner|author|subject)$|_by$|(actor|owner|writer)_name$'`,
    ),
  );
  return rows.map(({ name }) => name);
}

/** Adds a user as the directory of a workspace does. */
function provision(token: string, user: object): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' };
  const body = JSON.stringify({ schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'], ...user });
  return Promise.resolve(
    service.app.http.request('http://tessera.test/scim/v2/Users', { method: 'POST', headers, body }),
  );
}

/** A person who has used everything that records its actor, and every way to sign in. */
async function activePerson(workspaces: readonly TestWorkspace[]) {
  const email = anAddress();
  const name = `Zelda ${email.slice(7, 13)}`;
  const things = `things-${email.slice(7, 13)}`;
  const notes = `notes-${email.slice(7, 13)}`;
  for (const workspace of workspaces) {
    const body = { url: 'https://example.com/hook', events: ['member.granted', 'reader.created'] };
    const owner = anAddress();
    await invite(service, workspace, owner, { role: 'admin' });
    const token = await personalToken(service, owner);
    const hook = await service.call('POST', '/settings/webhooks', { token, workspace: workspace.id, body });
    expect(hook.status).toBe(200);
    await invite(service, workspace, email, { role: 'admin', name });
    const { secret: key } = await createKey(service, workspace.id);
    const { body: group } = await service.call('POST', '/v1/groups', {
      token: key,
      body: { name: 'Docs', paths: ['notes/**'] },
    });
    const link = { email, name: `${name} (link)`, groups: [group.id], send_email: false };
    await service.call('POST', '/v1/readers', { token: key, body: link });
    const { secret: directory } = await createKey(service, workspace.id, ['provision']);
    const user = { userName: email, displayName: name, emails: [{ value: email, primary: true }], active: true };
    expect((await provision(directory, user)).status).toBe(201);
    // The address of the user is another one, so that only the list of addresses contains this one.
    const second = { userName: anAddress(), active: true, emails: [{ value: email.toUpperCase() }] };
    expect((await provision(directory, second)).status).toBe(201);
  }
  const token = await personalToken(service, email, `${name}'s laptop`);
  const browser = await signIn(service, email);
  for (const { id: workspace } of workspaces) {
    const call = async (method: string, path: string, body: unknown) => {
      const answer = await service.call(method, path, { token, workspace, body });
      expect([path, answer.status]).toEqual([path, 200]);
      return answer;
    };
    await call('POST', '/collections', { name: things });
    await call('PATCH', `/collections/${things}`, { id_match_fields: ['email'] });
    const twin = { name: 'Annegret Hollerbach', email: 'annegret@hollerbach.example' };
    const records = [
      { id: '1', name: 'Lamp' },
      { id: '2', ...twin },
      { id: '3', ...twin },
    ];
    await call('POST', `/collections/${things}/records`, { records });
    const match = await vi.waitUntil(
      async () => {
        const at = `/collections/${things}/matches`;
        return (await service.call('GET', at, { token, workspace })).body.matches[0];
      },
      { timeout: 60_000 },
    );
    await call('POST', `/collections/${things}/matches/${match.id}`, { decision: 'different' });
    await call('POST', `/collections/${things}/query`, { query: 'lamp' });
    await call('POST', `/collections/${things}/corrections`, { query: 'light', external_id: '1' });
    for (const shared of [true, false]) {
      await call('PUT', `/collections/${things}/views/${randomUUID()}`, { name: 'Lamps', query: 'lamp', shared });
    }
    await call('POST', '/repos', { name: notes });
    const { document } = (await call('PUT', '/documents/content', { path: `${notes}/a.md`, text: '# A', base: null }))
      .body;
    const draft = { path: `${notes}/a.md`, base: document.blob, text: `# Draft of ${name}, ${email}` };
    await call('PUT', '/documents/drafts', draft);
  }
  await service.services.database.asSystem((transaction) =>
    transaction.query(
      'insert into mails (id, email, body, next_attempt_at, give_up_at) values ($1, $2, $3, now(), now())',
      [randomUUID(), email, Buffer.from('sealed')],
    ),
  );
  return { email, name, token, browser };
}

describe('operator.erase_person', () => {
  it('removes address and name from every row in every workspace, and keeps those of others', async () => {
    const workspaces = [await service.createWorkspace(), await service.createWorkspace()];
    const [gone, kept] = [await activePerson(workspaces), await activePerson(workspaces)];
    await expect
      .poll(() => rowsWith([gone.name]).then((rows) => rows.filter((row) => /^query_log/.test(row))))
      .not.toEqual([]);
    const before = await rowsWith([kept.email, kept.name]);
    const naming = (await rowsWith([gone.email, gone.name])).map((row) => row.split(':')[0]);
    expect(naming).toEqual(expect.arrayContaining(await tablesOfPeople()));
    const answer = await erase(gone.email.toUpperCase());
    expect(answer).toMatchObject({ status: 200, body: { status: 'erased', memberships: 2, readers: 2 } });
    expect(answer.body.audit_entries).toBeGreaterThan(10);
    expect(await rowsWith([gone.email, gone.name])).toEqual([]);
    const others = (await rowsWith([kept.email, kept.name])).filter((row) => !row.startsWith('query_log'));
    expect(others.sort()).toEqual(before.filter((row) => !row.startsWith('query_log')).sort());

    const { events } = (await service.call('GET', '/audit', { token: workspaces[0]?.token ?? '' })).body;
    expect(events[0]).toMatchObject({ action: 'person.erased', target: answer.body.id, actor: { kind: 'operator' } });
    expect(events.filter((event: { actor: { id: string } }) => event.actor.id === answer.body.id)).not.toEqual([]);
    const log = (await service.call('GET', '/operator/audit', { token: service.operatorToken })).body;
    expect(log.events[0]).toMatchObject({ action: 'person.erased', target: answer.body.id });
  });

  it('removes an address that only a directory has sent, as the first or a further address of a user', async () => {
    const workspace = await service.createWorkspace();
    const { secret } = await createKey(service, workspace.id, ['provision']);
    const [first, further] = [anAddress(), anAddress()];
    expect((await provision(secret, { userName: first, active: false })).status).toBe(201);
    expect((await provision(secret, { userName: anAddress(), emails: [{ value: further }] })).status).toBe(201);
    for (const email of [first, further]) {
      expect(await erase(email)).toMatchObject({ status: 200, body: { memberships: 0, audit_entries: 0 } });
      expect(await rowsWith([email])).toEqual([]);
      expect((await erase(email)).status).toBe(404);
    }
  });

  it('ends sessions, devices and magic links at once', async () => {
    const workspace = await service.createWorkspace();
    const { email, token, browser } = await activePerson([workspace]);
    expect((await service.call('GET', '/me', { token })).status).toBe(200);
    await erase(email);
    expect((await service.call('GET', '/me', { token })).status).toBe(401);
    expect((await service.call('GET', '/me/sessions', { headers: browser.headers() })).status).toBe(401);
    expect((await service.call('GET', '/settings/people', { token, workspace: workspace.id })).status).toBe(401);
  });

  it('deletes the mails in the data folder that are addressed to the person or name them', async () => {
    const workspace = await service.createWorkspace();
    const email = anAddress();
    await invite(service, workspace, email);
    const mail = join(folder, 'mail');
    await mkdir(mail, { recursive: true });
    await writeFile(join(mail, 'to.eml'), `To: ${email}\r\nSubject: x\r\n\r\nHello`);
    await writeFile(
      join(mail, 'about.eml'),
      `To: a@b.example\r\n\r\nAbout ${email.slice(0, 9)}=\r\n${email.slice(9)}.`,
    );
    await writeFile(join(mail, 'other.eml'), `To: x${email}\r\n\r\nHello`);
    expect((await erase(email)).body).toMatchObject({ mails: 2 });
    expect(await readdir(mail)).toEqual(['other.eml']);
  });

  it('continues where a call stopped after access had ended, and finds no person when repeated', async () => {
    const workspace = await service.createWorkspace();
    const { email, name } = await activePerson([workspace]);
    await expect.poll(() => rowsWith([name]).then((rows) => rows.join())).toContain('query_log');
    await database.asSystem(async (transaction) =>
      endAccess(transaction, email, await findIdentities(transaction, email)),
    );
    expect((await erase(email)).status).toBe(200);
    expect(await rowsWith([email, name])).toEqual([]);
    expect(await erase(email)).toMatchObject({ status: 404, body: { error: { code: 'person_not_found' } } });
    expect((await erase('no address')).status).toBe(400);
    // A person who returns after the erasure is a new person.
    await invite(service, workspace, email, { role: 'admin' });
    expect((await service.call('GET', '/me', { token: await personalToken(service, email) })).status).toBe(200);
  });
});
