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
import { DefaultDeserializer, DefaultSerializer } from 'node:v8';

const lengthBytes = 8;
/** Changes with the code of this file. */
const sectionFormat = 2;
let format: string | undefined;

/** Identifies the format of stored indexes. It is a hash of the Node.js version and of the code that stores them. */
export function storedFormat(): string {
  if (format === undefined) {
    const hash = createHash('sha256').update(`${process.version} ${sectionFormat}`);
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

/** The types of arrays in an index. */
const arrayTypes = [Uint8Array, Uint16Array, Uint32Array, Int8Array, Int32Array, Float32Array, Float64Array] as const;

/** Serializes a section without its arrays, whose bytes follow it in the file. */
class SectionWriter extends DefaultSerializer {
  readonly arrays: NodeJS.ArrayBufferView[] = [];

  _writeHostObject(array: NodeJS.ArrayBufferView): void {
    this.writeUint32(arrayTypes.findIndex((type) => array instanceof type));
    this.writeDouble(array.byteLength);
    this.arrays.push(array);
  }
}

class SectionReader extends DefaultDeserializer {
  constructor(private readonly read: (length: number) => Buffer<ArrayBuffer>) {
    super(read(Number(read(lengthBytes).readBigUInt64LE())));
  }

  _readHostObject(): NodeJS.ArrayBufferView {
    const type = arrayTypes[this.readUint32()] as (typeof arrayTypes)[number];
    return new type(this.read(this.readDouble()).buffer);
  }
}

/**
 * Writes the sections of an index to a file that only this account may read. Yields after each part. The file gets its
 * name when it is complete.
 */
export function* writeSections(path: string, sections: readonly unknown[]): Generator<void> {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.unfinished`;
  const file = openSync(draft, 'w', 0o600);
  try {
    for (const section of sections) {
      const writer = new SectionWriter();
      // Arrays are written from where they are. An idle thread would keep the memory of copies for long.
      writer.writeHeader();
      writer.writeValue(section);
      const bytes = writer.releaseBuffer();
      const length = Buffer.alloc(lengthBytes);
      length.writeBigUInt64LE(BigInt(bytes.length));
      for (const part of [length, bytes, ...writer.arrays]) {
        writeFileSync(file, part);
        yield;
      }
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
    const read = (length: number) => {
      left -= length;
      if (left < 0) {
        throw new RangeError('the file ends too early');
      }
      return readBytes(file, length);
    };
    while (left > 0) {
      const reader = new SectionReader(read);
      reader.readHeader();
      yield reader.readValue();
    }
  } finally {
    closeSync(file);
  }
}

function readBytes(file: number, length: number): Buffer<ArrayBuffer> {
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
