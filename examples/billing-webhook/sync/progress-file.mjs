import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';

/** Remembers which rows are done, so that a run that was stopped goes on where it was. A row that changed is done again. */
export class ProgressFile {
  /** @type {Set<string>} */
  #done;
  #file;

  /** @param {Set<string>} done @param {import('node:fs/promises').FileHandle} file */
  constructor(done, file) {
    this.#done = done;
    this.#file = file;
  }

  /** Opens the file, making it when there is none. @param {string} path */
  static async open(path) {
    const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
    const file = await open(path, 'a', 0o600);
    return new ProgressFile(new Set(text.split('\n').filter((line) => line.length === 64)), file);
  }

  /** @param {import('./sync.mjs').Row} row */
  isDone(row) {
    return this.#done.has(keyOf(row));
  }

  /** @param {import('./sync.mjs').Row} row */
  async add(row) {
    const key = keyOf(row);
    await this.#file.appendFile(`${key}\n`);
    this.#done.add(key);
  }

  async close() {
    await this.#file.close();
  }
}

/** @param {import('./sync.mjs').Row} row */
function keyOf({ line: _, ...content }) {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}
