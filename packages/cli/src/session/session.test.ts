import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { newFolder, runCli } from '../testing/run-cli.js';

const acme = { id: '11111111-1111-4111-8111-111111111111', slug: 'acme', name: 'Acme', role: 'admin', can_write: true };
const umbra = {
  id: '22222222-2222-4222-8222-222222222222',
  slug: 'umbra',
  name: 'Umbra',
  role: 'reader',
  can_write: false,
};

let server: RecordingServer;
let configFolder: string;

beforeAll(async () => {
  server = await startRecordingServer();
  server.answers.set('workspaces.list', { body: { workspaces: [acme, umbra], count: 2 } });
  server.answers.set('collections.list', { body: { collections: [], count: 0 } });
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.splice(0);
  configFolder = newFolder();
});

const lastHeaders = () => server.requests.at(-1)?.headers;
const svc = (line: string, environment: Record<string, string> = {}) =>
  runCli(line.split(' '), { configFolder, environment: { SVC_BASE_URL: server.url, ...environment } });

describe('the workspace of a call', () => {
  const personal = { SVC_TOKEN: 'svc_pt_x' };

  it.each([
    ['nothing', 'collections list', personal, undefined],
    ['SVC_WORKSPACE as a slug', 'collections list', { ...personal, SVC_WORKSPACE: 'umbra' }, umbra.id],
    ['SVC_WORKSPACE as an id', 'collections list', { ...personal, SVC_WORKSPACE: acme.id }, acme.id],
    [
      '--workspace before SVC_WORKSPACE',
      'collections list --workspace acme',
      { ...personal, SVC_WORKSPACE: 'umbra' },
      acme.id,
    ],
    ['an empty SVC_WORKSPACE', 'collections list', { ...personal, SVC_WORKSPACE: '' }, undefined],
    ['a blank SVC_WORKSPACE', 'collections list', { ...personal, SVC_WORKSPACE: ' ' }, undefined],
    ['SVC_WORKSPACE as a slug with spaces', 'collections list', { ...personal, SVC_WORKSPACE: ' umbra\n' }, umbra.id],
    ['SVC_WORKSPACE as an id with spaces', 'collections list', { ...personal, SVC_WORKSPACE: ` ${acme.id} ` }, acme.id],
  ])('is taken from %s', async (_what, line, environment, expected) => {
    const { status } = await svc(line, environment);
    expect(status).toBe(0);
    expect(lastHeaders()?.['x-svc-workspace']).toBe(expected);
  });

  it('is the stored choice, unless SVC_WORKSPACE is set', async () => {
    expect((await svc('workspaces use umbra', personal)).stderr).toContain('go to Umbra (umbra)');
    await svc('collections list', personal);
    expect(lastHeaders()?.['x-svc-workspace']).toBe(umbra.id);
    await svc('collections list', { ...personal, SVC_WORKSPACE: 'acme' });
    expect(lastHeaders()?.['x-svc-workspace']).toBe(acme.id);
  });

  it.each(['svc_tk_x', 'svc_ak_x'])('is not sent with a credential that is pinned: %s', async (token) => {
    await svc('workspaces use umbra', personal);
    await svc('whoami', { SVC_TOKEN: token });
    expect(lastHeaders()?.['x-svc-workspace']).toBeUndefined();
  });

  it('is not sent to operations that run in no workspace', async () => {
    await svc('workspaces', { ...personal, SVC_WORKSPACE: acme.id });
    expect(lastHeaders()?.['x-svc-workspace']).toBeUndefined();
  });

  it("is found by slug for an API key, through the key's own workspace", async () => {
    server.answers.set('me.get', { body: { kind: 'api_key', id: 'k', name: 'k', workspace: acme } });
    await svc('members list --api-key svc_ak_x', { SVC_WORKSPACE: 'acme' });
    expect(lastHeaders()?.['x-svc-workspace']).toBe(acme.id);
    const other = await svc('members list --api-key svc_ak_x', { SVC_WORKSPACE: 'umbra' });
    expect(other).toMatchObject({ status: 1, stdout: '' });
    expect(other.stderr).toContain('Workspaces that you can reach: acme.');
    server.answers.delete('me.get');
  });

  it('causes an error before anything is sent, if it cannot be reached', async () => {
    const { status, stderr } = await svc('collections create parts --workspace nowhere', personal);
    expect(status).toBe(1);
    expect(stderr).toBe('svc: You cannot reach a workspace "nowhere".\nWorkspaces that you can reach: acme, umbra.\n');
    expect(server.requests.map(({ line }) => line)).toEqual(['GET /workspaces']);
  });

  it('is marked in the list', async () => {
    await svc('workspaces use acme', personal);
    const { stdout } = await svc('workspaces', personal);
    expect(stdout).toMatchInlineSnapshot(`
      "CHOSEN  SLUG   NAME   ROLE    CAN WRITE  ID
      *       acme   Acme   admin   yes        11111111-1111-4111-8111-111111111111
      -       umbra  Umbra  reader  no         22222222-2222-4222-8222-222222222222
      "
    `);
  });
});

describe('the stored login', () => {
  it('can be read by its owner only, even if the file had other permissions', async () => {
    mkdirSync(configFolder, { recursive: true });
    writeFileSync(join(configFolder, 'logins.json'), '{"servers": {}}', { mode: 0o644 });
    await svc('workspaces use acme', { SVC_TOKEN: 'svc_pt_x' });
    expect(statSync(join(configFolder, 'logins.json')).mode & 0o777).toBe(0o600);
  });

  it('never contains a token from the environment', async () => {
    await svc('workspaces use acme', { SVC_TOKEN: 'svc_pt_secret' });
    expect(readFileSync(join(configFolder, 'logins.json'), 'utf8')).not.toContain('secret');
  });

  it('is separate for each server', async () => {
    await svc('workspaces use acme', { SVC_TOKEN: 'svc_pt_x' });
    const elsewhere = await startRecordingServer();
    elsewhere.answers.set('workspaces.list', { body: { workspaces: [acme, umbra], count: 2 } });
    await svc('whoami', { SVC_TOKEN: 'svc_pt_x', SVC_BASE_URL: elsewhere.url });
    expect(elsewhere.requests.at(-1)?.headers['x-svc-workspace']).toBeUndefined();
    await elsewhere.close();
  });

  it('has one choice for each credential', async () => {
    await svc('workspaces use acme', { SVC_TOKEN: 'svc_pt_x' });
    await svc('workspaces use umbra', { SVC_TOKEN: 'svc_pt_y' });
    for (const [token, workspace] of [
      ['svc_pt_x', acme],
      ['svc_pt_y', umbra],
    ] as const) {
      await svc('collections list', { SVC_TOKEN: token });
      expect(lastHeaders()?.['x-svc-workspace']).toBe(workspace.id);
    }
  });

  it.each(['{', '{"servers": null}', '{"servers": {"http://a": null}}', '{"current": 1}'])(
    'says what to do when it is damaged, unless server and credential are given: %s',
    async (text) => {
      mkdirSync(configFolder, { recursive: true });
      writeFileSync(join(configFolder, 'logins.json'), text);
      const { status, stderr } = await svc('whoami');
      expect(status).toBe(1);
      expect(stderr).toContain('is damaged: remove it and sign in again');
      expect((await svc('whoami', { SVC_TOKEN: 'svc_pt_x' })).status).toBe(0);
      expect((await svc('whoami', { SVC_TOKEN: 'svc_tk_x' })).status).toBe(0);
    },
  );
});

describe('the exit status', () => {
  const token = { SVC_TOKEN: 'svc_tk_x' };

  it.each([
    ['no command', '', token],
    ['an unknown command', 'collection list', token],
    ['an unknown option', 'collections list --all', token],
    ['a missing argument', 'collections describe', token],
    ['a missing option', 'collections share parts --group g', token],
    ['a value that is none of the choices', 'collections share parts --group g --permission own', token],
    ['a capability that does not exist', 'keys create billing --capability all', token],
    ['two answers to one question', 'people update p --group g --unconfined', token],
    ['an assignment without a level', 'members set-access a@b.example --assign g', { SVC_TOKEN: 'svc_ak_x' }],
    ['nothing to configure', 'collections configure parts', token],
    ['nothing to write', 'collections upsert parts', token],
    ['a filter that is no JSON', 'collections query parts --filter {price', token],
    ['a number that is none', 'collections list --limit many', token],
    ['an empty path parameter', 'collections describe .', token],
    ['a missing file', 'collections upsert parts /nowhere.json', token],
    ['a deletion that nobody confirms', 'collections delete parts', token],
    ['an address that is none', 'whoami --base-url example.org', token],
  ])('is 2 for %s, and nothing is sent', async (_what, line, environment) => {
    const { status, stdout, stderr } = await runCli(line === '' ? [] : line.split(' '), {
      configFolder,
      environment: { SVC_BASE_URL: server.url, ...environment },
    });
    expect({ status, stdout, requests: server.requests }).toEqual({ status: 2, stdout: '', requests: [] });
    expect(stderr).not.toBe('');
  });

  it('is 1 for an error of the service, whose body --json prints', async () => {
    const envelope = { code: 'workspace_required', message: 'Name a workspace.', writable_workspaces: [acme] };
    server.answers.set('collections.list', { status: 400, body: { error: envelope } });
    const people = await svc('collections list', token);
    const programs = await svc('collections list --json', token);
    server.answers.set('collections.list', { body: { collections: [], count: 0 } });
    expect(people).toMatchObject({ status: 1, stdout: '' });
    expect(people.stderr).toMatchInlineSnapshot(`
      "svc: Name the workspace: choose one with \`svc workspaces use <slug>\`, or set SVC_WORKSPACE. (workspace_required)
      You can write to: acme.
      Choose one with \`svc workspaces use <slug>\`, or name it for one call with --workspace.
      "
    `);
    expect(programs.status).toBe(1);
    expect(JSON.parse(programs.stdout)).toEqual({ error: envelope });
  });

  it.each([
    ['workspace_required', 'svc workspaces use'],
    ['not_a_member', 'svc workspaces use'],
    ['workspace_conflict', 'SVC_WORKSPACE'],
    ['invalid_workspace_id', 'SVC_WORKSPACE'],
  ])('is 1 for %s, with the command or setting that helps', async (code, way) => {
    const message = 'Send the header X-Svc-Workspace.';
    server.answers.set('collections.list', { status: 400, body: { error: { code, message } } });
    const { status, stderr } = await svc('collections list', token);
    server.answers.set('collections.list', { body: { collections: [], count: 0 } });
    expect(status).toBe(1);
    expect(stderr).toContain(way);
    expect(stderr).not.toContain('X-Svc-Workspace');
  });

  it('is 1 if the service reports that a part of it is down; the report is shown at once', async () => {
    const body = { status: 'degraded', failing: 'database', name: 'Tessera', version: '1', time: 'now' };
    server.answers.set('health.get', { status: 503, headers: { 'retry-after': '5' }, body });
    const people = await svc('health');
    const programs = await svc('health --json');
    server.answers.delete('health.get');
    expect(server.requests).toHaveLength(2);
    expect(people).toMatchObject({ status: 1, stderr: 'svc: The service is degraded: its database is failing.\n' });
    expect(people.stdout).toMatch(/^status +degraded\nfailing +database\n/);
    expect(programs.status).toBe(1);
    expect(JSON.parse(programs.stdout)).toEqual(body);
  });

  it('is 1 if a record of an upsert is refused', async () => {
    const results = [
      { external_id: '1', status: 'created', embedded: true },
      { index: 1, error: 'missing_id', message: 'There is no id.', field: 'id', hint: 'Send one.' },
    ];
    server.answers.set('collections.upsert_records', { body: { written: 1, failed: 1, dry_run: false, results } });
    const { status, stdout, stderr } = await svc('collections upsert parts --record {"id":1} --record {}', token);
    server.answers.delete('collections.upsert_records');
    expect(status).toBe(1);
    expect(stderr).toBe('svc: 1 of 2 records were refused.\n');
    expect(stdout).toMatchInlineSnapshot(`
      "written  1
      failed   1
      dry_run  no
      EXTERNAL ID  STATUS   ERROR       FIELD  MESSAGE          HINT
      1            created  -           -      -                -
      -            -        missing_id  id     There is no id.  Send one.
      "
    `);
  });

  it('is 1 without a credential, with advice on how to get one', async () => {
    const { status, stderr } = await svc('collections list');
    expect(status).toBe(1);
    expect(stderr).toContain('svc login');
    expect((await svc('members list')).stderr).toContain('svc keys create');
    expect((await svc('operator list-workspaces', token)).stderr).toContain('SVC_OPERATOR_TOKEN');
    expect(server.requests).toEqual([]);
  });

  it('is 3 if nothing listens at the address', async () => {
    const gone = await startRecordingServer();
    await gone.close();
    const answer = await svc('members grant a@b.example', { SVC_TOKEN: 'svc_ak_x', SVC_BASE_URL: gone.url });
    expect(answer).toMatchObject({ status: 3, stdout: '' });
    expect(answer.stderr).toContain('cannot reach');
  });

  it('is 3 if a program other than the service responds', async () => {
    server.answers.set('health.get', {
      status: 404,
      headers: { 'content-type': 'text/html' },
      body: '<h1>Not here</h1>',
    });
    expect((await svc('health')).status).toBe(3);
    server.answers.delete('health.get');
  });

  it.each(['--help', '--version', 'collections --help', 'help collections', 'collections create --help'])(
    'is 0 for %s',
    async (line) => {
      const { status, stdout, stderr } = await svc(line);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(stdout).not.toBe('');
    },
  );
});
