import { literal, MalformedPattern, type Token } from './tokens.js';

/** Maximum alternatives that the braces of a pattern expand to. */
export const alternativesMax = 256;

/** Maximum characters of all alternatives together. Limits the memory and the compile time of a pattern. */
export const expandedCharactersMax = 8_192;

interface Branch {
  readonly items: (Token | Choice)[];
}

interface Choice {
  readonly kind: 'choice';
  readonly branches: readonly Branch[];
}

/**
 * Expands braces: `a{b,c}` becomes `ab` and `ac`. Braces can be nested; braces without a comma are literal. Throws
 * `MalformedPattern` for an unclosed brace, or for too many or too long alternatives.
 */
export function expandBraces(tokens: readonly Token[]): Token[][] {
  const reader = { tokens, at: 0 };
  const [branch, ...more] = readBranches(reader, false);
  if (branch === undefined || more.length > 0) {
    throw new MalformedPattern('braces are not balanced.');
  }
  return expandBranch(branch);
}

/** Reads comma-separated branches up to the closing brace. Outside of braces, a comma is literal. */
function readBranches(reader: { readonly tokens: readonly Token[]; at: number }, inside: boolean): Branch[] {
  let branch: Branch = { items: [] };
  const branches = [branch];
  while (reader.at < reader.tokens.length) {
    const token = reader.tokens[reader.at] as Token;
    reader.at += 1;
    if (token.kind === 'open') {
      branch.items.push(...choice(readBranches(reader, true)));
    } else if (token.kind === 'close') {
      if (!inside) {
        throw new MalformedPattern('`}` has no opening `{`; a literal one is written `[}]`.');
      }
      return branches;
    } else if (token.kind === 'comma' && inside) {
      branch = { items: [] };
      branches.push(branch);
    } else {
      branch.items.push(token.kind === 'comma' ? literal(',') : token);
    }
  }
  if (inside) {
    throw new MalformedPattern('`{` is not closed; a literal one is written `[{]`.');
  }
  return branches;
}

function choice(branches: readonly Branch[]): (Token | Choice)[] {
  const [only, ...more] = branches;
  if (only === undefined || more.length > 0) {
    return [{ kind: 'choice', branches }];
  }
  if (containsDots(only.items)) {
    throw new MalformedPattern(
      'brace ranges such as `{1..9}` are not supported: use `[1-9]` or list the values with commas.',
    );
  }
  return [literal('{'), ...only.items, literal('}')];
}

function containsDots(items: readonly (Token | Choice)[]): boolean {
  const dot = (item: Token | Choice | undefined): boolean => item?.kind === 'literal' && item.codePoint === 0x2e;
  return items.some((item, at) => dot(item) && dot(items[at + 1]));
}

function expandBranch(branch: Branch): Token[][] {
  let alternatives: Token[][] = [[]];
  for (const item of branch.items) {
    if (item.kind === 'choice') {
      const endings = item.branches.flatMap(expandBranch);
      refuseTooMany(alternatives.length * endings.length);
      alternatives = alternatives.flatMap((start) => endings.map((ending) => [...start, ...ending]));
    } else {
      for (const alternative of alternatives) {
        alternative.push(item);
      }
    }
    refuseTooLong(alternatives);
  }
  return alternatives;
}

function refuseTooMany(alternatives: number): void {
  if (alternatives > alternativesMax) {
    throw new MalformedPattern(`braces stand for more than ${alternativesMax} alternatives; split the pattern.`);
  }
}

function refuseTooLong(alternatives: readonly (readonly Token[])[]): void {
  // A single alternative is never longer than the pattern, so only several can exceed the limit.
  if (alternatives.length > 1 && alternatives.reduce((sum, { length }) => sum + length, 0) > expandedCharactersMax) {
    throw new MalformedPattern(
      `braces written out take more than ${expandedCharactersMax} characters; split the pattern.`,
    );
  }
}
