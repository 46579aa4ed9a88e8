import { randomBytes, randomFillSync } from 'node:crypto';
import { once } from 'node:events';
import { constants, createDeflate, deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { hashObject, InvalidObjectError, type ObjectKind } from '../objects/objects.js';
import { type GitFolder, gitFolder } from '../testing/git.js';
import { MemoryFile } from '../testing/memory-file.js';
import { deltaOf, type HandMadeEntry, packOf, readPackBytes, sealed, wideLimits } from '../testing/packs.js';
import { type PackedObject, writePack } from './write.js';

let folder: GitFolder;

beforeAll(() => {
  folder = gitFolder();
  folder.git(['init', '--quiet', '--bare']);
});

afterAll(() => folder.remove());

/** Versions of a file that differ a little, so that git stores them as deltas. */
function versionsOf(count: number): Buffer[] {
  const lines = Array.from({ length: 200 }, () => randomBytes(20).toString('hex'));
  return Array.from({ length: count }, (_, n) => {
    lines[(n * 7) % lines.length] = `version ${n}`;
    return Buffer.from(lines.join('\n'));
  });
}

function store(contents: readonly Buffer[]): string[] {
  return contents.map((content) => folder.git(['hash-object', '-w', '--stdin'], content).trim());
}

const text = Buffer.from('a line of text\n');
const textId = hashObject('blob', text);

async function refusal(pack: Buffer, options: Parameters<typeof readPackBytes>[1] = {}): Promise<string> {
  const error: unknown = await readPackBytes(pack, options).then(
    () => 'was read',
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(InvalidObjectError);
  return (error as Error).message;
}

describe('reading a pack from git', () => {
  test.each([
    ['whole objects', ['--window=0']],
    ['deltas by place', ['--delta-base-offset']],
    ['deltas by id', []],
  ])('accepts %s', async (_title, options) => {
    const contents = versionsOf(30);
    const ids = store(contents);
    const pack = folder.gitBytes(['pack-objects', '--stdout', '--quiet', ...options], ids.join('\n'));
    const objects = await readPackBytes(pack);
    expect(objects.count).toBe(ids.length);
    for (const [n, id] of ids.entries()) {
      expect(objects.content(id)).toEqual(contents[n]);
    }
  });

  test('accepts a pack whose deltas all start from stored objects', async () => {
    const [old = text, ...versions] = versionsOf(20);
    const [base = ''] = store([old]);
    const commit = (content: Buffer, parent: string[]) => {
      const [blob] = store([content]);
      const tree = folder.git(['mktree'], `100644 blob ${blob}\tfile.md\n`).trim();
      return folder.git(['commit-tree', tree, '-m', 'Text', ...parent.flatMap((id) => ['-p', id])]).trim();
    };
    const first = commit(old, []);
    const head = versions.reduce((parent, content) => commit(content, [parent]), first);
    const wanted = `${head}\n^${first}\n`;
    const pack = folder.gitBytes(['pack-objects', '--stdout', '--quiet', '--revs', '--thin'], wanted);
    const stored = [{ oid: Buffer.from(base, 'hex'), kind: 'blob' as const, content: old }];
    const objects = await readPackBytes(pack, { stored });
    for (const content of versions) {
      const hex = hashObject('blob', content).toString('hex');
      expect(objects.content(hex)).toEqual(content);
    }
    expect(await refusal(pack)).toMatch(/builds on [0-9a-f]{40}/);
  });

  test('accepts a file that is too large to be kept as one stream', async () => {
    const large = randomBytes(3 * 1024 * 1024);
    const changed = Buffer.concat([large, text]);
    const ids = store([large, changed]);
    const pack = folder.gitBytes(['pack-objects', '--stdout', '--quiet', '--delta-base-offset'], ids.join('\n'));
    const objects = await readPackBytes(pack);
    expect(ids.map((id) => objects.content(id).length)).toEqual([large.length, changed.length]);
  });
});

describe('writing a pack', () => {
  const drawn = fc.uniqueArray(fc.uint8Array({ maxLength: 70_000 }), {
    maxLength: 20,
    selector: (content) => Buffer.from(content).toString('hex'),
  });

  async function packed(objects: readonly { kind: ObjectKind; content: Buffer }[]): Promise<Buffer> {
    const batch: PackedObject[] = objects.map(({ kind, content }) => ({
      kind,
      size: content.length,
      stream: [deflateSync(content)],
    }));
    const pieces: Uint8Array[] = [];
    for await (const piece of writePack(batch.length, toAsync([batch]))) {
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }

  async function* toAsync<Item>(items: readonly Item[]): AsyncGenerator<Item> {
    yield* items;
  }

  test('produces a pack that git can index and this service can read', async () => {
    await fc.assert(
      fc.asyncProperty(drawn, async (list) => {
        const objects = list.map((content) => ({ kind: 'blob' as const, content: Buffer.from(content) }));
        const pack = await packed(objects);
        if (objects.length > 0) {
          folder.git(['index-pack', '--stdin', '--strict'], pack);
        }
        const read = await readPackBytes(pack);
        for (const { kind, content } of objects) {
          const hex = hashObject(kind, content).toString('hex');
          expect(read.content(hex)).toEqual(content);
          expect(folder.gitBytes(['cat-file', kind, hex])).toEqual(content);
        }
      }),
      { numRuns: propertyRuns(20) },
    );
  });

  test('fails if the number of objects differs from the header', async () => {
    await expect(
      (async () => {
        for await (const piece of writePack(2, toAsync([]))) {
          expect(piece.length).toBeGreaterThan(0);
        }
      })(),
    ).rejects.toThrow('there were 0');
  });
});

const blob = { type: 'blob' as const, content: text };

describe('reading a malformed pack', () => {
  test.each<[string, RegExp, Buffer]>([
    ['nothing', /breaks off/, Buffer.alloc(0)],
    ['no pack', /not a pack of version 2/, sealed(Buffer.from('PACK\0\0\0\u0003\0\0\0\0', 'latin1'))],
    ['a damaged pack', /damaged/, Buffer.concat([packOf([blob]).subarray(0, -1), Buffer.of(0)])],
    ['fewer objects than declared', /breaks off|unknown type/, packOf([blob], 2)],
    ['more objects than declared', /more than it declares/, packOf([blob, blob], 1)],
    ['an unknown type', /unknown type/, sealed(Buffer.concat([packOf([], 1).subarray(0, 12), Buffer.of(0x50, 0)]))],
    [
      'a size without end',
      /declares a size/,
      sealed(Buffer.concat([packOf([], 1).subarray(0, 12), Buffer.alloc(40, 0xff)])),
    ],
    ['a smaller declared size', /not as large/, packOf([{ ...blob, size: 3 }])],
    ['a larger declared size', /not as large/, packOf([{ ...blob, size: 3000 }])],
    ['a stream that is none', /data is broken/, packOf([{ ...blob, stream: Buffer.from('no zlib') }])],
    [
      'a stream that breaks off',
      /breaks off|data is broken/,
      packOf([{ ...blob, stream: deflateSync(text).subarray(0, 5) }]),
    ],
    [
      'a delta without its base',
      /neither in it/,
      packOf([{ type: 'reference_delta', content: deltaOf(1, 1, [1, 65]), base: Buffer.alloc(20, 1) }]),
    ],
    [
      'a delta before the pack',
      /not an object before/,
      packOf([{ type: 'offset_delta', content: deltaOf(1, 1, [1, 65]), base: Buffer.of(0x7f) }]),
    ],
    [
      'a delta from itself',
      /not an object before/,
      packOf([{ type: 'offset_delta', content: deltaOf(1, 1, [1, 65]), base: Buffer.of(0) }]),
    ],
  ])('refuses %s', async (_title, message, pack) => {
    expect(await refusal(pack)).toMatch(message);
  });

  const delta = (content: Buffer) => packOf([blob, { type: 'reference_delta', content, base: textId }]);

  test.each<[string, Buffer]>([
    ['of another base', deltaOf(3, 1, [1, 65])],
    ['that makes less', deltaOf(15, 2, [1, 65])],
    ['that makes more', deltaOf(15, 1, [2, 65, 66])],
    ['that copies from beyond the base', deltaOf(15, 10, [0x91, 10, 10])],
    ['that inserts what is not there', deltaOf(15, 4, [4, 65])],
    ['with the reserved instruction', deltaOf(15, 1, [0, 1, 65])],
    ['without sizes', Buffer.alloc(0)],
    ['with a size without end', Buffer.alloc(30, 0xff)],
  ])('refuses a delta %s', async (_title, content) => {
    expect(await refusal(delta(content))).toMatch(/broken|too large/);
  });

  test('accepts a valid delta in the form of the invalid ones above', async () => {
    const objects = await readPackBytes(delta(deltaOf(15, 5, [0x90, 4, 1, 65])));
    expect(objects.content(hashObject('blob', Buffer.from('a liA')).toString('hex')).toString()).toBe('a liA');
  });
});

describe('reading a pack that would take too much memory', () => {
  const limits = { ...wideLimits, objects: 10, fileBytes: 1024 * 1024, inflatedBytes: 4 * 1024 * 1024 };

  test('reads a large pack in pieces, none of which is larger than its largest object', async () => {
    const contents = Array.from({ length: 24 }, () => randomFillSync(Buffer.allocUnsafe(512 * 1024)));
    contents.push(randomFillSync(Buffer.allocUnsafe(3 * 1024 * 1024)));
    const pack = packOf(contents.map((content) => ({ type: 'blob' as const, content })));
    const reads = vi.spyOn(MemoryFile.prototype, 'read');
    const objects = await readPackBytes(pack);
    const largest = Math.max(...reads.mock.calls.map(([, length]) => length));
    reads.mockRestore();
    expect(objects.count).toBe(contents.length);
    expect(largest).toBeGreaterThan(0);
    expect(largest).toBeLessThan(3.1 * 1024 * 1024);
    for (const content of contents) {
      expect(objects.content(hashObject('blob', content).toString('hex')).equals(content)).toBe(true);
    }
  });

  test('reads a stream with more bytes than usual for its content', async () => {
    const content = Buffer.from('word '.repeat(20));
    // Many small stored blocks.
    const deflate = createDeflate({ level: 0 });
    const pieces: Buffer[] = [];
    deflate.on('data', (piece: Buffer) => pieces.push(piece));
    for (const byte of content) {
      deflate.write(Buffer.of(byte));
      await new Promise<void>((resolve) => deflate.flush(constants.Z_FULL_FLUSH, resolve));
    }
    deflate.end();
    await once(deflate, 'end');
    const stream = Buffer.concat(pieces);
    expect(stream.length).toBeGreaterThan(content.length * 5);
    const objects = await readPackBytes(packOf([{ type: 'blob', content, size: content.length, stream }, blob]));
    expect(objects.content(hashObject('blob', content).toString('hex')).equals(content)).toBe(true);
  });

  test('refuses too many objects, whether present or only declared', async () => {
    expect(await refusal(packOf([], 11), { limits })).toContain('11 objects');
    expect(await refusal(packOf([], 0xffffffff))).toContain('4294967295 objects');
  });

  test('refuses a file above the limit without inflating it', async () => {
    expect(await refusal(packOf([{ ...blob, size: 2 ** 40 }]), { limits })).toContain('too large');
  });

  test('stops inflating a stream at its declared size, and refuses it', async () => {
    const bomb = deflateSync(Buffer.alloc(300 * 1024 * 1024));
    const before = process.memoryUsage().rss;
    expect(await refusal(packOf([{ ...blob, size: 100, stream: bomb }]))).toContain('not as large');
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  });

  test('refuses a small delta with a huge result, and many whose results are too large together', async () => {
    const entry = (content: Buffer) => ({ type: 'reference_delta' as const, content, base: textId });
    expect(await refusal(packOf([blob, entry(deltaOf(15, 2 ** 30, [0x90, 15]))]), { limits })).toContain('too large');
    const zeros = Buffer.alloc(1024 * 1024);
    const whole = { type: 'blob' as const, content: zeros };
    expect(await refusal(packOf([whole, whole, whole, whole, whole]), { limits })).toContain('unpacks to more');
  });

  test('refuses deltas that together have too many instructions', async () => {
    const entry = (text: string) => {
      const instructions = Buffer.from(text).reduce<number[]>((all, byte) => [...all, 1, byte], []);
      return { type: 'reference_delta' as const, content: deltaOf(15, text.length, instructions), base: textId };
    };
    const pack = packOf([blob, entry('abc'), entry('abcd')]);
    expect((await readPackBytes(pack, { limits: { ...limits, deltaInstructions: 7 } })).count).toBe(3);
    expect(await refusal(pack, { limits: { ...limits, deltaInstructions: 6 } })).toContain('too many instructions');
  });

  test('refuses commits that are too large together', async () => {
    const commits = ['a', 'b'].map((letter) => ({ type: 'commit' as const, content: Buffer.alloc(1_000, letter) }));
    expect((await readPackBytes(packOf(commits), { limits: { ...limits, commitBytes: 2_000 } })).count).toBe(2);
    expect(await refusal(packOf(commits), { limits: { ...limits, commitBytes: 1_999 } })).toContain(
      'commits of the push',
    );
  });

  test('refuses chains of deltas that need too many objects in memory', async () => {
    const size = 100_000;
    const entries: HandMadeEntry[] = [{ type: 'blob', content: Buffer.alloc(size) }];
    const chainOf = (count: number) => {
      for (let n = 0; n < count; n += 1) {
        const from = Buffer.concat([Buffer.alloc(size), Buffer.alloc(n, 'x')]);
        const base = hashObject('blob', from);
        const one = deltaOf(from.length, 1, [1, n]);
        const longer = deltaOf(from.length, from.length + 1, [0xf0, ...littleEndian(from.length), 1, 0x78]);
        entries.push(
          { type: 'reference_delta', content: one, base },
          { type: 'reference_delta', content: longer, base },
        );
      }
      return packOf(entries);
    };
    const narrow = { ...wideLimits, memoryBytes: 1_000_000 };
    expect((await readPackBytes(chainOf(8), { limits: narrow })).count).toBe(17);
    expect(await refusal(chainOf(12), { limits: narrow })).toContain('large objects on one another');
  });

  test('accepts content of exactly the limit', async () => {
    const content = Buffer.alloc(wideLimits.fileBytes, 'x');
    const objects = await readPackBytes(packOf([{ type: 'blob', content }]));
    expect(objects.count).toBe(1);
  });
});

/** Encodes a length as in a copy instruction. */
function littleEndian(length: number): number[] {
  return [length & 0xff, (length >>> 8) & 0xff, (length >>> 16) & 0xff];
}
