import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JsonObject, parseJson } from '@tessera/json';
import { readConfig } from '@tessera/records';
import { describe, expect, test } from 'vitest';
import { type InspectedField, inspectFields } from './inspect.js';

const dataFolder = process.env.TEST_DATA_DIR;
if (dataFolder === undefined) {
  console.info('TEST_DATA_DIR is not set: field inspection is not tried on real exports');
}

describe.runIf(dataFolder !== undefined)('inspectFields: real exports', () => {
  function odoo(name: string): Map<string, InspectedField> {
    const records = parseJson(readFileSync(join(dataFolder ?? '', 'odoo', `${name}.json`), 'utf8')) as JsonObject[];
    return new Map(inspectFields(records, readConfig({})).fields.map((field) => [field.name, field]));
  }

  function roles(fields: Map<string, InspectedField>, names: readonly string[]): (string | null | undefined)[] {
    return names.map((name) => fields.get(name)?.suggested_role);
  }

  test('suggests the fields of Odoo products', () => {
    const fields = odoo('product_product');
    expect(
      roles(fields, ['id', 'write_date', 'name', 'default_code', 'barcode', 'categ_id', 'list_price', 'description']),
    ).toEqual(['control', 'control', 'semantic', 'identifier', 'identifier', 'filterable', 'filterable', 'semantic']);
    expect(fields.get('categ_id')?.suggested_type).toBe('enum');
    expect(fields.get('barcode')?.suggested_type).toBeNull();
  });

  test('suggests the fields of Odoo orders', () => {
    const fields = odoo('sale_order');
    expect(roles(fields, ['name', 'partner_id', 'date_order', 'state', 'client_order_ref'])).toEqual([
      'identifier',
      'filterable',
      'filterable',
      'filterable',
      null,
    ]);
    expect(fields.get('date_order')?.suggested_type).toBe('date');
    expect(fields.get('client_order_ref')?.coverage).toBe(0);
  });
});
