import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Changes of collections' configurations. One of ids stays under way: the owner of the database takes the turn of who would move the records. */
export class Changes {
  #owners = new Map();
  #made = new Set();
  #databaseUrl;
  #makeCaller;

  /** `makeCaller` makes an admin's caller, of which each change takes one. */
  constructor(databaseUrl, makeCaller) {
    this.#databaseUrl = databaseUrl;
    this.#makeCaller = makeCaller;
  }

  /** Changes ids, up to where they count and no record has been moved, and then makes requests. */
  async hold(name, configuration, ...requests) {
    await this.#once([name, configuration, requests], async (caller) => {
      if (!this.#owners.has(name)) {
        const owner = new pg.Client({ connectionString: this.#databaseUrl });
        await owner.connect();
        this.#owners.set(name, owner);
        const { rows } = await owner.query('select id from collections where name = $1', [name]);
        await owner.query(`select pg_advisory_lock(hashtextextended('turn ' || $1, 0))`, [rows[0].id]);
      }
      await caller.call('PATCH', `/collections/${name}`, configuration);
      for (const request of requests) {
        await caller.call(...request);
      }
    });
  }

  /** Changes a configuration, for which a change of ids that was held goes on to its end. */
  async finish(name, configuration) {
    await this.#once([name, configuration], async (caller) => {
      await this.#owners.get(name)?.end();
      this.#owners.delete(name);
      await caller.call('PATCH', `/collections/${name}`, configuration);
    });
  }

  async end() {
    for (const owner of this.#owners.values()) {
      await owner.end();
    }
  }

  async #once(what, make) {
    const change = JSON.stringify(what);
    if (this.#made.has(change)) return;
    this.#made.add(change);
    await make(this.#makeCaller());
    // Until the index by the new keys is there.
    await delay(1000);
  }
}

/**
 * What is compared while ids and dates are being changed, which the comparisons have begin, and after a change of
 * identifiers. `requests` are those about a collection as a whole, `inBoth` makes one for a collection, `changeMoved` writes
 * a record of it, `change` the last one inside but some, and `check` only checks that.
 */
export function comparisonsOfChanges(changes, { requests, inBoth, changeMoved, change, check }) {
  const outside = 'with twice as many records as are inside and without';
  const compare = (title, request, before) => [
    `${title}, ${outside}`,
    () => request('with'),
    () => request('without'),
    { before: (which) => before(['with', 'without'][which]) },
  ];
  const ids = { id_field: 'sku', write_date_field: 'stamped' };
  const identifiers = { id_match_fields: ['sku', 'batch', 'price'] };
  const holdIds = (name) => changes.hold(name, ids);
  const changeIdentifiers = (name) => changes.finish(name, identifiers);
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
      compare(`${title} while ids are being changed`, inBoth(path, body), holdIds),
    ),
    compare('change a record inside while ids are being changed', changeMoved, holdIds),
    [
      'check a record inside that has been moved while ids are being changed, and one that has not',
      () => check('without', 1),
      () => check('without', 0),
      { before: () => changes.hold('without', ids, change('without', 1)) },
    ],
    compare('query an identifier inside after identifiers were changed', inside, changeIdentifiers),
    compare(
      'query an identifier of all records outside after identifiers were changed',
      inBoth('/query', { query: 'BATCH-outside' }),
      changeIdentifiers,
    ),
    [
      'query an identifier inside after identifiers were changed, and while they were not',
      () => inside('without'),
      () => inside('twin'),
      { before: () => changeIdentifiers('without') },
    ],
  ];
}
