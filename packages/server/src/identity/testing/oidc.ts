import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OidcSettings } from '../oidc/provider.js';

/** How a provider differs from the plain one. */
export interface OidcProcessOptions {
  readonly port?: number;
  readonly authMethod?: string;
  /** The product whose issuer and claims it imitates. */
  readonly kind?: 'plain' | 'entra' | 'authentik' | 'keycloak' | 'google';
  /** Where it sends logout tokens. */
  readonly logoutUri?: string;
  /** Its private keys. */
  readonly jwks?: { readonly keys: readonly object[] };
  /** More claims by address; those of `userinfo of <address>` are sent at the userinfo endpoint only. */
  readonly groups?: Readonly<Record<string, object>>;
}

/** A running provider, and the settings to reach it. */
export interface OidcProcess {
  readonly settings: OidcSettings;
  stop(): Promise<void>;
}

/**
 * Starts an `oidc-provider` process that redirects browsers to `redirectUri`. By default it uses a free port and
 * accepts the client's secret in the body.
 */
export async function startOidcProcess(redirectUri: string, options: OidcProcessOptions = {}): Promise<OidcProcess> {
  const script = fileURLToPath(new URL('./oidc-provider-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, JSON.stringify({ ...options, redirectUri })], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const started = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const issuer = await Promise.race([
    started,
    exited.then(() => Promise.reject(new Error('the OpenID provider did not start'))),
  ]);
  return {
    settings: {
      ...{ issuer, clientId: 'tessera', clientSecret: 'a-secret-for-tests', name: 'Example Identity' },
      ...{ emailClaim: 'email', trustsEmail: false },
    },
    stop: async () => {
      child.kill();
      await exited;
    },
  };
}

/**
 * Signs in at the provider in a browser without a screen. Follows redirects until one leads to `until`, and returns
 * that URL.
 */
export async function signInAtProvider(
  location: string,
  login: string,
  until: string,
  cookies = new Map<string, string>(),
): Promise<string> {
  const visit = visitorWith(cookies);
  let url = location;
  let answer = await visit(url);
  for (let step = 0; step < 20; step += 1) {
    const next = answer.headers.get('location');
    if (next !== null) {
      url = new URL(next, url).href;
      if (url.startsWith(until)) {
        return url;
      }
      answer = await visit(url);
    } else {
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) {
        throw new Error(`the provider answered ${answer.status}: ${page.slice(0, 500)}`);
      }
      answer = await visit(url, { prompt, login, password: 'any' });
    }
  }
  throw new Error('the provider redirected without end');
}

/** Signs out at the provider in the browser with these cookies. */
export async function signOutAtProvider({ issuer }: OidcSettings, cookies: Map<string, string>): Promise<void> {
  const visit = visitorWith(cookies);
  const asked = await (await visit(`${issuer}/session/end`)).text();
  const form = /name="xsrf" value="(\w+)"/.exec(asked)?.[1] ?? '';
  const answer = await visit(`${issuer}/session/end/confirm`, { xsrf: form, logout: 'yes' });
  if (answer.status >= 400) {
    throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
  }
}

function visitorWith(cookies: Map<string, string>) {
  return async (url: string, form?: Record<string, string>): Promise<Response> => {
    const answer = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (cookie.split(';')[0] ?? '').split(/=(.*)/s);
      cookies.set(name, value);
    }
    return answer;
  };
}
