import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Changes of ids and identifiers that count and stay under way: the owner of the database takes the turn of who would move the records. */
export class ChangingIds {
  #owners = new Map();
  #made = new Set();
  #databaseUrl;
  #makeCaller;

  /** `makeCaller` makes an admin's caller, of which each change takes one. */
  constructor(databaseUrl, makeCaller) {
    this.#databaseUrl = databaseUrl;
    this.#makeCaller = makeCaller;
  }

  /** Changes a collection's configuration, up to where it counts and no record has been moved or given other keys. */
  async hold(name, configuration) {
    const change = `${name} ${JSON.stringify(configuration)}`;
    if (this.#made.has(change)) return;
    this.#made.add(change);
    if (!this.#owners.has(name)) {
      const owner = new pg.Client({ connectionString: this.#databaseUrl });
      await owner.connect();
      this.#owners.set(name, owner);
      const { rows } = await owner.query('select id from collections where name = $1', [name]);
      await owner.query(`select pg_advisory_lock(hashtextextended('turn ' || $1, 0))`, [rows[0].id]);
    }
    await this.#makeCaller().call('PATCH', `/collections/${name}`, configuration);
    // Until the index by the new ids is there.
    await delay(1000);
  }

  async end() {
    for (const owner of this.#owners.values()) {
      await owner.end();
    }
  }
}

/**
 * What is compared while ids or identifiers are being changed, which the comparisons have begin and not end. `requests` are
 * those about a collection as a whole, `inBoth` makes one for a collection, and `changeMoved` writes a record of it.
 */
export function comparisonsWhileChanging(changing, { requests, inBoth, changeMoved }) {
  const outside = 'with twice as many records as are inside and without';
  const compare = (title, request, configuration) => [
    `${title}, ${outside}`,
    () => request('with'),
    () => request('without'),
    { before: (which) => changing.hold(['with', 'without'][which], configuration) },
  ];
  const ids = { id_field: 'sku' };
  const identifiers = { id_match_fields: ['sku', 'batch', 'price'] };
  const all = {
    ...requests,
    'read a record inside': ['/records/SKU-100000'],
    'read an id never held': ['/records/SKU-1'],
    'query an id inside': ['/query', { query: 'SKU-100000' }],
    'query an identifier of all records outside': ['/query', { query: 'BATCH-outside' }],
  };
  const inside = inBoth('/query', { query: 'SKU-100003' });
  return [
    ...Object.entries(all).map(([title, [path, body]]) =>
      compare(`${title} while ids are being changed`, inBoth(path, body), ids),
    ),
    compare('change a record inside while ids are being changed', changeMoved, ids),
    compare('query an identifier inside while identifiers are being changed', inside, identifiers),
    compare(
      'query an identifier of all records outside while identifiers are being changed',
      inBoth('/query', { query: 'BATCH-outside' }),
      identifiers,
    ),
    [
      'query an identifier inside while identifiers are being changed, and while they are not',
      () => inside('without'),
      () => inside('twin'),
      { before: () => changing.hold('without', identifiers) },
    ],
  ];
}
