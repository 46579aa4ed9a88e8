import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { asNewAdmin, call, ok } from '../http.js';
import { createDatabase, type OwnService, startService } from '../service.js';
import { startNameServer } from './name-server.mjs';

type Answer = Parameters<typeof startNameServer>[0];

/** Starts a name server with these answers, and a service that uses it and has a database host name. */
async function startAt(answer: Answer, settings: Readonly<Record<string, string>> = {}) {
  const nameServer = await startNameServer(answer);
  onTestFinished(nameServer.stop);
  const postgresUrl = inject('postgresUrl');
  const databaseUrl = (await createDatabase(postgresUrl)).replace('127.0.0.1', 'database.example');
  const service = await startService({
    databaseUrl,
    settings: { SVC_NAME_SERVERS: nameServer.address, ...settings },
  });
  onTestFinished(service.dispose);
  const { asAdmin } = await asNewAdmin(service);
  return { service, asAdmin, queried: nameServer.queried };
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** Starts connecting an assistant whose metadata is on this host; the result does not matter. */
async function describeClient({ url }: OwnService, host: string): Promise<void> {
  const client = encodeURIComponent(`https://${host}/client`);
  await fetch(`${url}/oauth/authorize?response_type=code&client_id=${client}`).then((answer) => answer.arrayBuffer());
}

describe.runIf(!process.env.ACCEPTANCE_URL)('host names', () => {
  it('of strangers with silent name servers delay neither webhooks nor calls', async () => {
    const { service, asAdmin } = await startAt((name) =>
      name.endsWith('.attacker.example') ? 'silent' : ['127.0.0.1'],
    );
    const receiver = createHttpServer((request, response) => request.resume().on('end', () => response.end()));
    const arrived = once(receiver, 'request');
    const port = await listen(receiver);
    const hook = { url: `http://receiver.example:${port}/hook`, events: ['reader.created'] };
    const { id } = await ok<{ id: string }>('POST /settings/webhooks', { ...asAdmin, body: hook });
    // The last request of an address waits for three others, about 8 s.
    const attack = Promise.all(
      Array.from({ length: 50 }, (_, index) => describeClient(service, `h${index}.attacker.example`)),
    ).then(() => 'the attack is over');
    const calls = Array.from({ length: 12 }, () => call('GET /settings/webhooks', asAdmin));
    await ok(`POST /settings/webhooks/${id}/test`, asAdmin);
    const statuses = Promise.all(calls).then((answers) => answers.map(({ status }) => status));
    const all = Promise.all([arrived, statuses]).then(() => 'delivered');
    expect(await Promise.race([all, attack])).toBe('delivered');
    expect(new Set(await statuses)).toEqual(new Set([200]));
    await attack;
  });

  it('of mail server, identity and embedding provider are looked up at the name servers, and calls do not wait', async () => {
    const hosts = ['mail.silent.example', 'login.silent.example', 'embed.silent.example', 'hook.silent.example'];
    const { service, asAdmin, queried } = await startAt(
      (name) => (name.includes('silent') ? 'silent' : ['127.0.0.1']),
      {
        SVC_SMTP_URL: 'smtp://mail.silent.example',
        SVC_OIDC_ISSUER: 'https://login.silent.example',
        SVC_OIDC_CLIENT_ID: 'tessera',
        SVC_OIDC_CLIENT_SECRET: 'secret',
        SVC_EMBEDDER: 'openai:model',
        SVC_EMBED_URL: 'http://embed.silent.example/v1',
      },
    );
    await ok('POST /collections', { ...asAdmin, body: { name: 'things' } });
    const hook = { url: 'http://hook.silent.example/hook', events: ['collection.records_written'] };
    await ok('POST /settings/webhooks', { ...asAdmin, body: hook });
    let isOver = false;
    const signIns = Promise.all(
      Array.from({ length: 8 }, async () => {
        while (!isOver) {
          await call('GET /sign-in/oidc', { target: service });
        }
      }),
    );
    // Waits for the embedding provider until the service is stopped.
    const body = { records: [{ id: 1, name: 'Lamp' }] };
    call('POST /collections/things/import', { ...asAdmin, body }).catch(() => undefined);
    // A lookup by the system would query its own name servers instead.
    await expect.poll(() => hosts.filter((host) => !queried.includes(host)), { timeout: 30_000 }).toEqual([]);
    for (let n = 0; n < 10; n += 1) {
      await ok('GET /collections/things/describe', asAdmin);
    }
    isOver = true;
    await signIns;
  });

  it('that resolve to a private address are never connected to', async () => {
    const connections: unknown[] = [];
    const port = await listen(createServer((socket) => connections.push(socket.destroy())));
    // A public address that is not routed.
    const elsewhere = '2a0f:1::1';
    const answers: Readonly<Record<string, readonly (readonly string[])[]>> = {
      'private.example': [['127.0.0.1']],
      'mapped.example': [['::ffff:7f00:1']],
      'local.example': [['::1']],
      'mixed.example': [[elsewhere, '127.0.0.1']],
      // The second answer would be used if the name were resolved again after the check.
      'rebound.example': [[elsewhere], ['127.0.0.1']],
    };
    const turns = new Map<string, number>();
    const { service, asAdmin, queried } = await startAt(
      (name) => {
        const turn = turns.get(name) ?? 0;
        turns.set(name, turn + 1);
        const given = answers[name] ?? [['127.0.0.1']];
        // Each lookup sends two queries: for IPv4 and IPv6.
        return given[Math.min(Math.floor(turn / 2), given.length - 1)] ?? [];
      },
      { SVC_WEBHOOK_PRIVATE: '0' },
    );
    for (const [host, each] of Object.entries(answers)) {
      const body = { url: `https://${host}:${port}/hook`, events: ['reader.created'] };
      const { id } = await ok<{ id: string }>('POST /settings/webhooks', { ...asAdmin, body });
      const errors: unknown[] = [];
      for (const _turn of each) {
        const sent = await ok<{ error: string }>(`POST /settings/webhooks/${id}/test`, asAdmin);
        errors.push(sent.error);
      }
      expect(errors.at(-1)).toContain('not a public address');
      await describeClient(service, host);
      expect(queried).toContain(host);
    }
    expect(connections).toEqual([]);
  });
});
