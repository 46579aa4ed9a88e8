import { describe, expect, it, vi } from 'vitest';
import { anAddress } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { core, newDirectory } from '../testing/directory.js';

const service = await startSuiteService();
const aDirectory = () => newDirectory(service);

describe('a hostile SCIM client', () => {
  const patchOp = (path: string, value: unknown = 'x') => ({
    schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
    Operations: [{ op: 'add', path, value }],
  });
  const alternatives = Array(30).fill('(userName eq "a" or userName eq "b")').join(' and ');
  const many = Array.from({ length: 6_000 }, (_, n) => ({ value: `a${n}@example.com` }));

  type Sent = [method: string, path: string, body?: unknown];
  const find = (parameters: Record<string, string>): Sent => ['GET', `/Users?${new URLSearchParams(parameters)}`];

  const search = (request: object): Sent => [
    'POST',
    '/Users/.search',
    { schemas: ['urn:ietf:params:scim:api:messages:2.0:SearchRequest'], ...request },
  ];

  it.each([
    '__proto__.polluted',
    'constructor.prototype.polluted',
    `${core}:User:__proto__.polluted`,
    'name.__proto__.polluted',
    'emails.constructor.prototype.polluted',
    'name.polluted',
  ])('cannot change the prototype of all objects by the name %s', async (name) => {
    const { scim } = await aDirectory();
    const [filter, part] = [`${name} eq "x"`, `emails[${name} eq "x"]`];
    const value = { [name]: 'x', name: JSON.parse('{"__proto__": {"polluted": "x"}}') };
    const operations = [patchOp(name), patchOp(part), patchOp(`${part}.value`), patchOp('name', value)];
    const calls = [
      ...[find, search].flatMap((read) => [read({ filter }), read({ filter: part }), read({ sortBy: name })]),
      find({ attributes: name }),
      find({ excludedAttributes: name }),
      search({ attributes: [name] }),
      search({ excludedAttributes: [name] }),
      ...operations.map((each): Sent => ['PATCH', '/Users/1', each]),
      ['POST', '/Users', { schemas: [`${core}:User`], userName: 'a@example.com', ...value }] as Sent,
    ];
    for (const call of calls) {
      const { status } = await scim(...call);
      expect([call, status]).toEqual([call, expect.toSatisfy((code: number) => code < 500)]);
      const inherited: string[] = [];
      for (const key in {}) {
        inherited.push(key);
      }
      expect([call, inherited]).toEqual([call, []]);
    }
  });

  it.each<[string, string, Sent]>([
    ['alternatives in a filter', '400 invalidFilter', find({ filter: alternatives })],
    ['alternatives in a search', '400 invalidFilter', search({ filter: alternatives })],
    ['parts of parts', '400 invalidFilter', find({ filter: 'a.b.c pr' })],
    ['many attributes of a search', '400 invalidValue', search({ attributes: ['userName,'.repeat(1_500)] })],
    ['a quote without an end', '400 invalidFilter', find({ filter: `userName eq "${'\\'.repeat(900)}` })],
    ['many attributes', '400 invalidValue', find({ attributes: 'userName,'.repeat(1_500) })],
    ['alternatives in a path', '400 invalidPath', ['PATCH', '/Users/1', patchOp(`emails[${alternatives}]`)]],
    ['a path of many parts', '400 invalidPath', ['PATCH', '/Users/1', patchOp(`name${'.a'.repeat(100_000)}`)]],
    ['many values', '413', ['POST', '/Users', { userName: 'a@example.com', emails: many }]],
  ])('is refused before the library reads %s', async (_what, refusal, sent) => {
    const { scim } = await aDirectory();
    const { status, body } = await scim(...sent);
    expect([status, body.scimType].join(' ').trim()).toBe(refusal);
  });

  it.each([[null], ['x'], [1], [true], [[]]])('is refused with 400 for the operation %j', async (operation) => {
    const { scim, addUser, addGroup } = await aDirectory();
    const schemas = ['urn:ietf:params:scim:api:messages:2.0:PatchOp'];
    const [user, group] = [await addUser(), await addGroup('Buyers')];
    for (const path of [`/Users/${user.id}`, `/Groups/${group.id}`]) {
      const sent = { schemas, Operations: [{ op: 'replace', path: 'active', value: true }, operation] };
      expect((await scim('PATCH', path, sent)).status).toBe(400);
    }
  });

  it('can filter by parts of an email address, as directories do', async () => {
    const { addUser, find } = await aDirectory();
    const email = anAddress();
    await addUser(email);
    for (const filter of [
      `emails[type eq "work" and value eq "${email}"]`,
      `userName eq "${email}" and active eq true`,
    ]) {
      expect(await find('/Users', filter)).toMatchObject({ totalResults: 1 });
    }
  });

  it('is refused without a credential before its body arrives', async () => {
    const read = vi.fn();
    const body = new ReadableStream({ pull: read }, { highWaterMark: 0 });
    const headers = { 'content-length': '100' };
    const sent = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    expect((await service.app.http.request('http://tessera.test/scim/v2/Users', sent)).status).toBe(401);
    expect(read).not.toHaveBeenCalled();
  });
});
