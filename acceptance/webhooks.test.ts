import { EventEmitter, on } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeWorkspace, ok, unique } from './http.js';
import { startOwnService } from './own-service.js';

interface Arrived {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A receiver that takes everything, and what arrives one after the other. */
async function startReceiver(): Promise<{ url: string; next: () => Promise<Arrived> }> {
  const received = new EventEmitter();
  const arrivals = on(received, 'webhook');
  const server = createServer(async (request, response) => {
    const body = await text(request);
    response.writeHead(204).end();
    received.emit('webhook', { headers: request.headers, body });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/hook`, next: async () => (await arrivals.next()).value[0] };
}

describe.runIf(!process.env.ACCEPTANCE_URL)('webhooks', () => {
  it('tell a receiver by themselves what happened, in order and so that the standard library verifies it', async () => {
    const service = await startOwnService();
    onTestFinished(service.dispose);
    const receiver = await startReceiver();
    const workspace = await makeWorkspace(service);
    const operator = { target: service, token: service.operatorToken };
    const admin = `${unique('admin')}@example.com`;
    await ok(`POST /operator/workspaces/${workspace.id}/people`, {
      ...operator,
      body: { email: admin, role: 'admin' },
    });
    const { secret: token } = await ok<{ secret: string }>(`POST /operator/people/${admin}/personal-tokens`, {
      ...operator,
      body: { name: 'laptop' },
    });
    const asAdmin = { target: service, token, headers: { 'x-svc-workspace': workspace.id } };
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
});
