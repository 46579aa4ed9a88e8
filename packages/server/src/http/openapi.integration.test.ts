import { type CredentialKind, hasSecretInPath, type RouteDefinition, routes } from '@tessera/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCredentials, createTenants, type Kind, type Presented } from '../identity/testing/tenants.js';
import { startSuiteService } from '../testing/service.js';

interface Operation {
  readonly parameters: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly description: string }>>;
  readonly security: readonly Readonly<Record<string, unknown>>[];
}

interface Described {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly securitySchemes: Readonly<Record<string, { in?: string; name?: string }>> };
}

const kinds: Readonly<Record<Exclude<Kind, 'anonymous' | 'unpinned session'>, CredentialKind>> = {
  'personal token': 'personal_token',
  session: 'session',
  'writing pinned token': 'pinned_token',
  'reading pinned token': 'pinned_token',
  'magic link': 'magic_link',
  'api key': 'api_key',
};

const service = await startSuiteService();
const document: Described = (await service.call('GET', '/openapi.json')).body;

describe('OpenAPI document', () => {
  let credentials: Readonly<Record<Kind, Presented>>;
  let foreign: string;
  let secrets: Readonly<Record<string, string>>;
  beforeAll(async () => {
    const tenants = await createTenants(service);
    credentials = await createCredentials(service, tenants);
    foreign = tenants.foreign.id;
    const made = await service.call('POST', '/collections', { token: tenants.own.token, body: { name: 'x' } });
    const url = await service.call('POST', '/collections/x/reconciliation-url', { token: tenants.own.token });
    secrets = { ingest: made.body.secret, reconcile: url.body.secret };
  });

  /** One request for each kind of caller that the route accepts. */
  function callersOf({ policy }: RouteDefinition): Presented[] {
    if (hasSecretInPath(policy)) {
      return [{}];
    }
    return Object.entries(kinds)
      .filter(([, kind]) => policy.credentials.includes(kind))
      .map(([name]) => credentials[name as Kind]);
  }

  const described = ({ path, method }: RouteDefinition) => document.paths[path]?.[method.toLowerCase()] as Operation;
  const checking = (Object.values(routes) as RouteDefinition[]).filter(
    ({ policy }) => !policy.credentials.includes('anonymous') && policy.credentials.some((kind) => kind !== 'operator'),
  );

  it.each(checking.map((route) => [route.id, route] as const))(
    'documents exactly the refusals of workspace headers of %s',
    async (_id, route) => {
      const { parameters, responses } = described(route);
      const answered = new Set<string>();
      for (const caller of callersOf(route)) {
        for (const workspace of ['acme', foreign]) {
          const path = route.path
            .replace('{secret}', secrets[route.path.split('/')[1] ?? ''] ?? '')
            .replace(/\{\w+\}/g, 'x');
          const { status, body } = await service.call(route.method, path, {
            ...caller,
            headers: { ...caller.headers, 'x-svc-workspace': workspace },
          });
          answered.add(body.error.code);
          expect(responses[status]?.description).toContain(`\`${body.error.code}\``);
        }
      }
      const spansAll = answered.has('workspace_header_not_allowed');
      expect(parameters.some(({ name }) => name === 'X-Svc-Workspace')).toBe(!spansAll);
      const selecting = /`(invalid_workspace_id|not_a_member|workspace_conflict|workspace_header_not_allowed)`/g;
      const told = Object.values(responses).flatMap(({ description }) => [...description.matchAll(selecting)]);
      expect(told.map(([, code]) => code).sort()).toEqual([...answered].sort());
    },
  );

  it('names the cookies that browsers receive', () => {
    const { securitySchemes } = document.components;
    const cookieOf = (kind: 'session' | 'magic link') => credentials[kind].headers?.cookie?.split('=')[0];
    const cookies = Object.values(securitySchemes).filter((scheme) => scheme.in === 'cookie');
    expect(cookies.map(({ name }) => name).sort()).toEqual([cookieOf('magic link'), cookieOf('session')]);
    for (const route of checking) {
      const named = described(route).security.flatMap((each) =>
        Object.keys(each).map((id) => securitySchemes[id]?.name),
      );
      expect(named.includes('svc_reader')).toBe(route.policy.credentials.includes('magic_link'));
      expect(named.includes('svc_session')).toBe(route.policy.credentials.includes('session'));
    }
  });
});
