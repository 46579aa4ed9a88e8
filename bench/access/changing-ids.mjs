import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

/** Changes of ids that count and stay under way: the owner of the database takes the turn of who would move the records. */
export class ChangingIds {
  #owners = new Map();
  #databaseUrl;
  #makeCaller;

  /** `makeCaller` makes an admin's caller, of which each change takes one. */
  constructor(databaseUrl, makeCaller) {
    this.#databaseUrl = databaseUrl;
    this.#makeCaller = makeCaller;
  }

  /** Has a collection take its ids from the field `sku`, up to where they count and no record has moved. */
  async hold(name) {
    if (this.#owners.has(name)) return;
    const owner = new pg.Client({ connectionString: this.#databaseUrl });
    await owner.connect();
    this.#owners.set(name, owner);
    const { rows } = await owner.query('select id from collections where name = $1', [name]);
    await owner.query(`select pg_advisory_lock(hashtextextended('turn ' || $1, 0))`, [rows[0].id]);
    await this.#makeCaller().call('PATCH', `/collections/${name}`, { id_field: 'sku' });
    // Until the index by the new ids is there.
    await delay(1000);
  }

  async end() {
    for (const owner of this.#owners.values()) {
      await owner.end();
    }
  }
}
