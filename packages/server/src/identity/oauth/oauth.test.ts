import { expect, it } from 'vitest';
import { cookieForBrowser, cookieForLibrary } from './oauth.js';

const names = ['__Host-svc_connect', '__Host-svc_resume'];
const begin = (step: string, cookie?: string) =>
  cookieForBrowser(
    `__Host-svc_connect=${step}; path=/connect/${step}; expires=Fri, 27 Nov 2026 10:00:00 GMT; secure; httponly`,
    { cookie, path: '/oauth/authorize?client_id=x' },
    names,
  );
const pairOf = (setCookie: string) => setCookie.split(';')[0] ?? '';

it('step cookies > are valid for all paths, as the __Host- prefix requires', () => {
  expect(begin('one')).toMatch(/^__Host-svc_connect=one; Path=\/; Max-Age=\d+; secure; httponly$/);
});

it('step cookies > keep simultaneous steps of a browser apart', () => {
  const cookie = pairOf(begin('two', pairOf(begin('one'))));
  for (const step of ['one', 'two']) {
    const sent = { cookie: `svc_session=s; ${cookie}`, path: `/connect/${step}` };
    expect(cookieForLibrary(sent, names)).toBe(`svc_session=s; __Host-svc_connect=${step}`);
  }
  expect(cookieForLibrary({ cookie, path: '/connect/on' }, names)).toBe('');
  expect(cookieForLibrary({ cookie: undefined, path: '/connect/one' }, names)).toBeUndefined();
});

it('step cookies > keep the latest steps only, and drop a finished one', () => {
  let cookie = '';
  for (const step of ['a', 'b', 'c', 'd', 'e']) {
    cookie = pairOf(begin(step, cookie));
  }
  expect(cookie).toBe('__Host-svc_connect=e.d.c.b');
  const end = (step: string, from: string) =>
    cookieForBrowser(
      '__Host-svc_connect=; path=/oauth/authorize/d; expires=Thu, 01 Jan 1970 00:00:00 GMT',
      { cookie: from, path: `/oauth/authorize/${step}` },
      names,
    );
  expect(end('d', cookie)).toMatch(/^__Host-svc_connect=e.c.b; Path=\/; Max-Age=[1-9]/);
  expect(end('e', '__Host-svc_connect=e')).toMatch(/^__Host-svc_connect=; Path=\/; Max-Age=0/);
});

it('step cookies > leave other cookies unchanged', () => {
  const other = 'svc_oauth=x; path=/; httponly';
  expect(cookieForBrowser(other, { cookie: undefined, path: '/' }, names)).toBe(other);
});
