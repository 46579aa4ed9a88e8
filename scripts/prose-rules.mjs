/**
 * Finds avoided words and long sentences. Without side effects, so that tests can pass any file.
 * @typedef {{ line: number, text: string, isComment: boolean }} Prose one passage, its white space collapsed
 * @typedef {{ line: number, message: string }} Problem
 */
import { parse } from '@babel/parser';
import { everywhere, inComments } from './prose-vocabulary.mjs';

const longestSentence = 25;
const sentenceEnd = /(?<=[.!?][)"]*) (?=[\p{Lu}\p{N}"(])/u;
/** Files whose comments are lines that start with `#` or, in SQL, `--`; in CSS, what is between `/*` and its end. */
const scripted = /\.(?:py|sh|ya?ml|conf|service|sql|toml|css)$|(?:^|\/)(?:Dockerfile|\.ci\/run)$/;
/** Folders whose strings are data, not prose. */
const forTests = /\/(testing|sample)\//;
const isTest = /\.test\.tsx?$/;
/** The code before the title of a test: its call, or the end of a table of cases. */
const titled = /(^|\n)\s*(?:(?:it|test|describe)(?:\.\w+)*|\])\)?\($/;

/**
 * All avoided words and long sentences of a file.
 * @param {string} path @param {string} source @returns {Problem[]}
 */
export function proseProblems(path, source) {
  if (path.endsWith('.md')) return documentProblems(source);
  return scripted.test(path) ? scriptProblems(path, source) : sourceProblems(path, source);
}

/**
 * The comments of a shell script, Python, configuration or style: adjacent lines after the mark, or a docstring.
 * @param {string} path @param {string} source @returns {Problem[]}
 */
function scriptProblems(path, source) {
  const mark = path.endsWith('.sql') ? '--' : '#';
  const comments = path.endsWith('.css')
    ? /\/\*[\s\S]*?\*\//g
    : new RegExp(`(?:^[ \\t]*${mark}.*\\n?)+|"{3}[^]*?"{3}`, 'gm');
  return [...source.matchAll(comments)].flatMap(({ 0: comment, index }) => {
    const line = source.slice(0, index).split('\n').length;
    const text = plainOf(comment.replace(new RegExp(`^[ \\t]*${mark}`, 'gm'), ' '), true);
    return wordProblems({ line, text, isComment: true }, [...everywhere, ...inComments]);
  });
}

/** @param {string} source @returns {Problem[]} */
function documentProblems(source) {
  return paragraphsOf(source).flatMap(({ line, text, isParagraph }) => [
    ...wordProblems({ line, text, isComment: false }, everywhere),
    ...(isParagraph ? lengthProblems(line, text) : []),
  ]);
}

/** @param {string} path @param {string} source @returns {Problem[]} */
function sourceProblems(path, source) {
  const isForUsers = path.startsWith('packages/') && !forTests.test(path);
  return proseOf(path, source).flatMap((prose) => {
    if (prose.isComment) return wordProblems(prose, [...everywhere, ...inComments]);
    return isForUsers ? wordProblems(prose, everywhere) : [];
  });
}

/** @param {Prose} prose @param {import('./prose-vocabulary.mjs').Word[]} words @returns {Problem[]} */
function wordProblems({ line, text }, words) {
  return words.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text);
    return found ? [{ line, message: `"${found[0].trim()}": write ${instead}. ${text.slice(0, 80)}` }] : [];
  });
}

/** @param {number} line @param {string} text @returns {Problem[]} */
function lengthProblems(line, text) {
  return text.split(sentenceEnd).flatMap((sentence) => {
    const words = sentence.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;
    return words > longestSentence ? [{ line, message: `${words} words in a sentence: ${sentence}` }] : [];
  });
}

/**
 * The paragraphs, list items, headings and table rows of a document without blocks of code. Replaces inline code by the
 * word "Code" (a lower-case word would not start a sentence) and a link by its text.
 * @param {string} source
 */
function paragraphsOf(source) {
  const plain = source
    .replace(/^( *)(```|~~~)[\s\S]*?^\1\2|<!--[\s\S]*?-->/gm, (block) => block.replace(/[^\n]/g, ''))
    .replace(/(`+)[^`]+\1/g, (code) => `Code${code.replace(/[^\n]/g, '')}`)
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/\*+/g, '');
  /** @type {{ line: number, text: string, isParagraph: boolean }[]} */
  const blocks = [];
  let isOpen = false;
  for (const [index, line] of plain.split('\n').entries()) {
    const [marker = ''] = /^\s*(?:[-*+] |\d+\. |> ?|#+ |\|)*/.exec(line) ?? [];
    const text = line.slice(marker.length).trim();
    const isParagraph = !/[#|]/.test(marker);
    const open = isOpen && isParagraph && !marker.trim() ? blocks.at(-1) : undefined;
    if (text && open) open.text += ` ${text}`;
    else if (text) blocks.push({ line: index + 1, text, isParagraph });
    isOpen = text !== '' && isParagraph;
  }
  return blocks;
}

/**
 * The comments of a source and its texts of several words; of the texts of a test, only its titles.
 * @param {string} path @param {string} source @returns {Prose[]}
 */
function proseOf(path, source) {
  const { tokens } = parse(source, {
    sourceType: 'module',
    plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
    tokens: true,
  });
  /** @type {(Prose & { end: number })[]} */
  const found = [];
  for (const { type, value, start, end, loc } of tokens ?? []) {
    const label = typeof type === 'string' ? type : type.label;
    const isComment = label.startsWith('Comment');
    const isTitle = !isComment && isTest.test(path) && titled.test(source.slice(Math.max(0, start - 60), start));
    if (!isComment && (isTest.test(path) ? !isTitle : !/^(string|template|jsxText)/.test(label))) continue;
    const text = plainOf(String(value), isComment);
    const previous = found.at(-1);
    // Adjacent line comments are one passage, so that wrapped phrases are found.
    if (label === 'CommentLine' && previous?.isComment && /^\n? *$/.test(source.slice(previous.end, start))) {
      previous.text += ` ${text}`;
      previous.end = end;
    } else if (isTitle || /\w \w/.test(text))
      found.push({ line: loc.start.line, text, isComment: isComment || isTitle, end });
  }
  return found;
}

/** @param {string} value @param {boolean} isComment */
function plainOf(value, isComment) {
  const text = value
    .replace(/\n\s*\*(?= |\n|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  // Code, and the types of JSDoc tags.
  return isComment ? text.replace(/`[^`]*`|@\w+ \{[^@]*\}/g, 'code') : text;
}
