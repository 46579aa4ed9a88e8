import { Tokenizer, TokenizerError, TokenParser, TokenParserError, TokenType } from '@streamparser/json';
import { type JsonValue, parseJson, parseNumber } from '@tessera/json';
import { errors } from '../platform/errors.js';
import { Pauses } from '../platform/pauses.js';

/** Levels of nesting that are parsed. Records and filters have lower limits of their own. */
const maxDepth = 10_000;
/** A body may contain one value for each 8 bytes of its limit, and at most this many. A list counts as one value more. */
const bytesPerValue = 8;
const maxValues = 500_000;
/** Keys of one object, and characters of one number. */
const maxKeys = 20_000;
const maxNumberCharacters = 200_000;
/** Bytes that are parsed at a time. */
const pieceBytes = 16_384;
/** Buffer sizes for strings and numbers, in bytes. */
const buffers = { stringBufferSize: 65_536, numberBufferSize: 1_024 };

/** The limit of a body, and how many characters of it are parsed at a time. */
interface PieceRules {
  readonly limitBytes: number;
  readonly pieceLength?: number;
}

/**
 * Parses the JSON of a body that may have `limitBytes`, as `parseJson` does, but in pieces between which other requests
 * have their turn. Throws `invalid_request` for what would cost far more to parse and check than it has bytes, as soon as
 * that shows; `SyntaxError` or `TypeError` for what is not JSON in UTF-8.
 */
export async function parseInPieces(
  bytes: Uint8Array,
  { limitBytes, pieceLength = pieceBytes }: PieceRules,
): Promise<JsonValue> {
  if (bytes.length <= pieceLength) {
    return parseJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  }
  const pauses = new Pauses();
  const pieces = new Pieces(Math.min(maxValues, Math.floor(limitBytes / bytesPerValue)));
  for (let from = 0; from < bytes.length; from += pieceLength) {
    pieces.write(bytes.subarray(from, from + pieceLength));
    await pauses.take();
  }
  return pieces.end();
}

class ExactTokenizer extends Tokenizer {
  protected override parseNumber(literal: string): number {
    if (literal.length > maxNumberCharacters) {
      throw tooMuch(`holds a number of more than ${maxNumberCharacters} characters`);
    }
    // What it answers becomes the value as it is, whatever the library's type says.
    return parseNumber(literal) as number;
  }
}

/** A JSON value that arrives in pieces. */
class Pieces {
  private readonly tokens = new ExactTokenizer(buffers);
  private readonly parser = new TokenParser({ paths: ['$'] });
  private readonly mostValues: number;
  /** Keys so far of each list or object that is open; a list has none. */
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

/** Turns the library's own errors into what `JSON.parse` throws. */
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
