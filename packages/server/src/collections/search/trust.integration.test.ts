import type { QueryAnswer } from '@tessera/contract';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { type Caller, type CallersWorkspace, callersWorkspace } from '../testing/callers.js';

const products = [
  {
    id: 'oak-1',
    name: 'Oak table',
    sku: 'TB-100-OAK',
    barcode: '601647855646',
    phone: '+47 22 34 56 78',
    year: '1998',
  },
  {
    id: 'oak-2',
    name: 'Table oak',
    sku: 'TB-100-ASH',
    barcode: '601647855653',
    phone: '+32 485 56 23 88',
    year: '1998',
  },
  {
    id: 'lamp',
    name: 'Brass reading lamp 1.5 m',
    sku: 'LAMP_8888',
    barcode: '601647855660',
    web: 'www.mill.example/lamp',
  },
  { id: 'mill', name: 'Müller Mühlen', sku: 'KOVAX', email: 'ada.byron@mill.example', city: 'Antwerp' },
  { id: 'ada', name: 'Ada Byron', company: 'Müller Mühlen', email: 'ada@mill.example', city: 'Antwerp' },
].map((record) => ({ ...record, owner: 'sales' }));

/** Records of another owner. Some have the same codes. */
const others = Array.from({ length: 40 }, (_, n) => ({
  id: `other-${n}`,
  name: `Garden chair ${n}`,
  sku: n === 0 ? 'KOVAX' : `GC-${n}`,
  barcode: n === 1 ? '601647855646' : undefined,
  owner: 'stock',
}));

const identifiers = ['sku', 'barcode', 'phone'];

describe.each([
  ['with declared identifiers', { id_match_fields: identifiers }],
  ['with no field declared', { description: 'What there is to sell' }],
])('collections.query: verdicts in a collection %s', (_, roles) => {
  let service: TestService;
  let workspace: CallersWorkspace;
  let sales: Caller;
  beforeAll(async () => {
    service = await startTestService();
    workspace = await callersWorkspace(service);
    for (const [name, records] of Object.entries({ products, mixed: [...others, ...products] })) {
      await workspace.must('POST', '/collections', { name });
      await workspace.must('PATCH', `/collections/${name}`, roles);
      await workspace.must('POST', `/collections/${name}/import`, { records });
    }
    const group = await workspace.group();
    sales = await workspace.pinned({ role: 'member', access: 'read_only', groups: [group] });
    await workspace.must('PUT', `/collections/mixed/grants/${group}`, {
      permission: 'read',
      filter: { owner: 'sales' },
    });
  });
  afterAll(() => service.close());

  const resolve = async (name: string, query: string, caller?: Caller) => {
    const answer: QueryAnswer = await workspace.must('POST', `/collections/${name}/query`, { query }, caller);
    return { first: answer.results[0]?.external_id, confidence: answer.confidence };
  };

  test.each([
    ['tb 100 oak', 'oak-1'],
    ['TB100OAK', 'oak-1'],
    ['tb.100.ash', 'oak-2'],
    ['[LAMP_8888] Brass reading lamp', 'lamp'],
    ['0047 22345678', 'oak-1'],
    ['(0485) 56 23 88', 'oak-2'],
    ['22345678', 'oak-1'],
    ['do we have 601647855646 in stock?', 'oak-1'],
    ['500 x LAMP-8888', 'lamp'],
    ['TB-100-ASH, 12 pcs', 'oak-2'],
    ['SKU: TB-100-ASH', 'oak-2'],
    ['https://mill.example/lamp', 'lamp'],
    ['ADA.BYRON@mill.example', 'mill'],
    ['Müller Mühlen, Ada Byron', 'ada'],
  ])('"%s" is high, also in a slice where one record has it', async (query, first) => {
    expect(await resolve('products', query)).toEqual({ first, confidence: 'high' });
    expect(await resolve('mixed', query, sales)).toEqual({ first, confidence: 'high' });
  });

  test.each([
    ['part of a code', 'TB-100'],
    ['a value that is no identifier', '1998'],
    ['a code and the name of another record', '[LAMP_8888] Oak table'],
    ['words that another record has, too', 'oak table'],
    ['a place of several records', 'Antwerp'],
  ])('%s is low', async (_, query) => {
    expect((await resolve('products', query)).confidence).toBe('low');
  });

  test.each([
    'ada.byrom@mill.example',
    'ada.byron@mill.test',
    '0047 22345679',
    'TB-100-ELM',
    '601647855647',
    'www.mill.example/lamps',
  ])('an unknown identifier is none: "%s"', async (query) => {
    expect((await resolve('products', query)).confidence).toBe('none');
  });

  test.each([
    ['Bras reading lamp', 'lamp'],
    ['Mueller Muehlen', 'mill'],
    ['brass reading lamp 1.5m', 'lamp'],
  ])('finds "%s"', async (query, expected) => {
    const { first, confidence } = await resolve('products', query);
    expect(first).toBe(expected);
    expect(confidence).not.toBe('none');
  });
});
