/** A token of a pattern: a literal code point, `?`, `*`, a bracket class, or a separator. */
export type Token =
  | { readonly kind: 'literal'; readonly codePoint: number }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | CharacterClass
  | { readonly kind: 'slash' }
  | { readonly kind: 'open' }
  | { readonly kind: 'comma' }
  | { readonly kind: 'close' };

/** `[a-z]` or `[!a-z]`. `ranges` alternates between the first and last code point of each range. */
export interface CharacterClass {
  readonly kind: 'class';
  readonly negated: boolean;
  readonly ranges: readonly number[];
}

/** A pattern that is rejected, with a message that says what to do. */
export class MalformedPattern extends Error {}

const single: Readonly<Record<string, Token>> = {
  '/': { kind: 'slash' },
  '*': { kind: 'star' },
  '?': { kind: 'any' },
  '{': { kind: 'open' },
  ',': { kind: 'comma' },
  '}': { kind: 'close' },
};

/**
 * Splits a pattern into tokens. Braces and `,` are always tokens; the parser decides later whether they are literal.
 * Throws `MalformedPattern` for an unclosed bracket, an extended glob or a backslash.
 */
export function tokenize(pattern: string): Token[] {
  const characters = Array.from(pattern);
  const tokens: Token[] = [];
  for (let at = 0; at < characters.length; ) {
    const character = characters[at] as string;
    if (character === '[') {
      const end = classEnd(characters, at);
      tokens.push(characterClass(characters.slice(at + 1, end)));
      at = end + 1;
      continue;
    }
    refuseUnsupported(characters, at);
    tokens.push(single[character] ?? literal(character));
    at += 1;
  }
  return tokens;
}

/** The token of one literal character. */
export function literal(character: string): Token {
  return { kind: 'literal', codePoint: character.codePointAt(0) as number };
}

function refuseUnsupported(characters: readonly string[], at: number): void {
  const character = characters[at] as string;
  if (character === ']') {
    throw new MalformedPattern('`]` has no opening `[`; a literal one is written `[]]`.');
  }
  if (character === '\\') {
    throw new MalformedPattern(
      'backslashes are not allowed: separate folders with `/` and write a literal `*` as `[*]`.',
    );
  }
  if (characters[at + 1] === '(' && '?*+@!'.includes(character)) {
    throw new MalformedPattern(
      `extended globs such as \`${character}(…)\` are not supported; a literal \`(\` here is written \`[(]\`.`,
    );
  }
}

/**
 * The index of the `]` that closes the bracket at `start`. A `]` directly after the opening bracket is a member of the
 * class.
 */
function classEnd(characters: readonly string[], start: number): number {
  const first = isNegation(characters[start + 1]) ? start + 2 : start + 1;
  const end = characters.indexOf(']', first + 1);
  const inside = characters.slice(start, end);
  if (end === -1 || inside.includes('/')) {
    throw new MalformedPattern('`[` is not closed within its path segment; a literal one is written `[[]`.');
  }
  if (inside.includes('\\') || (inside.includes('[') && /\[[:.=]/.test(inside.slice(1).join('')))) {
    throw new MalformedPattern('brackets take characters and ranges only, such as `[a-z0-9]`.');
  }
  return end;
}

function characterClass(inside: readonly string[]): CharacterClass {
  const negated = isNegation(inside[0]);
  const members = (negated ? inside.slice(1) : inside).map((character) => character.codePointAt(0) as number);
  const hyphen = 0x2d;
  const ranges: number[] = [];
  for (let at = 0; at < members.length; ) {
    const first = members[at] as number;
    const last = members[at + 2];
    if (members[at + 1] === hyphen && last !== undefined) {
      if (last < first) {
        throw new MalformedPattern('a bracket range runs backwards; write the smaller character first.');
      }
      ranges.push(first, last);
      at += 3;
    } else {
      ranges.push(first, first);
      at += 1;
    }
  }
  return { kind: 'class', negated, ranges };
}

function isNegation(character: string | undefined): boolean {
  return character === '!' || character === '^';
}
