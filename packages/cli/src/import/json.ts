import { CommandFailure } from '../failure.js';
import type { Input } from './input.js';
import { type Item, itemOf, problemItem, recordBytesMax, tooLarge } from './items.js';
import { isSpace } from './ndjson.js';

const [quote, backslash, comma, openObject, closeObject, openArray, closeArray] = [...Buffer.from('"\\,{}[]')];

/**
 * Records of a JSON input of any size: the elements of an array (alone, or as `records` of an object), or objects one
 * after the other. A malformed element fails alone; an input that is cut off ends in a failure after its last record.
 */
export async function* readJson(input: Input, offset: number): AsyncGenerator<Item, void, undefined> {
  const start = beginning(input.head);
  const from = Math.max(offset, start.offset);
  const scanner = new Scanner({ inArray: start.inArray, position: from, expectsComma: offset > start.offset });
  for await (const chunk of input.read(from)) {
    // Standard input is always read from its start.
    const skipped = input.file === undefined ? Math.max(0, Math.min(chunk.length, from - scanner.received)) : 0;
    scanner.received += chunk.length;
    yield* scanner.push(chunk.subarray(skipped));
    if (scanner.isDone) return;
  }
  yield* scanner.finish(input.name);
}

function beginning(head: Buffer): { readonly inArray: boolean; readonly offset: number } {
  const text = head.toString('latin1');
  const opening = /^(?:\xef\xbb\xbf)?\s*(?:\{\s*"records"\s*:\s*)?\[/.exec(text)?.[0];
  const mark = /^(?:\xef\xbb\xbf)?/.exec(text)?.[0].length ?? 0;
  return opening === undefined ? { inArray: false, offset: mark } : { inArray: true, offset: opening.length };
}

interface ScannerStart {
  readonly inArray: boolean;
  readonly position: number;
  readonly expectsComma: boolean;
}

/** Cuts a stream of bytes into JSON values without parsing them. */
class Scanner {
  /** Bytes that the input has handed out. */
  received = 0;
  /** Whether the array has ended. */
  isDone = false;
  readonly #inArray: boolean;
  #position: number;
  #expectsComma: boolean;
  #parts: Buffer[] = [];
  #bytes = 0;
  #depth = 0;
  #kind: 'none' | 'nested' | 'string' | 'scalar' = 'none';
  #inString = false;
  #escaped = false;

  constructor({ inArray, position, expectsComma }: ScannerStart) {
    this.#inArray = inArray;
    this.#position = position;
    this.#expectsComma = inArray && expectsComma;
  }

  *push(chunk: Buffer): Generator<Item, void, undefined> {
    let start = 0;
    for (let index = 0; index < chunk.length; index += 1) {
      const byte = chunk[index] ?? 0;
      if (this.#kind === 'none') {
        if (this.#between(byte, this.#position + index)) start = index;
        if (this.isDone) return;
        if (this.#kind === 'none') continue;
      }
      const length = this.#lengthOfValue(byte);
      if (length === undefined) continue;
      this.#keep(chunk.subarray(start, index + length));
      yield this.#take(this.#position + index + length);
      // A scalar ends before the byte that ended it.
      index -= 1 - length;
    }
    if (this.#kind !== 'none') this.#keep(chunk.subarray(start));
    this.#position += chunk.length;
  }

  *finish(name: string): Generator<Item, void, undefined> {
    if (this.#kind === 'scalar' && !this.#inArray) yield this.#take(this.#position);
    if (this.#kind !== 'none' || this.#inArray) {
      throw new CommandFailure(`${name} is cut off: it ends inside of its JSON.`);
    }
  }

  /** Takes a byte between values; true when a value begins with it. */
  #between(byte: number, position: number): boolean {
    if (isSpace(byte)) return false;
    if (this.#inArray && byte === closeArray) {
      this.isDone = true;
      return false;
    }
    if (this.#expectsComma !== (byte === comma)) {
      throw new CommandFailure(
        `Not JSON at byte ${position}: ${this.#expectsComma ? 'a comma' : 'a value'} was expected.`,
      );
    }
    if (byte === comma) {
      this.#expectsComma = false;
      return false;
    }
    this.#kind = byte === openObject || byte === openArray ? 'nested' : byte === quote ? 'string' : 'scalar';
    return true;
  }

  /** How far the value reaches into this byte when it ends here: 1 with it, 0 before it. */
  #lengthOfValue(byte: number): 0 | 1 | undefined {
    if (this.#inString) {
      this.#inString = !this.#endsString(byte);
      return this.#inString || this.#kind !== 'string' ? undefined : 1;
    }
    if (this.#kind === 'scalar') return byte === comma || byte === closeArray || isSpace(byte) ? 0 : undefined;
    if (byte === quote) this.#inString = true;
    else if (byte === openObject || byte === openArray) this.#depth += 1;
    else if (byte === closeObject || byte === closeArray) {
      this.#depth -= 1;
      return this.#depth === 0 ? 1 : undefined;
    }
    return undefined;
  }

  #endsString(byte: number): boolean {
    if (this.#escaped) {
      this.#escaped = false;
      return false;
    }
    this.#escaped = byte === backslash;
    return byte === quote;
  }

  #keep(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= recordBytesMax) this.#parts.push(part);
  }

  #take(end: number): Item {
    const bytes = Buffer.concat(this.#parts);
    const item = this.#bytes > recordBytesMax ? problemItem(tooLarge, bytes.toString('utf8'), end) : itemOf(bytes, end);
    this.#parts = [];
    this.#bytes = 0;
    this.#kind = 'none';
    this.#expectsComma = this.#inArray;
    return item;
  }
}
