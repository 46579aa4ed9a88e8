import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, ok } from './http.js';
import { fill, recordAnswers } from './moved-data.js';
import { started } from './repo.js';
import { createDatabase, newOperatorToken, type OwnService, queryDatabase } from './service.js';

const postgresUrl = inject('postgresUrl');

interface OperatorEvent {
  readonly action: string;
  readonly target: string;
}

/** The order matters: each test starts with the state of the previous one. */
describe.runIf(!process.env.ACCEPTANCE_URL)('a process that is killed', () => {
  const { service: start, dispose } = started();
  const operatorToken = newOperatorToken();
  let databaseUrl: string;
  let service: OwnService;
  let gone: Awaited<ReturnType<typeof fill>>;
  let kept: Awaited<ReturnType<typeof fill>>;
  let keptAnswers: unknown[];
  let archive: Buffer;

  const asOperator = () => ({ target: service, token: operatorToken });
  const events = async () => (await ok<{ events: OperatorEvent[] }>('GET /operator/audit', asOperator())).events;
  /** Kills the service and starts it again on the same data. */
  const killed = async () => {
    await service.end('SIGKILL');
    service = await start({ databaseUrl, operatorToken, dataFolder: service.dataFolder });
  };
  const exported = async (id: string): Promise<Response> =>
    fetch(`${service.url}/operator/workspaces/${id}/export`, { headers: { authorization: `Bearer ${operatorToken}` } });
  const spools = async () => (await readdir(service.dataFolder)).filter((name) => name.startsWith('export-'));

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgresUrl);
    service = await start({ databaseUrl, operatorToken });
    [gone, kept] = [await fill(service, 1_500), await fill(service, 100)];
    archive = Buffer.from(await (await exported(kept.id)).arrayBuffer());
    keptAnswers = await recordAnswers(service, kept.token);
  });
  afterAll(dispose);

  it('during an export leaves no file, and the next export is complete', async () => {
    const response = await exported(gone.id);
    const reader = response.body?.getReader();
    await reader?.read();
    await killed();
    await expect(
      (async () => {
        while (!(await reader?.read())?.done);
      })(),
    ).rejects.toThrow();
    await expect.poll(spools).toEqual([]);
    expect((await exported(kept.id)).status).toBe(200);
  });

  it('during the deletion of a workspace lets the next process finish it without affecting others', async () => {
    const body = { slug: gone.slug };
    const deletion = call(`DELETE /operator/workspaces/${gone.id}`, { ...asOperator(), body }).catch(() => undefined);
    await expect
      .poll(async () => (await events()).some(({ action }) => action === 'workspace.deletion_started'), { interval: 5 })
      .toBe(true);
    await killed();
    await deletion;
    expect((await call('GET /collections', { target: service, token: gone.token })).status).toBe(401);
    await expect
      .poll(async () => (await events()).filter(({ action }) => action === 'workspace.deleted'), { timeout: 30_000 })
      .toMatchObject([{ target: gone.id }]);
    expect(await recordAnswers(service, kept.token)).toEqual(keptAnswers);
  });

  it('during the erasure of a person allows repeating the call, which then leaves no address', async () => {
    const email = `ada.${kept.slug}@example.com`;
    const path = `/operator/people/${encodeURIComponent(email)}`;
    await ok(`POST /operator/workspaces/${kept.id}/people`, { ...asOperator(), body: { email, role: 'member' } });
    const { secret: personal } = await ok<{ secret: string }>(`POST ${path}/personal-tokens`, {
      ...asOperator(),
      body: { name: 'laptop' },
    });
    const headers = { 'x-svc-workspace': kept.id };
    for (let index = 0; index < 60; index += 1) {
      const body = { records: [{ id: `e-${index}`, name: `By ${email}`.slice(0, 3) }] };
      await ok('POST /collections/goods/records', { target: service, token: personal, headers, body });
    }
    const erasure = call(`DELETE ${path}`, asOperator()).catch(() => undefined);
    await expect
      .poll(async () => (await call('GET /workspaces', { target: service, token: personal })).status, { interval: 5 })
      .toBe(401);
    await killed();
    await erasure;
    expect((await call('GET /workspaces', { target: service, token: personal })).status).toBe(401);
    // 404 if the erasure had ended before the kill.
    expect([200, 404]).toContain((await call(`DELETE ${path}`, asOperator())).status);
    const log = JSON.stringify(await ok('GET /audit?limit=500', { target: service, token: kept.token }));
    expect(log).toContain('collection.records_written');
    expect(log).not.toContain(email);
  });

  it('during an import leaves no incomplete workspace, and the archive can be imported again', async () => {
    const slug = `again-${kept.slug}`;
    const sent = request(`${service.url}/operator/workspaces/import?slug=${slug}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}` },
    });
    const failed = once(sent, 'error').catch(() => undefined);
    sent.write(archive.subarray(0, Math.floor(archive.length * 0.8)));
    const imported = async () => (await events()).filter(({ action }) => action === 'workspace.import_started');
    await expect.poll(async () => (await imported()).length, { interval: 5 }).toBe(1);
    const [half] = await imported();
    await killed();
    await failed;
    const { workspaces } = await ok<{ workspaces: { slug: string }[] }>('GET /operator/workspaces', asOperator());
    expect(workspaces.map((each) => each.slug)).not.toContain(slug);
    // Moves the time back, because another process could still be working on the import.
    await queryDatabase(databaseUrl, 'update workspaces set deleted_at = now() where deleted_at > now()');
    const whole = await fetch(`${service.url}/operator/workspaces/import?slug=${slug}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${operatorToken}` },
      body: new Uint8Array(archive),
    });
    expect(whole.status).toBe(200);
    const { workspace } = (await whole.json()) as { workspace: { id: string } };
    await expect
      .poll(
        async () =>
          (await events()).filter(({ action, target }) => action === 'workspace.deleted' && target === half?.target),
        {
          timeout: 30_000,
        },
      )
      .toHaveLength(1);
    const token = await makeToken(workspace.id, { target: service });
    expect(await recordAnswers(service, token)).toEqual(keptAnswers);
  });
});
