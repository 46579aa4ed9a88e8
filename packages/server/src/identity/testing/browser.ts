import type { TestService } from '../../testing/service.js';

/** A page in a browser without a screen. */
export interface Page {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  /** The path and query of a redirect; undefined without one. */
  readonly location: string | undefined;
}

/** A browser without a screen. It keeps cookies and sends forms with the service's own origin. */
export interface TestBrowser {
  readonly cookies: Map<string, string>;
  open(path: string): Promise<Page>;
  submit(path: string, fields: Readonly<Record<string, string>>, headers?: Record<string, string>): Promise<Page>;
  /** Headers of an API call that a page of the service sends from this browser. */
  headers(): Record<string, string>;
}

/** Opens a new browser. */
export function openBrowser(service: TestService, remoteAddress?: string): TestBrowser {
  const cookies = new Map<string, string>();
  const { baseUrl } = service.services;
  const headers = (): Record<string, string> => ({
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
    origin: baseUrl,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  });
  const visit = async (path: string, init: RequestInit): Promise<Page> => {
    const env = remoteAddress === undefined ? {} : { incoming: { socket: { remoteAddress } } };
    const answer = await service.app.http.request(new URL(path, baseUrl).href, init, env);
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      if (/max-age=0/i.test(cookie)) {
        cookies.delete(name);
      } else {
        cookies.set(name, value);
      }
    }
    const location = answer.headers.get('location') ?? undefined;
    return { status: answer.status, text: await answer.text(), headers: answer.headers, location };
  };
  return {
    cookies,
    headers,
    open: (path) => visit(path, { headers: headers() }),
    submit: (path, fields, more = {}) =>
      visit(path, { method: 'POST', headers: { ...headers(), ...more }, body: new URLSearchParams(fields) }),
  };
}

/** The code in the latest mail to an address. */
export async function latestCode(service: TestService, email: string): Promise<string> {
  // The code is mailed after the response, in the next turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve));
  const mail = service.mails.findLast(({ to, subject }) => to === email && /^\d{6} /.test(subject));
  if (mail === undefined) {
    throw new Error(`no code was mailed to ${email}`);
  }
  return mail.subject.slice(0, 6);
}

/** Signs an address in by code, by default in a new browser. */
export async function signIn(
  service: TestService,
  email: string,
  next = '/',
  browser = openBrowser(service),
): Promise<TestBrowser> {
  await browser.submit('/sign-in', { email, next });
  await browser.submit('/sign-in/code', { code: await latestCode(service, email) });
  if (!browser.cookies.has('svc_session') && !browser.cookies.has('__Host-svc_session')) {
    throw new Error(`${email} was not signed in`);
  }
  return browser;
}
