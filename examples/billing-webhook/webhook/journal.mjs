import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * A purchase at Stripe and what it grants: nothing if `plans` is empty or `expiresAt` has passed.
 * @typedef {{ source: string, email: string, plans: readonly string[], expiresAt?: string }} JournalPurchase
 * @typedef {{ id: string, type: string, at: number, email: string, purchase?: JournalPurchase }} Entry
 */

/**
 * Applied events, one JSON object per line, so that each counts once, with the time of a customer's latest event and
 * the current grant of every purchase. It belongs to one process.
 */
export class Journal {
  /** @type {Set<string>} */
  #events = new Set();
  /** @type {Map<string, number>} */
  #latest = new Map();
  /** @type {Map<string, JournalPurchase>} */
  #purchases = new Map();
  #file;

  /** @param {string} path @param {import('node:fs/promises').FileHandle} file */
  constructor(path, file) {
    this.#file = file;
    // A crash can leave an incomplete line at the end. Its event was not finished, and will be delivered again.
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const entry = parseLine(line);
      if (entry !== undefined) {
        this.#remember(entry);
      }
    }
  }

  /**
   * Opens or creates the journal.
   * @param {string} path
   */
  static async open(path) {
    const tail = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'));
    const file = await open(path, 'a', 0o600);
    if (tail) {
      await file.appendFile('\n');
    }
    return new Journal(path, file);
  }

  /** @param {string} id */
  isApplied(id) {
    return this.#events.has(id);
  }

  /** Whether a later event has been applied for the customer. @param {string} email @param {number} at */
  isOutdated(email, at) {
    return at < (this.#latest.get(email) ?? Number.NEGATIVE_INFINITY);
  }

  /**
   * The known state of a purchase.
   * @param {string} source
   */
  purchase(source) {
    return this.#purchases.get(source);
  }

  /** All purchases of a customer, including ended ones. @param {string} email */
  purchasesOf(email) {
    return [...this.#purchases.values()].filter((purchase) => purchase.email === email);
  }

  /** Records that an event has been applied. It is on disk when the promise resolves. @param {Entry} entry */
  async add(entry) {
    await this.#file.appendFile(`${JSON.stringify(entry)}\n`);
    await this.#file.datasync();
    this.#remember(entry);
  }

  async close() {
    await this.#file.close();
  }

  /** @param {Entry} entry */
  #remember({ id, email, at, purchase }) {
    this.#events.add(id);
    this.#latest.set(email, Math.max(at, this.#latest.get(email) ?? at));
    if (purchase !== undefined) {
      this.#purchases.set(purchase.source, purchase);
    }
  }
}

/** @param {string} line @returns {Entry | undefined} */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
