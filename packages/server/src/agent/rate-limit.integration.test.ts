import { once } from 'node:events';
import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../http/server.js';
import { exchange } from '../http/testing/exchange.js';
import { startSuiteService } from '../testing/service.js';
import { connectAgent, startTwoRelays, type ToolAnswer } from './testing/agents.js';
import { message, postToRelay, toolCall } from './testing/relay-request.js';
import { agentWorkspace, personalToken } from './testing/workspaces.js';

const limit = 5;
const settings = { SVC_RELAY_CALLS_PER_MINUTE: String(limit) };

const service = await startSuiteService(settings);
const shop = await agentWorkspace(service, 'Shop');
const relays = await startTwoRelays(service, settings);
afterAll(() => Promise.all(relays.map((relay) => relay.close())));

const ping = message('ping');
const listing = toolCall('list_collections');

const post = (token: string, sent: string, relay = 0) =>
  postToRelay(relays[relay]?.url ?? '', { token, message: sent });

async function fill(token: string): Promise<void> {
  for (let call = 0; call < limit; call += 1) {
    expect((await post(token, ping)).status).toBe(200);
  }
}

/**
 * Sends a tool call in chunks without an end. Stops the server when it has sent more bytes than a refused call may
 * have.
 */
async function* endlessCall(token: string, server: Server): AsyncGenerator<string> {
  const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;
  yield 'POST /mcp/http/ HTTP/1.1\r\nHost: tessera.test\r\nTransfer-Encoding: chunked\r\n';
  yield `Content-Type: application/json\r\nAuthorization: Bearer ${token}\r\n\r\n`;
  yield chunk(toolCall('describe_collection', { collection: 'x' }).slice(0, -4));
  yield chunk('x'.repeat(limits.refusedBodyBytes));
  await once(server, 'request');
  server.close();
  for (;;) {
    yield chunk('x'.repeat(1_000));
    await pause(10);
  }
}

describe('a credential on the relay', () => {
  it('receives the state of its limit in every response', async () => {
    const token = await shop.pinned();
    const { headers } = await post(token, listing);
    expect(headers.get('ratelimit-policy')).toBe(`"relay_calls";q=${limit};w=60`);
    expect(headers.get('ratelimit')).toMatch(/^"relay_calls";r=4;t=\d+$/);
    expect((await post(token, ping)).headers.get('ratelimit')).toMatch(/;r=3;/);
  });

  it('over its limit, receives the time to wait in the tool’s result', async () => {
    const token = await shop.pinned();
    await fill(token);
    const before = await shop.http('GET', '/collections');
    const { status, headers, body } = await post(token, toolCall('create_collection', { name: 'late' }));
    const wait = Number(headers.get('retry-after'));
    expect([status, body.result.isError]).toEqual([200, true]);
    expect(JSON.parse(body.result.content[0].text).error).toEqual({
      code: 'rate_limited',
      message: `This credential has made its ${limit} calls of the last minute: wait ${wait} s, then repeat the call.`,
    });
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(61);
    expect(headers.get('ratelimit')).toMatch(/^"relay_calls";r=0;t=\d+$/);
    expect(await shop.http('GET', '/collections')).toEqual(before);
  });

  it('over its limit, receives 429 in the envelope for everything but a tool call', async () => {
    const token = await shop.pinned();
    await fill(token);
    for (const method of ['ping', 'tools/list', 'notifications/initialized']) {
      const { status, headers, body } = await post(token, message(method));
      expect([status, body.error.code]).toEqual([429, 'rate_limited']);
      expect(body.error.message).toContain(`wait ${headers.get('retry-after')} s`);
    }
  });

  it('over its limit, receives 429 at once for a tool call that is too large to read', async () => {
    const token = await shop.pinned();
    await fill(token);
    const callOf = (characters: number) => toolCall('describe_collection', { collection: 'x'.repeat(characters) });
    const small = await post(token, callOf(limits.refusedBodyBytes - 1_000));
    expect([small.status, small.body.result?.isError]).toEqual([200, true]);
    const large = await post(token, callOf(limits.refusedBodyBytes));
    expect([large.status, large.body.error.code]).toEqual([429, 'rate_limited']);
    expect(large.headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('over its limit, receives 429 for a tool call that never ends, which does not delay a stop', async () => {
    const token = await shop.pinned();
    await fill(token);
    const server = createHttpServer((request, connection) => service.app.http.fetch(request, connection));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const stopped = once(server, 'close');
    const answer = await exchange(server, endlessCall(token, server));
    expect(answer).toMatch(/^HTTP\/1\.1 429 .*"code":"rate_limited"/s);
    await stopped;
  });

  it('is not charged for refused calls, and can continue after the minute', async () => {
    const token = await shop.pinned();
    await fill(token);
    for (let call = 0; call < 2 * limit; call += 1) {
      expect((await post(token, listing)).body.result.isError).toBe(true);
    }
    await service.services.database.asSystem((transaction) =>
      transaction.query('update call_windows set seconds = array(select s - 61 from unnest(seconds) s order by s)'),
    );
    const { headers, body } = await post(token, listing);
    expect(body.result.isError).toBeUndefined();
    expect(headers.get('ratelimit')).toMatch(/;r=4;/);
  });

  it('shares one limit among all server processes', async () => {
    const token = await shop.pinned();
    const answers = await Promise.all(Array.from({ length: 4 * limit }, (_, index) => post(token, ping, index % 2)));
    const statuses = answers.map((answer) => answer.status).sort();
    expect(statuses).toEqual([...Array(limit).fill(200), ...Array(3 * limit).fill(429)]);
  });

  it('does not use up another’s limit, including personal tokens', async () => {
    await shop.add('ada@example.com');
    const personal = await personalToken(service, 'ada@example.com');
    await fill(await shop.pinned());
    await fill(personal);
    expect((await post(personal, ping)).status).toBe(429);
    expect((await post(await shop.pinned(), ping)).status).toBe(200);
  });

  it('receives the refusal in the protocol’s own client, too', async () => {
    const token = await shop.pinned();
    const agent = await connectAgent(relays[0]?.url ?? '', token);
    const answers: ToolAnswer[] = [];
    for (let call = 0; call < limit; call += 1) {
      answers.push(await agent.call('list_collections'));
    }
    expect(answers.filter((answer) => !answer.isError).length).toBeGreaterThan(0);
    expect(answers.at(-1)).toMatchObject({ isError: true, body: { error: { code: 'rate_limited' } } });
    await agent.close();
  });

  it('of a kind that the relay does not accept is not counted', async () => {
    const unknown = `svc_tk_${'a'.repeat(43)}`;
    const rows = () =>
      service.services.database.asSystem((transaction) => transaction.query('select from call_windows'));
    const before = (await rows()).length;
    expect((await post(unknown, listing)).status).toBe(401);
    expect(await rows()).toHaveLength(before);
  });
});
