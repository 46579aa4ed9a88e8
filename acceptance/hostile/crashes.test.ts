import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isFullSize } from '../full-size.mjs';
import { call, listedBy, makeToken, ok } from '../http.js';
import { expectWhole, makeRepo, pushFiles, remote, started } from '../repo.js';
import { newOperatorToken, type OwnService } from '../service.js';

const [crashes, kills] = isFullSize ? [30, 10] : [2, 1];
/** Number of acknowledged writes of each kind until the processes are killed. */
const enough = { imports: 3, pushes: 1, grants: 3 };
const pageSize = 40;
const settings = { SVC_READER_SEATS: '100000' };

type Kind = keyof typeof enough;

/** The process id of the service's PostgreSQL. */
function databaseOf({ dataFolder }: OwnService): number {
  return Number(readFileSync(join(dataFolder, 'postgres/cluster/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Kills the service and every process of its PostgreSQL. */
function killAll(service: OwnService): void {
  const pid = databaseOf(service);
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  service.process.kill('SIGKILL');
  for (const each of [pid, ...children]) process.kill(each, 'SIGKILL');
}

describe.runIf(!process.env.ACCEPTANCE_URL && process.platform === 'linux')('the embedded database > a crash', () => {
  const { service: start, folder, dispose } = started();
  const operatorToken = newOperatorToken();
  const acknowledged = { imports: [] as string[], pushes: [] as string[], grants: [] as string[] };
  let service: OwnService;
  let repo: Awaited<ReturnType<typeof makeRepo>>;
  let token: string;
  let key: string;
  let round = 0;

  beforeAll(async () => {
    service = await start({ operatorToken, settings });
    repo = await makeRepo(service);
    token = await makeToken(repo.id, { target: service });
    await ok('POST /collections', { target: service, token, body: { name: 'events' } });
    const made = await ok<{ secret: string }>(`POST /operator/workspaces/${repo.id}/api-keys`, {
      target: service,
      token: operatorToken,
      body: { name: 'billing', capabilities: ['manage_members'] },
    });
    key = made.secret;
  });
  afterAll(dispose);

  const isAlive = ({ process: { exitCode, signalCode } }: OwnService) => exitCode === null && signalCode === null;

  /** Repeats a write until the service ends. `write` returns what it wrote, or undefined if it was not acknowledged. */
  async function repeat(kind: Kind, write: (name: string) => Promise<string[] | undefined>, done: () => void) {
    for (let turn = 0; isAlive(service); turn += 1) {
      const written = await write(`${round}-${turn}`).catch(() => undefined);
      acknowledged[kind].push(...(written ?? []));
      // A refusal can be that of a limit by the minute.
      written === undefined ? await pause(200) : done();
    }
  }

  async function importPage(name: string): Promise<string[] | undefined> {
    const ids = Array.from({ length: pageSize }, (_, n) => `${name}-${n}`);
    const body = { records: ids.map((id) => ({ id, name: `Event ${id}` })) };
    const { status } = await call('POST /collections/events/import', { target: service, token, body });
    return status === 200 ? ids : undefined;
  }

  async function grant(name: string): Promise<string[] | undefined> {
    const email = `reader-${name}@example.com`;
    const { status } = await call('POST /v1/members', {
      target: service,
      token: key,
      body: { email, send_email: false },
    });
    return status === 200 ? [email] : undefined;
  }

  async function exportAll(): Promise<string[] | undefined> {
    const { status } = await call(`GET /operator/workspaces/${repo.id}/export`, {
      target: service,
      token: operatorToken,
    });
    return status === 200 ? [] : undefined;
  }

  /** Writes of every kind until `kill`, then the next start, after which everything acknowledged must be there. */
  async function crash(kill: (service: OwnService) => void): Promise<void> {
    round += 1;
    const target = service;
    const left: Record<Kind, number> = { ...enough };
    const count = (kind: Kind) => () => {
      left[kind] -= 1;
      if (left[kind] === 0 && Object.values(left).every((each) => each <= 0)) kill(target);
    };
    await Promise.all([
      repeat('imports', importPage, count('imports')),
      repeat('grants', grant, count('grants')),
      repeat('imports', exportAll, () => undefined),
      repeat('pushes', (name) => pushFiles(folder(), remote(target, repo), { name, count: 1 }), count('pushes')),
    ]);
    await target.end('SIGKILL');
    service = await start({ operatorToken, settings, dataFolder: target.dataFolder });
    const records = await listedBy(service, 'GET /collections/events/records', { token, key: 'records' });
    const members = await listedBy(service, 'GET /v1/members', { token: key, key: 'members' });
    const stored = new Set([...records.map((each) => each.external_id), ...members.map((each) => each.email)]);
    const lost = [...acknowledged.imports, ...acknowledged.grants].filter((each) => !stored.has(each));
    expect(lost).toEqual([]);
    await expectWhole(service, { repo, files: acknowledged.pushes, folder: folder() });
    expect(service.printed()).not.toMatch(/PANIC|"level":(50|60)/);
  }

  it(`of service and database loses nothing that was acknowledged, ${crashes} times`, async () => {
    for (let turn = 0; turn < crashes; turn += 1) await crash(killAll);
    expect(acknowledged.grants.length).toBeGreaterThanOrEqual(crashes * enough.grants);
  }, 3_600_000);

  it(`of the service alone leaves a database that the next start uses, ${kills} times`, async () => {
    for (let turn = 0; turn < kills; turn += 1) {
      const before = databaseOf(service);
      await crash(({ process: killed }) => killed.kill('SIGKILL'));
      expect(databaseOf(service)).toBe(before);
    }
  }, 3_600_000);
});
