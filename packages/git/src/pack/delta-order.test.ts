import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../../../acceptance/full-size.mjs';
import { hashObject } from '../objects/objects.js';
import { gitFolder } from '../testing/git.js';
import { deltaOf, distanceBytes, entryBytes, type HandMadeEntry, packOf, readPackBytes } from '../testing/packs.js';
import { packHeaderBytes } from './format.js';

/** A version of a file: how the pack encodes it, which version it is based on, and its position in the pack. */
interface Version {
  readonly as: 'whole' | 'offset_delta' | 'reference_delta' | 'stored';
  readonly from: number;
  readonly rank: number;
}

const drawnVersions = fc.array(
  fc.record<Version>({
    as: fc.constantFrom('whole', 'offset_delta', 'reference_delta', 'stored'),
    from: fc.nat(),
    rank: fc.nat(1_000),
  }),
  { minLength: 1, maxLength: 16 },
);

/** The content of each version: that of its base plus a number. */
function contentsOf(versions: readonly Version[]): Buffer[] {
  const contents: Buffer[] = [];
  for (const [n, { from }] of versions.entries()) {
    contents.push(Buffer.concat([contents[from % Math.max(n, 1)] ?? Buffer.alloc(0), Buffer.from(`version ${n}\n`)]));
  }
  return contents;
}

/** A thin pack of the versions. A delta whose base does not precede it names the base by id. */
function thinPackOf(versions: readonly Version[], contents: readonly Buffer[]): Buffer {
  const entries: HandMadeEntry[] = [];
  const offsets = new Map<number, number>();
  let at = packHeaderBytes;
  const order = [...versions.keys()].sort((one, other) => (versions[one]?.rank ?? 0) - (versions[other]?.rank ?? 0));
  for (const n of order.filter((index) => versions[index]?.as !== 'stored')) {
    const { as = 'whole', from = 0 } = versions[n] ?? {};
    const content = contents[n] ?? Buffer.alloc(0);
    const base = from % Math.max(n, 1);
    const entry = n === 0 || as === 'whole' ? whole(content) : delta(contents[base] ?? Buffer.alloc(0), content);
    const offset = offsets.get(base);
    const isByOffset = entry.type !== 'blob' && as === 'offset_delta' && offset !== undefined;
    entries.push(isByOffset ? { ...entry, type: 'offset_delta', base: distanceBytes(at - offset) } : entry);
    offsets.set(n, at);
    at += entryBytes(entries.at(-1) ?? entry).length;
  }
  return packOf(entries);
}

function whole(content: Buffer): HandMadeEntry {
  return { type: 'blob', content };
}

function delta(base: Buffer, content: Buffer): HandMadeEntry {
  const added = content.subarray(base.length);
  const copy = [0xb0, base.length & 0xff, base.length >>> 8];
  const instructions = deltaOf(base.length, content.length, [...copy, added.length, ...added]);
  return { type: 'reference_delta', content: instructions, base: hashObject('blob', base) };
}

/** Lets git index a thin pack in a repo with some stored objects. Throws git's error output. */
function indexByGit(pack: Buffer, stored: readonly { readonly content: Buffer }[]): void {
  const folder = gitFolder();
  try {
    folder.git(['init', '--quiet', '--bare']);
    for (const { content } of stored) {
      folder.git(['hash-object', '-w', '--stdin'], content);
    }
    folder.git(['index-pack', '--stdin', '--fix-thin', '--strict'], pack);
  } finally {
    folder.remove();
  }
}

test('readPack > reads a thin pack with whole objects and deltas in any order that git accepts', async () => {
  await fc.assert(
    fc.asyncProperty(drawnVersions, async (versions) => {
      const contents = contentsOf(versions);
      const isStored = (n: number) => versions[n]?.as === 'stored';
      const stored = contents
        .filter((_, n) => isStored(n))
        .map((content) => ({ oid: hashObject('blob', content), kind: 'blob' as const, content }));
      const pack = thinPackOf(versions, contents);
      indexByGit(pack, stored);
      const objects = await readPackBytes(pack, { stored });
      for (const [n, content] of contents.entries()) {
        const id = hashObject('blob', content).toString('hex');
        expect(isStored(n) || objects.content(id).equals(content)).toBe(true);
      }
    }),
    { numRuns: propertyRuns(40) },
  );
});
