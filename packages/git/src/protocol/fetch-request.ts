import { PacketReader, ProtocolError } from './pkt-line.js';

/** A client's request to fetch: the commits that it wants, those that it has, and the depth of history. */
export interface FetchRequest {
  readonly wants: readonly string[];
  /** Commits that the client has, in the rounds in which it sent them. */
  readonly haves: readonly (readonly string[])[];
  /** Commits of the client whose parents it lacks. */
  readonly shallow: readonly string[];
  /**
   * Undefined if the client sets no depth. `all` replaces every depth except 1, because sending more than requested
   * does no harm.
   */
  readonly depth: 1 | 'all' | undefined;
  /** Files of this size or larger are left out, unless they are wanted by their id. */
  readonly blobBytes: number;
  /** True if the client requests the pack without further negotiation. */
  readonly done: boolean;
  readonly capabilities: ReadonlySet<string>;
}

/** A command of protocol 2: list refs, or fetch objects. */
export type Command = { readonly name: 'ls-refs'; readonly args: readonly string[] } | FetchCommand;

interface FetchCommand {
  readonly name: 'fetch';
  readonly request: FetchRequest;
}

const idPattern = /^[0-9a-f]{40}$/;

/** What a client wants, as the lines of its request say. By default nothing is wanted and nothing left out. */
export class Wish {
  readonly wants: string[] = [];
  readonly shallow: string[] = [];
  depth: 1 | 'all' | undefined;
  blobBytes = anySize;

  /** Reads a line that protocols 0 and 2 share. Returns false if it is another line. */
  take(line: string): boolean {
    const [word = '', value = ''] = line.split(' ', 2);
    switch (word) {
      case 'want':
        this.wants.push(readId(value));
        return true;
      case 'shallow':
        this.shallow.push(readId(value));
        return true;
      case 'deepen':
        this.depth = value === '1' ? 1 : 'all';
        return true;
      case 'deepen-since':
      case 'deepen-not':
      case 'deepen-relative':
        this.depth = 'all';
        return true;
      case 'filter':
        this.blobBytes = blobLimitOf(value);
        return true;
      default:
        return false;
    }
  }
}

/** More than the size of any file. */
export const anySize = Number.MAX_SAFE_INTEGER;

/** The size from which a filter leaves files out. A filter of another kind leaves out nothing, which does no harm. */
function blobLimitOf(filter: string): number {
  const [, digits, unit = ''] = /^blob:limit=(\d{1,12})([kmg]?)$/.exec(filter) ?? [];
  const bytes = filter === 'blob:none' ? 0 : Number(digits) * 1024 ** ['', 'k', 'm', 'g'].indexOf(unit);
  return bytes < anySize ? bytes : anySize;
}

function readId(text: string): string {
  if (!idPattern.test(text)) {
    throw new ProtocolError(`"${text.slice(0, 50)}" is not an object id`);
  }
  return text;
}

/** Reads a fetch in protocol 0 or 1. Returns undefined if it wants nothing. Throws `ProtocolError`. */
export function readFetchRequest(body: Buffer): FetchRequest | undefined {
  const packets = new PacketReader(body);
  const collected = new Wish();
  const { lines } = packets.lines();
  // The capabilities follow the id in the first line.
  const [first = '', ...others] = lines;
  const [, want = '', rest = ''] = /^(want \S+) ?(.*)$/.exec(first) ?? [];
  for (const line of [want, ...others]) {
    if (line !== '' && !collected.take(line)) {
      throw new ProtocolError(`"${line.slice(0, 50)}" is not known here`);
    }
  }
  const { haves, done } = readHaves(packets);
  return collected.wants.length === 0
    ? undefined
    : { ...collected, haves, done, capabilities: new Set(rest.split(' ')) };
}

/** Reads rounds of `have` lines. A flush packet ends each round. */
function readHaves(packets: PacketReader): { haves: string[][]; done: boolean } {
  const haves: string[][] = [];
  for (;;) {
    const { lines, mark } = packets.lines();
    const done = lines.at(-1) === 'done';
    const round = (done ? lines.slice(0, -1) : lines).map((line) => readId(line.replace(/^have /, '')));
    if (round.length > 0 || mark === 'flush') {
      haves.push(round);
    }
    if (done || mark !== 'flush') {
      return { haves, done };
    }
  }
}

/** Reads a request in protocol 2. Returns undefined if it is empty. Throws `ProtocolError`. */
export function readCommand(body: Buffer): Command | undefined {
  const packets = new PacketReader(body);
  const { lines: head, mark } = packets.lines();
  const args = mark === 'delimiter' ? packets.lines().lines : [];
  const name = head.find((line) => line.startsWith('command='))?.slice('command='.length);
  if (name === undefined) {
    return undefined;
  }
  if (head.some((line) => line.startsWith('object-format=') && line !== 'object-format=sha1')) {
    throw new ProtocolError('object ids are SHA-1 here');
  }
  if (name === 'ls-refs') {
    return { name, args };
  }
  if (name !== 'fetch') {
    throw new ProtocolError(`the command "${name.slice(0, 50)}" is not known here`);
  }
  return { name, request: fetchOf(args) };
}

const flags: ReadonlySet<string> = new Set(['done', 'thin-pack', 'no-progress', 'include-tag', 'ofs-delta']);

function fetchOf(args: readonly string[]): FetchRequest {
  const collected = new Wish();
  const haves: string[] = [];
  const given = new Set<string>();
  for (const line of args) {
    if (flags.has(line)) {
      given.add(line);
    } else if (line.startsWith('have ')) {
      haves.push(readId(line.slice('have '.length)));
    } else if (!collected.take(line)) {
      throw new ProtocolError(`"${line.slice(0, 50)}" is not known here`);
    }
  }
  return { ...collected, haves: [haves], done: given.has('done'), capabilities: given };
}
