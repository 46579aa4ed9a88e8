import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { type JsonValue, parseJson, parseNumber } from '@tessera/json';
import { errors } from '../platform/errors.js';
import { Pauses } from '../platform/pauses.js';

/** Maximum nesting depth of a body. The limits of records and filters are lower. */
const maxDepth = 10_000;
/** A body may contain one value per 8 bytes of its size limit. Each list counts as one more value. */
const bytesPerValue = 8;
const maxValues = 500_000;
/** Maximum keys of an object, and maximum characters of a number. */
const maxKeys = 20_000;
const maxNumberCharacters = 200_000;
/** Number of bytes that are parsed before other requests may run. */
const pieceBytes = 16_384;
/**
 * Bodies up to this size are parsed at once if they are within the limits, which takes a few milliseconds. In pieces, a
 * page of an import takes ten times as long.
 */
const bytesAtOnce = 196_608;
const [comma, colon, bracket, brace] = Buffer.from(',:[{');
/** Buffer sizes of the parser library for strings and numbers, in bytes. */
const buffers = { stringBufferSize: 65_536, numberBufferSize: 1_024 };

/** The size limit of the body, and the lengths that are parsed at once. */
interface PieceRules {
  readonly limitBytes: number;
  readonly pieceLength?: number;
  readonly lengthAtOnce?: number;
}

/**
 * Parses JSON like `parseJson`, but lets other requests run at intervals. `limitBytes` is the size limit of the body.
 * Throws `invalid_request` early for input that would cost far more to parse than its size suggests. Throws
 * `SyntaxError` or `TypeError` for invalid JSON or UTF-8.
 */
export async function parseInPieces(
  bytes: Uint8Array,
  { limitBytes, pieceLength = pieceBytes, lengthAtOnce = bytesAtOnce }: PieceRules,
): Promise<JsonValue> {
  const mostValues = Math.min(maxValues, Math.floor(limitBytes / bytesPerValue));
  if (bytes.length <= pieceLength || (bytes.length <= lengthAtOnce && isWithin(bytes, mostValues))) {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  }
  const pauses = new Pauses();
  const pieces = new Pieces(mostValues);
  for (let from = 0; from < bytes.length; from += pieceLength) {
    pieces.write(bytes.subarray(from, from + pieceLength));
    await pauses.take();
  }
  return pieces.end();
}

/**
 * Whether a body that is too short for a number beyond the limit is within the other limits. It may be if this returns
 * false, because characters in strings are counted too.
 */
function isWithin(bytes: Uint8Array, mostValues: number): boolean {
  let opened = 0;
  let keys = 0;
  let commas = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === comma) {
      commas += 1;
    } else if (byte === colon) {
      keys += 1;
    } else if (byte === bracket || byte === brace) {
      opened += 1;
    }
  }
  return opened <= maxDepth && keys <= maxKeys && 1 + opened + commas <= mostValues;
}

class ExactTokenizer extends Tokenizer {
  protected override parseNumber(literal: string): number {
    if (literal.length > maxNumberCharacters) {
      throw tooMuch(`holds a number of more than ${maxNumberCharacters} characters`);
    }
    // The parser stores the returned object unchanged, although its type requires a number.
    return parseNumber(literal) as number;
  }
}

/** An incremental parser of one JSON value. */
class Pieces {
  private readonly tokens = new ExactTokenizer(buffers);
  private readonly parser = new TokenParser({ paths: ['$'] });
  private readonly mostValues: number;
  /** Number of keys of each open object; 0 for open lists. */
  private readonly keys: number[] = [];
  private values = 1;
  private whole: JsonValue | undefined;

  constructor(mostValues: number) {
    this.mostValues = mostValues;
    this.tokens.onToken = (token) => {
      this.count(token.token);
      this.parser.write(token);
    };
    this.parser.onValue = ({ value }) => {
      this.whole = value as JsonValue;
    };
  }

  write(piece: Uint8Array): void {
    readingJson(() => this.tokens.write(piece));
  }

  end(): JsonValue {
    readingJson(() => this.tokens.end());
    if (this.whole === undefined) {
      throw new SyntaxError('the end is missing');
    }
    return this.whole;
  }

  private count(token: TokenType): void {
    if (token === TokenType.COLON) {
      this.countKey();
    } else if (token === TokenType.COMMA) {
      this.countValue();
    } else if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) {
      this.countValue();
      if (this.keys.push(0) > maxDepth) {
        throw tooMuch(`is nested deeper than ${maxDepth} levels`);
      }
    } else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) {
      this.keys.pop();
    }
  }

  private countKey(): void {
    const keys = (this.keys.pop() ?? 0) + 1;
    if (keys > maxKeys) {
      throw tooMuch(`holds an object of more than ${maxKeys} keys`);
    }
    this.keys.push(keys);
  }

  private countValue(): void {
    this.values += 1;
    if (this.values > this.mostValues) {
      throw tooMuch(`holds more than ${this.mostValues} values`);
    }
  }
}

/** Throws the library's errors as the error types of `JSON.parse`. */
function readingJson(read: () => void): void {
  try {
    read();
  } catch (error) {
    throw error instanceof TokenizerError || error instanceof TokenParserError
      ? new SyntaxError(error.message, { cause: error })
      : error;
  }
}

function tooMuch(message: string) {
  return errors.invalidRequest([{ path: '', message: `the body ${message}: send it in smaller parts` }]);
}
