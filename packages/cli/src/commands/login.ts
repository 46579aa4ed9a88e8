import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, ConnectionError } from '@tessera/client';
import { deviceGrantType, type Workspace } from '@tessera/contract';
import type { Command } from 'commander';
import { CommandFailure } from '../failure.js';
import { type Host, setting } from '../host.js';
import { Output } from '../output/output.js';
import { cell } from '../output/text.js';
import type { GlobalOptions } from '../session/credentials.js';
import { Session } from '../session/session.js';
import { addExamples } from './operation-command.js';

interface LoginOptions extends GlobalOptions {
  readonly deviceName?: string;
  readonly browser: boolean;
}

const clientId = 'svc';

/** Adds `login` and `logout`. */
export function addLogin(program: Command, host: Host): void {
  const login = program
    .command('login')
    .summary('Sign in on this machine')
    .description(
      'Sign in on this machine.\nShows a code and an address, opens the address in a browser if there is one, and ' +
        'waits until you\nconfirm the code there. Over SSH, open the address on any device. The personal token is ' +
        'stored in the\nconfiguration folder, readable only by you.',
    )
    .option('--device-name <text>', `Name of this machine in the list of your devices; default: ${host.deviceName}`)
    .option('--no-browser', 'Do not open a browser');
  addExamples(login, ['svc login', 'svc login --base-url https://records.example.org --no-browser']);
  login.action(async () => signIn(host, login.optsWithGlobals<LoginOptions>()));

  const logout = program
    .command('logout')
    .summary('Sign out on this machine')
    .description(
      'Sign out on this machine: revokes its personal token, and forgets the token and the chosen workspace.',
    );
  addExamples(logout, ['svc logout']);
  logout.action(async () => signOut(host, logout.optsWithGlobals<GlobalOptions>()));
}

async function signIn(host: Host, options: LoginOptions): Promise<void> {
  const session = new Session(host, options);
  const output = new Output(host);
  const anonymous = session.client(undefined);
  const device = await anonymous.device.code({
    body: { client_id: clientId, device_name: options.deviceName ?? host.deviceName },
  });
  output.say(`Open ${cell(device.verification_uri_complete)}\nand confirm the code ${cell(device.user_code)}`);
  const opens = options.browser && isWebAddress(device.verification_uri_complete);
  if (opens && !(await host.openBrowser(device.verification_uri_complete))) {
    output.say('(No browser can be opened here: use any device.)');
  }
  const token = await pollForToken(anonymous, device);
  const earlier = session.stored;
  const client = session.client(token);
  const { workspaces } = await client.workspaces.list();
  const me = await client.me.get();
  const ownChoice = earlier.identity === me.id ? session.chosen(earlier.token) : undefined;
  const chosen = workspaces.find(({ id }) => id === ownChoice?.id);
  session.keepLogin(token, me.id, chosen);
  if (earlier.token !== undefined) await revokeOnServer(session.client(earlier.token)).catch(() => undefined);

  output.say(`Signed in to ${session.baseUrl} as ${cell(me.email ?? me.name)}.`);
  output.say(whereCallsGo(workspaces, chosen));
  if (setting(host, 'SVC_TOKEN') !== undefined) output.say('SVC_TOKEN is set and takes precedence over this login.');
  if (options.json === true) output.line(JSON.stringify(me));
}

/** Whether a URL is safe to open in a browser. A server could name a file or a program instead of a page. */
function isWebAddress(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

function whereCallsGo(workspaces: readonly Workspace[], chosen: Workspace | undefined): string {
  const [only, ...others] = workspaces;
  if (only === undefined) return 'You do not belong to a workspace yet. Ask an admin for an invitation.';
  if (chosen !== undefined) return `Workspace: ${cell(chosen.name)} (${cell(chosen.slug)})`;
  if (others.length === 0) return `Workspace: ${cell(only.name)} (${cell(only.slug)}), the only one you belong to.`;
  const slugs = cell(workspaces.map(({ slug }) => slug));
  return `You belong to ${workspaces.length} workspaces: choose one with \`svc workspaces use <slug>\` (${slugs}).`;
}

interface DeviceCode {
  readonly device_code: string;
  readonly expires_in: number;
  readonly interval: number;
}

/** Polls as RFC 8628, section 3.5, requires: more slowly if requested, and again after a failed attempt. */
async function pollForToken(client: Client, device: DeviceCode): Promise<string> {
  const deadline = Date.now() + device.expires_in * 1_000;
  let intervalSeconds = device.interval;
  const body = { grant_type: deviceGrantType, device_code: device.device_code, client_id: clientId };
  while (Date.now() < deadline) {
    await sleep(intervalSeconds * 1_000);
    try {
      const { access_token } = await client.device.token({ body });
      return access_token;
    } catch (error) {
      if (isPassing(error)) intervalSeconds += 5;
      else if (isCode(error, 'access_denied')) throw new CommandFailure('The sign-in was declined.');
      else if (isCode(error, 'expired_token')) break;
      else if (!isCode(error, 'authorization_pending')) throw error;
    }
  }
  throw new CommandFailure('The code has expired: run `svc login` again.');
}

/** Whether the server requires slower polls, or may work again at the next poll. */
function isPassing(error: unknown): boolean {
  if (error instanceof ConnectionError || isCode(error, 'slow_down')) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof ApiError && error.code === code;
}

async function signOut(host: Host, options: GlobalOptions): Promise<void> {
  const session = new Session(host, options);
  const output = new Output(host);
  const { token } = session.stored;
  session.logins.forget(session.baseUrl);
  if (token === undefined) return output.say(`You were not signed in to ${session.baseUrl}.`);
  try {
    const answer = await revokeOnServer(session.client(token));
    if (options.json === true && answer !== undefined) output.line(JSON.stringify(answer));
    output.say(`Signed out of ${session.baseUrl}.`);
  } catch (error) {
    output.say(
      'Signed out here. The token could not be revoked on the server: revoke it there, in the list of your ' +
        'devices.',
    );
    if (!isCode(error, 'invalid_credential')) throw error;
  }
}

/** Revokes the token that the client uses. */
async function revokeOnServer(client: Client): Promise<unknown> {
  const { devices } = await client.devices.list();
  const own = devices.find(({ current }) => current);
  return own === undefined ? undefined : client.devices.revoke({ params: { id: own.id } });
}
