/** An embedding provider that counts paid embeddings. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';

const dimensions = 64;
/** The text that the service embeds after failures, to find out whether the record or the provider is the cause. */
const probe = 'text';

/**
 * Starts a provider with `/v1/embeddings`. `bill` counts how often each text was embedded, and `isDown` refuses all
 * calls.
 */
export async function startProvider() {
  const provider = { bill: new Map(), isDown: false, url: '', stop: () => undefined };
  const server = createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const { input, model } = JSON.parse(Buffer.concat(chunks).toString());
    response.setHeader('content-type', 'application/json');
    if (provider.isDown) {
      response.writeHead(503, { 'retry-after-ms': '1' }).end('{"error": {"message": "down"}}');
      return;
    }
    const isProbe = input.length === 1 && input[0] === probe;
    for (const text of isProbe ? [] : input) provider.bill.set(text, (provider.bill.get(text) ?? 0) + 1);
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: vectorOf(text) }));
    response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  provider.url = `http://127.0.0.1:${server.address().port}/v1`;
  provider.stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return provider;
}

function vectorOf(text) {
  const bytes = createHash('sha512').update(text).digest();
  return Array.from({ length: dimensions }, (_, index) => bytes[index] / 255 - 0.5);
}
