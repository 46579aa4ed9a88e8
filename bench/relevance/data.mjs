// Reads the public data sets of the evaluation from TEST_DATA_DIR. This repository does not contain them.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of the data sets; empty if TEST_DATA_DIR is unset. */
export const dataFolder = process.env.TEST_DATA_DIR ?? '';

/** Whether the data sets are available. */
export function hasData() {
  return dataFolder !== '' && existsSync(join(dataFolder, 'abt-buy'));
}

/** Reads a JSON file. */
export const readJson = (path) => JSON.parse(read(path));

/** The letters and digits of a text, in lower case. */
export const squeezedText = (text) => text.toLowerCase().replace(/[^\p{L}\p{M}\p{N}]+/gu, '');

const read = (path) => readFileSync(join(dataFolder, path), 'utf8');

/** Rows of a delimited file as objects; quotes as in RFC 4180. */
export function rowsOf(path, delimiter) {
  const text = read(path);
  const rows = [[]];
  let field = '';
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i];
    if (quoted) {
      if (character !== '"') {
        field += character;
      } else if (text[i + 1] === '"') {
        field += text[++i];
      } else {
        quoted = false;
      }
    } else if (character === '"' && field === '') {
      quoted = true;
    } else if (character === delimiter || character === '\n') {
      rows.at(-1).push(field.replace(/\r$/, ''));
      field = '';
      if (character === '\n') {
        rows.push([]);
      }
    } else {
      field += character;
    }
  }
  rows.at(-1).push(field);
  const [header, ...body] = rows.filter((row) => row.length > 1);
  return body.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

/** Rows of a `|`-separated file without quoting. */
export function plainRowsOf(path) {
  const [header, ...lines] = read(path).trim().split('\n');
  const names = header.split('|');
  return lines.map((line) => Object.fromEntries(line.split('|').map((value, i) => [names[i], value])));
}

const join_ = (...values) => values.filter((value) => value !== '' && value != null && value !== false).join('\n');
const label = (value) => (Array.isArray(value) ? value[1] : value);
const withoutTags = (html) => html.replace(/<[^>]*>|&[a-z]+;/g, ' ');

/** The corpora: records of `{id, name, text, identifiers}`. */
export function corpora() {
  const odoo = (model, ...fields) =>
    JSON.parse(read(`odoo/${model}.json`)).map((record) => ({
      id: String(record.id),
      name: record.name || '',
      text: join_(...fields.map((field) => label(record[field]))),
      identifiers: [String(record.id)],
      record,
    }));
  const all = {
    buy: plainRowsOf('abt-buy/buy.csv').map((row) => ({
      id: row.id,
      name: row.name,
      text: join_(row.name, row.description, row.price),
      identifiers: [row.id],
    })),
    bestbuy: JSON.parse(read('bestbuy/products.json')).map((row, i) => ({
      id: `p${i}`,
      name: row.name,
      text: join_(row.name, row.description, row.brand, (row.categories ?? []).join(' '), row.price),
      identifiers: [`p${i}`],
    })),
    magento: rowsOf('magento/products.csv', ',').map((row) => ({
      id: row.sku,
      name: row.name,
      text: join_(row.name, row.categories, withoutTags(row.description), row.price),
      identifiers: [row.sku],
    })),
    northwindProducts: rowsOf('northwind/products.csv', ',').map((row) => ({
      id: row.productID,
      name: row.productName,
      text: join_(row.productName, row.quantityPerUnit, row.unitPrice),
      identifiers: [row.productID],
    })),
    northwindCustomers: rowsOf('northwind/customers.csv', ',').map((row) => ({
      id: row.customerID,
      name: row.companyName,
      text: join_(row.companyName, row.contactName, row.contactTitle, row.address, row.city, row.country, row.phone),
      identifiers: [row.customerID],
    })),
    odooProducts: odoo('product_product', 'name', 'default_code', 'barcode', 'categ_id', 'description', 'list_price'),
    odooPartners: odoo(
      'res_partner',
      'name',
      'parent_id',
      'email',
      'phone',
      'street',
      'city',
      'zip',
      'country_id',
      'website',
    ),
    odooLeads: odoo('crm_lead', 'name', 'partner_name', 'contact_name', 'email_from', 'phone', 'city', 'country_id'),
    odooOrders: odoo('sale_order', 'name', 'partner_id', 'user_id', 'state', 'client_order_ref'),
    odooPurchases: odoo('purchase_order', 'name', 'partner_id', 'user_id', 'state', 'date_order'),
    odooEmployees: odoo('hr_employee', 'name', 'work_email', 'work_phone', 'job_title', 'department_id', 'barcode'),
  };
  return all;
}

/** Abt product names with the id of the same product at Buy. */
export function abtQueries() {
  const gold = new Map(plainRowsOf('abt-buy/gt.csv').map(({ D1, D2 }) => [D1, D2]));
  return plainRowsOf('abt-buy/abt.csv')
    .filter(({ id }) => gold.has(id))
    .map(({ id, name }) => ({ text: name, answer: gold.get(id) }));
}

/** Queries that shoppers typed. */
export function furnitureQueries() {
  const [, ...lines] = read('furniture-queries.tsv').trim().split('\n');
  return lines.map((line) => line.split('\t')[1] ?? '');
}
