import type { TestBrowser } from '../../identity/testing/browser.js';
import { anAddress, invite } from '../../identity/testing/people.js';
import type { TestAnswer, TestService } from '../../testing/service.js';
import { createWorkspaceFixture, type WorkspaceFixture } from './workspace-fixture.js';

/** An entry of the lists of sessions and devices. */
export interface Listed {
  readonly id: string;
  readonly kind?: string;
  readonly person: { readonly id: string; readonly email: string; readonly role: string };
  readonly device: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly current: boolean;
}

/** The sessions that the fixture's admin sees. */
export async function sessionsOf(fixture: WorkspaceFixture): Promise<Listed[]> {
  return (await fixture.call('GET', '/settings/sessions')).body.sessions;
}

/** The devices that the fixture's admin sees. */
export async function devicesOf(fixture: WorkspaceFixture): Promise<Listed[]> {
  return (await fixture.call('GET', '/settings/devices')).body.devices;
}

/** The status and error code of a refused call. */
export function refusal({ status, body }: TestAnswer): [status: number, code: string | undefined] {
  return [status, body.error?.code];
}

/** The entry of an address in a list, optionally on the named device. Throws if there is none. */
export async function find(listed: Promise<Listed[]>, email: string, device?: string): Promise<Listed> {
  const found = (await listed).find((each) => each.person.email === email && (device ?? each.device) === each.device);
  if (found === undefined) {
    throw new Error(`${email} is signed in nowhere`);
  }
  return found;
}

/** Two workspaces with an admin each, and one person who belongs to both. */
export async function sharedPerson(service: TestService) {
  const [left, right] = [await createWorkspaceFixture(service), await createWorkspaceFixture(service)];
  const email = anAddress();
  const { id } = await invite(service, left.workspace, email);
  await invite(service, right.workspace, email);
  const reaches = async (token: string, fixture: WorkspaceFixture): Promise<number> =>
    (await service.call('GET', '/collections', { token, workspace: fixture.workspace.id })).status;
  return { left, right, email, id, reaches };
}

/** Chooses the fixture's workspace in a browser. */
export function chooseWorkspace(browser: TestBrowser, { workspace }: WorkspaceFixture) {
  return browser.submit('/sign-in/workspace', { workspace: workspace.id, next: '/' });
}
