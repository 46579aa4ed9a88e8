import { expect, it } from 'vitest';
import { message, postToRelay, toolCall } from '../agent/testing/relay-request.js';
import { callersWorkspace } from '../collections/testing/callers.js';
import { openTestDatabase } from '../testing/database.js';
import { RoundTrips } from '../testing/round-trips.js';
import { startSuiteService } from '../testing/service.js';

const roundTrips = new RoundTrips();

const service = await startSuiteService({}, { testDatabase: await openTestDatabase({ roundTrips }) });
const workspace = await callersWorkspace(service);
const { ingest_url } = await workspace.must('POST', '/collections', { name: 'products' });
const ingestPath = new URL(ingest_url).pathname;
await workspace.must('POST', '/repos', { name: 'docs' });

/**
 * Counts the round trips of a repeated call. Returns the minimum, because a response in two packets can count as two. On
 * a busy machine, several in a row do.
 */
async function tripsOf(call: (turn: number) => Promise<unknown>): Promise<number> {
  const counts: number[] = [];
  for (let turn = 1; turn <= 20; turn++) {
    counts.push(await roundTrips.during(() => call(turn)));
  }
  return Math.min(...counts.slice(2));
}

function expectAtMost(trips: Readonly<Record<string, number>>, bounds: Readonly<Record<string, number>>): void {
  expect(Object.entries(trips).filter(([name, count]) => count > (bounds[name] ?? 0))).toEqual([]);
}

it('round trips > common calls stay below their limit', async () => {
  const record = (turn: number) => ({ id: 'a', name: `Door hinge ${turn}` });
  const { apiKey } = workspace;
  const records = '/collections/products/records';
  const question = { query: 'hinge for a door' };
  const trips = {
    upsert: await tripsOf((turn) => workspace.must('POST', records, { records: [record(turn)] })),
    query: await tripsOf(() => workspace.must('POST', '/collections/products/query', question)),
    get: await tripsOf(() => workspace.must('GET', `${records}/a`)),
    ingest: await tripsOf((turn) => workspace.must('POST', ingestPath, record(turn + 20), {})),
    grant: await tripsOf((turn) =>
      workspace.must('POST', '/v1/members', { email: `ada${turn}@example.com`, send_email: false }, apiKey),
    ),
  };
  expectAtMost(trips, { upsert: 4, query: 1, get: 1, ingest: 4, grant: 5 });
});

it('round trips > document calls stay below their limit', async () => {
  // A plain text file: Markdown is rendered in the background, which would add round trips to the next call.
  const document = '/documents/content?path=docs/a.txt';
  const text = (turn: number) => ({ path: 'docs/a.txt', text: `Hinges\n\nTurn ${turn}`, base: 'any' });
  const trips = {
    write: await tripsOf((turn) => workspace.must('PUT', '/documents/content', text(turn))),
    read: await tripsOf(() => workspace.must('GET', document)),
    list: await tripsOf(() => workspace.must('GET', '/documents')),
    search: await tripsOf(() => workspace.must('POST', '/documents/search', { query: 'hinges' })),
  };
  expectAtMost(trips, { write: 2, read: 1, list: 2, search: 3 });
});

it('round trips > tool calls and git requests stay below their limit', async () => {
  const { slug } = await workspace.must('GET', '/me').then((me) => me.workspace);
  const token = workspace.admin.token ?? '';
  const basic = `Basic ${Buffer.from(`git:${token}`).toString('base64')}`;
  const refs = `/git/${slug}/docs.git/info/refs?service=git-upload-pack`;
  const trips = {
    ping: await tripsOf(() => postToRelay(service.app, { token, message: message('ping') })),
    tool: await tripsOf(() => postToRelay(service.app, { token, message: toolCall('list_collections') })),
    refs: await tripsOf(() => service.call('GET', refs, { headers: { authorization: basic } })),
  };
  expectAtMost(trips, { ping: 1, tool: 3, refs: 2 });
});
