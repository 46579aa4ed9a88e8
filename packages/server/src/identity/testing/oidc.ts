import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { OidcSettings } from '../oidc/provider.js';

/** A running provider, and the settings to reach it. */
export interface OidcProcess {
  readonly settings: OidcSettings;
  stop(): Promise<void>;
}

/**
 * Starts an `oidc-provider` process that redirects browsers to `redirectUri`. By default it uses a free port and
 * accepts the client's secret in the body.
 */
export async function startOidcProcess(
  redirectUri: string,
  { port = 0, authMethod = 'client_secret_post' }: { port?: number; authMethod?: string } = {},
): Promise<OidcProcess> {
  const script = fileURLToPath(new URL('./oidc-provider-process.mjs', import.meta.url));
  const child = spawn(process.execPath, [script, redirectUri, String(port), authMethod], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  const started = once(createInterface(child.stdout), 'line').then(([line]) => String(line));
  const issuer = await Promise.race([
    started,
    exited.then(() => Promise.reject(new Error('the OpenID provider did not start'))),
  ]);
  return {
    settings: { issuer, clientId: 'tessera', clientSecret: 'a-secret-for-tests', name: 'Example Identity' },
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
export async function signInAtProvider(location: string, login: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (url: string, form?: Record<string, string>): Promise<Response> => {
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
