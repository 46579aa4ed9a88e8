import { EventEmitter, on } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { isFullSize } from './full-size.mjs';
import { asNewAdmin, ok, unique } from './http.js';
import { startOwnService } from './own-service.js';
import { createDatabase, newOperatorToken, startService } from './service.js';

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Starts a receiver that accepts or refuses deliveries, and lists those that arrived in order. */
async function startReceiver(): Promise<{
  url: string;
  next: () => Promise<Arrived>;
  answer: (status: number) => void;
}> {
  let status = 204;
  const received = new EventEmitter();
  const arrivals = on(received, 'webhook');
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.writeHead(status).end();
    received.emit('webhook', { headers: request.headers, body });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    next: async () => (await arrivals.next()).value[0],
    answer: (next) => (status = next),
  };
}

describe.runIf(!process.env.ACCEPTANCE_URL)('webhooks', () => {
  it('notify a receiver in order, with signatures that the standard library verifies', async () => {
    const service = await startOwnService();
    onTestFinished(service.dispose);
    const receiver = await startReceiver();
    const { workspace, asAdmin } = await asNewAdmin(service);
    const { secret } = await ok<{ secret: string }>('POST /settings/webhooks', {
      ...asAdmin,
      body: { url: receiver.url, events: ['reader.created', 'reader.revoked'] },
    });
    const email = `${unique('guest')}@example.com`;
    const body = { email, groups: [], send_email: false };
    const { id } = await ok<{ id: string }>('POST /settings/readers', { ...asAdmin, body });
    await ok(`DELETE /settings/readers/${id}`, asAdmin);
    const webhook = new Webhook(secret);
    for (const type of ['reader.created', 'reader.revoked']) {
      const arrived = await receiver.next();
      const event = webhook.verify(arrived.body, arrived.headers as Record<string, string>);
      expect(event).toMatchObject({ type, workspace_id: workspace.id, data: { id, email } });
    }
  });

  // Only at full size, because the claim of a killed process expires after a minute.
  it.runIf(isFullSize)(
    'that a receiver refused are sent again, with the same id, by the process after one that was killed',
    async () => {
      const postgresUrl = inject('postgresUrl');
      const databaseUrl = await createDatabase(postgresUrl);
      const kept = { databaseUrl, operatorToken: newOperatorToken() };
      const service = await startService(kept);
      onTestFinished(service.dispose);
      const receiver = await startReceiver();
      receiver.answer(503);
      const { asAdmin } = await asNewAdmin(service);
      await ok('POST /settings/webhooks', { ...asAdmin, body: { url: receiver.url, events: ['reader.created'] } });
      const body = { email: `${unique('guest')}@example.com`, groups: [], send_email: false };
      await ok('POST /settings/readers', { ...asAdmin, body });
      const refused = await receiver.next();
      await service.end('SIGKILL');
      receiver.answer(204);
      const next = await startService({ ...kept, dataFolder: service.dataFolder });
      onTestFinished(next.dispose);
      const arrived = await receiver.next();
      expect(arrived.headers['webhook-id']).toBe(refused.headers['webhook-id']);
      expect(arrived.body).toBe(refused.body);
    },
  );
});
