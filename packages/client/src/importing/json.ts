import { charactersOf, joined, textOf } from './bytes.js';
import { type Item, type ItemReader, itemOf, problemItem, recordBytesMax, tooLarge, UnreadableInput } from './items.js';
import { isSpace } from './ndjson.js';
import type { ImportSource } from './source.js';
import { listNames, wrappingOf } from './wrapped.js';

const [quote, backslash, comma, openObject, closeObject, openArray, closeArray] = new TextEncoder().encode('"\\,{}[]');
/** What the answer of an API contains if further pages follow. */
const furtherPages =
  /"has_?more"\s*:\s*true|"(?:@odata\.)?next_?(?:page|cursor|link|url|token|page_?(?:url|token|info)|records_?url)?"\s*:\s*(?!null|false|""|\[\]|\{\}|\s)/i;

/**
 * Reads the records of a JSON source of any size: the elements of an array (alone, or in an object such as `{"records": [`),
 * or consecutive objects. A malformed element fails alone. Any other content causes an error after the elements before it.
 */
export async function* readJson(
  source: ImportSource,
  offset: number,
  toItem: ItemReader = itemOf,
): AsyncGenerator<Item, void, undefined> {
  const head = charactersOf(source.head);
  const markBytes = head.startsWith('\xef\xbb\xbf') ? 3 : 0;
  const text = head.slice(markBytes).trimStart();
  const inArrays = text.startsWith('[') || wrappingOf(text) !== undefined;
  const scanner = new Scanner({ name: source.name, markBytes, inArrays, offset, toItem });
  // Always read from the start, because a resumed import must know whether the records are in an array.
  for await (const chunk of source.read(0)) yield* scanner.push(chunk);
  yield* scanner.finish();
}

interface ScannerStart {
  readonly name: string;
  /** Number of bytes of the byte order mark. */
  readonly markBytes: number;
  /** Whether records are elements of an array. */
  readonly inArrays: boolean;
  /** Records that end at or before this offset are skipped. */
  readonly offset: number;
  readonly toItem: ItemReader;
}

/** Splits a stream of bytes into JSON values without parsing them. */
class Scanner {
  private readonly start: ScannerStart;
  private state: 'sequence' | 'outside' | 'array' | 'wrapped array';
  /** What is being read: a value, the text before the array, or the text after it. */
  private kind: 'none' | 'nested' | 'string' | 'scalar' | 'opening' | 'rest' = 'none';
  private position = 0;
  private expectsComma = false;
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private depth = 0;
  /** Objects around the list that is being read. */
  private objects = 1;
  private inString = false;
  private escaped = false;
  private line = 1;
  /** The line on which the current value starts. */
  private startLine = 1;
  /** Whether the object that contains the records says that there are further pages. */
  private isPage = false;

  constructor(start: ScannerStart) {
    this.start = start;
    this.state = start.inArrays ? 'outside' : 'sequence';
  }

  *push(chunk: Uint8Array): Generator<Item, void, undefined> {
    let start = 0;
    let counted = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.kind === 'none') {
        if (!this.begins(byte, this.position + index)) continue;
        start = index;
        this.line += lineFeedsIn(chunk.subarray(counted, index));
        counted = index;
        this.startLine = this.line;
      }
      const length =
        this.lengthOfValue(byte) ?? (this.opensList(byte, chunk.subarray(start, index + 1)) ? 1 : undefined);
      if (length === undefined) continue;
      this.keep(chunk.subarray(start, index + length));
      yield* this.take(this.position + index + length);
      // A scalar ends before the byte that follows it, so that byte is read again.
      index -= 1 - length;
    }
    if (this.kind !== 'none') this.keep(chunk.subarray(start));
    this.line += lineFeedsIn(chunk.subarray(counted));
    this.position += chunk.length;
  }

  *finish(): Generator<Item, void, undefined> {
    if (this.kind === 'scalar' && this.state === 'sequence') yield* this.take(this.position);
    if (this.kind !== 'none' || this.isInArray) {
      throw new UnreadableInput(`${this.start.name} is cut off: it ends inside of its JSON.`);
    }
    if (this.isPage) {
      throw new UnreadableInput(
        `${this.start.name} is one page of a longer list: it names a next page. Add the other pages after it.`,
      );
    }
  }

  private get isInArray(): boolean {
    return this.state === 'array' || this.state === 'wrapped array';
  }

  /** Handles a byte between values. Returns true if a value starts with it. */
  private begins(byte: number, position: number): boolean {
    if (isSpace(byte) || position < this.start.markBytes) return false;
    if (this.state === 'outside') return this.beginsOutside(byte, position);
    if (this.isInArray && byte === closeArray) return this.endsArray();
    if (this.expectsComma !== (byte === comma)) {
      throw misplaced(position, this.expectsComma ? 'a comma' : 'a value');
    }
    if (byte === comma) {
      this.expectsComma = false;
      return false;
    }
    this.kind = byte === openObject || byte === openArray ? 'nested' : byte === quote ? 'string' : 'scalar';
    return true;
  }

  private beginsOutside(byte: number, position: number): boolean {
    this.expectsComma = false;
    if (byte === openArray) {
      this.state = 'array';
      return false;
    }
    if (byte !== openObject) throw misplaced(position, anotherArray);
    this.kind = 'opening';
    return true;
  }

  private endsArray(): boolean {
    if (this.state === 'array') {
      this.state = 'outside';
      return false;
    }
    this.kind = 'rest';
    this.depth = 1 + this.objects;
    return true;
  }

  /**
   * Whether the current value ends at this byte. Returns 1 if the byte is part of the value, 0 if not, undefined if it
   * does not end.
   */
  private lengthOfValue(byte: number): 0 | 1 | undefined {
    if (this.inString) {
      this.inString = !this.endsString(byte);
      return this.inString || this.kind !== 'string' ? undefined : 1;
    }
    if (this.kind === 'scalar') return byte === comma || byte === closeArray || isSpace(byte) ? 0 : undefined;
    if (byte === quote) this.inString = true;
    else if (byte === openObject || byte === openArray) this.depth += 1;
    else if (byte === closeObject || byte === closeArray) {
      this.depth -= 1;
      return this.depth === 0 ? 1 : undefined;
    }
    return undefined;
  }

  /** Whether a bracket opens the list of records in the object around it. */
  private opensList(byte: number, part: Uint8Array): boolean {
    if (this.kind !== 'opening' || this.inString || byte !== openArray) return false;
    const text = charactersOf(joined([...this.chunks, part]));
    return wrappingOf(text)?.length === text.length;
  }

  private endsString(byte: number): boolean {
    if (this.escaped) {
      this.escaped = false;
      return false;
    }
    this.escaped = byte === backslash;
    return byte === quote;
  }

  private keep(part: Uint8Array): void {
    this.bytes += part.length;
    if (this.bytes <= recordBytesMax) this.chunks.push(part);
  }

  private *take(end: number): Generator<Item, void, undefined> {
    const [kind, size, bytes] = [this.kind, this.bytes, joined(this.chunks)];
    this.kind = 'none';
    this.chunks = [];
    this.bytes = 0;
    this.depth = 0;
    this.expectsComma = this.isInArray;
    if (kind === 'opening') {
      const wrapping = wrappingOf(charactersOf(bytes));
      if (wrapping === undefined) throw misplaced(end - size, anotherArray);
      this.objects = wrapping.objects;
      this.state = 'wrapped array';
      this.isPage = furtherPages.test(charactersOf(bytes));
      this.expectsComma = false;
    } else if (kind === 'rest') {
      if (!isRest(bytes, this.objects)) throw misplaced(end - size, 'the end of the object that the records are in');
      this.isPage ||= furtherPages.test(charactersOf(bytes));
      this.state = 'outside';
    } else if (end > this.start.offset) {
      const item = size > recordBytesMax ? problemItem(tooLarge, textOf(bytes), end) : this.start.toItem(bytes, end);
      yield { ...item, line: this.startLine };
    }
  }
}

function lineFeedsIn(bytes: Uint8Array): number {
  let count = 0;
  for (let at = bytes.indexOf(0x0a); at !== -1; at = bytes.indexOf(0x0a, at + 1)) count += 1;
  return count;
}

const anotherArray = 'the end or another array of records';

/** Whether this text may follow the records in their object. It must not contain another list, which would be lost. */
function isRest(bytes: Uint8Array, objects: number): boolean {
  try {
    const rest = JSON.parse(`${'{"":'.repeat(objects)}[${textOf(bytes)}`) as object;
    return !Object.entries(rest).some(([name, value]) => listNames.test(name) && Array.isArray(value));
  } catch {
    return false;
  }
}

function misplaced(position: number, expected: string): UnreadableInput {
  return new UnreadableInput(`Not JSON at byte ${position}: ${expected} was expected.`);
}
