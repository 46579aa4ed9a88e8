import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import { startServedService } from '../../testing/served-service.js';

const service = await startServedService();

it('a workspace that imports without end is refused what is too much, and another one imports meanwhile', async () => {
  const records = Array.from({ length: 20 }, (_, id) => ({ id, name: `Desk lamp ${id}` }));
  const [flooding, other] = await Promise.all(
    [0, 1].map(async () => {
      const { token } = await service.createWorkspace();
      await service.call('POST', '/collections', { token, body: { name: 'lamps' } });
      return async () => {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const body = JSON.stringify({ records });
        const answer = await fetch(`${service.url}/collections/lamps/import`, { method: 'POST', headers, body });
        return { status: answer.status, body: await answer.json() };
      };
    }),
  );
  const order: string[] = [];
  const flood = Array.from({ length: 2 * limits.importsPerWorkspace }, () =>
    flooding?.().then((answer) => {
      order.push('flood');
      return answer;
    }),
  );
  const served = await other?.();
  order.push('other');
  expect(served).toMatchObject({ status: 200, body: { imported: 20 } });
  const statuses = (await Promise.all(flood)).map((answer) => answer?.status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(limits.importsPerWorkspace);
  expect(order.at(-1)).toBe('flood');
});
