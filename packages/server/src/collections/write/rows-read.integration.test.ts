import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RowsRead, startReadingService } from '../../testing/rows-read.js';
import type { TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';
import { beginChange } from '../testing/change.js';
import { analyze, importBySteps } from '../testing/statistics.js';

const record = (n: number | string, color: string, more: object = {}) => ({
  id: `part-${n}`,
  serial: `serial-${n}`,
  name: `Part ${n}`,
  code: [`C${n}`, 'shared'],
  color,
  ...more,
});
const inside = Array.from({ length: 200 }, (_, n) => record(n * 21, 'red'));
// On both sides of each record inside, wherever an index begins to look.
const outside = Array.from({ length: 4_000 }, (_, n) => record(`${n}-${n}`, 'blue'));

// Sent without their vectors, each for one request.
const waiting = Array.from({ length: 40 }, (_, n) => record(`waiting-${n}`, 'red'));

// Of five records at most, and what is left of their former versions.
const fewRows = 150;

let service: TestService;
let workspace: CallersWorkspace;
let caller: Caller;
let read: RowsRead[] = [];

beforeAll(async () => {
  service = await startReadingService(/^(records|record_keys|slice_records|slice_tombstones|new_ids)/, (rows) =>
    read.push(rows),
  );
  workspace = await callersWorkspace(service);
  const groups = [await workspace.group(), await workspace.group()];
  caller = await workspace.pinned({ role: 'member', access: 'read_write', groups: [groups[0] ?? ''] });
  for (const [name, records] of [
    ['with', [...outside.slice(0, 2_000), ...inside, ...outside.slice(2_000)]],
    ['without', inside],
  ] as const) {
    const { secret } = await workspace.must('POST', '/collections', { name });
    await workspace.must('PATCH', `/collections/${name}`, { id_match_fields: ['code'] });
    // What is outside is inside for others.
    for (const [at, color] of ['red', 'blue'].entries()) {
      const grant = { permission: 'write', filter: { color } };
      await workspace.must('PUT', `/collections/${name}/grants/${groups[at]}`, grant);
    }
    await importBySteps(service, workspace, { name, records });
    await workspace.must('POST', `/ingest/${secret}/batch`, { records: waiting });
  }
});
afterAll(() => service.close());

interface Case {
  readonly request: (time: number) => readonly [method: string, path: string, body?: object];
  readonly answer: object;
}

const written = (status: string) => ({ status: 200, body: { results: [{ status }] } });

const cases = {
  ...casesOf('part', 100),
  'sending again what waits to be embedded': {
    request: (time: number) => ['POST', '/import', { records: waiting.slice(time, time + 1) }] as const,
    answer: { status: 200, body: { embedded: 1, results: [{ status: 'unchanged' }] } },
  },
};

/** Checks that a request reads little, several times: more often than the planner takes to settle on a plan for all. */
async function expectFewRows({ request, answer }: Case, from: number): Promise<void> {
  for (let time = from; time < from + 8; time += 1) {
    for (const name of ['with', 'without']) {
      const [method, path, body] = request(time);
      read = [];
      const sent = body === undefined ? {} : { body };
      expect(await service.call(method, `/collections/${name}${path}`, { ...caller, ...sent })).toMatchObject(answer);
      const counts = read.flatMap((one) => Object.values(one));
      expect(Math.max(0, ...counts), `${name}: ${JSON.stringify(read)}`).toBeLessThan(fewRows);
      expect(read, 'each transaction tells').not.toEqual([]);
    }
  }
}

/** What is asked by ids that begin alike; each time another record is deleted, from one of those inside on. */
function casesOf(prefix: string, deleteFrom: number): Record<string, Case> {
  return {
    'adding a record': {
      request: (time) => ['POST', '/records', { records: [record(`${prefix}-new-${time}`, 'red')] }],
      answer: written('created'),
    },
    'changing a record': {
      request: (time) => ['POST', '/records', { records: [record(21 * 7, 'red', { changed: time })] }],
      answer: written('updated'),
    },
    "changing a record's identifiers": {
      request: (time) => [
        'POST',
        '/records',
        { records: [record(21 * 8, 'red', { code: [`code ${time}`, 'shared'] })] },
      ],
      answer: written('updated'),
    },
    'importing records': {
      request: (time) => [
        'POST',
        '/import',
        { records: [1, 2, 3, 4, 5].map((n) => record(21 * n, 'red', { imported: time })) },
      ],
      answer: { status: 200, body: { imported: 5, failed: 0 } },
    },
    'writing what does not fit': {
      request: (time) => ['POST', '/records', { records: [record(`other-${time}`, 'blue')] }],
      answer: { status: 200 },
    },
    'deleting a record': {
      request: (time) => ['DELETE', `/records/${prefix}-${21 * (deleteFrom + time)}`],
      answer: { status: 200, body: { status: 'tombstoned' } },
    },
    'writing a deleted record again': {
      request: (time) => ['POST', '/records', { records: [record(21 * (deleteFrom + time), 'red', { again: true })] }],
      answer: written('revived'),
    },
    'deleting what was never there': {
      request: (time) => ['DELETE', `/records/none-${time}`],
      answer: { status: 404 },
    },
  };
}

describe.each(['half of the records', 'all records'])('a confined caller, by statistics of %s', (statistics) => {
  const isAnalyzed = statistics === 'all records';
  beforeAll(async () => {
    if (isAnalyzed) {
      await analyze(service);
    }
  });

  it.each(Object.entries(cases))('%s reads a few rows, however many there are', (_title, one) =>
    expectFewRows(one, isAnalyzed ? 8 : 0),
  );
});

describe('a confined caller, while ids are being changed', () => {
  beforeAll(async () => {
    for (const name of ['with', 'without']) {
      const change = await beginChange(service, { workspaceId: workspace.id, name }, { id_field: 'serial' });
      while (await change.prepare()) {}
      await change.save();
    }
  });

  it.each(Object.entries(casesOf('serial', 150)))('%s reads a few rows, however many there are', (_title, one) =>
    expectFewRows(one, 0),
  );
});
