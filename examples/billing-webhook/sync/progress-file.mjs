import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';

/** @typedef {{ line: number, email: string, name: string, plan: string }} Row a buyer in the file that is synced */

/**
 * Stores which rows are finished, so that a stopped run can be continued. It is valid for one run of one file, because
 * later events and other files can change what a row granted.
 */
export class ProgressFile {
  #path;
  /** @type {Set<string>} */
  #done;
  #file;

  /** @param {string} path @param {Set<string>} done @param {import('node:fs/promises').FileHandle} file */
  constructor(path, done, file) {
    this.#path = path;
    this.#done = done;
    this.#file = file;
  }

  /**
   * Opens the progress for a file with this text. It is empty if it was stored for another text.
   * @param {string} path
   * @param {string} text
   */
  static async open(path, text) {
    const [first = '', ...done] = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
    if (first !== '' && !/^[0-9a-f]{64}$/.test(first)) {
      throw new Error(`${path} is no progress file`);
    }
    const fingerprint = digest(text);
    const goesOn = first === fingerprint;
    const file = await open(path, goesOn ? 'a' : 'w', 0o600);
    if (!goesOn) {
      await file.appendFile(`${fingerprint}\n`);
    }
    return new ProgressFile(path, new Set(goesOn ? done : []), file);
  }

  /** @param {Row} row @param {import('../plans.mjs').Purchase | undefined} purchase */
  isDone(row, purchase) {
    return this.#done.has(keyOf(row, purchase));
  }

  /** @param {Row} row @param {import('../plans.mjs').Purchase | undefined} purchase */
  async add(row, purchase) {
    const key = keyOf(row, purchase);
    await this.#file.appendFile(`${key}\n`);
    this.#done.add(key);
  }

  /** Ends a stopped run, which can be continued later. */
  async close() {
    await this.#file.close();
  }

  /** Ends a finished run. */
  async remove() {
    await this.close();
    await rm(this.#path, { force: true });
  }
}

/** @param {Row} row @param {import('../plans.mjs').Purchase | undefined} purchase */
function keyOf(row, purchase) {
  return digest(JSON.stringify([row, purchase]));
}

/** @param {string} text */
function digest(text) {
  return createHash('sha256').update(text).digest('hex');
}
