import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeWorkspace, ok } from '../../acceptance/http.js';

const target = inject('target');
const folder = fileURLToPath(new URL('.', import.meta.url));
let token: string;
let workspaceName: string;

async function run(...args: string[]): Promise<{ status: number; output: string }> {
  const env = { PATH: process.env.PATH, SVC_BASE_URL: target.url, SVC_TOKEN: token };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: folder, env }, (error, stdout, stderr) => {
      const status = typeof error?.code === 'number' ? error.code : 0;
      resolve({ status, output: `${stdout}${stderr}` });
    });
  });
}

interface Events {
  readonly records: readonly { readonly external_id: string; readonly attributes: Record<string, unknown> }[];
}

async function events(): Promise<Events['records']> {
  return (await ok<Events>('GET /collections/desk_events/records', { token })).records;
}

beforeAll(async () => {
  const workspace = await makeWorkspace();
  workspaceName = workspace.name;
  const made = await ok<{ secret: string }>(`POST /operator/workspaces/${workspace.id}/tokens`, {
    token: target.operatorToken,
    body: { name: 'Order desk', role: 'member', access: 'read_write' },
  });
  token = made.secret;
  const { status, output } = await run('seed.mjs');
  expect([status, output]).toEqual([0, 'Made the collections desk_customers, desk_products and desk_events.\n']);
});

describe('a session without a model', () => {
  it.each([
    ['the relay', ['Ada Lovelace', 'blue desk lamp']],
    ['the personal agent', ['--personal', 'ada@example.com', 'LMP-BLU']],
  ])('through %s resolves a customer and a product and writes one event', async (_surface, args) => {
    const before = await events();
    const { status, output } = await run('session.mjs', ...args);
    expect([status, output]).toEqual([0, expect.stringContaining(`in ${workspaceName}`)]);
    const written = (await events()).filter((event) =>
      before.every((known) => known.external_id !== event.external_id),
    );
    expect(written).toEqual([
      expect.objectContaining({
        attributes: expect.objectContaining({ kind: 'asked_for', customer_id: 'C-1', product_id: 'P-1' }),
      }),
    ]);
    expect(output).toContain(String(written[0]?.external_id));
  });

  it.each([
    ['asks when the words fit several', 'desk lamp', 'Which one?'],
    ['says so when nothing fits', 'submarine', 'there is nothing like'],
  ])('%s, and writes nothing', async (_title, product, said) => {
    const before = await events();
    const { status, output } = await run('session.mjs', 'Ada Lovelace', product);
    expect([status, output]).toEqual([1, expect.stringContaining(said)]);
    expect(await events()).toEqual(before);
  });

  it('can be seeded again, which changes nothing', async () => {
    const before = await events();
    expect((await run('seed.mjs')).status).toBe(0);
    expect(await events()).toEqual(before);
  });

  it('changes neither other collections nor a later configuration', async () => {
    const describe = async (name: string) =>
      (await ok<{ guidance: string | null }>(`GET /collections/${name}/describe`, { token })).guidance;
    await ok('POST /collections', { token, body: { name: 'products' } });
    for (const name of ['products', 'desk_products']) {
      await ok(`PATCH /collections/${name}`, { token, body: { guidance: 'Ours.' } });
    }
    expect((await run('seed.mjs')).status).toBe(0);
    expect([await describe('products'), await describe('desk_products')]).toEqual(['Ours.', 'Ours.']);
    await ok('PATCH /collections/desk_products', { token, body: { description: 'Another one' } });
    const { status, output } = await run('seed.mjs');
    expect([status, output]).toEqual([1, expect.stringContaining('desk_products exists and was not made by')]);
  });

  it('is named in the audit log of its writes', async () => {
    const admin = await ok<{ secret: string }>(
      `POST /operator/workspaces/${(await ok<{ workspace: { id: string } }>('GET /me', { token })).workspace.id}/tokens`,
      {
        token: target.operatorToken,
        body: { name: 'Auditor', role: 'admin', access: 'read_only' },
      },
    );
    const { events: audit } = await ok<{ events: { actor: { name: string }; detail: { collection: string } }[] }>(
      'GET /audit?action=collection.records_written',
      { token: admin.secret },
    );
    expect(audit.map(({ actor }) => actor.name)).toContain('Order desk');
  });
});

describe('the configuration files', () => {
  const files = readdirSync(`${folder}configuration`);

  it.each(files)('%s starts `svc agent` or names the relay, and contains no secret', (file) => {
    const text = readFileSync(`${folder}configuration/${file}`, 'utf8');
    const parsed = JSON.parse(text) as Record<string, Record<string, Record<string, unknown>>>;
    const servers = Object.values(parsed.mcpServers ?? parsed.servers ?? {});
    expect(servers).not.toHaveLength(0);
    for (const server of servers) {
      if (server.url === undefined) {
        expect(server).toMatchObject({ command: 'svc', args: ['agent'] });
      } else {
        expect(new URL(String(server.url)).pathname).toBe('/mcp/http/');
        expect(JSON.stringify(server.headers)).toMatch(/"Authorization":"Bearer \$\{/);
      }
    }
    expect(text).not.toMatch(/svc_(tk|pt|ak)_\w/);
    expect(readFileSync(`${folder}README.md`, 'utf8')).toContain(`configuration/${file}`);
  });
});
