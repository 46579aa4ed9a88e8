import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { buildApp } from '../app.js';
import { errors } from '../platform/errors.js';
import { startSuiteService } from '../testing/service.js';
import { isApiPath } from './pages/paths.js';
import { plainRefusal } from './server.js';

const service = await startSuiteService();

it('unknown URLs > return a page to a browser, and an error envelope to a program', async () => {
  const person = await service.call('GET', '/nowhere', { headers: { accept: 'text/html,*/*;q=0.8' } });
  expect(person.status).toBe(404);
  expect(person.headers.get('content-type')).toContain('text/html');
  expect(person.body).toContain('There is no page here');
  const program = await service.call('GET', '/nowhere', { headers: { accept: '*/*' } });
  expect(program).toMatchObject({ status: 404, body: { error: { code: 'route_not_found' } } });
});

it('GET /favicon.ico > returns the icon', async () => {
  const answer = await service.app.http.request('http://tessera.test/favicon.ico');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/x-icon']);
  expect([...new Uint8Array(await answer.arrayBuffer()).slice(0, 4)]).toEqual([0, 0, 1, 0]);
});

/** Paths of the pages for browsers, with example parameters. */
const pageAddresses = [
  ...new Set(
    service.app.http.routes
      .filter(({ method, path }) => method === 'GET' && isPage(path))
      .map(({ path }) => path.replace(/[*]|:\w+(?:\{[^}]*\})?/g, 'x')),
  ),
];

function isPage(path: string): boolean {
  const forPrograms =
    /^\/(?:health|metrics|openapi\.json|favicon\.ico|git|mcp|reconcile|\.well-known|oauth\/(?!connect))/;
  return !isApiPath(path) && !forPrograms.test(path) && !path.includes('.');
}

it.each([
  ['500', () => new Error('broken')],
  ['503', () => errors.unavailable()],
  ['429', () => errors.rateLimited('Slow down.', 5)],
  ['413', () => errors.payloadTooLarge(1)],
  ['404', () => errors.routeNotFound()],
] as const)('pages > that fail with %s return a page to clients that accept HTML', async (status, failure) => {
  const failing = new Proxy(service.services.database, {
    get: (database, name) =>
      ['inWorkspace', 'withoutWorkspace', 'asSystem'].includes(String(name))
        ? () => Promise.reject(failure())
        : Reflect.get(database, name),
  });
  const app = buildApp({ ...service.services, database: failing }, { sweeps: false });
  const failed: string[] = [];
  for (const path of pageAddresses) {
    for (const method of ['GET', 'POST']) {
      const headers = {
        accept: 'text/html',
        cookie: 'svc_session=svc_ss_x; svc_link=svc_ml_x',
        origin: 'http://tessera.test',
      };
      const answer = await app.http.request(`http://tessera.test${path}?token=x`, { method, headers });
      const text = await answer.text();
      if (answer.status >= 400) {
        expect(answer.headers.get('content-type'), `${method} ${path}: ${text.slice(0, 80)}`).toContain('text/html');
        expect(text, `${method} ${path}`).toMatch(/<h1[ >]/);
      }
      if (String(answer.status) === status) failed.push(path);
    }
  }
  expect(failed.length).toBeGreaterThan(0);
  await app.close();
});

const browser = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it('refusals > are a page for a browser on every route, and an envelope for a program', async () => {
  const routes = service.app.http.routes.filter(({ method }) => method === 'GET').map(({ path }) => path);
  const address = fc.constantFrom(...new Set(routes)).map((path) => path.replace(/[*]|:\w+(?:\{[^}]*\})?/g, 'x'));
  await fc.assert(
    fc.asyncProperty(address, fc.constantFrom('GET', 'POST'), async (path, method) => {
      const person = await service.call(method, path, { headers: { accept: browser } });
      const type = person.headers.get('content-type') ?? '';
      if (person.status >= 400) {
        expect(type, `${method} ${path}`).not.toContain('application/json');
      }
      const program = await service.call(method, path, { token: 'svc_pt_unknown', headers: { accept: browser } });
      if (program.status >= 400 && !path.startsWith('/git/')) {
        expect(program.headers.get('content-type') ?? '', `${method} ${path}`).toMatch(/json|html/);
      }
    }),
    { numRuns: propertyRuns(300) },
  );
});

it('refusals > are an envelope for an HTTP library that sends text/html to the API', async () => {
  const accept = 'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2';
  const answer = await service.call('GET', '/collections', { headers: { accept } });
  expect(answer).toMatchObject({ status: 401, body: { error: { code: 'unauthenticated' } } });
});

it('refusals > of a file redirect a browser to the sign-in and back', async () => {
  const answer = await service.call('GET', '/raw/docs/a.pdf', { headers: { accept: browser } });
  expect(answer.status).toBe(401);
  expect(answer.body).toContain('/sign-in?next=%2Fraw%2Fdocs%2Fa.pdf');
});

it('refusals > of a stopping service are a page for a browser, and an envelope for a program', async () => {
  const ask = (accept: string) =>
    plainRefusal(errors.unavailable(), new Request('http://tessera.test/d/', { headers: { accept } }));
  expect(await ask(browser).text()).toContain('<h1>That did not work</h1>');
  expect(await ask('text/html').text()).toContain('<h1>That did not work</h1>');
  expect(await ask('*/*').json()).toMatchObject({ error: { code: 'unavailable' } });
});
