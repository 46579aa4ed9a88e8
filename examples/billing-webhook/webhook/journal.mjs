import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/**
 * What has been applied, one JSON object a line. It makes redelivery harmless: an event counts once, and an event that
 * happened before the latest one applied for its customer changes nothing, however late it is delivered.
 */
export class Journal {
  /** @type {Set<string>} */
  #events = new Set();
  /** @type {Map<string, number>} */
  #latest = new Map();
  #file;

  /** @param {string} path @param {import('node:fs/promises').FileHandle} file */
  constructor(path, file) {
    this.#file = file;
    // A crash can leave half a line at the end; that event was not finished and will be delivered again.
    for (const line of readFileSync(path, 'utf8').split('\n').slice(0, -1)) {
      const entry = parseLine(line);
      if (entry !== undefined) {
        this.#remember(entry);
      }
    }
  }

  /** Opens the journal, making it when there is none. @param {string} path */
  static async open(path) {
    const tail = existsSync(path) && !/(^|\n)$/.test(readFileSync(path, 'utf8'));
    const file = await open(path, 'a', 0o600);
    if (tail) {
      await file.appendFile('\n');
    }
    return new Journal(path, file);
  }

  /** @param {import('./event.mjs').BillingEvent} event */
  isApplied({ id }) {
    return this.#events.has(id);
  }

  /** Whether something later has been applied for the same customer. @param {import('./event.mjs').BillingEvent} event */
  isOutdated({ email, at }) {
    return at < (this.#latest.get(email) ?? Number.NEGATIVE_INFINITY);
  }

  /** Records that an event has been applied, on disk before it returns. @param {import('./event.mjs').BillingEvent} event */
  async add({ id, type, email, at }) {
    await this.#file.appendFile(`${JSON.stringify({ id, type, email, at })}\n`);
    await this.#file.datasync();
    this.#remember({ id, email, at });
  }

  async close() {
    await this.#file.close();
  }

  /** @param {{ id: string, email: string, at: number }} entry */
  #remember({ id, email, at }) {
    this.#events.add(id);
    this.#latest.set(email, Math.max(at, this.#latest.get(email) ?? at));
  }
}

/** @param {string} line @returns {{ id: string, email: string, at: number } | undefined} */
function parseLine(line) {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
