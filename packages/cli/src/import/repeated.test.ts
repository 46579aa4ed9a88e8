import { writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workbook } from '../../../client/src/importing/testing/workbook.js';
import { ImportHarness } from '../testing/import-harness.js';

const harness = new ImportHarness();
const csv = 'id;title;size\nshirt;Shirt;S\nmug;Mug;\nshirt;;M\nshirt.0;;\nshirt;;L\n';
const sent = () =>
  harness.server.requests.flatMap(({ operation, body }) =>
    operation === 'collections.import_records' ? JSON.parse(body).records : [],
  );

describe('svc import > rows with the same id', () => {
  it.each([
    ['first', { id: 'shirt', title: 'Shirt', size: 'S' }],
    ['last', { id: 'shirt', title: '', size: 'L' }],
    ['merge', { id: 'shirt', title: 'Shirt', size: 'L' }],
  ])('become one record with --repeated %s, and the summary names their lines', async (choice, shirt) => {
    const { status, stdout, stderr } = await harness.importFile(harness.file('a.csv', csv), {
      flags: ['--repeated', choice],
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: 'imported  3\nfailed    0\nembedded  3\n' });
    expect(stderr).toContain('5 rows have 3 ids. Repeated: "shirt" (lines 2, 4, 6).');
    expect(sent()).toHaveLength(3);
    expect(sent()).toContainEqual(shirt);
  });

  it('are counted next to the records in the output of --json', async () => {
    const { stdout } = await harness.importFile(harness.file('a.csv', csv), { flags: ['--json'] });
    expect(JSON.parse(stdout)).toMatchObject({
      imported: 3,
      repeated: { rows: 5, records: 3, ids: [{ id: 'shirt', lines: [2, 4, 6] }] },
    });
  });

  it('fail before anything is sent with --repeated fail, even from standard input', async () => {
    for (const [path, stdin] of [
      [harness.file('a.csv', csv), ''],
      ['-', csv],
    ] as const) {
      const { status, stdout, stderr } = await harness.importFile(path, { stdin, flags: ['--repeated', 'fail'] });
      expect({ status, stdout, pages: harness.pages() }).toEqual({ status: 2, stdout: '', pages: [] });
      expect(stderr).toContain('Nothing was imported.');
      expect(stderr).toContain('--repeated which rows count: first, last, or merge');
    }
  });

  it('fail in a terminal, so that a person can choose', async () => {
    const { status } = await harness.importFile(harness.file('a.csv', csv), { columns: 80 });
    expect({ status, pages: harness.pages() }).toEqual({ status: 2, pages: [] });
  });

  it('are not joined if a spreadsheet has rounded their ids', async () => {
    const rounded = 'id,name\n4.00638E+12,a\n4.00638E+12,b\n';
    await harness.importFile(harness.file('a.csv', rounded), { flags: ['--repeated', 'merge'] });
    expect(sent()).toHaveLength(2);
  });
});

describe('svc import --preview', () => {
  it('shows how a file is read and what an import would do, counts absent records, and stores nothing', async () => {
    const rows = [['Nr', 'price'], [{ number: '7' }, '12,50'], ['7.0', '1'], ['x']];
    const path = harness.file('a.xlsx', '');
    writeFileSync(path, workbook(rows));
    const fields = [{ name: 'price', type: 'number' }];
    const body = { id: 'c1', name: 'parts', id_field: 'id', write_date_field: 'write_date', fields, records: 40 };
    harness.server.answers.set('collections.describe', { body });
    harness.server.answers.set('collections.reconcile_records', { body: { tombstoned: 39 } });
    const { status, stdout } = await harness.importFile(path, { flags: ['--preview', '--map', 'Nr=id'] });
    expect(status).toBe(0);
    for (const text of [
      /format +xlsx/,
      /columns +id, price/,
      'price: 1 values do not match its type, number.',
      'line 2: 12,50: decimal comma',
      '1 ids are repeated.',
      '7: lines 2, 3',
      'Rows: 3. Records: 2. Nothing was stored.',
      '"parts" has 40 records. 39 of them are not in the file and stay as they are.',
    ]) {
      expect(stdout).toMatch(text);
    }
    const [described, reconciled, ...others] = harness.server.requests;
    expect([described?.operation, reconciled?.operation, others]).toEqual([
      'collections.describe',
      'collections.reconcile_records',
      [],
    ]);
    expect(JSON.parse(reconciled?.body ?? '')).toMatchObject({ live_ids: ['7', 'x'], dry_run: true });
  });

  it.each([
    ['refused', { status: 409, body: { error: 'append_only', message: 'No.' } }],
    ['not needed', { body: { tombstoned: 0 } }],
  ])('counts no absent records if that is %s', async (_why, answer) => {
    const body = { id: 'c1', name: 'parts', id_field: 'order:line', write_date_field: 'at', fields: [], records: 2 };
    harness.server.answers.set('collections.describe', { body });
    harness.server.answers.set('collections.reconcile_records', answer);
    const path = harness.file('a.csv', 'order,line\n1,a\n1,b\n');
    const { status, stdout } = await harness.importFile(path, { flags: ['--preview', '--json'] });
    const tombstoned = 'tombstoned' in answer.body ? 0 : null;
    expect({ status, preview: JSON.parse(stdout) }).toMatchObject({
      status: 0,
      preview: { records: 2, absent: tombstoned },
    });
  });
});

describe('svc import --map', () => {
  it('renames columns, and is remembered for the next file', async () => {
    const flags = ['--map', 'Artikel Nr=id'];
    await harness.importFile(harness.file('a.csv', 'Artikel Nr;name\n1;a\n'), { flags });
    expect(sent()).toEqual([{ id: '1', name: 'a' }]);
    const update = harness.server.requests.find(({ operation }) => operation === 'collections.update');
    expect(JSON.parse(update?.body ?? '')).toEqual({ import_columns: { 'Artikel Nr': 'id' } });
    const described = { id: 'c1', name: 'parts', id_field: 'id', import_columns: { 'Artikel Nr': 'id', Other: 'x' } };
    harness.server.answers.set('collections.describe', { body: described });
    expect((await harness.importFile(harness.file('b.csv', 'Artikel Nr;name\n2;b\n'))).status).toBe(0);
    expect(sent().at(-1)).toEqual({ id: '2', name: 'b' });
  });

  it('fails if it names no column of the file', async () => {
    const { status, stderr } = await harness.importFile(harness.file('a.csv', 'id\n1\n'), {
      flags: ['--map', 'Nr=id'],
    });
    expect(status).toBe(2);
    expect(stderr).toContain('The file has no column "Nr".');
  });
});
