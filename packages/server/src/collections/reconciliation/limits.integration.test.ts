import { expect, it } from 'vitest';
import { startServedService } from '../../testing/served-service.js';
import { callersWorkspace } from '../testing/callers.js';

const service = await startServedService({ SVC_RELAY_CALLS_PER_MINUTE: '3' });
const workspace = await callersWorkspace(service);
await workspace.must('POST', '/collections', { name: 'products' });
const newPath = async () =>
  new URL((await workspace.must('POST', '/collections/products/reconciliation-url')).url).pathname;

it('reconcile.* > counts calls of a reconciliation URL as one relay credential, even after the URL is replaced', async () => {
  const first = await newPath();
  const get = (path: string) => fetch(service.url + path);
  const told = await get(first);
  expect(told.headers.get('ratelimit-policy')).toBe('"relay_calls";q=3;w=60');
  expect(told.headers.get('ratelimit')).toMatch(/^"relay_calls";r=2;/);
  expect((await get(`${first}/suggest/property`)).status).toBe(200);
  const second = await newPath();
  expect((await get(`${second}/extend`)).status).toBe(200);
  const refused = await get(second);
  expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'rate_limited']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(refused.headers.get('access-control-allow-origin')).toBe('*');
});
