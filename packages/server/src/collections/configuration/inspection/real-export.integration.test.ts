import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../testing/service.js';
import { type CallersWorkspace, callersWorkspace } from '../../testing/callers.js';

const file = join(process.env.TEST_DATA_DIR ?? '', 'magento/products.csv');
const hasRealData = process.env.TEST_DATA_DIR !== undefined && existsSync(file);
if (!hasRealData) {
  console.info(
    'Not run: a catalogue configured from suggestions (set TEST_DATA_DIR to a folder with magento/products.csv).',
  );
}

interface InspectedField {
  readonly name: string;
  readonly suggested_type: string | null;
  readonly suggested_role: string | null;
  readonly detected_type: string | null;
  readonly coverage: number;
}

/** Columns that contain the same number in every record, such as display switches. */
const switches = [
  ...['allow_backorders', 'enable_qty_increments', 'is_decimal_divided', 'is_in_stock', 'is_qty_decimal'],
  ...['manage_stock', 'max_cart_qty', 'min_cart_qty', 'out_of_stock_qty', 'product_online', 'qty_increments'],
  ...['use_config_backorders', 'use_config_enable_qty_inc', 'use_config_manage_stock', 'use_config_max_sale_qty'],
  ...['use_config_min_qty', 'use_config_min_sale_qty', 'use_config_notify_stock_qty', 'use_config_qty_increments'],
  'website_id',
];

describe.runIf(hasRealData)('collections.fields: a shop export of 1,994 rows and 70 columns, 31 of them empty', () => {
  let service: TestService;
  let workspace: CallersWorkspace;
  let fields: readonly InspectedField[];
  const at = '/collections/products';

  beforeAll(async () => {
    service = await startTestService();
    workspace = await callersWorkspace(service);
    const rows = parse(readFileSync(file), { columns: true, bom: true }) as object[];
    await workspace.must('POST', '/collections', { name: 'products' });
    await workspace.must('PATCH', at, { id_field: 'sku', write_date_field: 'updated_at' });
    for (let start = 0; start < rows.length; start += 500) {
      const records = rows.slice(start, start + 500);
      const imported = await workspace.must('POST', `${at}/import`, { records });
      expect(imported).toMatchObject({ imported: records.length, failed: 0 });
    }
    ({ fields } = await workspace.must('GET', `${at}/fields?sample=2000`));
  });
  afterAll(() => service.close());

  const named = (keep: (field: InspectedField) => boolean) => fields.filter(keep).map(({ name }) => name);

  it('inspects every column with its coverage', () => {
    expect(fields).toHaveLength(70);
    expect(named(({ coverage }) => coverage === 0)).toHaveLength(31);
    expect(fields.find(({ name }) => name === 'url_key')?.coverage).toBeCloseTo(1_847 / 1_994);
  });

  it('suggests the roles that a person would choose', () => {
    const withRole = (role: string | null) => named(({ suggested_role }) => suggested_role === role);
    expect(withRole('control')).toEqual(['sku', 'updated_at']);
    expect(withRole('identifier')).toEqual(['url_key']);
    expect(withRole('semantic')).toEqual([
      ...['name', 'categories', 'description', 'additional_attributes', 'configurable_variations'],
    ]);
    expect(withRole('exposed').sort()).toEqual(['additional_images', 'base_image', 'small_image', 'thumbnail_image']);
    const choices = ['attribute_set_code', 'product_type', 'product_websites', 'tax_class_name', 'visibility'];
    expect(withRole('filterable').sort()).toEqual([...choices, 'price', 'qty', ...switches].sort());
  });

  it('suggests types, except for columns that are empty in the first record', () => {
    const withType = (type: string | null) => named(({ suggested_type }) => suggested_type === type);
    expect(withType('number').sort()).toEqual(['price', 'qty', ...switches].sort());
    expect(withType('enum').sort()).toEqual([
      ...['attribute_set_code', 'product_type', 'product_websites', 'tax_class_name', 'visibility'],
    ]);
    expect(withType('date')).toEqual([]);
    expect(
      named(({ detected_type, suggested_type }) => detected_type !== null && suggested_type === null).sort(),
    ).toEqual(['url_key', 'weight']);
  });

  it('suggests a configuration that resolves, filters and checks records', async () => {
    const withRole = (role: string) => named(({ suggested_role }) => suggested_role === role);
    const typed = fields.filter(
      ({ suggested_type, suggested_role }) => suggested_type !== null && suggested_role !== 'control',
    );
    const saved = await workspace.must('PATCH', at, {
      embed_fields: withRole('semantic'),
      id_match_fields: withRole('identifier'),
      field_types: Object.fromEntries(typed.map(({ name, suggested_type }) => [name, suggested_type])),
    });
    expect(saved).toMatchObject({ reindex_required: true, records: 1_994, pending_embed: 0 });
    expect(await workspace.must('POST', `${at}/reindex?dry_run=false`)).toMatchObject({ applied: true });
    const byUrl = await workspace.must('POST', `${at}/query`, { query: 'electra-bra-top-l-black' });
    expect(byUrl).toMatchObject({
      match_type: 'exact_id',
      confidence: 'high',
      results: [{ external_id: 'WB01-L-Black' }],
    });
    const cheap = { filters: { price: { lt: 30 }, attribute_set_code: 'Bottom', product_type: 'configurable' } };
    const { results } = await workspace.must('POST', `${at}/query`, { ...cheap, top_k: 100 });
    expect(results.length).toBeGreaterThan(0);
    for (const { attributes } of results) {
      expect(attributes).toMatchObject({ attribute_set_code: 'Bottom', product_type: 'configurable' });
      expect(Number(attributes.price)).toBeLessThan(30);
    }
    const rewritten = { sku: 'WB01', name: 'Electra Bra Top', price: 'on request' };
    const { results: written } = await workspace.must('POST', `${at}/records`, { records: [rewritten] });
    expect(written).toMatchObject([{ status: 'updated', findings: [{ field: 'price', kind: 'type_mismatch' }] }]);
  });
});
