import { createHmac } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, makeApiKey, makeCollection, makeToken, makeWorkspace, ok, refused, unique } from '../http.js';

interface Answered {
  readonly confidence: string;
  readonly results: readonly { readonly external_id: string }[];
}
interface Written {
  readonly results: readonly { readonly error?: string; readonly ignored?: readonly string[] }[];
}

describe('callers of the built service', () => {
  let workspaceId: string;
  let token: string;
  let key: string;
  beforeAll(async () => {
    ({ id: workspaceId } = await makeWorkspace());
    token = await makeToken(workspaceId);
    key = await makeApiKey(workspaceId, ['manage_members', 'manage_permissions', 'manage_readers']);
  });
  const v1 = <Body>(request: string, body?: object) => ok<Body>(request, { headers: { 'x-api-key': key }, body });

  /** A token that may write in a collection, and does not see all of its fields. */
  async function makeWriter(collection: string): Promise<string> {
    const { id } = await v1<{ id: string }>('POST /v1/groups', { name: unique('writers'), paths: ['none/**'] });
    await ok(`PUT /collections/${collection}/grants/${id}`, { token, body: { permission: 'write' } });
    return makeToken(workspaceId, { role: 'member', groups: [id] });
  }

  it('cannot capture an id with a correction of other text', async () => {
    const { name } = await makeCollection(token, [
      { id: 'A-1', name: 'Lamp' },
      { id: 'X', name: 'Desk' },
    ]);
    const writer = await makeWriter(name);
    for (const query of ['1 A', '1-a', 'a, 1']) {
      await ok(`POST /collections/${name}/corrections`, { token: writer, body: { query, external_id: 'X' } });
    }
    for (const query of ['A-1', ' A-1 ']) {
      const answer = await ok<Answered>(`POST /collections/${name}/query`, { token, body: { query } });
      expect([answer.confidence, answer.results[0]?.external_id]).toEqual(['high', 'A-1']);
      const { results } = await ok<{ results: unknown[] }>(`POST /collections/${name}/resolve`, {
        ...{ token, body: { queries: [{ query }] } },
      });
      expect(results).toMatchObject([{ confidence: 'high', external_id: 'A-1' }]);
    }
    await ok(`POST /collections/${name}/corrections`, { token: writer, body: { query: 'a-1 ', external_id: 'X' } });
    const chosen = await ok<Answered>(`POST /collections/${name}/query`, { token, body: { query: 'A-1' } });
    expect([chosen.confidence, chosen.results[0]?.external_id]).toEqual(['high', 'X']);
  });

  it('cannot use a change mark of another collection, a deleted namesake, or with junk behind it', async () => {
    const records = [{ id: '1' }, { id: '2' }];
    const [one, other] = [await makeCollection(token, records), await makeCollection(token, records)];
    const changes = (name: string, since: string) => `GET /collections/${name}/changes?since=${since}`;
    const { next } = await ok<{ next: string }>(`GET /collections/${one.name}/changes`, { token });
    expect(await ok(changes(one.name, next), { token })).toMatchObject({ changes: [], next });
    for (const mark of [`${next}x`, `${next}=`, `${next}%20`, next.slice(0, -1), 'AAAA']) {
      await refused('400 invalid_mark', changes(one.name, mark), { token });
    }
    await refused('400 invalid_mark', changes(other.name, next), { token });
    await ok(`DELETE /collections/${one.name}`, { token });
    await ok('POST /collections', { token, body: { name: one.name } });
    await refused('400 invalid_mark', changes(one.name, next), { token });
  });

  it('cannot pass an expected version by another spelling of the id', async () => {
    const { name } = await makeCollection(token, [{ id: 'A 1' }]);
    const write = (id: string) => ({
      token,
      body: { records: [{ id: 'A 1', name: 'new' }], expect: { [id]: 'stale' } },
    });
    for (const id of ['A 1', ' A 1', 'A 1\t']) {
      const { results } = await ok<Written>(`POST /collections/${name}/records`, write(id));
      expect(results[0]?.error).toBe('version_mismatch');
    }
    for (const id of ['a 1', 'A1', 'B']) {
      await refused('400 invalid_request', `POST /collections/${name}/records`, write(id));
    }
  });

  it('neither learn nor change hidden values by a dry run or a merge', async () => {
    const { name } = await makeCollection(token, [{ id: '1', name: 'Lamp', price: 7 }]);
    await ok(`PATCH /collections/${name}`, { token, body: { exposed_fields: ['name'] } });
    const writer = await makeWriter(name);
    for (const dry_run of [true, false]) {
      for (const mode of ['merge', 'replace']) {
        const answers: object[] = [];
        for (const price of [7, 8, null]) {
          const body = { records: [{ id: '1', name: 'Lamp', price }], mode, dry_run };
          const { results } = await ok<Written>(`POST /collections/${name}/records`, { token: writer, body });
          answers.push(results.map(({ error, ignored }) => ({ error, ignored })));
        }
        expect(answers).toEqual(Array(3).fill([{ error: undefined, ignored: ['price'] }]));
      }
    }
    await ok(`PATCH /collections/${name}`, { token, body: { exposed_fields: null } });
    expect(await ok(`GET /collections/${name}/records/1`, { token })).toMatchObject({ attributes: { price: 7 } });
  });

  it('send an address at most five mails a day by removing and adding it, and by making its link again', async () => {
    const email = `${unique('often')}@example.com`;
    const { events } = await mailsOf(email);
    expect(events).toHaveLength(3);
  });

  /** Adds and removes a member, makes a link, and returns the audit entries of the mails that were not sent. */
  async function mailsOf(email: string): Promise<{ events: unknown[] }> {
    for (let turn = 0; turn < 4; turn += 1) {
      await v1('POST /v1/members', { email });
      await v1(`DELETE /v1/members/${email}`);
      await v1('POST /v1/readers', { email });
    }
    const { events } = await ok<{ events: { target: string }[] }>('GET /audit?action=mail.failed', { token });
    return { events: events.filter(({ target }) => target === email) };
  }

  it.each([
    ['hmac-sha256-hex', 'hex'],
    ['hmac-sha256-base64', 'base64'],
  ] as const)('cannot put anything behind a signature: %s', async (scheme, encoding) => {
    const { name, ingest_url } = await makeCollection(token);
    const secret = 'a secret of the source';
    const mapping = { id: 'id', fields: { name: 'name' }, signature: { header: 'X-Signature', secret, scheme } };
    await ok(`PATCH /collections/${name}`, { token, body: { mapping } });
    const raw = '{"id":"1","name":"Lamp"}';
    const signature = createHmac('sha256', secret).update(raw).digest(encoding);
    const send = async (text: string) => {
      const headers = { 'content-type': 'application/json', 'x-signature': text };
      return (await call(`POST ${new URL(ingest_url).pathname}`, { raw, headers })).status;
    };
    expect(await send(signature)).toBe(200);
    const behind = ['zz', '.x', ',x', ' x', ';', '0', signature].map((junk) => signature + junk);
    for (const text of [...behind, signature.slice(0, -4), `x,${signature}`, 'none']) {
      expect([text, await send(text)]).toEqual([text, 401]);
    }
  });

  it('are served while readers list all documents', async () => {
    const other = await makeToken((await makeWorkspace()).id);
    await ok('POST /repos', { token, body: { name: 'docs' } });
    const changes = Array.from({ length: 500 }, (_, at) => ({
      ...{ action: 'put', path: `docs/${at}.md`, text: `# Number ${at}`, base: null },
    }));
    await ok('POST /documents/commit', { token, body: { repo: 'docs', message: 'Add', changes } });
    const readers = Array.from({ length: 20 }, (_, at) =>
      call(`GET /d/${at % 2 ? 'llms.txt' : '?name=nothing'}`, { token, headers: { accept: 'text/html' } }),
    );
    for (let n = 0; n < 10; n += 1) {
      await ok('GET /me', { token: other });
    }
    const statuses = (await Promise.all(readers)).map(({ status }) => status);
    expect(statuses.filter((status) => ![200, 404, 503].includes(status))).toEqual([]);
  });
});
