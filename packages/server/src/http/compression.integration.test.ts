import { once } from 'node:events';
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';
import { createHttpServer } from './server.js';

const service = await startSuiteService();
const server: Server = createHttpServer((request, connection) => service.app.http.fetch(request, connection));
server.listen(0, '127.0.0.1');
await once(server, 'listening');

describe('compression', () => {
  afterAll(async () => {
    server.close();
  });

  /** Requests without `fetch`, because `fetch` would decompress the response. */
  async function get(path: string, encoding: string) {
    const { port } = server.address() as AddressInfo;
    const sent = request({ port, path, headers: { host: 'tessera.test', 'accept-encoding': encoding } }).end();
    const [response] = await once(sent, 'response');
    return { headers: response.headers, body: await buffer(response) };
  }

  it.each(['/docs', '/openapi.json', '/guide'])('compresses %s for clients that accept it', async (path) => {
    const plain = await get(path, 'identity');
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers.vary).toContain('Accept-Encoding');
    for (const [encoding, decompress] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await get(path, encoding);
      expect(headers['content-encoding']).toBe(encoding);
      expect(body.length).toBeLessThan(plain.body.length / 2);
      expect(decompress(body).equals(plain.body)).toBe(true);
    }
  });

  it('does not compress small responses', async () => {
    expect((await get('/health', 'gzip')).headers['content-encoding']).toBeUndefined();
  });
});
