import { limits } from '@tessera/contract';
import { beforeAll, describe, expect, test } from 'vitest';
import { clientAt, type TestClient } from '../../http/testing/client-at.js';
import { startServedService } from '../../testing/served-service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const service = await startServedService();
let course: CourseFixture;
let site: string;

beforeAll(async () => {
  course = await createCourseFixture(service);
  const group = { name: 'Free', paths: ['course/starter/**'], public: true };
  await course.backend('POST', '/v1/groups', group);
  site = `/d/@${course.workspace.slug}`;
});

/** A client without a credential, at its own client address. */
const stranger = (address: string) =>
  clientAt({ url: service.url, origin: service.services.baseUrl }, address, { accept: 'text/html' });

/** Sends as many requests as a minute allows, 20 at a time, and then one more. Returns the statuses. */
async function flood(client: TestClient, path: string, limit: number): Promise<number[]> {
  const statuses: number[] = [];
  const send = async () => (await client.get(path)).status;
  while (statuses.length < limit) {
    statuses.push(...(await Promise.all(Array.from({ length: Math.min(20, limit - statuses.length) }, send))));
  }
  return [...statuses, await send()];
}

describe('a visitor who sends too many requests', () => {
  test('is refused further pages, existing or not, with the time to wait, while others are served', async () => {
    const client = stranger('127.7.0.1');
    const statuses = await flood(client, `${site}/course/none`, limits.publicPagesPerMinute);
    expect([new Set(statuses.slice(0, -1)), statuses.at(-1)]).toEqual([new Set([404]), 429]);
    for (const path of [
      `${site}/course/starter/storing.md`,
      '/d/@no-such-shop/',
      `/raw${site.slice(2)}/course/a.svg`,
    ]) {
      const refused = await client.get(path);
      expect([path, refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([path, 429, true]);
    }
    expect((await stranger('127.7.0.2').get(`${site}/course/starter/storing.md`)).status).toBe(200);
  });

  test('is refused searches earlier than pages', async () => {
    const client = stranger('127.7.0.3');
    const statuses = await flood(client, `${site}/?q=fridge`, limits.publicSearchesPerMinute);
    expect([statuses.includes(429), statuses.at(-1)]).toEqual([true, 429]);
    expect(statuses.indexOf(429)).toBe(limits.publicSearchesPerMinute);
    expect((await client.get(`${site}/course/starter/storing.md`)).status).toBe(200);
    expect((await stranger('127.7.0.4').get(`${site}/?q=fridge`)).status).not.toBe(429);
  });
});
