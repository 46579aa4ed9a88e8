import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';

const lengthBytes = 8;
let format: string | undefined;

/** Identifies the format of stored indexes. It is a hash of the Node.js version and of the code that stores them. */
export function storedFormat(): string {
  if (format === undefined) {
    const hash = createHash('sha256').update(process.version);
    for (const code of ['@tessera/search-engine', '@tessera/resolver']) {
      const folder = dirname(fileURLToPath(import.meta.resolve(code)));
      // This file pins the versions of the libraries that split text into words.
      hash.update(readFileSync(join(folder, '../package.json')));
      for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true }).sort()) {
        if (name.endsWith('.js')) {
          hash.update(readFileSync(join(folder, name)));
        }
      }
    }
    format = hash.digest('hex');
  }
  return format;
}

/**
 * Writes the sections of an index to a file that only this account may read. Yields after each section. The file gets
 * its name when it is complete.
 */
export function* writeSections(path: string, sections: readonly unknown[]): Generator<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.unfinished`;
  const file = openSync(draft, 'w', 0o600);
  try {
    // One section at a time, because a section is in memory twice while it is written.
    for (const part of sections) {
      const bytes = serialize(part);
      const length = Buffer.alloc(lengthBytes);
      length.writeBigUInt64LE(BigInt(bytes.length));
      writeFileSync(file, length);
      writeFileSync(file, bytes);
      yield;
    }
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

/** Reads the sections of a file one by one. Throws if the file is missing or damaged. */
export function* readSections(path: string): Generator<unknown> {
  const file = openSync(path, 'r');
  try {
    let left = fstatSync(file).size;
    while (left > 0) {
      const length = Number(readBytes(file, lengthBytes).readBigUInt64LE());
      left -= lengthBytes + length;
      if (left < 0) {
        throw new RangeError('the file ends too early');
      }
      yield deserialize(readBytes(file, length));
    }
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafeSlow(length);
  for (let read = 0; read < length; ) {
    const more = readSync(file, bytes, read, length - read, null);
    if (more === 0) {
      throw new RangeError('the file ends too early');
    }
    read += more;
  }
  return bytes;
}

/** Deletes a stored index, or a folder of them, if it exists. */
export function forgetStored(path: string): void {
  rmSync(path, { recursive: true, force: true });
}
