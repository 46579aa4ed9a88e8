import { type CST, type Document, isAlias, isMap, isScalar, LineCounter, Parser, parseDocument } from 'yaml';
import { deepest, type ReadBlock, tooDeep } from './front-matter-problem.js';

/** Matches keys of prose between two rules, such as a sentence with a colon, which is not front matter. */
const proseKey = /^\p{Lu}|\s/u;
/** A line with a key, and a value that contains a colon or starts with a character that is reserved. */
const plainValue =
  /^([\p{L}_][\p{L}\p{N}_-]*:[ \t]+)((?!["'[{|>&*!#])[^\r\n]*?:[ \t][^\r\n]*?|[@`%][^\r\n]*?)(?=[ \t]*\r?$)/u;
const knownKeys = /^(?:title|description|summary|author|date|tags|aliases|category|lang|layout|slug|weight)$/i;

/**
 * Reads YAML front matter. If the mapping contains any error, none of it is used, because a value could be incomplete.
 */
export function readYaml(text: string): ReadBlock {
  try {
    if (nestsDeeperThan(deepest, new Parser().parse(text))) {
      return tooDeep;
    }
    const read = readDocument(text);
    // `title: Chapter 2: Soups` is an error in YAML, but its meaning is clear: the value is text.
    const meant = read.problem === undefined ? read : readDocument(quoted(text, read.problem.line));
    return meant.data === undefined ? read : meant;
  } catch (error) {
    // Thrown for an alias that contains itself or expands too far.
    return {
      problem: { line: 1, column: 1, message: sentence(error instanceof Error ? error.message : String(error)) },
    };
  }
}

/** The text with quotes around values that YAML cannot read as plain text, starting with the line of a problem. */
function quoted(text: string, line: number): string {
  const lines = text.split('\n');
  return lines
    .map((each, index) =>
      index + 1 < line
        ? each
        : each.replace(plainValue, (_all, key: string, value: string) => `${key}${JSON.stringify(value)}`),
    )
    .join('\n');
}

function readDocument(text: string): ReadBlock {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    logLevel: 'silent',
    prettyErrors: false,
    stringKeys: true,
  });
  const [error] = document.errors;
  if (error !== undefined) {
    const { line, col } = lines.linePos(Math.min(error.pos[0], text.trimEnd().length));
    return /^[ \t]*[^\s:#-][^:\n]*:(?:\s|$)/m.test(text)
      ? { problem: { line, column: col, message: sentence(error.message) } }
      : {};
  }
  if (document.contents !== null && !isMap(document.contents)) {
    return {};
  }
  // Converted by JSON, which throws if an alias makes a value contain itself.
  const data = JSON.parse(JSON.stringify(document.toJS() ?? {})) as Record<string, unknown>;
  return isProse(data) ? {} : { data, ...titleOf(document) };
}

/** Whether the block is prose. `Note: the shop is closed.` between two rules is text, which must stay visible. */
function isProse(data: Readonly<Record<string, unknown>>): boolean {
  const [[key, value] = ['', undefined], ...others] = Object.entries(data);
  const isSentence = typeof value === 'string' && /\S\s+\S/.test(value);
  return others.length === 0 && isSentence && proseKey.test(key) && !knownKeys.test(key);
}

/** A title that is a number is used as written, because 1.10 and 1.1 are different titles. */
function titleOf(document: Document): Pick<ReadBlock, 'title'> {
  const node: unknown = document.get('title', true);
  const value = isAlias(node) ? node.resolve(document) : node;
  if (!isScalar(value) || value.value === null) {
    return {};
  }
  return { title: typeof value.value === 'string' ? value.value : (value.source ?? String(value.value)) };
}

function sentence(message: string): string {
  return `${message.split('\n')[0]?.replace(/[.:\s]+$/, '') ?? ''}. Quote a value that contains a colon or a quote`;
}

/** Whether collections in the syntax tree are nested deeper than `most`. Not recursive, so any depth is safe. */
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
