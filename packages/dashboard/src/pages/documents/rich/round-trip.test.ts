import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import type { Node } from 'prosemirror-model';
import { describe, expect, it } from 'vitest';
import { openRich, type RichDocument } from './document.js';
import { schema } from './schema.js';

/** A quarter unless tests run at full size. */
const usualRuns = fc.readConfigureGlobal().numRuns ?? 100;
const documentCount = 4 * usualRuns;

const root = fileURLToPath(new URL('../../../../../../', import.meta.url));

/** Markdown files of this repository and of the packages that it uses. */
function realDocuments(): string[] {
  const own = execFileSync('git', ['ls-files', '*.md'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const packages = readdirSync(join(root, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?:^|\/)(?:readme|changelog|history)\.md$/i.test(name))
    .sort()
    .map((name) => join('node_modules', name));
  return [...own, ...packages]
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .filter((text) => text.length < 8_000)
    .slice(0, documentCount);
}

function opened(text: string): RichDocument {
  const rich = openRich('repo/page.md', text);
  if ('reason' in rich) throw new Error(rich.reason);
  return rich;
}

/** The document with one more word in one of its blocks. */
function edited({ node }: RichDocument, index: number): Node | undefined {
  const block = node.child(index);
  const grow = (within: Node): Node | undefined => {
    if (within.isTextblock) return within.copy(within.content.addToEnd(schema.text(' word')));
    const last = within.lastChild;
    const grown = last === null ? undefined : grow(last);
    return grown && within.copy(within.content.replaceChild(within.childCount - 1, grown));
  };
  const grown = block.type.name === 'horizontal_rule' ? undefined : grow(block);
  return grown && node.copy(node.content.replaceChild(index, grown));
}

/** Adds a word to one block. Returns a description of any other difference in the resulting text. */
function damageOf(rich: RichDocument, text: string, index: number): string | undefined {
  const next = edited(rich, index);
  const block = rich.blocks[index];
  if (next === undefined || block === undefined) return undefined;
  const written = rich.textOf(next);
  const mark = text.startsWith('\uFEFF') ? 1 : 0;
  const [before, after] = [text.slice(0, block.from + mark), text.slice(block.to + mark)];
  const isOnlyAdded = written.endsWith(after) || isSeparated(rich, written, text.slice(mark), index);
  const isKept = written.startsWith(before) && isOnlyAdded && written.includes(' word', before.length);
  const found = { was: text.slice(block.from, block.to), is: written.slice(block.from, block.to + 30) };
  return isKept ? undefined : JSON.stringify(found);
}

/**
 * Whether an edited block and the next one are separated by a comment, and would not be separate blocks with the
 * original gap. For example, indented code after an empty list item would become a part of the item.
 */
function isSeparated({ blocks }: RichDocument, written: string, text: string, index: number): boolean {
  const [block, next] = [blocks[index], blocks[index + 1]];
  const comment = /(?:\r?\n){2}<!-- -->(?:\r?\n){2}$/;
  if (block === undefined || next === undefined || !written.endsWith(text.slice(next.from))) return false;
  const start = written.slice(0, written.length - (text.length - next.from));
  const withGap = start.replace(comment, text.slice(block.to, next.from)) + text.slice(next.from);
  return comment.test(start) && opened(withGap).blocks.length < blocks.length;
}

const inline = fc.constantFrom(
  'oak',
  '*dry*',
  '__old__',
  '`cut`',
  '[to](a.md)',
  '[to][ref]',
  '![p](p.png "P")',
  '[[Page]]',
  '$a_1$',
  '5 $',
  '<br>',
  '&amp;',
  '\\*',
  'a_b_c',
  '[^1]',
  '<https://a.example>',
  '~~no~~',
  '[x',
  '1.',
  '#',
  '\n',
  '  \n',
  '\\\n',
  'ü é',
);
const words = fc.array(inline, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '));
const block = fc.oneof(
  words,
  words.map((text) => `## ${text.replaceAll('\n', ' ')}`),
  fc.array(words, { minLength: 1, maxLength: 4 }).map((items) => items.map((item) => `- oak ${item}`).join('\n')),
  fc
    .array(words, { minLength: 1, maxLength: 4 })
    .map((items) => items.map((item, n) => `${n + 1}) oak ${item}`).join('\n\n')),
  words.map((text) => `> ${text}`),
  words.map((text) => `> [!NOTE]\n> ${text}`),
  words.map((text) => `* [ ] oak ${text}\n* [x] done\n    * oak ${text}`),
  fc.constantFrom(
    '```js\ncode\n```',
    '~~~\n```\n~~~',
    '    indented',
    '| a | b |\n|---|---|\n| c | d |',
    '$$\nx\n\ny\n$$',
  ),
  fc.constantFrom(
    '---',
    '***',
    '[ref]: b.md',
    '[^1]: note',
    '<div>\n\n*in*\n\n</div>',
    'Title\n===',
    '<!-- c -->',
    '```',
  ),
);
const gap = fc.constantFrom('\n\n', '\n', '\n\n\n', '\n \n');
const generated = fc
  .record({
    head: fc.constantFrom('', '\n', '\uFEFF', '---\ntitle: T\n---\n'),
    blocks: fc.array(fc.tuple(block, gap), { maxLength: 8 }),
    lineEnd: fc.constantFrom('\n', '\n', '\r\n'),
  })
  .map(({ head, blocks, lineEnd }) => (head + blocks.flat().join('')).replaceAll('\n', lineEnd));

describe('rich text', () => {
  it('is serialized unchanged if nothing is edited, and otherwise changes only the edited block', () => {
    const documents = realDocuments();
    expect(documents.length).toBe(documentCount);
    const damage = documents.flatMap((text, seed) => {
      const rich = opened(text);
      expect(rich.textOf(rich.node)).toBe(text);
      const { childCount } = rich.node;
      return [...new Set([seed % childCount, (seed * 7 + 3) % childCount])].map((index) => damageOf(rich, text, index));
    });
    expect(damage.filter((found) => found !== undefined)).toEqual([]);
  });

  it('keeps the blank line after a formula that an edit leaves open', () => {
    const text = '$$\nx\n\ny\n$$\n \n$$\nx\n$$\n';
    expect(damageOf(opened(text), text, 0)).toBeUndefined();
  });

  it('separates code from the list item before it if the item is filled', () => {
    const text = ' 1. \n\n\n    indented\n';
    expect(damageOf(opened(text), text, 0)).toBeUndefined();
  });

  it('is serialized unchanged for generated documents too', () => {
    fc.assert(
      fc.property(generated, fc.nat(), (text, seed) => {
        const rich = opened(text);
        expect(rich.textOf(rich.node)).toBe(text);
        expect(damageOf(rich, text, seed % rich.node.childCount)).toBeUndefined();
      }),
      { numRuns: 3 * usualRuns },
    );
  });
});
