import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectRefusal } from '../testing/refusal.js';
import { startSuiteService, startTestService, type TestService } from '../testing/service.js';

const methods = ['PUT', 'PATCH', 'DELETE', 'POST', 'GET'];
const origin = 'https://app.example.com';

describe.each([
  ['without other origins', {}],
  ['with other origins listed', { SVC_CORS_ORIGINS: origin }],
])('%s', (_title, environment: Record<string, string>) => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService(environment);
  });
  afterAll(() => service.close());

  /** All paths that the service serves, inside and outside of the contract, with their methods. */
  function served(): [path: string, taken: Set<string>][] {
    const takenBy = new Map<string, Set<string>>();
    for (const { path, method } of service.app.http.routes) {
      if (method !== 'ALL') {
        const example = path.replace(/:\w+\{@[^}]*\}/g, '@x').replace(/:\w+/g, 'x');
        takenBy.set(example, (takenBy.get(example) ?? new Set()).add(method));
      }
    }
    return [...takenBy];
  }

  const allowedBy = (answer: { headers: Headers }): string[] => (answer.headers.get('allow') ?? '').split(', ').sort();

  it('refuses other methods of every path with 405 and Allow', async () => {
    expect(served().map(([path]) => path)).toEqual(
      expect.arrayContaining([
        '/docs',
        '/docs/reference.js',
        '/openapi.json',
        '/metrics',
        '/r',
        '/sign-in',
        '/mcp/http/',
      ]),
    );
    for (const [path, taken] of served()) {
      // `/raw/@x/*` also matches the upload route of a repo with that name, so PUT exists there.
      const upload = path === '/raw/@x/*' ? 'PUT' : undefined;
      for (const method of methods.filter((name) => !taken.has(name) && name !== upload)) {
        const answer = await service.call(method, path);
        expect(`${method} ${path}: ${answer.status}`).toBe(`${method} ${path}: 405`);
        // Routes of the device flow respond in the format of RFC 8628 instead.
        if (!path.startsWith('/auth/device/')) {
          expectRefusal('405 method_not_allowed', answer);
        }
        expect(allowedBy(answer)).toEqual([...taken, ...(taken.has('GET') ? ['HEAD'] : [])].sort());
      }
    }
  });

  it('answers OPTIONS of every path with 204 and Allow', async () => {
    for (const [path, taken] of served()) {
      const answer = await service.call('OPTIONS', path);
      expect(`${path}: ${answer.status} ${answer.body}`).toBe(`${path}: 204 `);
      expect(allowedBy(answer)).toEqual([...taken, ...(taken.has('GET') ? ['HEAD'] : [])].sort());
    }
  });

  it.each(['/nothing', '/docs/', '/v1/nothing', '/r/'])('has no route %s for OPTIONS', async (path) => {
    expectRefusal('404 route_not_found', await service.call('OPTIONS', path));
  });
});

const service = await startSuiteService({ SVC_CORS_ORIGINS: origin });

describe('CORS preflight', () => {
  const preflight = (path: string, from: string) =>
    service.call('OPTIONS', path, {
      headers: {
        origin: from,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'authorization, content-type',
      },
    });

  it('returns the methods and headers of the route', async () => {
    const answer = await preflight('/collections/things', origin);
    expect(answer).toMatchObject({ status: 204, body: '' });
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
    expect(answer.headers.get('access-control-allow-methods')).toContain('DELETE');
    expect(answer.headers.get('access-control-allow-headers')).toBe('authorization,content-type');
    expect(answer.headers.get('vary')).toContain('Origin');
    expect(answer.headers.get('allow')).toContain('DELETE');
  });

  it('succeeds for unknown routes, so that a page can read the error', async () => {
    expect(await preflight('/nothing', origin)).toMatchObject({ status: 204, body: '' });
    const answer = await service.call('DELETE', '/nothing', { headers: { origin } });
    expectRefusal('404 route_not_found', answer);
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('refuses other origins', async () => {
    const answer = await preflight('/collections/things', 'https://evil.example.com');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });
});
