/**
 * Hostile pushes: small packs that expand without limit, or take far longer to process than to send. The acceptance
 * tests use them, and `bench/hostile`, which measures how long other callers wait.
 */
import { createHash, randomBytes } from 'node:crypto';
import { constants, deflateSync } from 'node:zlib';

/**
 * @typedef {object} HostilePush
 * @property {string} head The commit that main is to move to.
 * @property {Buffer} pack
 *
 * @typedef {object} Attack
 * @property {string} name
 * @property {() => HostilePush} make
 * @property {RegExp} report What the service reports of it.
 */

const typeNumbers = { commit: 1, tree: 2, blob: 3, delta: 7 };
const mebibyte = 1024 * 1024;
const signature = 'Ada <ada@example.com> 1 +0000';

/** Collects the entries of a pack. */
class Pack {
  /** @type {Buffer[]} */
  #entries = [];

  /** Adds an object, and returns its id. @param {'commit' | 'tree' | 'blob'} kind @param {Buffer} content */
  add(kind, content) {
    this.#addEntry(kind, content, []);
    return idOf(kind, content);
  }

  /** Adds a delta for the object with the id `base`. @param {string} base @param {Buffer} delta */
  addDelta(base, delta) {
    this.#addEntry('delta', delta, [Buffer.from(base, 'hex')]);
  }

  /** @param {keyof typeof typeNumbers} type @param {Buffer} content @param {Buffer[]} base */
  #addEntry(type, content, base) {
    const header = [(typeNumbers[type] << 4) | (content.length & 15)];
    for (let rest = Math.floor(content.length / 16); rest > 0; rest = Math.floor(rest / 128)) {
      header[header.length - 1] = (header[header.length - 1] ?? 0) | 0x80;
      header.push(rest & 127);
    }
    const level = content.length > mebibyte ? constants.Z_BEST_SPEED : constants.Z_DEFAULT_COMPRESSION;
    this.#entries.push(Buffer.concat([Buffer.from(header), ...base, deflateSync(content, { level })]));
  }

  /** @param {{ name: string, id: string, isFolder?: boolean }[]} entries In git's order. */
  addTree(entries) {
    const chunks = entries.flatMap(({ name, id, isFolder }) => [
      Buffer.from(`${isFolder ? '40000' : '100644'} ${name}\0`),
      Buffer.from(id, 'hex'),
    ]);
    return this.add('tree', Buffer.concat(chunks));
  }

  /** @param {string} tree @param {string[]} parents @param {string} message */
  addCommit(tree, parents = [], message = 'Text') {
    const lines = [`tree ${tree}`, ...parents.map((id) => `parent ${id}`), `author ${signature}`];
    return this.add('commit', Buffer.from(`${[...lines, `committer ${signature}`, '', message].join('\n')}\n`));
  }

  /** Adds a line of commits with alternating folders. @param {string[]} trees @param {number} count */
  addHistory(trees, count) {
    let head = this.addCommit(trees[0] ?? '');
    for (let n = 1; n < count; n += 1) head = this.addCommit(trees[n % trees.length] ?? '', [head]);
    return head;
  }

  /** @param {string} head @returns {HostilePush} */
  pushOf(head) {
    const start = Buffer.from('PACK\0\0\0\x02\0\0\0\0', 'latin1');
    start.writeUInt32BE(this.#entries.length, 8);
    const pack = Buffer.concat([start, ...this.#entries]);
    return { head, pack: Buffer.concat([pack, createHash('sha1').update(pack).digest()]) };
  }
}

/** @param {string} kind @param {Buffer} content */
function idOf(kind, content) {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
}

/** @param {number} size */
function sizeBytes(size) {
  const bytes = [];
  for (let rest = size; bytes.push(rest & 127) && rest > 127; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) | 0x80;
  }
  return Buffer.from(bytes);
}

/** @param {number} count @param {(n: number) => string} id @param {boolean} [isFolder] */
function entriesOf(count, id, isFolder = false) {
  const digits = String(count - 1).length;
  return Array.from({ length: count }, (_, n) => ({ name: String(n).padStart(digits, '0'), id: id(n), isFolder }));
}

/** Nested folders, each with ten entries for the same subfolder. @param {number} levels */
function nested(levels) {
  const pack = new Pack();
  const file = pack.add('blob', Buffer.from('x'));
  let tree = pack.addTree(entriesOf(10, () => file));
  for (let level = 1; level < levels; level += 1) tree = pack.addTree(entriesOf(10, () => tree, true));
  return pack.pushOf(pack.addCommit(tree));
}

/**
 * Commits that alternate between two folders with mostly the same files. @param {{ files: number, other: number, count:
 * number }} size
 */
function alternating({ files, other, count }) {
  const pack = new Pack();
  const [one, two] = [pack.add('blob', Buffer.from('1')), pack.add('blob', Buffer.from('2'))];
  const trees = [
    pack.addTree(entriesOf(files, () => one)),
    pack.addTree(entriesOf(files, (n) => (n < other ? two : one))),
  ];
  return pack.pushOf(pack.addHistory(trees, count));
}

/**
 * Deltas that each create a file. @param {number} count @param {(n: number) => { base: Buffer, size: number,
 * instructions: Buffer }} of
 */
function deltas(count, of) {
  const pack = new Pack();
  /** @type {string | undefined} */
  let head;
  for (let n = 0; n < count; n += 1) {
    const { base, size, instructions } = of(n);
    const id = head === undefined ? pack.add('blob', base) : idOf('blob', base);
    head ??= pack.addCommit(pack.addTree(entriesOf(1, () => id)));
    pack.addDelta(id, Buffer.concat([sizeBytes(base.length), sizeBytes(size), instructions]));
  }
  return pack.pushOf(head ?? '');
}

/** The instruction that copies the first 64 KiB of the base. */
const copyBlock = 0x80;
const block = Buffer.alloc(65_536, 'x');

/**
 * The same file under every name of a folder, in several folders. @param {{ folders: number, names: number, bytes:
 * number }} size
 */
function sameFile({ folders, names, bytes }) {
  const pack = new Pack();
  const file = pack.add('blob', Buffer.alloc(bytes, 'text\n'));
  const folder = pack.addTree(entriesOf(names, () => file));
  return pack.pushOf(pack.addCommit(pack.addTree(entriesOf(folders, () => folder, true))));
}

/** @type {readonly Attack[]} */
export const attacks = [
  {
    name: '100,000 documents in 500 bytes',
    make: () => nested(5),
    report: /changes more than 50000 files and folders/,
  },
  { name: '10^30 documents in 1 kB', make: () => nested(30), report: /changes more than 50000 files and folders/ },
  {
    name: '400,000 versions in 30 kB',
    make: () => alternating({ files: 2_000, other: 2_000, count: 200 }),
    report: /changes more than 50000 files and folders/,
  },
  {
    name: '20,000 comparisons of wide folders',
    make: () => alternating({ files: 5_000, other: 1, count: 20_000 }),
    report: /too many entries to compare/,
  },
  {
    name: '50,100 commits of one folder',
    make: () => alternating({ files: 1, other: 0, count: 50_100 }),
    report: /more than 50000 commits/,
  },
  {
    name: '180 million delta instructions',
    make: () =>
      deltas(15, (n) => ({
        base: block,
        size: 12 * mebibyte,
        instructions: Buffer.alloc(24 * mebibyte, Buffer.from([1, 65 + n])),
      })),
    report: /deltas of the push have too many instructions/,
  },
  {
    name: '5 GB of files from deltas of 400 bytes',
    make: () =>
      deltas(200, (n) => ({
        base: block,
        size: 399 * block.length + 1,
        instructions: Buffer.from([...Array(399).fill(copyBlock), 1, n]),
      })),
    report: /unpacks to more than/,
  },
  {
    name: '100,000 objects that lead nowhere',
    make: () => {
      const pack = new Pack();
      for (let n = 0; n < 100_000; n += 1) pack.add('blob', Buffer.from(String(n)));
      return pack.pushOf(pack.addCommit('0'.repeat(40)));
    },
    report: /leaves out the tree/,
  },
  {
    name: 'commits of 2 MiB',
    make: () => {
      const pack = new Pack();
      const tree = pack.addTree(entriesOf(1, () => pack.add('blob', block)));
      const message = 'x'.repeat(2 * mebibyte - 500);
      let head = pack.addCommit(tree, [], message);
      for (let n = 1; n < 100; n += 1) head = pack.addCommit(tree, [head], message);
      return pack.pushOf(head);
    },
    report: /commits of the push take more than/,
  },
  {
    name: '100,000 objects that are not there',
    make: () => {
      const pack = new Pack();
      const folders = Array.from({ length: 20 }, () =>
        pack.addTree(entriesOf(5_000, () => randomBytes(20).toString('hex'))),
      );
      return pack.pushOf(pack.addCommit(pack.addTree(entriesOf(20, (n) => folders[n] ?? '', true))));
    },
    report: /leaves out the blob/,
  },
  {
    name: '2,000,000 parents',
    make: () => {
      const pack = new Pack();
      const tree = pack.addTree(entriesOf(1, () => pack.add('blob', block)));
      const roots = Array.from({ length: 500 }, (_, n) => pack.addCommit(tree, [], String(n)));
      const parents = Array.from({ length: 40_000 }, (_, n) => roots[n % roots.length] ?? '');
      let head = pack.addCommit(tree, parents);
      for (let n = 1; n < 50; n += 1) head = pack.addCommit(tree, [...parents, head]);
      return pack.pushOf(head);
    },
    report: /commits of the push take more than/,
  },
  {
    name: 'one file of 25 MB at 45,000 paths',
    make: () => sameFile({ folders: 9, names: 5_000, bytes: 25 * 1_000_000 }),
    report: /unpack ok/,
  },
];

/** The body of a git-receive-pack request that moves main of an empty repo. @param {HostilePush} push */
export function bodyOf({ head, pack }) {
  const line = `${'0'.repeat(40)} ${head} refs/heads/main\0report-status\n`;
  return Buffer.concat([Buffer.from(`${(line.length + 4).toString(16).padStart(4, '0')}${line}0000`), pack]);
}
