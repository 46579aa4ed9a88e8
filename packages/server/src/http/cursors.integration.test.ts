import { type RouteDefinition, routes } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKey } from '../access/testing/keys.js';
import { type Office, openOffice } from '../settings/testing/office.js';
import { expectRefusal } from '../testing/refusal.js';
import { startTestService, type TestAnswer, type TestService } from '../testing/service.js';

const id = '00000000-0000-4000-8000-000000000000';
const time = '2026-03-01T00:00:00.000Z';

/** The values of a cursor that would do, and of such as the database would stumble over. */
const kinds = {
  text: { fits: ['a'], forged: [['a\0b'], ['a', id]] },
  'time, text, text': {
    fits: [time, 'name', 'unknown'],
    forged: [
      ['1', 'a', 'b'],
      [time, 'a'],
      [time, 'a\0', 'b'],
    ],
  },
  position: { fits: ['1'], forged: [['abc'], ['-1'], ['1.5'], ['9'.repeat(20)], [1e300], ['1', id]] },
  'text, id': { fits: ['a', id], forged: [['x', 'y'], ['a\0b', id], ['a']] },
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

const lists: Readonly<Record<string, keyof typeof kinds>> = {
  '/audit': 'position',
  '/collections': 'text',
  '/collections/{name}/findings': 'time, text, text',
  '/collections/{name}/records': 'text',
  '/operator/workspaces': 'text, id',
  '/settings/devices': 'time, id',
  '/settings/people': 'time, id',
  '/settings/sessions': 'time, id',
  '/v1/groups': 'time, id',
  '/v1/members': 'time, id',
  '/v1/readers': 'time, id',
};

describe('a cursor', () => {
  let service: TestService;
  let office: Office;
  beforeAll(async () => {
    service = await startTestService();
    office = await openOffice(service);
    await office.call('POST', '/collections', { name: 'things' });
  });
  afterAll(() => service.close());

  const tokenFor = async (path: string): Promise<string> => {
    if (path.startsWith('/v1')) {
      return (await createKey(service, office.workspace.id)).secret;
    }
    return path.startsWith('/operator') ? service.operatorToken : office.token;
  };
  const reader = async (path: string): Promise<(cursor: string) => Promise<TestAnswer>> => {
    const token = await tokenFor(path);
    const address = `${path.replace('{name}', 'things')}?limit=5&cursor=`;
    return (cursor) => service.call('GET', address + cursor, { token, workspace: office.workspace.id });
  };
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('is known for every list that takes one', () => {
    const taking = (Object.values(routes) as RouteDefinition[]).filter(
      ({ query }) => query?.shape.cursor !== undefined,
    );
    expect(taking.map(({ path }) => path).sort()).toEqual(Object.keys(lists));
  });

  it.each(Object.entries(lists))(
    'of %s (%s) is taken; a forged one, or one of a list in another order, is 400',
    async (path, kind) => {
      const { fits, forged } = kinds[kind];
      const list = await reader(path);
      expect((await list(encode(fits))).status).toBe(200);
      for (const cursor of ['nonsense', ...[...forged, [], {}, [true], [null, id], 1, null].map(encode)]) {
        const answer = await list(cursor);
        expectRefusal('400 invalid_request', answer);
        expect(answer.body.error.details).toEqual([{ path: 'cursor', message: 'is not a next_cursor of this list' }]);
      }
    },
  );
});
