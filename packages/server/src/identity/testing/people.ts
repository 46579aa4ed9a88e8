import { randomBytes } from 'node:crypto';
import type { TestService, TestWorkspace } from '../../testing/service.js';

/** An address that no other test uses. */
export function anAddress(): string {
  return `person-${randomBytes(6).toString('hex')}@example.org`;
}

/** The role and scope of an invited person. */
export interface Invitation {
  readonly role?: 'admin' | 'member' | 'reader';
  readonly access?: 'read_only' | 'read_write';
  readonly groups?: readonly string[];
  readonly name?: string;
}

/** Adds an address to a workspace, by default as an editor. */
export async function invite(
  service: TestService,
  workspace: Pick<TestWorkspace, 'id'>,
  email: string,
  { role = 'member', ...rest }: Invitation = {},
): Promise<{ id: string; pending: boolean }> {
  const answer = await service.call('POST', `/operator/workspaces/${workspace.id}/people`, {
    token: service.operatorToken,
    body: { email, role, ...rest },
  });
  if (answer.status !== 200) {
    throw new Error(`${email} was not invited: ${JSON.stringify(answer.body)}`);
  }
  return answer.body;
}

/** Creates a personal token for an address. The operator vouches for its first sign-in. */
export async function personalToken(service: TestService, email: string, name = 'automation'): Promise<string> {
  const path = `/operator/people/${encodeURIComponent(email)}/personal-tokens`;
  const answer = await service.call('POST', path, { token: service.operatorToken, body: { name } });
  if (answer.status !== 200) {
    throw new Error(`no token for ${email}: ${JSON.stringify(answer.body)}`);
  }
  return answer.body.secret;
}
