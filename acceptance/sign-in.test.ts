import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeWorkspace, ok, refused, unique, type WorkspaceReference } from './http.js';
import type { Target } from './service.js';

const grantType = 'urn:ietf:params:oauth:grant-type:device_code';

/** Subjects of the mails to an address, oldest first. Without a mail server, mails are files in the data folder. */
async function subjectsTo(target: Target, address: string): Promise<string[]> {
  const folder = join(String(target.dataFolder), 'mail');
  const names = (await readdir(folder).catch(() => [])).sort();
  const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')));
  return mails
    .filter((mail) => new RegExp(`^To: ${address}\\s*$`, 'm').test(mail))
    .map((mail) => /^Subject: (.*)$/m.exec(mail)?.[1]?.trim() ?? '');
}

/** The code in the latest mail to an address. */
async function codeFor(target: Target, address: string): Promise<string> {
  const latest = async () => (await subjectsTo(target, address)).findLast((subject) => /^\d{6} /.test(subject));
  await expect.poll(latest, { timeout: 60_000 }).toBeDefined();
  return (await latest())?.slice(0, 6) ?? '';
}

/** Sends a form as a browser does from the service's own page. Returns the response and its cookies. */
async function submit(target: Target, path: string, fields: Record<string, string>, cookie = '') {
  const answer = await fetch(target.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie, origin: target.url },
    body: new URLSearchParams(fields),
  });
  const cookies = answer.headers.getSetCookie().map((text) => text.split(';')[0] ?? '');
  return { status: answer.status, text: await answer.text(), cookies: cookies.join('; ') };
}

describe.runIf(inject('target').dataFolder)(
  'a person who was invited to three workspaces before ever signing in',
  () => {
    const email = `${unique('ada')}@example.com`;
    const workspaces: WorkspaceReference[] = [];
    const target = inject('target');
    let cookie: string;
    let personal: string;

    beforeAll(async () => {
      for (const role of ['admin', 'member', 'reader']) {
        const workspace = await makeWorkspace(target);
        workspaces.push(workspace);
        const body = { email: email.toUpperCase(), role };
        const added = await ok<{ pending: boolean }>(`POST /operator/workspaces/${workspace.id}/people`, {
          token: target.operatorToken,
          body,
          target,
        });
        expect(added.pending).toBe(true);
      }
    });

    it('signs in with the mailed code and sees all three', async () => {
      const asked = await submit(target, '/sign-in', { email });
      expect(asked.status).toBe(303);
      const entered = await submit(target, '/sign-in/code', { code: await codeFor(target, email) }, asked.cookies);
      expect(entered.status).toBe(303);
      cookie = /svc_session=[^;]+/.exec(entered.cookies)?.[0] ?? '';
      const listed = await ok<{ workspaces: { id: string; role: string; can_write: boolean }[]; count: number }>(
        'GET /workspaces',
        { headers: { cookie }, target },
      );
      expect(listed.count).toBe(3);
      const rights = new Map(listed.workspaces.map(({ id, role, can_write }) => [id, `${role} ${can_write}`]));
      expect(workspaces.map(({ id }) => rights.get(id))).toEqual(['admin true', 'member true', 'reader false']);
    });

    it('leaves no membership pending', async () => {
      const again = await call<{ error: { code: string } }>(`POST /operator/workspaces/${workspaces[2]?.id}/people`, {
        token: target.operatorToken,
        body: { email, role: 'reader' },
        target,
      });
      expect(again.body.error.code).toBe('member_exists');
      const fourth = await makeWorkspace(target);
      const added = await ok<{ pending: boolean }>(`POST /operator/workspaces/${fourth.id}/people`, {
        token: target.operatorToken,
        body: { email, role: 'reader' },
        target,
      });
      expect(added.pending).toBe(false);
    });

    it('connects a device with RFC 8628, in forms as in JSON', async () => {
      const start = async () => {
        const started = await fetch(`${target.url}/auth/device/code`, {
          method: 'POST',
          body: new URLSearchParams({ client_id: 'svc', device_name: 'build machine' }),
        });
        return (await started.json()) as { device_code: string; user_code: string };
      };
      const poll = ({ device_code }: { device_code: string }) =>
        call<{ error?: string; access_token?: string }>('POST /auth/device/token', {
          body: { grant_type: grantType, device_code, client_id: 'svc' },
          target,
        });
      // A separate device, because one that polls again too early is refused.
      expect(await poll(await start())).toMatchObject({ status: 400, body: { error: 'authorization_pending' } });
      const device = await start();
      const confirmed = await submit(target, '/device', { user_code: device.user_code, decision: 'approve' }, cookie);
      expect(confirmed.text).toContain('build machine is connected');
      personal = (await poll(device)).body.access_token ?? '';
      expect(personal).toMatch(/^svc_pt_[A-Za-z0-9_-]{43}$/);
    });

    it('must name the workspace of each call, and reads and writes with their own rights', async () => {
      const [admin, , reader] = workspaces;
      await refused('400 workspace_required', 'GET /collections', { token: personal, target });
      const inWorkspace = (workspace: WorkspaceReference | undefined) => ({
        token: personal,
        headers: { 'x-svc-workspace': workspace?.id ?? '' },
        target,
      });
      await ok('GET /collections', inWorkspace(reader));
      const refusal = await refused('403 read_only_here', 'POST /collections', {
        ...inWorkspace(reader),
        body: { name: 'c' },
      });
      expect(refusal.body.error.writable_workspaces).toHaveLength(2);
      const made = await ok<{ workspace: unknown }>('POST /collections', {
        ...inWorkspace(admin),
        body: { name: 'c' },
      });
      expect(made.workspace).toEqual(admin);
      const foreign = await makeWorkspace(target);
      await refused('403 not_a_member', 'GET /collections', inWorkspace(foreign));
    });

    it('ends the device and the session, and both are refused immediately', async () => {
      const { devices: tokens } = await ok<{ devices: { id: string; name: string }[] }>('GET /me/devices', {
        headers: { cookie },
        target,
      });
      expect(tokens.map(({ name }) => name)).toEqual(['build machine']);
      const own = { headers: { cookie, origin: target.url }, target };
      await ok(`DELETE /me/devices/${tokens[0]?.id}`, own);
      await refused('401 invalid_credential', 'GET /me', { token: personal, target });
      const signedOut = await submit(target, '/sign-out', {}, cookie);
      expect(signedOut.status).toBe(303);
      await refused('401 invalid_credential', 'GET /me', own);
    });

    it('cannot find out whether an address is known: an unknown one gets the same response, and no mail', async () => {
      const stranger = `${unique('eve')}@example.com`;
      const asked = await submit(target, '/sign-in', { email: stranger });
      expect(asked.status).toBe(303);
      expect((await submit(target, '/sign-in/code', { code: '000000' }, asked.cookies)).text).toContain('4 tries left');
      expect(await subjectsTo(target, stranger)).toEqual([]);
    });
  },
);
