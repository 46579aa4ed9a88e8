import type { MiddlewareHandler } from 'hono';
import type { RequestVariables } from './request.js';

const shared: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After, RateLimit, RateLimit-Policy',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/**
 * Lets pages of any site call a service whose URL is its credential. Such calls send no cookies. They may use CORS,
 * JSONP (with the `callback` that the route accepted) or a frame.
 */
export const withAnyOrigin: MiddlewareHandler<RequestVariables> = async (c, next) => {
  await next();
  const callback = c.req.query('callback');
  if (callback !== undefined && c.res.ok && c.res.headers.get('Content-Type')?.startsWith('application/json')) {
    c.res = await asScript(callback, c.res);
  }
  const { headers } = c.res;
  for (const [name, value] of Object.entries(shared)) {
    headers.set(name, value);
  }
  headers.delete('X-Frame-Options');
  if (c.req.method === 'OPTIONS') {
    headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? 'GET, POST, OPTIONS');
    headers.set('Access-Control-Allow-Headers', 'Content-Type, X-Request-Id');
    headers.set('Access-Control-Max-Age', '600');
  }
};

/**
 * Returns a JSON response as a script. The leading comment prevents browser plugins from reading it as another file
 * type.
 */
async function asScript(callback: string, answer: Response): Promise<Response> {
  const json = (await answer.text()).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
  const headers = new Headers(answer.headers);
  headers.set('Content-Type', 'text/javascript; charset=utf-8');
  headers.delete('Content-Length');
  return new Response(`/**/${callback}(${json});`, { status: answer.status, headers });
}
