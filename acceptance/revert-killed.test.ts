import { afterAll, describe, expect, inject, it } from 'vitest';
import { call, makeToken, makeWorkspace, ok } from './http.js';
import { started } from './repo.js';
import { createDatabase, newOperatorToken } from './service.js';

const postgresUrl = inject('postgresUrl');
const batches = 4;
const perPart = 500;
const total = batches * perPart;

describe.runIf(!process.env.ACCEPTANCE_URL)('a revert during which the service is killed', () => {
  const { service: start, dispose } = started();
  afterAll(dispose);

  it('reverts each record completely or not at all, and reverts the rest when it is repeated', async () => {
    const operatorToken = newOperatorToken();
    const databaseUrl = await createDatabase(postgresUrl);
    let target = await start({ databaseUrl, operatorToken });
    const token = await makeToken((await makeWorkspace(target)).id, { target });
    await ok('POST /collections', { target, token, body: { name: 'items' } });
    const write = async (name: string, headers: Readonly<Record<string, string>> = {}) => {
      for (let part = 0; part < batches; part += 1) {
        const records = Array.from({ length: perPart }, (_, index) => {
          const id = `i${String(part * perPart + index).padStart(5, '0')}`;
          return { id, name: `${name} ${id}`, write_date: '2026-01-01T00:00:00Z' };
        });
        await ok('POST /collections/items/import', { target, token, headers, body: { records } });
      }
    };
    await write('Good');
    await write('Bad', { 'x-request-id': 'bad-writes' });

    const body = { request_id: 'bad-writes' };
    const interrupted = call('POST /collections/items/revert', { target, token, body }).catch(() => undefined);
    const first = 'GET /collections/items/records/i00000';
    await expect
      .poll(async () => (await ok<{ rendered: string }>(first, { target, token })).rendered, {
        timeout: 60_000,
        interval: 10,
      })
      .toContain('Good');
    await target.end('SIGKILL');
    await interrupted;

    target = await start({ databaseUrl, operatorToken, dataFolder: target.dataFolder });
    const dry = { ...body, dry_run: true };
    const left = await ok<Counted>('POST /collections/items/revert', { target, token, body: dry });
    expect(left.unchanged % perPart).toBe(0);
    expect([left.unchanged >= perPart, left.reverted + left.unchanged, left.conflicts]).toEqual([true, total, []]);
    const rest = await ok<Counted>('POST /collections/items/revert', { target, token, body });
    expect(rest).toMatchObject({ reverted: left.reverted, unchanged: left.unchanged, conflicts: [] });
    const last = `i${String(total - 1).padStart(5, '0')}`;
    const { attributes } = await ok<{ attributes: object }>(`GET /collections/items/records/${last}`, {
      target,
      token,
    });
    expect(attributes).toEqual({ name: `Good ${last}` });
  });
});

interface Counted {
  readonly reverted: number;
  readonly unchanged: number;
  readonly conflicts: readonly unknown[];
}
