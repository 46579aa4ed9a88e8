import { type Capability, capabilities } from '@tessera/contract';
import type { TestAnswer, TestService, TestWorkspace } from '../../testing/service.js';

/** A test workspace with an API key with all capabilities, and `v1` to call with it. */
export interface GrantingWorkspace extends TestWorkspace {
  readonly key: string;
  v1(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

/** Creates an API key and returns the response. */
export async function createKey(
  service: TestService,
  workspaceId: string,
  granted: readonly Capability[] = capabilities,
): Promise<{ id: string; secret: string }> {
  const created = await service.call('POST', `/operator/workspaces/${workspaceId}/api-keys`, {
    token: service.operatorToken,
    body: { name: 'test key', capabilities: granted },
  });
  return created.body;
}

/** Creates a workspace with a key. Uses a new key when the rate limit is reached. */
export async function grantingWorkspace(
  service: TestService,
  options: Parameters<TestService['createWorkspace']>[0] = {},
): Promise<GrantingWorkspace> {
  const workspace = await service.createWorkspace(options);
  let { secret } = await createKey(service, workspace.id);
  const { secret: key } = await createKey(service, workspace.id);
  return {
    ...workspace,
    key,
    v1: async (method, path, body) => {
      const request = { token: secret, ...(body === undefined ? {} : { body }) };
      const answer = await service.call(method, `/v1${path}`, request);
      if (answer.status !== 429) {
        return answer;
      }
      secret = (await createKey(service, workspace.id)).secret;
      return service.call(method, `/v1${path}`, { ...request, token: secret });
    },
  };
}
