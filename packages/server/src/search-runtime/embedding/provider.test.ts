import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { readSettings } from '../../platform/settings.js';
import { createEmbedder } from './provider.js';

let statuses: (number | 'no answer')[] = [];
let requests = 0;
const provider = createServer((_request, response) => {
  const status = statuses[requests++] ?? 500;
  if (status === 'no answer') {
    response.destroy();
    return;
  }
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  response.end(JSON.stringify({ data: [{ index: 0, embedding: [1, 0] }], error: { message: 'too busy' } }));
});

beforeAll(() => once(provider.listen(0, '127.0.0.1'), 'listening'));
afterAll(() => provider.close());
beforeEach(() => {
  requests = 0;
});

function embed(): Promise<Float32Array[]> {
  const SVC_EMBED_URL = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1/`;
  const name = 'openai:some-model';
  return createEmbedder(name, readSettings({ SVC_EMBEDDER: name, SVC_EMBED_URL })).embed(['oak desk']);
}

it.each<[typeof statuses]>([[[200]], [[500, 200]], [[429, 503, 200]], [['no answer', 200]]])(
  'createEmbedder > reads the vector from the response %j',
  async (given) => {
    statuses = given;
    expect(await embed()).toEqual([Float32Array.of(1, 0)]);
    expect(requests).toBe(given.length);
  },
);

it.each<[typeof statuses, number]>([
  [[400], 1],
  [[401], 1],
  [[500, 500, 500], 3],
])(
  'createEmbedder > for the response %j sends at most %i requests, and keeps status and message',
  async (given, calls) => {
    statuses = given;
    await expect(embed()).rejects.toMatchObject({ status: given[0], message: expect.stringContaining('too busy') });
    expect(requests).toBe(calls);
  },
);
