// The data sets as collections with roles: what is a title, an identifier or another value of each record.
import { plainRowsOf, readJson, rowsOf, squeezedText } from './data.mjs';
import { randomSource } from './random.mjs';

const known = (value) => value !== undefined && value !== null && value !== false && value !== '' && value !== 'NULL';
const label = (value) => (Array.isArray(value) ? value[1] : value);
const texts = (...values) => values.map(label).filter(known).map(String);

/** A generated EAN of 13 digits, for data without one. */
function eanOf(number) {
  const digits = String(400000000000 + number * 7919);
  const sum = [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

function odoo(file, shape) {
  return readJson(`odoo/${file}.json`).map((row) => ({ id: String(row.id), ...shape(row) }));
}

function northwind(file, shape) {
  return rowsOf(`northwind/${file}.csv`, ',').map(shape);
}

const address = (row) => texts(row.address, row.city, row.region, row.postalCode, row.country);

/**
 * Collections by name. `family` is the data set; records have `id`, `title`, `identifiers`, `values` and optionally
 * `parent`.
 */
export function collections() {
  const shop = (rows, seed) =>
    rows.map((row, i) => ({ ...row, identifiers: [eanOf(seed + i)] })).filter(({ title }) => known(title));
  const all = {
    abt: [
      'abt-buy',
      shop(
        plainRowsOf('abt-buy/abt.csv').map((row) => ({
          id: row.id,
          title: row.name,
          values: texts(row.description, row.price),
        })),
        1,
      ),
    ],
    buy: [
      'abt-buy',
      shop(
        plainRowsOf('abt-buy/buy.csv').map((row) => ({
          id: row.id,
          title: row.name,
          values: texts(row.description, row.price),
        })),
        5000,
      ),
    ],
    bestbuy: [
      'bestbuy',
      shop(
        readJson('bestbuy/products.json').map((row, i) => ({
          id: `p${i}`,
          title: row.name,
          values: texts(row.description, row.brand, row.categories?.join(' '), row.price),
        })),
        9000,
      ),
    ],
    magento: [
      'magento',
      rowsOf('magento/products.csv', ',').map((row, i) => ({
        id: String(i),
        title: row.name,
        identifiers: texts(row.sku),
        values: texts(row.categories, row.description?.replace(/<[^>]*>|&[a-z]+;/g, ' '), row.price, row.qty),
      })),
    ],
    northwindProducts: [
      'northwind',
      northwind('products', (row) => ({
        id: row.productID,
        title: row.productName,
        identifiers: [],
        values: texts(row.quantityPerUnit, row.unitPrice, row.unitsInStock),
      })),
    ],
    northwindCustomers: [
      'northwind',
      northwind('customers', (row) => ({
        id: row.customerID,
        title: row.companyName,
        identifiers: texts(row.phone),
        values: texts(row.contactName, row.contactTitle, ...address(row)),
      })),
    ],
    northwindSuppliers: [
      'northwind',
      northwind('suppliers', (row) => ({
        id: row.supplierID,
        title: row.companyName,
        identifiers: texts(row.phone),
        values: texts(row.contactName, row.contactTitle, ...address(row)),
      })),
    ],
    northwindOrders: [
      'northwind',
      northwind('orders', (row) => ({
        id: row.orderID,
        title: row.shipName,
        identifiers: [],
        values: texts(row.freight, row.shipAddress, row.shipCity, row.shipPostalCode, row.shipCountry),
      })),
    ],
    odooProducts: [
      'odoo',
      odoo('product_product', (row) => ({
        title: row.name,
        identifiers: texts(row.default_code, row.barcode),
        values: texts(row.categ_id, row.description_sale, row.list_price, row.weight),
      })),
    ],
    odooPartners: [
      'odoo',
      odoo('res_partner', (row) => ({
        title: row.name,
        parent: label(row.parent_id),
        identifiers: texts(row.email, row.phone),
        values: texts(row.parent_id, row.street, row.city, row.zip, row.country_id, row.function),
      })),
    ],
    odooLeads: [
      'odoo',
      odoo('crm_lead', (row) => ({
        title: row.name,
        identifiers: texts(row.email_from, row.phone),
        values: texts(row.partner_name, row.contact_name, row.street, row.city, row.zip, row.country_id),
      })),
    ],
    odooEmployees: [
      'odoo',
      odoo('hr_employee', (row) => ({
        title: row.name || row.job_title,
        identifiers: texts(row.work_email, row.work_phone),
        values: texts(row.job_title, row.department_id),
      })),
    ],
    odooOrders: [
      'odoo',
      odoo('sale_order', (row) => ({
        title: row.name,
        identifiers: texts(row.client_order_ref),
        values: texts(row.partner_id, row.user_id, row.state),
      })),
    ],
    odooVehicles: [
      'odoo',
      odoo('fleet_vehicle', (row) => ({
        title: label(row.model_id),
        identifiers: texts(row.license_plate, row.vin_sn),
        values: texts(row.color, row.driver_id),
      })),
    ],
    odooEquipment: [
      'odoo',
      odoo('maintenance_equipment', (row) => ({
        title: row.name,
        identifiers: texts(row.serial_no, row.model),
        values: texts(row.category_id),
      })),
    ],
  };
  return Object.entries(all).map(([name, [family, records]]) => ({
    name,
    family,
    records: withTwins(
      records.filter(({ title }) => known(title)),
      name.length,
    ),
  }));
}

/** Adds twins for some records with names of plain words: one with another word order, and one with the same name. */
function withTwins(records, seed) {
  const random = randomSource(seed);
  const wordy = records.filter(({ title }) => /^\p{L}+(?: \p{L}+){1,4}$/u.test(title));
  const chosen = wordy.filter(() => random() < 24 / wordy.length);
  const twins = chosen.flatMap((record, i) => {
    const { title, values } = record;
    const plain = { values: values.slice(0, 1), identifiers: [] };
    return i % 2 === 0
      ? [{ ...plain, id: `reversed-${record.id}`, title: title.split(' ').reverse().join(' '), twinOf: record.id }]
      : [{ ...plain, id: `same-${record.id}`, title, twinOf: record.id }];
  });
  return [...records, ...twins];
}

/** Converts a record for an index, with identifiers declared or as normal values. */
export function indexed({ id, title, identifiers, values }, isDeclared) {
  return isDeclared
    ? { id, name: title, text: [title, ...values].join('\n'), identifiers: [id, ...identifiers] }
    : { id, name: title, text: [title, ...identifiers, ...values].join('\n'), identifiers: [id] };
}

/** Counts each squeezed title. */
export function titleCounts(records) {
  const counts = new Map();
  for (const { title } of records) {
    counts.set(squeezedText(title), (counts.get(squeezedText(title)) ?? 0) + 1);
  }
  return counts;
}
