import { grantingWorkspace } from '../../access/testing/keys.js';
import type { TestService } from '../../testing/service.js';

/** Options of a pinned token in a test; by default everything that an agent can have. */
export interface TokenOptions {
  readonly name?: string;
  readonly role?: 'admin' | 'member' | 'reader';
  readonly access?: 'read_only' | 'read_write';
  readonly groups?: readonly string[];
  readonly collections?: 'manage' | 'write' | 'read';
}

/** A workspace in a test, with ways to admit others. */
export interface AgentWorkspace {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  /** An admin's pinned token. */
  readonly token: string;
  /** Creates a pinned token. */
  pinned(options?: TokenOptions): Promise<string>;
  /** Creates a group and returns its id. */
  group(): Promise<string>;
  /** Adds a person. */
  add(email: string, options?: Omit<TokenOptions, 'name' | 'collections'>): Promise<void>;
  /** Calls the HTTP routes as the admin. Throws unless the status is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  http(method: string, path: string, body?: unknown): Promise<any>;
  /** Creates a collection with these records. */
  fill(collection: string, records: readonly unknown[]): Promise<void>;
}

/** Creates a workspace. */
export async function agentWorkspace(service: TestService, name: string): Promise<AgentWorkspace> {
  const workspace = await grantingWorkspace(service, { name });
  const operator = (path: string, body: unknown) =>
    service.call('POST', `/operator/workspaces/${workspace.id}${path}`, { token: service.operatorToken, body });
  const http: AgentWorkspace['http'] = async (method, path, body) => {
    const answer = await service.call(method, path, {
      token: workspace.token,
      ...(body === undefined ? {} : { body }),
    });
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  return {
    ...workspace,
    pinned: async ({ name: tokenName = 'agent', role = 'member', access = 'read_write', ...rest } = {}) => {
      const body = { name: tokenName, role, access, ...rest };
      return (await operator('/tokens', body)).body.secret;
    },
    group: async () => (await workspace.v1('POST', '/groups', { name: 'Group', paths: ['docs/**'] })).body.id,
    add: async (email, { role = 'member', ...rest } = {}) => {
      await operator('/people', { email, role, ...rest });
    },
    http,
    fill: async (collection, records) => {
      await http('POST', '/collections', { name: collection });
      await http('POST', `/collections/${collection}/records`, { records });
    },
  };
}

/** Creates a personal token for an address. */
export async function personalToken(service: TestService, email: string): Promise<string> {
  const answer = await service.call('POST', `/operator/people/${encodeURIComponent(email)}/personal-tokens`, {
    token: service.operatorToken,
    body: { name: 'laptop' },
  });
  return answer.body.secret;
}
