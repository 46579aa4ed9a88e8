import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RecordingServer, startRecordingServer } from '../testing/recording-server.js';
import { newFileFolder, runCli } from '../testing/run-cli.js';

let server: RecordingServer;
const folder = newFileFolder();
beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.requests.splice(0);
  server.answers.clear();
  server.answers.set('collections.describe', { body: { id: 'c', name: 'parts', id_field: 'sku' } });
});

function file(name: string, text: string): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const run = (args: string[], stdin = '') =>
  runCli(args, { stdin, environment: { SVC_BASE_URL: server.url, SVC_TOKEN: 'svc_tk_x' } });
const bodyOf = (operation: string) =>
  JSON.parse(server.requests.find((request) => request.operation === operation)?.body ?? 'null');

describe('reconcile', () => {
  it.each([
    ['a column of the id field', 'name;sku\nDesk;1\nLamp;2\n', []],
    ['a named column', 'Nr;sku\n1;x\n2;y\n', ['--column', 'nr']],
    ['a column by number', 'x,1\ny,2\n', ['--column', '2']],
    ['quoted lines', '"1"\r\n"2"\r\n', []],
    ['one line', '1,2', []],
    ['NDJSON', '{"sku":1}\n{"sku":2}\n', []],
    ['plain lines', '1\n2\n', ['--format', 'lines']],
  ])('reads %s, and sends a time from before it was read', async (_what, text, flags) => {
    const { status } = await run(['collections', 'reconcile', 'parts', '-', '-y', ...flags], text);
    expect(status).toBe(0);
    expect(bodyOf('collections.reconcile_records')).toEqual({
      as_of: '2026-01-31T10:00:00.000Z',
      live_ids: ['1', '2'],
    });
    expect(server.requests[0]?.line).toBe('GET /health');
  });

  it('sends nothing if the list is invalid, and names the line', async () => {
    const { status, stderr } = await run(['collections', 'reconcile', 'parts', '-', '-y'], '1;Desk\n2;Lamp\n');
    expect({ status, sent: bodyOf('collections.reconcile_records') }).toEqual({ status: 2, sent: null });
    expect(stderr).toContain('Line 1 of standard input has several cells');
  });
});

describe('members sync', () => {
  it('reads an export of orders, joins the rows of each person, and names the lines of refused entries', async () => {
    const orders = file('orders.csv', 'Nr;Kunde E-Mail;Produkt\n1;a@b.example;Basic\n2;A@b.example;Pro\n');
    const plans = file('plans.json', '{"Basic": "g1", "Pro": ["g2"]}');
    const failed = [{ email: 'a@b.example', error: 'group_not_found', message: 'No such group.' }];
    const counts = { granted: 0, regranted: 0, updated: 0, unchanged: 0, revoked: 0, dry_run: false };
    server.answers.set('members.sync', { body: { ...counts, failed, joined: [] } });
    const map = ['--map', 'Kunde E-Mail=email', '--map', 'Produkt=plan'];
    const { status, stderr } = await run(['members', 'sync', orders, ...map, '--plans', plans]);
    expect(status).toBe(1);
    expect(bodyOf('members.sync')).toEqual({ members: [{ email: 'a@b.example', groups: ['g1', 'g2'] }] });
    expect(stderr).toContain('Ignored columns: Nr.');
    expect(stderr).toContain('2 rows. Several rows of one person were joined: a@b.example (lines 2, 3).');
    expect(stderr).toContain('Line 2, 3: a@b.example: No such group.');
  });

  it('sends nothing of an export with a status until its rows are chosen', async () => {
    const orders = file('status.csv', 'email,Product,Status\na@b.example,Basic,active\nb@b.example,Basic,canceled\n');
    const plans = file('plan.json', '{"Basic": "g1"}');
    const counts = { granted: 1, regranted: 0, updated: 0, unchanged: 0, stale: 0, revoked: 0, dry_run: false };
    server.answers.set('members.sync', { body: { ...counts, failed: [], joined: [] } });
    const args = ['members', 'sync', orders, '--map', 'Product=plan', '--plans', plans];
    const stopped = await run(args);
    expect({ status: stopped.status, sent: bodyOf('members.sync') }).toEqual({ status: 2, sent: null });
    expect(stopped.stderr).toContain('"active" 1, "canceled" 1');
    expect(stopped.stderr).toContain("--where 'Status=active'");
    expect((await run([...args, '--where', 'Status=active,trialing'])).status).toBe(0);
    expect(bodyOf('members.sync')).toEqual({ members: [{ email: 'a@b.example', groups: ['g1'] }] });
    server.requests.splice(0);
    expect((await run([...args, '--all-rows'])).status).toBe(0);
    expect(bodyOf('members.sync').members).toHaveLength(2);
    expect((await run([...args, '--where', 'active'])).status).toBe(2);
  });
});
