import { capabilities } from '@tessera/contract';
import { expect } from 'vitest';
import type { TestService, TestWorkspace } from '../../testing/service.js';
import { signIn } from './browser.js';
import { anAddress, invite, personalToken } from './people.js';

/**
 * One person is an editor in `own`, an admin in `other` and a member in `readable`. No credential here can access
 * `foreign`. Every pinned credential is pinned to `own`.
 */
export interface Tenants {
  readonly own: TestWorkspace;
  readonly other: TestWorkspace;
  readonly readable: TestWorkspace;
  readonly foreign: TestWorkspace;
}

/** The kinds of credentials, named as in test titles. */
export const kinds = [
  'personal token',
  'session',
  'unpinned session',
  'writing pinned token',
  'reading pinned token',
  'magic link',
  'api key',
  'anonymous',
] as const;
/** A kind of credential. */
export type Kind = (typeof kinds)[number];

/** The part of a call that presents a credential. */
export interface Presented {
  readonly token?: string;
  readonly headers?: Record<string, string>;
}

/** Creates the four workspaces. */
export async function createTenants(service: TestService): Promise<Tenants> {
  return {
    own: await service.createWorkspace({ name: 'Own' }),
    other: await service.createWorkspace({ name: 'Other' }),
    readable: await service.createWorkspace({ name: 'Readable' }),
    foreign: await service.createWorkspace({ name: 'Foreign' }),
  };
}

/** Creates one credential of each kind. */
export async function createCredentials(service: TestService, tenants: Tenants): Promise<Record<Kind, Presented>> {
  const email = anAddress();
  await invite(service, tenants.own, email, { role: 'member' });
  await invite(service, tenants.other, email, { role: 'admin' });
  await invite(service, tenants.readable, email, { role: 'reader' });
  const unpinnedBrowser = await signIn(service, email);
  const browser = await signIn(service, email);
  await browser.submit('/sign-in/workspace', { workspace: tenants.own.id, next: '/' });
  const asOperator = async (path: string, body: unknown): Promise<string> => {
    const answer = await service.call('POST', path, { token: service.operatorToken, body });
    expect(answer.status).toBe(200);
    return answer.body.secret;
  };
  const own = `/operator/workspaces/${tenants.own.id}`;
  const key = await asOperator(`${own}/api-keys`, { name: 'key', capabilities });
  return {
    'personal token': { token: await personalToken(service, email) },
    session: { headers: browser.headers() },
    'unpinned session': { headers: unpinnedBrowser.headers() },
    'writing pinned token': { token: tenants.own.token },
    'reading pinned token': {
      token: await asOperator(`${own}/tokens`, { name: 'reading', role: 'member', access: 'read_only' }),
    },
    'magic link': { headers: await magicLinkHeaders(service, key) },
    'api key': { token: key },
    anonymous: {},
  };
}

/** Creates a magic link with this API key. Returns the headers of a browser that has opened it. */
export async function magicLinkHeaders(service: TestService, key: string): Promise<Record<string, string>> {
  const link = await service.call('POST', '/v1/readers', { token: key, body: { email: anAddress() } });
  const answer = await service.app.http.request(link.body.magic_link);
  const cookie = answer.headers.getSetCookie().find((text) => text.startsWith('svc_reader=')) ?? '';
  return { cookie: cookie.split(';')[0] ?? '', origin: service.services.baseUrl };
}
