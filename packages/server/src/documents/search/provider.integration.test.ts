import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { builtinEmbedder } from '@tessera/resolver';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { createDocumentsFixture, type DocumentsFixture } from '../testing/documents-fixture.js';

let service: TestService;
let fixture: DocumentsFixture;
let isUp = false;

/** An embedding provider that the test can switch off. */
const provider = createServer(async (request, response) => {
  const { input } = JSON.parse(await text(request));
  const vectors = await builtinEmbedder.embed(input);
  response.writeHead(isUp ? 200 : 500, { 'content-type': 'application/json', 'retry-after-ms': '1' });
  const data = vectors.map((vector, index) => ({ object: 'embedding', index, embedding: [...vector] }));
  response.end(JSON.stringify(isUp ? { object: 'list', data } : { error: { message: 'no' } }));
});

beforeAll(async () => {
  await once(provider.listen(0, '127.0.0.1'), 'listening');
  service = await startTestService({
    SVC_EMBEDDER: 'openai:some-model',
    SVC_EMBED_URL: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/v1`,
    SVC_EMBED_TIMEOUT_MS: '5000',
  });
  fixture = await createDocumentsFixture(service, 'handbook');
});
afterAll(async () => {
  await service.close();
  provider.closeAllConnections();
  provider.close();
});

it('documents.search > finds documents by words while the provider is down, and by meaning when it is back', async () => {
  await fixture.put('handbook/garage.md', '# Parking\n\nThe garage opens at six.\n');
  const relevance = async () => {
    const { body } = await fixture.call('POST', '/documents/search', { query: 'garage opens' });
    return body.results?.[0]?.relevance;
  };
  await expect.poll(relevance, { timeout: 30_000 }).toBe(0);
  isUp = true;
  let minutes = 0;
  const later = () => {
    // Further on each time: the query can take the one call that tries a provider again.
    minutes += 5;
    service.setTime(new Date(Date.now() + minutes * 60_000));
    return relevance();
  };
  await expect.poll(later, { timeout: 30_000 }).toBeGreaterThan(0.3);
});
