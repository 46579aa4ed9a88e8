import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { packDatabase, restoreBackup, writeBackup } from '../backup-file.js';
import { findAccount, isRoot } from './account.js';
import { sharedBuffersMb } from './cluster.js';
import { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded.js';
import { openHome } from './home.js';
import { findPostmaster } from './processes.js';

const folders: string[] = [];
const servers: EmbeddedServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    await server.close();
  }
  for (const folder of folders.splice(0)) {
    rmSync(folder, { recursive: true, force: true });
  }
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tessera-embedded-'));
  folders.push(folder);
  return folder;
}

async function start(folder: string, options: EmbeddedOptions = {}): Promise<EmbeddedServer> {
  const server = await startEmbedded(folder, options);
  servers.push(server);
  return server;
}

const stop = async () => servers.pop()?.close();
const clusterOf = (server: EmbeddedServer) => join(server.folder, 'cluster');
const pidOf = (server: EmbeddedServer) => findPostmaster(clusterOf(server))?.pid ?? 0;

async function query<Row>(server: EmbeddedServer, statement: string): Promise<Row[]> {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  const { rows } = await client.query(statement);
  await client.end();
  return rows;
}

const keep = async (server: EmbeddedServer) => {
  await query(server, 'create table kept (number int)');
  await query(server, 'insert into kept select generate_series(1, 1000)');
};
const kept = (server: EmbeddedServer) => query(server, 'select count(*)::int as count from kept');

it('startEmbedded > keeps every commit: it waits for the disk and checks what it reads', async () => {
  const server = await start(newFolder());
  const settings = await query<{ name: string; setting: string }>(
    server,
    `select name, setting from pg_settings
     where name in ('fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums') order by name`,
  );
  expect(settings.map(({ name, setting }) => [name, setting])).toEqual([
    ['data_checksums', 'on'],
    ['fsync', 'on'],
    ['full_page_writes', 'on'],
    ['synchronous_commit', 'on'],
  ]);
});

it('startEmbedded > lets no one in without the password, which only its account can read', async () => {
  const server = await start(newFolder());
  await expect(query({ ...server, connection: { ...server.connection, password: 'guess' } }, 'select')).rejects.toThrow(
    'password authentication failed',
  );
  const { password } = await openHome(String(folders.at(-1)), undefined);
  expect(readFileSync(password, 'utf8').trim()).toHaveLength(32);
});

it('startEmbedded > is refused while another process uses the folder, which keeps working', async () => {
  const folder = newFolder();
  const server = await start(folder);
  await expect(startEmbedded(folder, { patienceMs: 0 })).rejects.toThrow(`in use by process ${process.pid}`);
  await keep(server);
});

it('startEmbedded > starts PostgreSQL again when it is killed, with every commit, and gives up at the fourth time', async () => {
  const lost: Error[] = [];
  const server = await start(newFolder(), { onLost: (reason) => lost.push(reason) });
  await keep(server);
  for (let turn = 0; turn < 3; turn += 1) {
    const pid = pidOf(server);
    process.kill(pid, 'SIGKILL');
    await expect.poll(() => kept(server).catch(() => undefined)).toEqual([{ count: 1000 }]);
    expect(pidOf(server)).not.toBe(pid);
  }
  process.kill(pidOf(server), 'SIGKILL');
  await expect.poll(() => lost.map(({ message }) => message)).toEqual([expect.stringContaining('ended again after 3')]);
});

it('startEmbedded > starts although the process id of a killed server is in use again', async () => {
  const folder = newFolder();
  const server = await start(folder);
  await keep(server);
  const file = join(clusterOf(server), 'postmaster.pid');
  const lines = readFileSync(file, 'utf8').split('\n');
  await stop();
  writeFileSync(file, [process.ppid, ...lines.slice(1)].join('\n'));
  expect(await kept(await start(folder))).toEqual([{ count: 1000 }]);
});

it('startEmbedded > listens on the loopback address if the path of a socket would be too long', async () => {
  const folder = join(newFolder(), 'x'.repeat(100));
  // As root, the account of PostgreSQL must reach it.
  chmodSync(dirname(folder), 0o755);
  mkdirSync(folder);
  const server = await start(folder);
  expect(server.connection.host).toBe('127.0.0.1');
  await keep(server);
});

it('startEmbedded > creates the cluster again after an interrupted creation', async () => {
  const folder = newFolder();
  mkdirSync(join(folder, 'postgres/creating'), { recursive: true });
  writeFileSync(join(folder, 'postgres/creating/PG_VERSION'), '18\n');
  await keep(await start(folder));
});

it('copyTo > copies a database in use, which restores with all that was committed before', async () => {
  const server = await start(newFolder());
  await keep(server);
  const copy = newFolder();
  await server.copyTo(copy);
  await query(server, 'drop table kept');
  const file = join(newFolder(), 'backup.tar.gz');
  await writeBackup(file, packDatabase(copy));
  const restored = newFolder();
  await restoreBackup(file, restored, undefined);
  expect(await kept(await start(restored))).toEqual([{ count: 1000 }]);
});

it('an archived embedded database > is restored to a point in time, as docs/backup.md describes', async () => {
  const [folder, archive, copy, restored] = [newFolder(), newFolder(), newFolder(), newFolder()];
  chmodSync(archive, 0o777);
  const configure = (server: EmbeddedServer | string, ...lines: string[]) =>
    appendFileSync(join(typeof server === 'string' ? server : clusterOf(server), 'postgresql.conf'), lines.join('\n'));
  configure(await start(folder), '', "archive_mode = 'on'", `archive_command = 'cp %p ${archive}/%f'`, '');
  await stop();
  const server = await start(folder);
  await keep(server);
  await server.copyTo(copy);
  await query(server, 'insert into kept values (1001)');
  const [wanted] = await query<{ at: string }>(server, 'select clock_timestamp()::text as at');
  await query(server, 'delete from kept');
  const [segment] = await query<{ name: string }>(server, 'select pg_walfile_name(pg_switch_wal()) as name');
  await vi.waitFor(() => expect(readdirSync(archive)).toContain(segment?.name), { timeout: 30_000 });
  await stop();
  const file = join(newFolder(), 'backup.tar.gz');
  await writeBackup(file, packDatabase(copy));
  await restoreBackup(file, restored, undefined);
  const cluster = join(restored, 'postgres/cluster');
  const target = [`recovery_target_time = '${wanted?.at}'`, "recovery_target_action = 'promote'"];
  configure(cluster, '', `restore_command = 'cp ${archive}/%f %p'`, ...target, '');
  writeFileSync(join(cluster, 'recovery.signal'), '');
  const { uid, gid } = statSync(cluster);
  chownSync(join(cluster, 'recovery.signal'), uid, gid);
  expect(await kept(await start(restored))).toEqual([{ count: 1001 }]);
});

it.runIf(isRoot())(
  'startEmbedded > runs PostgreSQL as the account of SVC_DATABASE_USER, which stays its owner',
  async () => {
    const folder = newFolder();
    await expect(start(folder, { user: 'no-such-account' })).rejects.toThrow('there is no account no-such-account');
    await expect(start(folder, { user: 'root' })).rejects.toThrow('SVC_DATABASE_USER must not be root');
    const server = await start(folder, { user: 'daemon' });
    const { uid } = statSync(clusterOf(server));
    expect(uid).toBe((await findAccount('daemon')).uid);
    expect(statSync(`/proc/${pidOf(server)}`).uid).toBe(uid);
    await stop();
    await expect(start(folder, { user: 'nobody' })).rejects.toThrow(`belongs to the account ${uid}, not to nobody`);
    await start(folder);
  },
);

it.each([
  [256, 32],
  [1_024, 64],
  [4_096, 128],
  [24_000, 256],
  [64_000, 512],
])('sharedBuffersMb > of a machine with %i MB is %i', (memoryMb, size) => {
  expect(sharedBuffersMb(memoryMb)).toBe(size);
});
