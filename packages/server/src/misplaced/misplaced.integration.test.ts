import { describe, expect, it } from 'vitest';
import { type AgentWorkspace, agentWorkspace, personalToken } from '../agent/testing/workspaces.js';
import { anAddress } from '../identity/testing/people.js';
import { openTestDatabase } from '../testing/database.js';
import { observedDatabase } from '../testing/observed-database.js';
import { startSuiteService } from '../testing/service.js';

const statements: { text: string; workspaceId: string | undefined }[] = [];
const testDatabase = await openTestDatabase();
const database = observedDatabase(testDatabase.database, (text, _rows, workspaceId) =>
  statements.push({ text, workspaceId }),
);
const service = await startSuiteService({}, { testDatabase: { ...testDatabase, database } });

interface Person {
  readonly token: string;
  call(workspace: AgentWorkspace, method: string, path: string, body: unknown): Promise<Body>;
}
// biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
type Body = any;

type Membership = Parameters<AgentWorkspace['add']>[1];

/** Creates a person with a personal token who belongs to the workspaces. */
async function personIn(...memberships: (AgentWorkspace | [AgentWorkspace, Membership])[]): Promise<Person> {
  const email = anAddress();
  for (const membership of memberships) {
    const [workspace, options] = Array.isArray(membership) ? membership : [membership, {}];
    await workspace.add(email, options);
  }
  const token = await personalToken(service, email);
  return {
    token,
    call: async (workspace, method, path, body) =>
      (await service.call(method, path, { token, workspace: workspace.id, body })).body,
  };
}

const reference = ({ id, slug, name }: AgentWorkspace) => ({ id, slug, name });
const customer = (id: string, rest: object = {}) => ({ id, name: `Customer ${id}`, ...rest });
const upsert = (...records: object[]) => ['POST', '/collections/customers/records', { records }] as const;
const put = (path: string) => ['PUT', '/documents/content', { path, text: '# Text\n', base: 'any' }] as const;

/** Two workspaces with customers by code and card, products by number, and a handbook. */
async function twoWorkspaces(): Promise<[AgentWorkspace, AgentWorkspace]> {
  const [a, b] = [await agentWorkspace(service, 'A'), await agentWorkspace(service, 'B')];
  for (const { http, name, fill } of [a, b]) {
    const customers = Array.from({ length: 60 }, (_, at) => customer(`${name}-${at}`, { card: `card ${name} ${at}` }));
    await fill('customers', []);
    await http('PATCH', '/collections/customers', { id_match_fields: ['card'] });
    await http('POST', '/collections/customers/records', { records: customers });
    const numbers = Array.from({ length: name === 'A' ? 40 : 80 }, (_, at) => ({ id: at, name: `Product ${at}` }));
    await fill('products', numbers);
    await http('POST', '/repos', { name: 'handbook' });
    const changes = Array.from({ length: 30 }, (_, at) => ({
      action: 'put',
      path: `handbook/${name.toLowerCase()}/page-${at}.md`,
      text: `# ${name} ${at}\n`,
      base: null,
    }));
    await http('POST', '/documents/commit', { repo: 'handbook', message: 'Add pages', changes });
  }
  return [a, b];
}

describe('a write that seems meant for another workspace of the person', () => {
  it('is carried out, and names the workspace that knows the ids', async () => {
    const [a, b] = await twoWorkspaces();
    const person = await personIn(a, b);
    const answer = await person.call(a, ...upsert(customer('B-1'), customer('B-2'), customer('B-3')));
    expect(answer).toMatchObject({
      written: 3,
      warnings: ['3 of 3 ids are known in workspace B and none here.'],
      elsewhere: [{ workspace: reference(b), known: 3, of: 3 }],
      workspace: reference(a),
    });
    const page = await person.call(a, ...put('handbook/b/page-1.md'));
    expect(page).toMatchObject({
      status: 'added',
      warnings: ['1 of 1 paths are known in workspace B and none here.'],
      elsewhere: [{ workspace: reference(b), known: 1, of: 1 }],
    });
  });

  it('is named for at least 95 of 100 planted mistakes, and for at most 1 of 100 right writes', async () => {
    const [a, b] = await twoWorkspaces();
    const person = await personIn(a, b);
    const dry = async (records: object[]) =>
      (await person.call(a, 'POST', '/collections/customers/records', { records, dry_run: true })).elsewhere;
    const named = async (writes: readonly (() => Promise<unknown>)[]) => {
      const answers = await Promise.all(writes.map((write) => write()));
      return answers.filter((elsewhere) => elsewhere !== undefined).length;
    };
    const times = <Item>(count: number, one: (at: number) => Item): Item[] =>
      Array.from({ length: count }, (_, at) => one(at));
    const page = (path: string) => async () => (await person.call(a, ...put(path))).elsewhere;
    const mistakes = [
      ...times(40, (at) => () => dry([customer(`B-${at}`)])),
      ...times(20, (at) => () => dry([customer(`B-${at}`), customer(`B-${at + 1}`), customer(`new ${at}`)])),
      // With a card that only B knows.
      ...times(20, (at) => () => dry([customer(`B-${at}`, { card: `card B ${at}` }), customer(`B-${at + 20}`)])),
      ...times(20, (at) => page(`handbook/b/page-${at}.md`)),
    ];
    const rights = [
      ...times(40, (at) => () => dry([customer(`A-${at}`)])),
      ...times(40, (at) => () => dry([customer(`A-new-${at}`), customer(`A-newer-${at}`)])),
      ...times(20, (at) => () => dry([customer(`A-${at}`), customer(`B-${at}`), customer(`B-${at + 1}`)])),
      ...times(20, (at) => page(`handbook/a/page-${at}.md`)),
      ...times(10, (at) => page(`handbook/a/new-${at}.md`)),
      // Numbers are known in the other workspace's products, which says nothing about customers.
      ...times(20, (at) => () => dry([{ id: at, name: `Customer ${at}`, card: `new card ${at}` }])),
    ];
    expect(mistakes).toHaveLength(100);
    expect(await named(mistakes)).toBeGreaterThanOrEqual(95);
    expect(await named(rights)).toBeLessThanOrEqual(1);
  });

  it('reveals nothing of slices, groups, hidden fields and workspaces that the person cannot read', async () => {
    const [a, b] = await twoWorkspaces();
    const group = await b.group();
    const confined = await personIn(a, [b, { role: 'reader', groups: [group] }]);
    const silent = async () => {
      const byId = await confined.call(a, ...upsert(customer('B-7')));
      const byCard = await confined.call(a, ...upsert(customer('fresh', { card: 'card B 8' })));
      const page = await confined.call(a, ...put('handbook/b/page-7.md'));
      return [byId, byCard, page].map(({ elsewhere }) => elsewhere);
    };
    expect(await silent()).toEqual([undefined, undefined, undefined]);
    await b.http('PUT', `/collections/customers/grants/${group}`, {
      permission: 'read',
      filter: { name: 'Customer B-9' },
    });
    await b.http('PATCH', '/collections/customers', { exposed_fields: ['name'] });
    expect(await silent()).toEqual([undefined, undefined, undefined]);
    expect((await confined.call(a, ...upsert(customer('B-9')))).elsewhere).toMatchObject([{ known: 1, of: 1 }]);
    const hidden = await confined.call(a, ...upsert({ id: 'card B 9', name: 'x' }));
    expect(hidden.elsewhere).toBeUndefined();
    const outsider = await personIn(a, await agentWorkspace(service, 'C'));
    expect((await outsider.call(a, ...upsert(customer('B-10')))).elsewhere).toBeUndefined();
  });

  it('is named only for a person’s devices, and from the moment that they reach another workspace', async () => {
    const [a, b] = await twoWorkspaces();
    const email = anAddress();
    await a.add(email);
    const token = await personalToken(service, email);
    const write = (id: string) =>
      service.call('POST', '/collections/customers/records', {
        token,
        workspace: a.id,
        body: { records: [customer(id)] },
      });
    expect((await write('B-20')).body.elsewhere).toBeUndefined();
    await b.add(email);
    expect((await write('B-21')).body.elsewhere).toMatchObject([{ workspace: reference(b) }]);
    const pinned = await a.http('POST', '/collections/customers/records', { records: [customer('B-22')] });
    expect(pinned.elsewhere).toBeUndefined();
  });

  it('costs no statement for a person with one workspace, and one look-up a workspace for others', async () => {
    const [a, b] = await twoWorkspaces();
    const [only, both] = [await personIn(a), await personIn(a, b)];
    const statementsOf = async (write: () => Promise<unknown>) => {
      await write();
      statements.length = 0;
      await write();
      return [...statements];
    };
    const lookUps = (all: typeof statements) =>
      all.filter(({ text }) => text.includes('union select k.external_id from record_keys k'));
    const records = [customer('A-new')];
    const byOnly = await statementsOf(() => only.call(a, ...upsert(...records)));
    expect(lookUps(byOnly)).toEqual([]);
    const dryRun = { records: [customer('B-1'), customer('none')], dry_run: true };
    const unknown = await statementsOf(() => both.call(a, 'POST', '/collections/customers/records', dryRun));
    expect(lookUps(unknown).map(({ workspaceId }) => workspaceId)).toEqual([a.id, b.id]);
  });

  it('compares spread-out records of a large write, at most 50 ids', async () => {
    const [a, b] = await twoWorkspaces();
    const person = await personIn(a, b);
    const records = Array.from({ length: 60 }, (_, at) => customer(`B-${at}`));
    const answer = await person.call(a, 'POST', '/collections/customers/import', { records });
    expect(answer).toMatchObject({ imported: 60, elsewhere: [{ known: 50, of: 50 }] });
  });
});

describe('settings.update_workspace > guard_writes', () => {
  it('refuses the write of an agent that can ask, until it is confirmed', async () => {
    const [a, b] = await twoWorkspaces();
    const email = anAddress();
    await a.add(email, { role: 'admin' });
    await b.add(email);
    const token = await personalToken(service, email);
    const asAdmin = { token, workspace: a.id };
    const send = (headers: Record<string, string>, id: string) =>
      service.call('POST', '/collections/customers/records', {
        ...asAdmin,
        headers,
        body: { records: [customer(id)] },
      });
    const agent = { 'x-svc-guard': 'ask' };
    expect((await send(agent, 'B-1')).body).toMatchObject({ written: 1, elsewhere: [{ known: 1 }] });
    const changed = await service.call('PATCH', '/settings/workspace', { ...asAdmin, body: { guard_writes: 'ask' } });
    expect(changed.body.workspace.guard_writes).toBe('ask');
    expect(await send(agent, 'B-2')).toMatchObject({
      status: 409,
      body: {
        error: {
          code: 'workspace_conflict',
          message: 'Nothing was written: 1 of 1 ids are known in workspace B and none here.',
          elsewhere: [{ workspace: reference(b), known: 1, of: 1 }],
        },
      },
    });
    expect((await service.call('GET', '/collections/customers/records/B-2', asAdmin)).status).toBe(404);
    expect((await send({}, 'B-2')).body).toMatchObject({ written: 1, elsewhere: [{ known: 1 }] });
    expect((await send(agent, 'A-2')).body).toMatchObject({ written: 1 });
  });
});
