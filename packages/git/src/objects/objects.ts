import { createHash, type Hash } from 'node:crypto';
import { compareBytes } from './compare-bytes.js';

/** The kinds of git objects. A tag in a pack is hashed but never stored, because `main` is the only ref. */
export type ObjectKind = 'blob' | 'tree' | 'commit' | 'tag';

/** The modes of tree entries: a file, an executable file or a folder. Links and submodules are refused. */
export type TreeMode = '100644' | '100755' | '40000';

/** One entry of a tree. `name` is one path segment, `oid` the 20-byte id of the file's or folder's object. */
export interface TreeEntry {
  readonly mode: TreeMode;
  readonly name: string;
  readonly oid: Buffer;
}

/** Author or committer of a commit, with the time in whole seconds since 1970 and the offset from UTC in minutes. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  readonly atSeconds: number;
  readonly offsetMinutes: number;
}

/** A commit without headers that the store does not use. `message` has no trailing line break. */
export interface Commit {
  readonly tree: Buffer;
  readonly parents: readonly Buffer[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
}

/** An object that git or this store does not accept. The message, for its author, says why. */
export class InvalidObjectError extends Error {}

/** Advice for the author of a push that is too large. */
export const pushInParts = 'push fewer commits at a time, as in "git push origin <commit>:main"';

const quotedCharacters = 100;

/** A name or path in quotes for messages. If it is too long, only its end is shown, which says more than its start. */
export function quoted(text: string): string {
  const characters = Array.from(text);
  return characters.length <= quotedCharacters ? `"${text}"` : `"…${characters.slice(-quotedCharacters).join('')}"`;
}

/** The length of an object's id in bytes. */
export const oidBytes = 20;

/** The id of an object: SHA-1, 20 bytes, over its kind, its length and its content. */
export function hashObject(kind: ObjectKind, bytes: Uint8Array): Buffer {
  return objectHash(kind, bytes.length).update(bytes).digest();
}

/** Starts the hash of an object whose content is added in pieces. */
export function objectHash(kind: ObjectKind, size: number): Hash {
  return createHash('sha1').update(`${kind} ${size}\0`, 'latin1');
}

const modes: ReadonlySet<string> = new Set<TreeMode>(['100644', '100755', '40000']);
const refusedModes: Readonly<Record<string, string>> = { '120000': 'a symbolic link', '160000': 'a submodule' };

function isTreeMode(mode: string): mode is TreeMode {
  return modes.has(mode);
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const slash = '/';

/** The content of a tree object, sorted in git's order. Names must be distinct. */
export function encodeTree(entries: readonly TreeEntry[]): Buffer {
  const encoded = entries
    .map(({ mode, name, oid }) => ({ key: sortKey(mode, name), header: `${mode} ${name}\0`, oid }))
    .sort((one, other) => compareBytes(one.key, other.key));
  const bytes = Buffer.allocUnsafe(encoded.reduce((sum, { header }) => sum + Buffer.byteLength(header) + oidBytes, 0));
  let at = 0;
  for (const { header, oid } of encoded) {
    at += bytes.write(header, at);
    at += oid.copy(bytes, at);
  }
  return bytes;
}

/** The sort key of git: names are compared by bytes, and folders as if they ended in a slash. */
function sortKey(mode: TreeMode, name: string): string {
  return mode === '40000' ? name + slash : name;
}

/**
 * Reads the entries of a tree object. Throws `InvalidObjectError` for links, submodules and unknown modes. Also throws
 * for names that are empty, contain a slash or are not UTF-8, and for entries that are out of order or repeated.
 */
export function decodeTree(bytes: Uint8Array): TreeEntry[] {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tree = { content, characters: content.toString('latin1') };
  const entries: TreeEntry[] = [];
  const names = new Set<string>();
  let previous: string | undefined;
  for (let at = 0; at < content.length; ) {
    const { entry, end } = readEntry(tree, at);
    const key = sortKey(entry.mode, entry.name);
    if (names.has(entry.name) || (previous !== undefined && compareBytes(previous, key) >= 0)) {
      throw new InvalidObjectError(`a tree lists ${quoted(entry.name)} twice or out of order`);
    }
    names.add(entry.name);
    entries.push(entry);
    previous = key;
    at = end;
  }
  return entries;
}

interface TreeBytes {
  readonly content: Buffer;
  /** The bytes as a latin1 string with one character per byte, which is faster to search and slice. */
  readonly characters: string;
}

function readEntry({ content, characters }: TreeBytes, start: number): { entry: TreeEntry; end: number } {
  const modeEnd = characters.indexOf(' ', start);
  const nameEnd = characters.indexOf('\0', start);
  const end = nameEnd + 1 + oidBytes;
  if (modeEnd < 0 || nameEnd < modeEnd || end > content.length) {
    throw new InvalidObjectError('a tree breaks off or is not a tree');
  }
  const mode = characters.slice(start, modeEnd);
  const name = decodeName(characters.slice(modeEnd + 1, nameEnd));
  if (!isTreeMode(mode)) {
    const kind = Object.hasOwn(refusedModes, mode) ? refusedModes[mode] : `of the unknown mode ${mode.slice(0, 12)}`;
    throw new InvalidObjectError(`${quoted(name)} is ${kind}; only files and folders are stored`);
  }
  return { entry: { mode, name, oid: content.subarray(nameEnd + 1, end) }, end };
}

const beyondAscii = /[\u0080-\u00ff]/;

/** Decodes a latin1 string as UTF-8. */
function decodeName(characters: string): string {
  let name: string;
  try {
    name = beyondAscii.test(characters) ? strictUtf8.decode(Buffer.from(characters, 'latin1')) : characters;
  } catch {
    throw new InvalidObjectError(`the name ${quoted(characters)} is not UTF-8`);
  }
  if (name === '' || name.includes(slash)) {
    throw new InvalidObjectError(`a tree lists the name ${quoted(name)}, which is empty or holds a slash`);
  }
  return name;
}

/**
 * The content of a commit object. Characters that git forbids in names and addresses (`<`, `>`, line breaks) are
 * removed.
 */
export function encodeCommit(commit: Commit): Buffer {
  const lines = [
    `tree ${commit.tree.toString('hex')}`,
    ...commit.parents.map((parent) => `parent ${parent.toString('hex')}`),
    `author ${encodeSignature(commit.author)}`,
    `committer ${encodeSignature(commit.committer)}`,
    '',
    `${commit.message.replaceAll('\0', '').replace(/\n+$/, '')}\n`,
  ];
  return Buffer.from(lines.join('\n'));
}

function encodeSignature({ name, email, atSeconds, offsetMinutes }: Signature): string {
  const minutes = Math.abs(offsetMinutes);
  const hours = String(Math.floor(minutes / 60)).padStart(2, '0');
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${hours}${String(minutes % 60).padStart(2, '0')}`;
  return `${plain(name)} <${plain(email).replaceAll(' ', '')}> ${atSeconds} ${offset}`;
}

/** Removes control characters and angle brackets, which would end a signature early. */
function plain(text: string): string {
  return text.replace(/[\p{Cc}<>]/gu, ' ').trim();
}

const idLine = /^(tree|parent) ([0-9a-f]{40})$/;
const signatureLine = /^(author|committer) ([^<>\n]*) <([^<>\n]*)> (0|[1-9]\d{0,11}) ([+-])(\d\d)(\d\d)$/;
const encodingLine = /^encoding (\S+)$/;

/** Reads a commit object. Throws `InvalidObjectError` for what `git fsck` calls an error in a commit. */
export function decodeCommit(bytes: Uint8Array): Commit {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const headersEnd = content.indexOf('\n\n');
  const head = headersEnd < 0 ? content.subarray(0, Math.max(0, content.length - 1)) : content.subarray(0, headersEnd);
  const encoding = encodingLine.exec(head.toString('latin1').split('\n').find(isEncoding) ?? '')?.[1];
  const decode = decoderOf(encoding);
  const lines = decode(head).split('\n');
  const tree = readId(lines[0], 'tree');
  const parents: Buffer[] = [];
  while (lines[1 + parents.length]?.startsWith('parent ')) {
    parents.push(readId(lines[1 + parents.length], 'parent'));
  }
  const author = readSignature(lines[1 + parents.length], 'author');
  const committer = readSignature(lines[2 + parents.length], 'committer');
  const text = headersEnd < 0 ? '' : decode(content.subarray(headersEnd + 2));
  return { tree, parents, author, committer, message: text.replace(/\n+$/, '') };
}

function isEncoding(line: string): boolean {
  return encodingLine.test(line);
}

/** Returns the decoder of a commit's encoding: UTF-8 unless the commit names another one that is supported. */
function decoderOf(encoding: string | undefined): (bytes: Uint8Array) => string {
  try {
    const decoder = new TextDecoder(encoding ?? 'utf-8', { ignoreBOM: true });
    return (bytes) => decoder.decode(bytes);
  } catch {
    return (bytes) => new TextDecoder().decode(bytes);
  }
}

function readId(line: string | undefined, kind: 'tree' | 'parent'): Buffer {
  const match = idLine.exec(line ?? '');
  if (match?.[1] !== kind || match[2] === undefined) {
    throw new InvalidObjectError(`a commit has no valid "${kind}" line`);
  }
  return Buffer.from(match[2], 'hex');
}

function readSignature(line: string | undefined, kind: 'author' | 'committer'): Signature {
  const match = signatureLine.exec(line ?? '');
  if (match?.[1] !== kind) {
    throw new InvalidObjectError(`a commit has no valid "${kind}" line`);
  }
  const [, , name = '', email = '', seconds = '', sign, hours = '', minutes = ''] = match;
  const offset = Number(hours) * 60 + Number(minutes);
  return {
    name: name.trim(),
    email,
    atSeconds: Number(seconds),
    offsetMinutes: sign === '-' && offset !== 0 ? -offset : offset,
  };
}
