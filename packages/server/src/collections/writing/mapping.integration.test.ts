import { createHmac } from 'node:crypto';
import { mappingPresets } from '@tessera/contract';
import { afterEach, describe, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';
import { webhooks } from '../testing/webhooks.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const secret = 'whsec_of_the_source';

interface Deletion {
  readonly body: string;
  readonly headers: Record<string, string>;
  readonly isClocked: boolean;
}

/** What each system sends when a product is deleted. */
const deletions: Readonly<Record<keyof typeof mappingPresets, Deletion>> = {
  shopify: {
    body: '{"id": 788032119674292922}',
    headers: { 'X-Shopify-Topic': 'products/delete', 'X-Shopify-Triggered-At': '2026-03-01T09:58:00.123Z' },
    isClocked: true,
  },
  woocommerce: { body: '{"id": 794}', headers: { 'X-WC-Webhook-Topic': 'product.deleted' }, isClocked: false },
  stripe: {
    body: webhooks.stripe.body.replace('product.updated', 'product.deleted'),
    headers: {},
    isClocked: true,
  },
};

/** Creates a collection with a mapping, and returns a function that sends to its ingest URL. */
async function mapped(name: string, mapping: object) {
  const collection = await newCollection(workspace, name, { mapping });
  return {
    ...collection,
    send: (body: string, headers: Record<string, string> = {}, path = '') =>
      service.call('POST', `${collection.ingest}${path}`, { body, headers }),
  };
}

const hmac = (body: string, encoding: 'hex' | 'base64') => createHmac('sha256', secret).update(body).digest(encoding);

describe('ingest.record > webhook mapping', () => {
  it.each(Object.keys(mappingPresets) as (keyof typeof mappingPresets)[])(
    'reads %s without code in between',
    async (system) => {
      const { mapping } = mappingPresets[system];
      const { body, sign, id, attributes, writeDate } = webhooks[system];
      service.setTime(new Date('2026-03-01T10:00:00Z'));
      const signed = 'signature' in mapping ? { ...mapping, signature: { ...mapping.signature, secret } } : mapping;
      const { send, record } = await mapped(system, signed);
      const answer = await send(body, { 'content-type': 'application/json', ...sign(body, secret) });
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      expect(await record(id)).toMatchObject({ external_id: id, attributes, write_date: writeDate });
    },
  );

  it.each(Object.entries(deletions) as [keyof typeof mappingPresets, Deletion][])(
    'of %s deletes what the system deleted, and a repeated update does not bring it back',
    async (system, { body, headers, isClocked }) => {
      service.setTime(new Date('2026-03-01T10:00:00Z'));
      const { mapping } = mappingPresets[system];
      const { send, count } = await mapped(`deleted-${system}`, { ...mapping, signature: undefined });
      const update = () => send(webhooks[system].body, webhooks[system].sign(webhooks[system].body, secret));
      expect((await update()).body.status).toBe('created');
      expect((await send(body, headers)).body.status).toBe('tombstoned');
      expect((await send(body, headers)).body.status).toBe('unchanged');
      if (isClocked) expect((await update()).body.status).toBe('stale');
      expect(await count()).toBe(0);
    },
  );
});

it('confirms a subscription of Business Central by returning its token as plain text, at known URLs only', async () => {
  const { count, ingest } = await mapped('subscribed', { records: 'value', id: 'resource' });
  const path = '?validationToken=9d0b%3Cb%3E';
  const answer = await service.app.http.request(`${ingest}${path}`, { method: 'POST' });
  expect([answer.status, await answer.text()]).toEqual([200, '9d0b<b>']);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain/);
  expect((await service.call('POST', `${ingest}x${path}`)).status).toBe(401);
  expect(await count()).toBe(0);
});

it('extracts the fields of each record in a list, and returns one result per record', async () => {
  const { send, record, count } = await mapped('listed', {
    records: 'data.items',
    id: 'key.number',
    write_date: 'changed',
    fields: { name: 'title', first: 'parts[0].code', codes: 'parts[*].code', missing: 'no.such.thing' },
  });
  const items = [
    {
      key: { number: 12345678901234567890n },
      changed: '2026-01-31',
      title: 'Lamp',
      parts: [{ code: 'A' }, { code: 'B' }],
    },
    { key: {}, title: 'Without an id' },
    'not a record',
  ];
  const sent = JSON.stringify({ data: { items } }, (_, value) => (typeof value === 'bigint' ? `n${value}` : value));
  const answer = await send(sent.replace(/"n(\d+)"/, '$1'));
  expect(answer.body).toMatchObject({
    accepted: 1,
    failed: 2,
    results: [
      { external_id: '12345678901234567890', status: 'created' },
      { error: 'missing_id' },
      { error: 'invalid_request' },
    ],
    workspace: { id: workspace.id },
  });
  const { attributes, write_date } = await record('12345678901234567890');
  expect(attributes).toEqual({ name: 'Lamp', first: 'A', codes: ['A', 'B'] });
  expect(write_date).toBe('2026-01-31T00:00:00.000Z');
  expect(await count()).toBe(1);
});

it('keeps all fields and only renames id and clock if it lists no fields', async () => {
  const { at, send, record } = await mapped('whole', { id: 'product.id', write_date: 'at' });
  await workspace.must('PATCH', at, { id_field: 'number' });
  const answer = await send('{"product": {"id": 7}, "at": 1772359200, "__proto__": "kept"}');
  expect(answer.body).toMatchObject({ external_id: '7', status: 'created' });
  const { attributes, write_date } = await record('7');
  expect(JSON.stringify(attributes)).toBe('{"at":1772359200,"product":{"id":7},"__proto__":"kept"}');
  expect(write_date).toBe('2026-03-01T10:00:00.000Z');
});

it('is applied to each item of a batch', async () => {
  const { send, record } = await mapped('batched', { id: 'sku' });
  expect((await send('{"records": [{"sku": "A-1"}, {}]}', {}, '/batch')).body).toMatchObject({
    accepted: 1,
    failed: 1,
  });
  expect((await record('A-1')).attributes).toEqual({ sku: 'A-1' });
});

it('rejects a body without the list or with too many records, and stores nothing', async () => {
  const { send, count, deliveries } = await mapped('strict', { records: 'items', id: 'id' });
  expect((await send('{"item": {"id": 1}}')).body.error.code).toBe('invalid_request');
  const many = Array.from({ length: 501 }, (_, id) => ({ id }));
  expect((await send(JSON.stringify({ items: many }))).body.error.code).toBe('too_many_records');
  expect((await send('{"items": []}')).body).toMatchObject({ accepted: 0, results: [] });
  expect(await count()).toBe(0);
  expect(await deliveries()).toHaveLength(2);
});

describe('ingest.record > signature', () => {
  const signature = { header: 'X-Signature', scheme: 'hmac-sha256-hex', secret };

  it('rejects a missing or wrong signature before parsing the body, and records a finding', async () => {
    const { send, count, deliveries } = await mapped('signed', { id: 'id', signature });
    const body = '{ "id": 1 }';
    for (const headers of [
      {},
      { 'X-Signature': '' },
      { 'X-Signature': hmac('{"id":1}', 'hex') },
      { 'X-Signature': hmac(body, 'base64') },
      { 'X-Signature': hmac(body, 'hex').slice(2) },
    ] as Record<string, string>[]) {
      const answer = await send(body, headers);
      expect(answer).toMatchObject({ status: 401, body: { error: { code: 'invalid_credential' } } });
    }
    // The body is not JSON, but the signature is checked before parsing.
    expect((await send('{"id": ', { 'X-Signature': 'ab' })).status).toBe(401);
    expect((await send('{"records": [{"id": 1}]}', {}, '/batch')).status).toBe(401);
    expect(await count()).toBe(0);
    expect(await deliveries()).toMatchObject([{ kind: 'delivery', field: 'invalid_credential', count: 7 }]);
    expect((await send(body, { 'X-Signature': hmac(body, 'hex') })).body).toMatchObject({ status: 'created' });
  });

  it.each(['hex', 'base64'] as const)(
    'rejects extra characters before, after or inside a signature in %s',
    async (encoding) => {
      const scheme = `hmac-sha256-${encoding}`;
      const { send } = await mapped(`exact-${encoding}`, { id: 'id', signature: { ...signature, scheme } });
      const body = '{"id": 1}';
      const seconds = Math.floor(Date.now() / 1_000);
      for (const [before, signed] of [
        ['', hmac(body, encoding)],
        [`t=${seconds},v1=`, hmac(`${seconds}.${body}`, encoding)],
      ] as const) {
        const half = signed.length / 2;
        for (const junk of ['zz', 'g', ' and more', '-', '.', '=', '\u00e9', 'ff', signed]) {
          for (const sent of [signed + junk, junk + signed, signed.slice(0, half) + junk + signed.slice(half)]) {
            expect([sent, (await send(body, { 'X-Signature': before + sent })).status]).toEqual([sent, 401]);
          }
        }
        expect((await send(body, { 'X-Signature': before + signed })).status).toBe(200);
      }
    },
  );

  it('covers the timestamp, and is accepted for five minutes', async () => {
    service.setTime(new Date('2026-03-01T10:00:00Z'));
    const { send } = await mapped('timed', { id: 'id', signature });
    const body = '{"id": 1}';
    const at = (time: string) => {
      const seconds = Date.parse(time) / 1_000;
      return { 'X-Signature': `t=${seconds},v1=${'0'.repeat(64)},v1=${hmac(`${seconds}.${body}`, 'hex')},v0=x` };
    };
    expect((await send(body, at('2026-03-01T09:56:00Z'))).status).toBe(200);
    expect((await send(body, at('2026-03-01T09:54:00Z'))).status).toBe(401);
    expect((await send(body, { 'X-Signature': `t=1772359200,v1=${hmac(body, 'hex')}` })).status).toBe(401);
  });

  it('has a secret that is never returned, and is kept until another one is set', async () => {
    const { at, send } = await mapped('secretive', { id: 'id', signature });
    const shown = { id: 'id', signature: { header: 'X-Signature', scheme: 'hmac-sha256-hex' } };
    const answers = [
      await workspace.must('PATCH', at, { mapping: shown }),
      await workspace.must('GET', `${at}/describe`),
      (await workspace.must('GET', `${at}/fields`)).configured,
    ];
    for (const answer of answers) {
      expect(answer.mapping).toEqual(shown);
    }
    await send('{"id": 1}', { 'X-Signature': 'ab' });
    const seen = [answers, await workspace.must('GET', '/audit'), await workspace.must('GET', `${at}/findings`)];
    expect(JSON.stringify(seen)).toContain('X-Signature');
    expect(JSON.stringify(seen)).not.toContain(secret);
    const body = '{"id": 2}';
    expect((await send(body, { 'X-Signature': hmac(body, 'hex') })).status).toBe(200);
    const other = { ...shown, signature: { ...shown.signature, secret: 'another' } };
    await workspace.must('PATCH', at, { mapping: other });
    expect((await send(body, { 'X-Signature': hmac(body, 'hex') })).status).toBe(401);
    await workspace.must('PATCH', at, { mapping: null });
    expect((await send(body)).status).toBe(200);
    expect((await workspace.must('GET', `${at}/describe`)).mapping).toBeUndefined();
    const refused = await service.call('PATCH', at, { ...workspace.admin, body: { mapping: shown } });
    expect(refused.body.error).toMatchObject({
      code: 'invalid_request',
      details: [{ path: 'mapping.signature.secret' }],
    });
  });
});

it('collections.describe > shows the mapping to callers who manage the collection, and to no others', async () => {
  await mapped('discreet', { id: 'id' });
  const group = await workspace.group();
  await workspace.must('PUT', `/collections/discreet/grants/${group}`, { permission: 'write' });
  const agent = await workspace.pinned({ role: 'member', access: 'read_write', groups: [group] });
  expect((await workspace.must('GET', '/collections/discreet/describe', undefined, agent)).mapping).toBeUndefined();
  const body = { mapping: null };
  expect((await service.call('PATCH', '/collections/discreet', { ...agent, body })).status).toBe(403);
});

it.each([
  [{ id: 'a-b' }, 'mapping.id'],
  [{ id: 'id', records: 'items[?price > `1`]' }, 'mapping.records'],
  [{ id: 'id', fields: { total: 'sum(prices)' } }, 'mapping.fields.total'],
  [{ id: 'id', fields: { twice: '[@, @]' } }, 'mapping.fields.twice'],
  [{ id: 'id', fields: { deep: '[*]'.repeat(21) } }, 'mapping.fields.deep'],
  [{ id: 'id', write_date: 'a..b' }, 'mapping.write_date'],
  [{ id: 'id', fields: {} }, 'mapping.fields'],
  [{ records: 'items' }, 'mapping.id'],
  [{ id: 'id', secret }, 'mapping.secret'],
])('collections.update > rejects a mapping with invalid paths and names the field: %j', async (mapping, path) => {
  const name = `refused-${Object.keys(mapping).join('-')}-${path.replaceAll('.', '-')}`;
  await workspace.must('POST', '/collections', { name });
  const answer = await service.call('PATCH', `/collections/${name}`, { ...workspace.admin, body: { mapping } });
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', details: [{ path }] });
});
