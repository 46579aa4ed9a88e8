// Creates the collections of the example with the records of products.csv and customers.csv. Idempotent.
import { readFileSync } from 'node:fs';
import { ApiError, createClient } from '@tessera/client';
import { collections as names } from './desk.mjs';
import { settings } from './terminal.mjs';

const { collections } = createClient(settings());
/** @type {{ name: string, file: string, configuration: import('@tessera/client').CallRequest<'collections.update'>['body'] }[]} */
const sources = [
  { name: names.customers, file: 'customers.csv', configuration: { id_match_fields: ['email'] } },
  {
    name: names.products,
    file: 'products.csv',
    configuration: { id_match_fields: ['sku'], field_types: { colour: 'enum', category: 'enum', price: 'number' } },
  },
];
for (const { name, file, configuration } of sources) {
  try {
    await collections.create({ body: { name, ...configuration } });
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'collection_exists')) throw error;
  }
  const { written } = await collections.upsert_records({ params: { name }, body: { records: rowsOf(file) } });
  console.log(`${name}: ${written} records`);
}

/** @param {string} file */
function rowsOf(file) {
  const [head = '', ...lines] = readFileSync(new URL(file, import.meta.url), 'utf8')
    .trim()
    .split('\n');
  const fields = head.split(',');
  return lines.map((line) => {
    const values = line.split(',');
    return Object.fromEntries(fields.map((field, at) => [field, field === 'price' ? Number(values[at]) : values[at]]));
  });
}
