import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { limits, mappingPresets } from '@tessera/contract';
import { assert, asyncProperty, constantFrom, integer, shuffledSubarray, tuple } from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { startSuiteService } from '../../testing/service.js';
import { callersWorkspace } from '../testing/callers.js';
import { newCollection } from '../testing/collection.js';
import { webhooks } from '../testing/webhooks.js';

const service = await startSuiteService();
const workspace = await callersWorkspace(service);
afterEach(() => service.setTime(undefined));

const secret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD';

/** A version of a product at its source. */
interface Version {
  readonly second: number;
  readonly part: number;
  readonly title: string;
}

/** How one of the known systems sends a version of a product. */
interface System {
  readonly title: string;
  readonly body: (id: string, version: Version, kind: string) => object;
  readonly kinds: readonly [created: string, updated: string];
  readonly headers: (kind: string, version: Version) => Record<string, string>;
}

const clock = ({ second }: Version) => new Date(Date.UTC(2026, 2, 1, 9, 0, second));
const seconds = (version: Version) => clock(version).getTime() / 1_000;

const systems: Readonly<Record<keyof typeof mappingPresets, System>> = {
  shopify: {
    title: 'title',
    kinds: ['products/create', 'products/update'],
    body: (id, version) => ({ id, title: version.title, updated_at: clock(version).toISOString() }),
    headers: (kind, version) => ({
      'X-Shopify-Topic': kind,
      'X-Shopify-Triggered-At': clock(version).toISOString().replace('000Z', `${version.part}00000000Z`),
    }),
  },
  woocommerce: {
    title: 'name',
    kinds: ['product.created', 'product.updated'],
    body: (id, version) => ({ id, name: version.title, date_modified_gmt: clock(version).toISOString().slice(0, 19) }),
    headers: (kind) => ({ 'X-WC-Webhook-Topic': kind }),
  },
  stripe: {
    title: 'name',
    kinds: ['product.created', 'product.updated'],
    body: (id, version, type) => ({
      object: 'event',
      type,
      created: seconds(version),
      data: { object: { id, object: 'product', name: version.title, updated: seconds(version) } },
    }),
    headers: () => ({}),
  },
};

/** Creates a collection that accepts the webhooks of a system. Returns a function that sends signed ones. */
async function receiver(system: keyof typeof mappingPresets, name: string) {
  const { mapping } = mappingPresets[system];
  const signature = { ...mapping.signature, secret };
  const collection = await newCollection(workspace, name, { mapping: { ...mapping, signature } });
  const send = (sent: object | string, headers: Record<string, string> = {}) => {
    const body = typeof sent === 'string' ? sent : JSON.stringify(sent);
    const signed = { 'content-type': 'application/json', ...webhooks[system].sign(body, secret), ...headers };
    return service.call('POST', collection.ingest, { body, headers: signed });
  };
  return { ...collection, send };
}

const names = Object.keys(systems) as (keyof typeof mappingPresets)[];

it.each(names)(
  'ingest.record (%s) > keeps the last version of each record, for any order and repetition of events',
  async (name) => {
    service.setTime(new Date('2026-03-01T10:00:00Z'));
    const { body, kinds, headers, title } = systems[name];
    const { send, record, deliveries } = await receiver(name, `ordered-${name}`);
    // A creation, an update in the same second, and later updates. The missing numbers are events that never arrive.
    const versions: readonly Version[] = [
      { second: 1, part: 1, title: 'created' },
      { second: 1, part: 2, title: 'updated at once' },
      { second: 3, part: 1, title: 'later' },
      { second: 9, part: 1, title: 'latest' },
    ];
    let id = 0;
    const arrivals = shuffledSubarray([0, 1, 2, 3, 0, 1], { minLength: 1 });
    await assert(
      asyncProperty(arrivals, async (indexes) => {
        id += 1;
        for (const index of indexes) {
          const version = versions[index] ?? versions[0];
          const kind = index === 0 ? kinds[0] : kinds[1];
          const { status } = await send(body(String(id), version as Version, kind), headers(kind, version as Version));
          expect(status).toBe(200);
        }
        expect((await record(String(id))).attributes[title]).toBe(versions[Math.max(...indexes)]?.title);
      }),
      { numRuns: 12 },
    );
    expect((await deliveries()).filter((finding: { field: string }) => finding.field === 'invalid_request')).toEqual(
      [],
    );
  },
);

it.each(names)(
  'ingest.record (%s) > ignores other events and bodies without a mapped field, and records findings',
  async (name) => {
    service.setTime(new Date('2026-03-01T10:00:00Z'));
    const { body, kinds, headers, title } = systems[name];
    const { send, record, count, deliveries } = await receiver(name, `foreign-${name}`);
    const version = { second: 1, part: 1, title: 'kept' };
    await send(body('10', version, kinds[0]), headers(kinds[0], version));
    const later = { second: 5, part: 1, title: 'foreign' };
    const deletion = name === 'shopify' ? 'products/delete' : 'product.deleted';
    const others = ['product.deleted', 'products/delete', 'price.created', 'orders/create', ''];
    const foreign = others.filter((kind) => kind !== deletion);
    let refusals = 0;
    const sent = tuple(constantFrom(...foreign), constantFrom('10', '11'), integer({ min: 0, max: 1 }));
    await assert(
      asyncProperty(sent, async ([kind, id, isEmptied]) => {
        refusals += 1;
        const { title: _title, ...gone } = later;
        const foreignKind = isEmptied === 1 ? kinds[1] : kind || 'unknown';
        const answer = await send(
          body(id, (isEmptied === 1 ? gone : later) as Version, foreignKind),
          headers(foreignKind, later),
        );
        expect([answer.status, answer.body.error.code]).toEqual([400, 'invalid_request']);
      }),
      { numRuns: 12 },
    );
    expect(await count()).toBe(1);
    expect((await record('10')).attributes[title]).toBe('kept');
    const [finding] = await deliveries();
    expect(finding).toMatchObject({ kind: 'delivery', field: 'invalid_request', count: refusals });
    expect(finding.message).toMatch(/mapping/);
  },
);

it('ingest.batch > reports each item that has no mapped field, and applies the others', async () => {
  const mapping = { records: 'items', id: 'id', fields: { name: 'name' } };
  const { ingest, record, deliveries } = await newCollection(workspace, 'gaps', { mapping });
  const answer = await service.call('POST', ingest, {
    body: { items: [{ id: 1, name: 'Lamp' }, { id: 1 }, { id: 2, name: null }] },
  });
  expect(answer.body).toMatchObject({ accepted: 1, failed: 2 });
  expect(answer.body.results[1]).toMatchObject({ index: 1, external_id: '1', error: 'invalid_request' });
  expect((await record('1')).attributes).toEqual({ name: 'Lamp' });
  expect(await deliveries()).toMatchObject([{ field: 'invalid_request', count: 2 }]);
});

it('ingest.record, ingest.batch > decides between equal clocks by the sequence of the source', async () => {
  const mapping = { id: 'id', write_date: ['at', 'sequence'], fields: { name: 'name' } };
  const collection = await newCollection(workspace, 'sequenced', { mapping });
  const push = async (sequence: number | undefined, name: string) =>
    (await workspace.must('POST', collection.ingest, { id: 1, at: '2026-03-01T09:00:00Z', sequence, name })).status;
  expect(await push(7, 'seventh')).toBe('created');
  expect(await push(6, 'sixth')).toBe('stale');
  expect(await push(7, 'seventh')).toBe('unchanged');
  const imported = { id: 1, name: 'eighth', write_date: ['2026-03-01T09:00:00Z', 8] };
  expect((await collection.import([imported])).results).toMatchObject([{ status: 'updated' }]);
  expect(await push(7, 'late')).toBe('stale');
  // A write without a sequence is not older, and the stored sequence is kept.
  expect(
    (await collection.import([{ ...imported, name: 'read', write_date: '2026-03-01T09:00:00Z' }])).results,
  ).toMatchObject([{ status: 'updated' }]);
  expect(await push(7, 'late')).toBe('stale');
  expect(await push(9, 'ninth')).toBe('updated');
  expect((await collection.record('1')).write_date).toBe('2026-03-01T09:00:00.000Z');
});

it('ingest.record > accepts the unsigned form with which WooCommerce tests a URL, and writes nothing', async () => {
  const { ingest, count, deliveries } = await receiver('woocommerce', 'tested');
  const ping = {
    method: 'POST',
    body: 'webhook_id=73',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  };
  const answer = await service.app.http.request(ingest, ping);
  expect([answer.status, await answer.text()]).toEqual([200, 'pong']);
  expect((await service.app.http.request(`${ingest}x`, ping)).status).toBe(401);
  expect((await service.app.http.request(ingest, { ...ping, body: 'webhook_id=73&id=1' })).status).toBe(401);
  expect(await count()).toBe(0);
  expect(await deliveries()).toHaveLength(1);
});

it('ingest.record > accepts gzip within the size limit, signed before or after compression', async () => {
  const { ingest, count } = await newCollection(workspace, 'packed', {
    mapping: { id: 'id', signature: { header: 'X-Signature', scheme: 'hmac-sha256-hex', secret } },
  });
  const hex = (bytes: string | Buffer) => createHmac('sha256', secret).update(bytes).digest('hex');
  const send = async (bytes: Buffer, encoding: string, signed: string | Buffer = bytes, path = '') => {
    const headers = { 'content-type': 'application/json', 'content-encoding': encoding, 'x-signature': hex(signed) };
    const answer = await service.app.http.request(`${ingest}${path}`, {
      method: 'POST',
      body: new Uint8Array(bytes),
      headers,
    });
    return [answer.status, ((await answer.json()) as { error?: { code: string } }).error?.code];
  };
  const body = '{"id": 1}';
  expect(await send(gzipSync(body), 'gzip', body)).toEqual([200, undefined]);
  expect(await send(gzipSync(body), 'GZIP')).toEqual([200, undefined]);
  expect(await send(gzipSync('{"records": [{"id": 2}]}'), 'gzip', undefined, '/batch')).toEqual([200, undefined]);
  expect(await send(Buffer.from(body), 'identity')).toEqual([200, undefined]);
  expect(await send(Buffer.from(body), 'br')).toEqual([415, 'unsupported_media_type']);
  expect(await send(gzipSync(gzipSync(body)), 'gzip, gzip')).toEqual([415, 'unsupported_media_type']);
  expect(await send(Buffer.from(body), 'gzip')).toEqual([400, 'invalid_request']);
  const bomb = gzipSync(Buffer.alloc(64 * limits.bodyBytes, 0x20));
  expect(await send(bomb, 'gzip')).toEqual([413, 'payload_too_large']);
  expect(await count()).toBe(2);
  const elsewhere = await service.call('POST', '/collections/packed/import', {
    ...workspace.admin,
    body: '{"records": []}',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  });
  expect(elsewhere.status).toBe(415);
});

it.each([
  [{ scheme: 'hmac-sha256-hex', secret }, 'mapping.signature.header'],
  [{ scheme: 'standard-webhooks', secret: 'not base64!' }, 'mapping.signature.secret'],
])('ingest.record > rejects a signature without the parts that its scheme requires: %j', async (signature, path) => {
  const name = `refused-${signature.scheme}`;
  await workspace.must('POST', '/collections', { name });
  const body = { mapping: { id: 'id', signature } };
  const answer = await service.call('PATCH', `/collections/${name}`, { ...workspace.admin, body });
  expect(answer.body.error).toMatchObject({ code: 'invalid_request', details: [{ path }] });
});
