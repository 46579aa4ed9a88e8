import { type CST, Parser, parse } from 'yaml';
import { fencedIn, startOf } from './head.js';

/** A document's text in two: what stands in front of it and what is read. */
export interface FrontMatter {
  /** What the front matter says, as JSON; null when there is none. */
  readonly data: Readonly<Record<string, unknown>> | null;
  /** The text behind it. */
  readonly body: string;
  /** How many lines the front matter takes. */
  readonly lines: number;
}

/**
 * Takes the YAML between two lines of `---` off the top of a document. Anything but a YAML mapping is not front matter
 * and stays in the text, as GitHub has it.
 */
export function splitFrontMatter(text: string): FrontMatter {
  const start = startOf(text);
  const fenced = fencedIn(text);
  const data = fenced && mappingIn(fenced.inside);
  if (fenced === undefined || data === undefined) {
    return { data: null, body: text.slice(start), lines: 0 };
  }
  return { data, body: text.slice(start + fenced.whole.length), lines: fenced.whole.split('\n').length - 1 };
}

/** How deep front matter may nest. Composing a value takes exponential time or ends the process when it nests deeper. */
const deepest = 16;

function mappingIn(yaml: string): Readonly<Record<string, unknown>> | undefined {
  try {
    if (nestsDeeperThan(deepest, new Parser().parse(yaml))) {
      return undefined;
    }
    const value: unknown = parse(yaml, { logLevel: 'silent', stringKeys: true });
    // Through JSON, because an alias can make a value that contains itself.
    const json: unknown = JSON.parse(JSON.stringify(value ?? {}));
    return typeof json === 'object' && json !== null && !Array.isArray(json)
      ? (json as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** Whether any collection of the syntax tree lies in more than so many others. The tree is built without recursion. */
function nestsDeeperThan(most: number, tokens: Iterable<CST.Token>): boolean {
  let level: CST.Token[] = [...tokens].flatMap((token) => (token.type === 'document' ? (token.value ?? []) : []));
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > most) {
      return true;
    }
    level = level
      .flatMap((token) => ('items' in token ? (token.items as CST.CollectionItem[]) : []))
      .flatMap(({ key, value }) => [key, value].filter((part) => part !== undefined && part !== null));
  }
  return false;
}
