import MarkdownIt from 'markdown-it';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import type StateInline from 'markdown-it/lib/rules_inline/state_inline.mjs';
import type Token from 'markdown-it/lib/token.mjs';

/**
 * Parses Markdown like the service. Content beyond CommonMark, tables and strikethrough becomes tokens of source: `raw`
 * within a line, `math` as a block. URLs are kept as written.
 */
export const tokenizer = new MarkdownIt({ html: true }).use(withRawText).use(withMathBlocks).use(withTasks);
tokenizer.normalizeLink = (address) => address;
tokenizer.normalizeLinkText = (address) => address;

const named = /!?\[\[[^[\]\n]{1,400}\]\]/y;
const footnotes = /\[\^[^\s\]]+\]|\^\[[^\]\n]+\]/y;
const formula = /\$\$[^$]+?\$\$|\$(?!\s)(?:\\[\s\S]|[^\\$])+?(?<!\s)\$(?![\p{L}\p{N}])/uy;
const wordBefore = /[\p{L}\p{N}]$/u;

function withRawText(md: MarkdownIt): void {
  md.inline.ruler.before('link', 'raw', (state, silent) => {
    const text = rawAt(state);
    if (text === undefined) {
      return false;
    }
    if (!silent) {
      state.push('raw', '', 0).content = text;
    }
    state.pos += text.length;
    return true;
  });
}

function rawAt({ src, pos }: StateInline): string | undefined {
  const patterns = src[pos] === '$' && wordBefore.test(src.slice(Math.max(0, pos - 2), pos)) ? [] : [formula];
  for (const pattern of [named, footnotes, ...patterns]) {
    pattern.lastIndex = pos;
    const found = pattern.exec(src);
    if (found !== null) {
      return found[0];
    }
  }
  return undefined;
}

function withMathBlocks(md: MarkdownIt): void {
  const lineOf = ({ src, bMarks, tShift, eMarks }: StateBlock, line: number): string =>
    src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]).trimEnd();
  const rule = (state: StateBlock, start: number, end: number, silent: boolean): boolean => {
    const first = lineOf(state, start);
    if (!first.startsWith('$$')) {
      return false;
    }
    let last = start;
    if (first.length < 4 || !first.endsWith('$$')) {
      do last += 1;
      while (last < end && !lineOf(state, last).endsWith('$$'));
    }
    if (last >= end) {
      return false;
    }
    if (!silent) {
      state.push('math', '', 0).map = [start, last + 1];
      state.line = last + 1;
    }
    return true;
  };
  md.block.ruler.before('fence', 'math', rule, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** Stores in a list item whether it starts with a check box, and removes the box from its text. */
function withTasks(md: MarkdownIt): void {
  md.core.ruler.push('tasks', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      const text = tokens[index + 2]?.children?.[0];
      if (token.type === 'list_item_open' && tokens[index + 1]?.type === 'paragraph_open' && text?.type === 'text') {
        takeBox(token, text);
      }
    }
  });
}

function takeBox(item: Token, text: Token): void {
  const box = /^\[([ xX])\] /.exec(text.content);
  if (box !== null) {
    item.meta = { checked: box[1] !== ' ' };
    text.content = text.content.slice(box[0].length);
  }
}
