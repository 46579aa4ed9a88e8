import { type JsonObject, type JsonValue, parseJson } from '@tessera/resolver';
import { errors } from '../platform/errors.js';
import { Pauses } from '../platform/pauses.js';

/** Levels of nesting that are read at all; what a record or a filter may have is decided where it is one. */
const maxDepth = 10_000;
/** Values that a body may hold for each of so many bytes it may have, and at most; a list counts as one more. */
const bytesPerValue = 8;
const maxValues = 500_000;
/** Keys of one object, and characters of one number with the white space around it. */
const maxKeys = 20_000;
const maxNumberCharacters = 200_000;
/** Characters that are parsed at a time. */
const pieceCharacters = 16_384;

const quote = 0x22;
const backslash = 0x5c;
const comma = 0x2c;
const openers = { list: 0x5b, object: 0x7b };
const closers = { list: 0x5d, object: 0x7d };

/** How much a body may hold, and how much of it is parsed at a time. */
interface PieceRules {
  readonly limitBytes: number;
  readonly pieceLength?: number;
}

/**
 * Parses the JSON of a body that may have `limitBytes`, as `parseJson` does, but in pieces between which other requests
 * have their turn. Throws `invalid_request` for what would cost far more to parse and check than it has characters, as
 * soon as that shows; otherwise what `parseJson` throws.
 */
export async function parseInPieces(text: string, rules: PieceRules): Promise<JsonValue> {
  if (text.length <= (rules.pieceLength ?? pieceCharacters)) {
    return parseJson(text);
  }
  const pauses = new Pauses();
  const pieces = new Pieces(text, rules);
  while (pieces.readOn()) {
    await pauses.take();
  }
  return pieces.value();
}

/** A list or an object whose end has not been reached. A class, because there may be one for every few characters. */
class Open {
  /** How many of its members have ended. */
  members = 0;
  /** Where its first member begins that is not parsed yet, and where its last begins. */
  from: number;
  last: number;
  /** What of it is parsed, and its key in the object around it; undefined as long as nothing of it was cut. */
  parsed: JsonValue[] | JsonObject | undefined = undefined;
  key: string | undefined = undefined;
  /** Whether a member that was cut has just ended, so that only a comma or the end may follow. */
  isAfterCut = false;

  constructor(
    readonly isObject: boolean,
    readonly at: number,
  ) {
    this.from = at + 1;
    this.last = at + 1;
  }
}

/** Cuts a text at commas. What stands between two cuts is parsed as it is; what was open at a cut is put together here. */
class Pieces {
  readonly #text: string;
  readonly #mostValues: number;
  readonly #pieceLength: number;
  readonly #open: Open[] = [];
  #at = 0;
  #values = 1;
  #isInText = false;
  /** Where the latest quote, bracket or comma stood, and the latest cut. */
  #mark = 0;
  #cut = 0;
  #whole: JsonValue | undefined;

  constructor(text: string, { limitBytes, pieceLength = pieceCharacters }: PieceRules) {
    this.#text = text;
    this.#mostValues = Math.min(maxValues, Math.floor(limitBytes / bytesPerValue));
    this.#pieceLength = pieceLength;
  }

  /** Reads about a piece. False at the end of the text. */
  readOn(): boolean {
    const end = Math.min(this.#text.length, this.#at + this.#pieceLength);
    for (; this.#at < end; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (this.#isInText) {
        this.#readText(code);
      } else if (code === quote) {
        this.#pass();
        this.#beginText();
      } else if (code === comma) {
        this.#pass();
        this.#endMember();
      } else if (code === openers.list || code === openers.object) {
        this.#pass();
        this.#begin(code === openers.object);
      } else if (code === closers.list || code === closers.object) {
        this.#pass();
        this.#end(code === closers.object);
      }
    }
    return this.#at < this.#text.length;
  }

  /** What the text says, once all of it is read. */
  value(): JsonValue {
    if (!this.#isInText) {
      this.#pass();
    }
    if (this.#whole !== undefined) {
      requireBlank(this.#text.slice(this.#cut + 1));
      return this.#whole;
    }
    if (this.#cut > 0) {
      throw new SyntaxError('the end is missing');
    }
    return parseJson(this.#text);
  }

  #beginText(): void {
    const end = this.#text.indexOf('"', this.#at + 1);
    // A text without an escaped quote is passed in one step.
    this.#isInText = end === -1 || this.#text.charCodeAt(end - 1) === backslash;
    this.#at = this.#isInText ? this.#at : end;
    this.#mark = this.#at;
  }

  #readText(code: number): void {
    if (code === backslash) {
      this.#at += 1;
    } else if (code === quote) {
      this.#isInText = false;
      this.#mark = this.#at;
    }
  }

  #pass(): void {
    if (this.#at - this.#mark > maxNumberCharacters) {
      throw tooMuch(`holds a number of more than ${maxNumberCharacters} characters`);
    }
    this.#mark = this.#at;
  }

  #countValue(): void {
    this.#values += 1;
    if (this.#values > this.#mostValues) {
      throw tooMuch(`holds more than ${this.#mostValues} values`);
    }
  }

  #begin(isObject: boolean): void {
    this.#countValue();
    if (this.#open.length === maxDepth) {
      throw tooMuch(`is nested deeper than ${maxDepth} levels`);
    }
    if (this.#whole !== undefined || this.#open.at(-1)?.isAfterCut === true) {
      throw new SyntaxError('a comma is missing');
    }
    this.#open.push(new Open(isObject, this.#at));
  }

  #endMember(): void {
    this.#countValue();
    const top = this.#open.at(-1);
    if (top === undefined) {
      throw new SyntaxError('a comma outside of everything');
    }
    top.members += 1;
    if (top.isObject && top.members >= maxKeys) {
      throw tooMuch(`holds an object of more than ${maxKeys} keys`);
    }
    if (top.isAfterCut || this.#at - this.#cut > this.#pieceLength) {
      this.#openCut();
      this.#parseMembers(top, this.#at);
      top.from = this.#at + 1;
      this.#cut = this.#at;
    }
    top.last = this.#at + 1;
  }

  #end(isObject: boolean): void {
    const top = this.#open.pop();
    if (top === undefined || top.isObject !== isObject) {
      throw new SyntaxError('a bracket that closes nothing');
    }
    if (top.parsed === undefined) {
      return;
    }
    this.#parseMembers(top, this.#at);
    this.#cut = this.#at;
    const around = this.#open.at(-1);
    if (around?.parsed === undefined) {
      this.#whole = top.parsed;
      return;
    }
    add(around.parsed, top.key, top.parsed);
    around.from = this.#at + 1;
    around.isAfterCut = true;
  }

  /** Begins to put together by hand whatever is open: parses its members before the one that the cut lies in. */
  #openCut(): void {
    const cutBefore = this.#open.findLastIndex(({ parsed }) => parsed !== undefined);
    for (const [place, open] of this.#open.slice(cutBefore + 1).entries()) {
      const around = this.#open[cutBefore + place];
      if (around === undefined) {
        requireBlank(this.#text.slice(0, open.at));
      } else {
        if (around.last > around.from) {
          this.#parseMembers(around, around.last - 1);
        }
        open.key = keyIn(this.#text.slice(around.last, open.at), around.isObject);
      }
      open.parsed = open.isObject ? {} : [];
    }
  }

  /** Parses the members from the latest cut on, or makes sure that there are none where the last one was cut itself. */
  #parseMembers(open: Open, end: number): void {
    const sent = this.#text.slice(open.from, end);
    if (open.isAfterCut) {
      requireBlank(sent);
      open.isAfterCut = false;
      return;
    }
    const members = Object.entries(parseJson(open.isObject ? `{${sent}}` : `[${sent}]`) as JsonObject);
    if (members.length === 0) {
      throw new SyntaxError('a member is missing');
    }
    for (const [key, value] of members) {
      add(open.parsed, key, value);
    }
  }
}

function add(parsed: Open['parsed'], key: string | undefined, value: JsonValue): void {
  if (Array.isArray(parsed)) {
    parsed.push(value);
  } else if (parsed !== undefined && key !== undefined) {
    // Not an assignment, which a key named __proto__ would turn into something else.
    Object.defineProperty(parsed, key, { value, writable: true, enumerable: true, configurable: true });
  }
}

/** The key before a member of an object; in a list there is none. Throws `SyntaxError` for anything else. */
function keyIn(text: string, isObject: boolean): string | undefined {
  if (isObject) {
    return Object.keys(parseJson(`{${text}[]}`) as JsonObject)[0];
  }
  requireBlank(text);
  return undefined;
}

function requireBlank(text: string): void {
  if (!/^[ \t\n\r]*$/.test(text)) {
    throw new SyntaxError('something stands where nothing may');
  }
}

function tooMuch(message: string) {
  return errors.invalidRequest([{ path: '', message: `the body ${message}: send it in smaller parts` }]);
}
