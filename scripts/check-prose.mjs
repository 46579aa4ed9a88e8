/** `npm run prose`: checks documents, and comments and texts in sources, against scripts/prose-vocabulary.yml. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from '@babel/parser';
import { TextlintKernel } from '@textlint/kernel';
import markdown from '@textlint/textlint-plugin-markdown';
import text from '@textlint/textlint-plugin-text';
import { split } from 'sentence-splitter';
// @ts-expect-error: the package has no types.
import vocabulary from 'textlint-rule-prh';

const root = fileURLToPath(new URL('..', import.meta.url));
const longestSentence = 25;
/** Generated files, helpers of tests, results of measurements, and the documents of the sample. */
const unchecked = /\/(generated|testing|sample|assets)\/|^bench\//;
const isTest = /\.test\.tsx?$/;
/** Before a string in the code of a test: the call whose title it is, also of a table of cases. */
const titled = /(^|\n)\s*(?:(?:it|test|describe)(?:\.\w+)*|\])\)?\($/;

/**
 * A textlint rule: a sentence of a document has at most 25 words. Inline code counts as one.
 * @type {import('@textlint/types').TextlintRuleReporter}
 */
const sentenceLength = ({ Syntax, RuleError, report, getSource }) => ({
  [Syntax.Paragraph](paragraph) {
    const plain = paragraph.children.map((part) => (part.type === Syntax.Code ? 'code' : getSource(part))).join('');
    for (const { type, raw } of split(plain)) {
      const words = type === 'Sentence' ? (raw.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0) : 0;
      if (words > longestSentence) report(paragraph, new RuleError(`${words} words in a sentence: ${raw}`));
    }
  },
});

/**
 * A source with only its comments and its texts of several words, each at its line; all else is blank. Of the texts of a
 * test, only its titles.
 * @param {string} path @param {string} source
 */
function proseOf(path, source) {
  const { tokens } = parse(source, {
    sourceType: 'module',
    plugins: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
    tokens: true,
  });
  const prose = source.replace(/[^\n]/g, ' ').split('');
  for (const { type, value, start, end } of tokens ?? []) {
    const isText = /^(Comment|string|template|jsxText)/.test(typeof type === 'string' ? type : type.label);
    const isTitle = () => titled.test(source.slice(Math.max(0, start - 60), start));
    const isProse = isText && /\w \w/.test(String(value)) && (!isTest.test(path) || isComment(type) || isTitle());
    if (isProse) prose.splice(start, end - start, ...source.slice(start, end).split(''));
  }
  return prose.join('');
}

/** @param {unknown} type */
function isComment(type) {
  return typeof type === 'string' && type.startsWith('Comment');
}

const words = {
  ruleId: 'vocabulary',
  rule: vocabulary.default,
  options: { rulePaths: [`${root}scripts/prose-vocabulary.yml`], checkLink: true, checkEmphasis: true },
};
const sentences = { ruleId: 'sentence-length', rule: sentenceLength };
const plugins = [
  { pluginId: 'markdown', plugin: markdown.default },
  { pluginId: 'text', plugin: text.default },
];
const kernel = new TextlintKernel();
const listed = execFileSync('git', ['ls-files', '*.md', 'packages/*.ts', 'packages/*.tsx'], {
  cwd: root,
  encoding: 'utf8',
});
let errors = 0;
for (const path of listed.split('\n').filter((each) => each && !unchecked.test(each))) {
  const source = readFileSync(`${root}${path}`, 'utf8');
  const { messages } = path.endsWith('.md')
    ? await kernel.lintText(source, { filePath: path, ext: '.md', plugins, rules: [words, sentences] })
    : await kernel.lintText(proseOf(path, source), { filePath: path, ext: '.txt', plugins, rules: [words] });
  for (const { line, message } of messages) console.error(`${path}:${line} ${message.replaceAll('\n', ' ')}`);
  errors += messages.length;
}
console.error(`Prose: ${errors} errors.`);
process.exitCode = errors ? 1 : 0;
