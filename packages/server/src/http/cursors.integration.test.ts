import { limits, type RouteDefinition, reconcilePath, routes } from '@tessera/contract';
import { describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { expectRefusal } from '../testing/refusal.js';
import { startSuiteService, type TestAnswer } from '../testing/service.js';
import { createWorkspaceFixture } from '../workspaces/testing/workspace-fixture.js';

const id = '00000000-0000-4000-8000-000000000000';
const time = '2026-03-01T00:00:00.000Z';

/** Valid cursor values, and values that would cause a database error. */
const kinds = {
  text: { fits: ['a'], forged: [['a\0b'], ['a', id]] },
  'time, text, text, id': {
    fits: [time, 'name', 'unknown', id],
    forged: [
      ['1', 'a', 'b', id],
      [time, 'a', 'b'],
      [time, 'a\0', 'b', id],
      [time, 'a', 'b', 'c'],
    ],
  },
  id: { fits: [id], forged: [['abc'], ['1'], [1], [id, id]] },
  'text, id': { fits: ['a', id], forged: [['x', 'y'], ['a\0b', id], ['a']] },
  'time, text': {
    fits: [time, 'a'],
    forged: [
      ['1', 'a'],
      [time, 'a\0b'],
      [time, 'a', id],
      ['a', time],
    ],
  },
  'time, id': {
    fits: [time, id],
    forged: [
      [time, 'y'],
      ['1', id],
      ['2026', id],
      ['2026-02-30T00:00:00.000Z', id],
      ['0000-01-01T00:00:00.000Z', id],
      ['+012026-01-01T00:00:00.000Z', id],
      ['Wed, 01 Jan 2026 (x) 00:00:00 GMT', id],
      [id, time],
    ],
  },
} as const;

/** Names of `length` characters that take the maximum of bytes in a cursor and in the database. */
function longNames(length: number): string[] {
  const widest = ['"', '\v', '\u{1f4a1}'].map((character) => `x${character.repeat(length - 2)}x`);
  return [...widest, `${'あ'.repeat(length - 1)}1`, `${'あ'.repeat(length - 1)}2`];
}

const lists: Readonly<Record<string, keyof typeof kinds>> = {
  '/audit': 'id',
  '/collections': 'text',
  '/collections/{name}/corrections': 'time, id',
  '/collections/{name}/findings': 'time, text, text, id',
  '/collections/{name}/matches': 'text, id',
  '/collections/{name}/queries': 'time, id',
  '/collections/{name}/records': 'text',
  '/collections/{name}/records/{id}/history': 'id',
  '/documents': 'time, text',
  '/documents/check': 'time, text',
  '/documents/deleted': 'id',
  '/documents/history': 'id',
  '/operator/audit': 'time, id',
  '/operator/mails': 'time, id',
  '/operator/workspaces': 'text, id',
  '/settings/access/holders': 'text, id',
  '/settings/devices': 'time, id',
  '/settings/groups': 'time, id',
  '/settings/people': 'time, id',
  '/settings/readers': 'time, id',
  '/settings/sessions': 'time, id',
  '/settings/webhooks/{id}/deliveries': 'id',
  '/v1/groups': 'time, id',
  '/v1/members': 'time, id',
  '/v1/readers': 'time, id',
};

const service = await startSuiteService();
const fixture = await createWorkspaceFixture(service);
await fixture.call('POST', '/collections', { name: 'things' });
await fixture.call('POST', '/repos', { name: 'notes' });
await fixture.call('PUT', '/documents/content', { path: 'notes/a.md', text: 'a', base: null });
const webhook = { url: 'https://example.com/hook', events: ['member.granted'] };
const webhookId: string = (await fixture.call('POST', '/settings/webhooks', webhook)).body.id;

await fixture.call('POST', '/collections', { name: 'held' });
await fixture.call('POST', '/collections/held/records', { records: [{ id: webhookId }] });

describe('cursors', () => {
  const tokenFor = async (path: string): Promise<string> => {
    if (path.startsWith('/v1')) {
      return (await createKey(service, fixture.workspace.id)).secret;
    }
    return path.startsWith('/operator') ? service.operatorToken : fixture.token;
  };
  const reader = async (path: string): Promise<(cursor: string) => Promise<TestAnswer>> => {
    const token = await tokenFor(path);
    const document = ['/documents/history', '/settings/access/holders'].includes(path) ? 'path=notes/a.md&' : '';
    const collection = path.includes('/{id}/') ? 'held' : 'things';
    const address = `${path.replace('{name}', collection).replace('{id}', webhookId)}?${document}limit=5&cursor=`;
    return (cursor) => service.call('GET', address + cursor, { token, workspace: fixture.workspace.id });
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('are tested for every list', () => {
    const taking = (Object.values(routes) as RouteDefinition[]).filter(
      // This protocol uses numbers as cursors.
      ({ query, path }) => query?.shape.cursor !== undefined && !path.startsWith(reconcilePath),
    );
    expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(lists));
  });

  it.each(Object.entries(lists))(
    'of %s (%s) are accepted; forged ones and those of another sort order return 400',
    async (path, kind) => {
      const { fits, forged } = kinds[kind];
      const list = await reader(path);
      expect((await list(encode(fits))).status).toBe(200);
      const valid = encode(fits);
      const behind = ['=', '.', ',', ';', '%20', '%00', '%0a', '+', '%2f', 'A', '-', valid].map((junk) => valid + junk);
      for (const cursor of [
        'nonsense',
        `%20${valid}`,
        ...behind,
        ...[...forged, [], {}, [true], [null, id], 1, null].map(encode),
      ]) {
        const answer = await list(cursor);
        expectRefusal('400 invalid_request', answer);
        expect(answer.body.error.details).toEqual([{ path: 'cursor', message: 'is not a next_cursor of this list' }]);
      }
    },
  );

  /** Pages through a list with one entry per page, and returns the values of `key`. */
  const walk = async (path: string, key: string): Promise<string[]> => {
    const token = await tokenFor(path);
    const listed: string[] = [];
    for (let cursor = ''; cursor !== 'end'; ) {
      const address = `${path}?limit=1${cursor}`;
      const { status, body } = await service.call('GET', address, { token, workspace: fixture.workspace.id });
      expect(status).toBe(200);
      const [entries] = Object.values(body).filter(Array.isArray);
      listed.push(...(entries ?? []).map((entry) => entry[key]));
      cursor = body.next_cursor === null ? 'end' : `&cursor=${body.next_cursor}`;
    }
    return listed;
  };

  it('page through records with the longest ids', async () => {
    // Ids lose control characters.
    const ids = longNames(limits.idCharacters).filter((name) => !name.includes('\v'));
    const records = ids.map((name) => ({ id: name }));
    expect((await fixture.call('POST', '/collections/things/records', { records })).body.written).toBe(ids.length);
    expect((await walk('/collections/things/records', 'external_id')).sort()).toEqual(ids.sort());
  });

  it('page through findings of fields with long names', async () => {
    await fixture.call('POST', '/collections', { name: 'wide' });
    await fixture.call('PATCH', '/collections/wide', { required_fields: ['id'] });
    const fields = [...longNames(limits.idCharacters), `${'x'.repeat(600)}1`, `${'x'.repeat(600)}2`];
    const records = fields.map((name, index) => ({ id: index, [name]: 'undeclared' }));
    expect((await fixture.call('POST', '/collections/wide/records', { records })).body.written).toBe(fields.length);
    expect((await walk('/collections/wide/findings', 'field')).sort()).toEqual(fields.sort());
  });

  it('page through workspaces with the longest names', async () => {
    const names = longNames(limits.nameCharacters);
    for (const name of names) {
      await service.createWorkspace({ name });
    }
    const listed = await walk('/operator/workspaces', 'name');
    expect(listed.filter((name) => names.includes(name)).sort()).toEqual(names.sort());
  });
});
