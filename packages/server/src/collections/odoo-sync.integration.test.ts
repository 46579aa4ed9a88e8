import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { limits } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { odooModels } from '../testing/fixtures/odoo.js';
import { startTestService, type TestService, type TestWorkspace } from '../testing/service.js';

interface OdooRecord {
  readonly id: number;
  readonly write_date: string;
  readonly [field: string]: unknown;
}

type OdooModels = Readonly<Record<string, readonly OdooRecord[]>>;

/** Fields by which people search. Models that have them use them as identifiers. */
const lookUpFields = ['default_code', 'barcode', 'email', 'work_email', 'email_from', 'license_plate', 'serial_no'];

const realFolder = join(process.env.TEST_DATA_DIR ?? '', 'odoo');
const hasRealData = process.env.TEST_DATA_DIR !== undefined && existsSync(realFolder);
if (!hasRealData) {
  console.info('Not run: the Odoo sync on real data (set TEST_DATA_DIR to a folder that holds odoo/*.json).');
}

function readModels(): OdooModels {
  const files = hasRealData ? readdirSync(realFolder).filter((file) => file.endsWith('.json')) : [];
  return Object.fromEntries(
    files.map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(join(realFolder, file), 'utf8'))]),
  );
}

/** Shuffles items in the same way in each run. */
function shuffle<Item>(items: readonly Item[]): Item[] {
  const shuffled = [...items];
  let state = 42;
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    const other = state % (last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as Item, shuffled[last] as Item];
  }
  return shuffled;
}

/** All messages of a source: every record twice, and an older version of each, which must be ignored. */
function messagesOf(records: readonly OdooRecord[]): OdooRecord[] {
  const older = records.map((record) => ({ ...record, name: 'an outdated name', write_date: '2001-01-01 00:00:00' }));
  return shuffle([...records, ...older, ...records]);
}

function pages<Item>(items: readonly Item[], size: number): Item[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, page) =>
    items.slice(page * size, (page + 1) * size),
  );
}

const suites: readonly [string, boolean, () => OdooModels][] = [
  ['a small Odoo', true, () => odooModels],
  ['the whole of an Odoo', hasRealData, readModels],
];

describe.each(suites)('ingest: syncing %s from Odoo', (_title, isThere, read) => {
  describe.runIf(isThere).each([
    ['as it comes', false],
    ['with identifiers configured', true],
  ])('%s', (_configuration, withIdentifiers) => {
    let service: TestService;
    let workspace: TestWorkspace;
    const models = read();

    beforeAll(async () => {
      service = await startTestService();
      workspace = await service.createWorkspace();
      for (const [name, records] of Object.entries(models)) {
        const { secret } = (await call('POST', '/collections', { name })).body;
        if (withIdentifiers) {
          const stored = lookUpFields.filter((field) => records.some((record) => field in record));
          expect((await call('PATCH', `/collections/${name}`, { id_match_fields: stored })).status).toBe(200);
        }
        await push(`/ingest/${secret}`, messagesOf(records));
      }
    });
    afterAll(() => service.close());

    const call = (method: string, path: string, body?: unknown) =>
      service.call(method, path, { token: workspace.token, body });
    const query = async (name: string, text: string) =>
      (await call('POST', `/collections/${name}/query`, { query: text, top_k: 5 })).body;
    const idsOf = (answer: { results: { external_id: string }[] }) => answer.results.map((each) => each.external_id);

    /** Pushes the first third of the records one by one. Pushes the others in batches and embeds them afterwards. */
    async function push(url: string, messages: readonly OdooRecord[]): Promise<void> {
      const single = Math.ceil(messages.length / 3);
      for (const message of messages.slice(0, single)) {
        expect(await service.call('POST', url, { body: message })).toMatchObject({ status: 200 });
      }
      for (const records of pages(messages.slice(single), 40)) {
        const answer = await service.call('POST', `${url}/batch`, { body: { records } });
        expect(answer).toMatchObject({ status: 200, body: { accepted: records.length, failed: 0 } });
      }
      for (let more = true; more; ) {
        ({ more } = (await service.call('POST', `${url}/embed-pending`)).body);
      }
    }

    it('stores every record once, in its newest version, as sent', async () => {
      expect(Object.keys(models).length).toBeGreaterThan(2);
      for (const [name, records] of Object.entries(models)) {
        const listed = (await call('GET', `/collections/${name}/records?limit=${limits.pageMax}`)).body;
        expect(listed.count).toBe(records.length);
        const stored = new Map<string, Record<string, unknown>>(
          listed.records.map((record: { external_id: string; attributes: Record<string, unknown> }) => [
            record.external_id,
            record.attributes,
          ]),
        );
        for (const { id, write_date: _clock, ...rest } of records) {
          expect(stored.get(String(id))).toEqual(rest);
        }
        const described = (await call('GET', `/collections/${name}/describe`)).body;
        expect(described).toMatchObject({ records: records.length, pending_embed: 0, failed_embed: 0 });
      }
    });

    it('finds every record by its id', async () => {
      for (const [name, records] of Object.entries(models)) {
        for (const { id } of records) {
          const answer = await query(name, String(id));
          expect(answer).toMatchObject({ match_type: 'exact_id', confidence: 'high' });
          expect(idsOf(answer)).toEqual([String(id)]);
        }
      }
    });

    it('finds every record by its code, barcode or e-mail', async () => {
      let tried = 0;
      for (const [name, records] of Object.entries(models)) {
        for (const field of lookUpFields) {
          const ids = new Map<string, string[]>();
          for (const record of records) {
            const value = record[field];
            if (typeof value === 'string' && value !== '') {
              ids.set(value, [...(ids.get(value) ?? []), String(record.id)]);
            }
          }
          for (const [value, expected] of ids) {
            const answer = await query(name, value);
            tried += 1;
            if (withIdentifiers) {
              const confidence = expected.length === 1 ? 'high' : 'low';
              expect(answer, `${name}.${field} ${value}`).toMatchObject({ match_type: 'exact_id', confidence });
              expect(idsOf(answer).sort()).toEqual(expected.slice(0, 5).sort());
            } else if (expected.length < 5) {
              expect(expected, `${name}.${field} ${value}`).toContain(idsOf(answer)[0]);
              expect(idsOf(answer), `${name}.${field} ${value}`).toEqual(expect.arrayContaining(expected));
            }
          }
        }
      }
      expect(tried).toBeGreaterThan(8);
    });

    it('returns every record first for its name', async () => {
      for (const [name, records] of Object.entries(models)) {
        const named = records.filter((record) => typeof record.name === 'string' && record.name.trim() !== '');
        for (const record of named) {
          const alike = named.filter((other) => other.name === record.name).map(({ id }) => String(id));
          const [first] = idsOf(await query(name, String(record.name)));
          expect(alike, `${name} ${record.name}`).toContain(first);
        }
      }
    });

    it('accepts all records again without changes', async () => {
      for (const [name, records] of Object.entries(models)) {
        const answer = (await call('POST', `/collections/${name}/import`, { records })).body;
        expect(answer).toMatchObject({ imported: records.length, failed: 0 });
        expect(new Set(answer.results.map((result: { status: string }) => result.status))).toEqual(
          new Set(['unchanged']),
        );
      }
    });
  });
});
