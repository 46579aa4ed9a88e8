import { expect, it } from 'vitest';
import { startSuiteService } from '../testing/service.js';

const service = await startSuiteService();

it('a person at an address where nothing is gets a page, a program the envelope', async () => {
  const person = await service.call('GET', '/nowhere', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(person.status).toBe(404);
  expect(person.headers.get('content-type')).toContain('text/html');
  expect(person.body).toContain('There is no page here');
  const program = await service.call('GET', '/nowhere', { headers: { accept: '*/*' } });
  expect(program).toMatchObject({ status: 404, body: { error: { code: 'route_not_found' } } });
});

it('a browser finds the icon that it asks for by itself', async () => {
  const answer = await service.app.http.request('http://tessera.test/favicon.ico');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
});
