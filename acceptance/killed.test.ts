import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isFullSize } from './full-size.mjs';
import { call, listedBy, makeToken, makeWorkspace, ok } from './http.js';
import { expectWhole, makeRepo, pushFiles, type Repo, remote, started, writeFiles } from './repo.js';
import { createDatabase, newOperatorToken, type OwnService } from './service.js';

const postgresUrl = inject('postgresUrl');
const rounds = isFullSize ? 3 : 1;
/** Number of acknowledged writes of each kind until the service is killed. */
const enough = { records: 60, documents: 15, pushes: 4 };

/** Writes records until the service has ended, and returns the acknowledged ids. */
async function writeRecords(target: OwnService, secret: string, name: string, onWrite: () => void): Promise<string[]> {
  const acknowledged: string[] = [];
  for (;;) {
    const id = `${name}-${acknowledged.length}`;
    const body = { id, name: `Event ${id}` };
    const answer = await call(`POST /ingest/${secret}`, { target, body }).catch(() => undefined);
    if (answer?.status !== 200) return acknowledged;
    acknowledged.push(id);
    onWrite();
  }
}

/** Sends a request whose body follows after 100 Continue and `onAccepted`, and returns the status. */
function sendLater(url: string, options: { body: object; token?: string; onAccepted: () => Promise<void> }) {
  const { body, token, onAccepted } = options;
  const headers = {
    'content-type': 'application/json',
    expect: '100-continue',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  return new Promise<number | undefined>((resolve, reject) => {
    const sent = request(url, { method: 'POST', headers }, (answer) => {
      answer.resume().once('end', () => resolve(answer.statusCode));
    });
    sent.once('error', reject);
    sent.once('continue', () => onAccepted().then(() => sent.end(JSON.stringify(body)), reject));
    sent.flushHeaders();
  });
}

/** The order matters: each test starts with the state of the previous one. */
describe.runIf(!process.env.ACCEPTANCE_URL)('a service that ends', () => {
  const { service: start, folder, dispose } = started();
  const operatorToken = newOperatorToken();
  let databaseUrl: string;
  let service: OwnService;
  let written: Repo;
  let pushed: Repo;
  let token: string;
  let secret: string;

  beforeAll(async () => {
    databaseUrl = await createDatabase(postgresUrl);
    service = await start({ databaseUrl, operatorToken });
    written = await makeRepo(service);
    pushed = await makeRepo(service);
    token = await makeToken((await makeWorkspace(service)).id, { target: service });
    const made = await ok<{ secret: string }>('POST /collections', {
      target: service,
      token,
      body: { name: 'events' },
    });
    secret = made.secret;
  });
  afterAll(dispose);

  it('keeps every acknowledged record, document and push completely when it is killed', async () => {
    const ids: string[] = [];
    const documents: string[] = [];
    const pushes: string[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const target = service;
      const acknowledged = { records: 0, documents: 0, pushes: 0 };
      const count = (kind: keyof typeof enough) => () => {
        acknowledged[kind] += 1;
        const kinds = Object.keys(enough) as (keyof typeof enough)[];
        if (kinds.every((each) => acknowledged[each] >= enough[each])) target.process.kill('SIGKILL');
      };
      const [records, files, commits] = await Promise.all([
        Promise.all(['a', 'b'].map((name) => writeRecords(target, secret, `${round}-${name}`, count('records')))),
        Promise.all(
          ['a', 'b'].map((name) =>
            writeFiles(target, written, { name: `${round}-${name}`, onWrite: count('documents') }),
          ),
        ),
        Promise.all(
          ['a', 'b'].map((name) =>
            pushFiles(folder(), remote(target, pushed), { name: `${round}-${name}`, onWrite: count('pushes') }),
          ),
        ),
      ]);
      ids.push(...records.flat());
      documents.push(...files.flat());
      pushes.push(...commits.flat());
      await target.end('SIGKILL');
      service = await start({ databaseUrl, operatorToken, dataFolder: target.dataFolder });
      const listed = await listedBy(service, 'GET /collections/events/records', { token, key: 'records' });
      const stored = new Set(listed.map(({ external_id }) => external_id));
      expect(ids.filter((id) => !stored.has(id))).toEqual([]);
      await expectWhole(service, { repo: written, files: documents, folder: folder() });
      await expectWhole(service, { repo: pushed, files: pushes, folder: folder() });
    }
    expect(pushes.length).toBeGreaterThanOrEqual(enough.pushes);
    // The new process accepts the same ingest secret, and finds records that the old one stored.
    await ok(`POST /ingest/${secret}`, { target: service, body: { id: 'after', name: 'After the crash' } });
    const found = await ok('POST /collections/events/query', { target: service, token, body: { query: ids[0] } });
    expect(found).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
    expect(await writeFiles(service, written, { name: 'after', count: 1 })).toEqual(['after-0.md']);
  });

  it('finishes running requests, refuses new ones and exits with 0 when it is stopped', async () => {
    const records = Array.from({ length: 500 }, (_, index) => ({ id: index, name: `Event ${index}` }));
    let status: Promise<number | null> | undefined;
    let accepted = 0;
    let stop = (): void => undefined;
    const isStopping = new Promise<void>((resolve) => (stop = resolve));
    const onAccepted = async (): Promise<void> => {
      accepted += 1;
      if (accepted === 2) {
        status = service.end('SIGTERM');
        stop();
      }
      await isStopping;
    };
    const inFlight = await Promise.all([
      sendLater(`${service.url}/ingest/${secret}/batch`, { body: { records }, onAccepted }),
      sendLater(`${service.url}/collections/events/import`, { body: { records }, token, onAccepted }),
    ]);
    expect(inFlight).toEqual([200, 200]);
    expect(await status).toBe(0);
    await expect(call('GET /health', { target: service })).rejects.toThrow();
  });
});
