import { type CST, type Document, isAlias, isMap, isScalar, LineCounter, Parser, parseDocument } from 'yaml';
import { deepest, type ReadBlock, tooDeep } from './front-matter-problem.js';

/** Keys of prose between two rules, which is not meant as front matter: a sentence after a colon. */
const proseKey = /^\p{Lu}|\s/u;
const knownKeys = /^(?:title|description|summary|author|date|tags|aliases|category|lang|layout|slug|weight)$/i;

/** Reads YAML front matter. A mapping with any error is not read at all, so that no value is half of what was meant. */
export function readYaml(text: string): ReadBlock {
  try {
    if (nestsDeeperThan(deepest, new Parser().parse(text))) {
      return tooDeep;
    }
    return readDocument(text);
  } catch (error) {
    // For an alias that contains itself or expands too far.
    return {
      problem: { line: 1, column: 1, message: sentence(error instanceof Error ? error.message : String(error)) },
    };
  }
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
  // Convert through JSON, because an alias can create a value that contains itself.
  const data = JSON.parse(JSON.stringify(document.toJS() ?? {})) as Record<string, unknown>;
  return isProse(data) ? {} : { data, ...titleOf(document) };
}

/** `Note: the shop is closed.` between two rules is text, which must not disappear. */
function isProse(data: Readonly<Record<string, unknown>>): boolean {
  const [[key, value] = ['', undefined], ...others] = Object.entries(data);
  const isSentence = typeof value === 'string' && /\S\s+\S/.test(value);
  return others.length === 0 && isSentence && proseKey.test(key) && !knownKeys.test(key);
}

/** A numeric title is used as written: 1.10 is not 1.1. */
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

/** Whether collections in the syntax tree nest deeper than `most`. The tree is built without recursion. */
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
