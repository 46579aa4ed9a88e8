import { makeWorkspace } from './seed.mjs';

/**
 * Creates a workspace as it looks after some time of use: people, groups, documents, collections and credentials. Its
 * editors' addresses have the admin's domain.
 * @param {import('./seed.mjs').Target} target
 * @param {string} admin address of its admin
 */
export async function makeOakline(target, admin) {
  const slug = `oakline-${Math.random().toString(36).slice(2, 8)}`;
  const made = await makeWorkspace(target, { name: 'Oakline Furniture', slug, admin, adminName: 'Ada Berg' });
  const call = made.admin;
  await writeDocuments(call);
  const buyers = await call('POST /settings/groups', {
    name: 'Course buyers',
    paths: ['course/**'],
    description: 'Everybody who bought the course',
  });
  const staff = await call('POST /settings/groups', { name: 'Staff', paths: ['handbook/**', 'course/intro.md'] });
  await addPeople(call, { buyers: buyers.id, staff: staff.id, domain: String(admin.split('@')[1]) });
  await makeCollections(call);
  await call('POST /settings/readers', { email: 'press@example.com', groups: [staff.id], send_email: false });
  await call('POST /settings/api-keys', { name: 'Shop backend', capabilities: ['manage_members'] });
  await call('POST /settings/tokens', { name: 'Support agent', role: 'member', access: 'read_only' });
  return { ...made, groups: { buyers: buyers.id, staff: staff.id } };
}

/** @type {Record<string, string>} */
const documents = {
  'handbook/welcome.md':
    '# Welcome to Oakline\n\nWe make furniture that outlives its owners. This handbook says how.\n\n## Your first week\n\n' +
    '- Meet the workshop and choose a bench\n- Read the [pricing rules](pricing.md)\n- Sharpen your own chisels\n\n' +
    '> Measure twice, cut once, oil three times.\n\n## Woods we keep\n\n| Wood | Price a board | For |\n| --- | ---: | --- |\n' +
    '| Oak | 42.00 | Desks and tables |\n| Ash | 31.50 | Chairs |\n| Walnut | 88.00 | What customers ask for |\n',
  'handbook/pricing.md': '# Pricing\n\nWe price by the hour.\n\nRound up to the next ten.\n',
  'handbook/orders.md':
    '# How an order is made\n\nFrom the bench to the van in four steps.\n\n```mermaid\nflowchart LR\n' +
    '  order[Order] --> cut[Cut] --> oil[Oil] --> dry{Dry?}\n  dry -- no --> oil\n  dry -- yes --> van[Van]\n```\n',
  'handbook/people/leave.md': '# Leave\n\nThirty days a year, and the week after the fair.\n',
  'course/intro.md': '# Joinery from the first cut\n\nWhat you will learn, and what you need.\n',
  'course/paid/dovetails.md': '# Dovetails\n\nCut the tails first, then mark the pins from them.\n',
};

/** @param {import('./seed.mjs').Call} call */
async function writeDocuments(call) {
  await call('POST /repos', { name: 'handbook', description: 'How we work at Oakline' });
  await call('POST /repos', { name: 'course', description: 'Joinery, from the first cut' });
  for (const [path, text] of Object.entries(documents)) {
    await call('PUT /documents/content', { path, text, base: null });
  }
  await call('PUT /documents/content', {
    path: 'handbook/pricing.md',
    text: '# Pricing\n\nWe price by the hour and by the wood.\n\nRound up to the next ten.\n\nDiscounts need a reason and a name.\n',
    base: 'any',
    message: 'Say who decides on discounts',
  });
}

/**
 * @param {import('./seed.mjs').Call} call
 * @param {{ buyers: string, staff: string, domain: string }} options
 */
async function addPeople(call, { buyers, staff, domain }) {
  for (const name of ['Mila Novak', 'Jon Park', 'Ines Costa']) {
    const email = `${name.split(' ')[0]?.toLowerCase()}@example.com`;
    await call('POST /settings/people', { email, name, role: 'reader', groups: [buyers], send_email: false });
  }
  const editors = [
    { email: `tom@${domain}`, name: 'Tom Reed', groups: [staff] },
    { email: `eva@${domain}`, name: 'Eva Lind' },
  ];
  for (const editor of editors) {
    await call('POST /settings/people', { ...editor, role: 'member', send_email: false });
  }
}

const kinds = ['Oak desk', 'Task chair', 'Desk lamp', 'Filing cabinet', 'Standing desk'];
const categories = ['Desks', 'Chairs', 'Lamps', 'Storage', 'Desks'];

/** @param {number} count */
export function productRecords(count) {
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    name: `${kinds[index % kinds.length]} ${100 + index}`,
    default_code: `OAK-${1000 + index}`,
    category: categories[index % categories.length],
    list_price: 19 + ((index * 37) % 900),
    description: index % 2 === 0 ? 'Solid wood, oiled by hand' : false,
    write_date: `2026-0${1 + (index % 9)}-11 10:00:00`,
  }));
}

/** @param {import('./seed.mjs').Call} call */
async function makeCollections(call) {
  await call('POST /collections', { name: 'products', description: 'Furniture and what goes with it' });
  await call('POST /collections/products/import', { records: productRecords(500) });
  await call('PATCH /collections/products', {
    field_types: { list_price: 'number' },
    id_match_fields: ['default_code'],
  });
  await call('POST /collections/products/import', {
    records: [{ id: 9000, name: 'Garden bench', list_price: 'on request', write_date: '2026-10-01 10:00:00' }],
  });
  await call('POST /collections', { name: 'orders', description: 'Orders of the shop' });
}
