import { grantingWorkspace } from '../../access/testing/keys.js';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, type Invitation, invite, personalToken } from '../../identity/testing/people.js';
import type { TestRequest, TestService } from '../../testing/service.js';

/** How a caller speaks: what its requests carry. */
export type Caller = Pick<TestRequest, 'token' | 'workspace' | 'headers'>;

/** A workspace of a test with every way of letting callers in. */
export interface CallersWorkspace {
  readonly id: string;
  /** An admin's pinned token. */
  readonly admin: Caller;
  /** An API key that may do everything a key can. */
  readonly apiKey: Caller;
  group(name?: string): Promise<string>;
  pinned(options: {
    role: 'admin' | 'member' | 'reader';
    access: 'read_only' | 'read_write';
    groups?: readonly string[];
    collections?: 'manage' | 'write' | 'read';
  }): Promise<Caller>;
  /** Somebody with a personal token. */
  person(invitation: Invitation): Promise<Caller>;
  /** Somebody who signed in to the dashboard. */
  session(invitation: Invitation): Promise<Caller>;
  /** Somebody who was granted access with an API key, and then signed in. */
  member(groups: readonly string[], access: 'read_only' | 'read_write'): Promise<Caller>;
  /** Somebody who opened a magic link. */
  guest(groups: readonly string[]): Promise<Caller>;
  /** Makes a collection of which a new group has a slice to write; an agent of that group. */
  sliceOf(name: string, filter: object): Promise<Caller>;
  /** Calls a route; throws unless the answer is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  must(method: string, path: string, body?: unknown, caller?: Caller): Promise<any>;
}

/** Makes a workspace. */
export async function callersWorkspace(service: TestService): Promise<CallersWorkspace> {
  const workspace = await grantingWorkspace(service);
  const admin: Caller = { token: workspace.token };
  const must: CallersWorkspace['must'] = async (method, path, body, caller = admin) => {
    const answer = await service.call(method, path, { ...caller, ...(body === undefined ? {} : { body }) });
    if (answer.status !== 200) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    return answer.body;
  };
  const asPerson = async (email: string): Promise<Caller> => ({
    token: await personalToken(service, email),
    workspace: workspace.id,
  });
  const group: CallersWorkspace['group'] = async (name = 'Group') =>
    (await workspace.v1('POST', '/groups', { name, paths: ['docs/**'] })).body.id;
  const pinned: CallersWorkspace['pinned'] = async (options) => {
    const path = `/operator/workspaces/${workspace.id}/tokens`;
    return {
      token: (await must('POST', path, { name: 'agent', ...options }, { token: service.operatorToken })).secret,
    };
  };
  return {
    id: workspace.id,
    admin,
    apiKey: { token: workspace.key },
    must,
    group,
    pinned,
    sliceOf: async (name, filter) => {
      const holder = await group();
      await must('POST', '/collections', { name });
      await must('PUT', `/collections/${name}/grants/${holder}`, { permission: 'write', filter });
      return pinned({ role: 'member', access: 'read_write', groups: [holder] });
    },
    person: async (invitation) => {
      const email = anAddress();
      await invite(service, workspace, email, invitation);
      return asPerson(email);
    },
    session: async (invitation) => {
      const email = anAddress();
      await invite(service, workspace, email, invitation);
      return { headers: (await signIn(service, email)).headers() };
    },
    member: async (groups, access) => {
      const email = anAddress();
      const granted = await workspace.v1('POST', '/members', { email, groups, access, send_email: false });
      if (granted.status !== 200) {
        throw new Error(`${email} was not granted access: ${JSON.stringify(granted.body)}`);
      }
      return asPerson(email);
    },
    guest: async (groups) => {
      const minted = await workspace.v1('POST', '/readers', { email: anAddress(), groups, send_email: false });
      const browser = openBrowser(service);
      await browser.open(minted.body.magic_link);
      return { headers: browser.headers() };
    },
  };
}
