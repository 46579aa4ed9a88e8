import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, unique } from '../http.js';
import { startOwnService } from '../own-service.js';
import type { OwnService } from '../service.js';

describe('anonymous limits of the built service', () => {
  let target: OwnService;
  beforeAll(async () => {
    target = await startOwnService();
  });
  afterAll(() => target.dispose());

  const form = (path: string, fields: Record<string, string>) =>
    call(`POST ${path}`, {
      target,
      raw: String(new URLSearchParams(fields)),
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: target.url },
    });

  it.each([
    ['sign-in codes', 303, () => form('/sign-in', { email: `${unique('someone')}@example.com` })],
    ['device codes', 200, () => form('/auth/device/code', { client_id: 'svc' })],
  ])('refuse further %s from an address above its limit', async (_title, accepted, ask) => {
    const statuses: number[] = [];
    while (statuses.length < 200 && statuses.at(-1) !== 429) {
      statuses.push((await ask()).status);
    }
    expect(statuses.at(-1)).toBe(429);
    expect(new Set(statuses.slice(0, -1))).toEqual(new Set([accepted]));
  });
});
