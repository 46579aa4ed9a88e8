import { grantingWorkspace } from '../../access/testing/keys.js';
import { openBrowser, signIn } from '../../identity/testing/browser.js';
import { anAddress, type Invitation, invite, personalToken } from '../../identity/testing/people.js';
import type { TestRequest, TestService } from '../../testing/service.js';

/** The credential and headers of a caller's requests. */
export type Caller = Pick<TestRequest, 'token' | 'workspace' | 'headers'>;

/** A test workspace that can create every kind of caller. */
export interface CallersWorkspace {
  readonly id: string;
  /** An admin's pinned token. */
  readonly admin: Caller;
  /** An API key with all capabilities. */
  readonly apiKey: Caller;
  group(name?: string): Promise<string>;
  pinned(options: {
    role: 'admin' | 'member' | 'reader';
    access: 'read_only' | 'read_write';
    groups?: readonly string[];
    collections?: 'manage' | 'write' | 'read';
  }): Promise<Caller>;
  /** Invites a user, and returns their personal token. */
  person(invitation: Invitation): Promise<Caller>;
  /** Invites a user, and returns their dashboard session. */
  session(invitation: Invitation): Promise<Caller>;
  /** Grants a user access with an API key, and returns their session. */
  member(groups: readonly string[], access: 'read_only' | 'read_write'): Promise<Caller>;
  /** Creates a magic link, and returns the session of its user. */
  guest(groups: readonly string[]): Promise<Caller>;
  /** Creates a collection, a group with write access to a slice of it, and a token of that group. */
  sliceOf(name: string, filter: object): Promise<Caller>;
  /** Calls a route. Throws unless the status is 200. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  must(method: string, path: string, body?: unknown, caller?: Caller): Promise<any>;
}

/** Creates a workspace. */
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
