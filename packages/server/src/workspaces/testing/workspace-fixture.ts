import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import type { TestAnswer, TestService, TestWorkspace } from '../../testing/service.js';

/** A workspace with calls as its admin. */
export interface WorkspaceFixture {
  readonly workspace: TestWorkspace;
  readonly email: string;
  readonly id: string;
  readonly token: string;
  call(method: string, path: string, body?: unknown): Promise<TestAnswer>;
}

/** Creates a workspace with an admin. */
export async function createWorkspaceFixture(
  service: TestService,
  options: { reader_seats?: number; billing_active?: boolean } = {},
): Promise<WorkspaceFixture> {
  const workspace = await service.createWorkspace(options);
  const email = anAddress();
  const { id } = await invite(service, workspace, email, { role: 'admin' });
  const token = await personalToken(service, email);
  return {
    workspace,
    email,
    id,
    token,
    call: (method, path, body) =>
      service.call(method, path, { token, workspace: workspace.id, ...(body === undefined ? {} : { body }) }),
  };
}
