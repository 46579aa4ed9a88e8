import type MarkdownIt from 'markdown-it';
import type { RuleBlock } from 'markdown-it/lib/parser_block.mjs';
import type StateBlock from 'markdown-it/lib/rules_block/state_block.mjs';
import { isCalloutKind } from './callouts.js';

/** A block of fenced code, up to the end of the text if it is not closed. */
const fencedCode = '^ {0,3}(`{3,}|~{3,})[^\\n]*(?:\\n[\\s\\S]*?^ {0,3}\\1[`~]*[ \\t]*$|[\\s\\S]*)';
const codeSpan = '(`+)(?!`)(?:(?!\\n[ \\t]*\\n)[\\s\\S])*?(?<!`)\\2(?!`)';

/** Comments of Obsidian, MDX and Liquid: how they start, and how they end. */
const comments = [
  { start: /^%%(?!%)/, end: '%%' },
  { start: /^\{\/\*/, end: '\\*/\\}' },
  { start: /^\{%-?\s*comment\b[^%\n]*%\}/, end: '\\{%-?\\s*endcomment\\s*-?%\\}' },
].map(({ start, end }) => ({ start, end: new RegExp(`${fencedCode}|${codeSpan}|(?<end>${end})`, 'gm') }));

/** Callouts of Docusaurus and VitePress, MkDocs, and GitBook: how they start, and the line that ends them. */
const callouts = [
  {
    start:
      /^(?<mark>:{3,})[ \t]*(?<kind>[\w-]+)(?:\[(?<label>[^\]]*)\]|[ \t]+(?!\{)(?<title>.*?))?(?:[ \t]*\{[^}]*\})?$/,
    end: /^:{3,}$/,
  },
  { start: /^(?:!!!|\?\?\?\+?)[ \t]+(?<kind>[\w-]+)[^"\n]*?(?:"(?<title>.*)")?$/, end: undefined },
  { start: /^\{%[ \t]*hint[ \t]+style="(?<kind>[\w-]+)"[^%]*%\}$/, end: /^\{%[ \t]*endhint[ \t]*%\}$/ },
] as const;

/** Adds what other dialects of Markdown write: comments, which are hidden, callouts, and formulas between `$$`. */
export function withDialects(md: MarkdownIt): void {
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  const comment = blockRule({
    start: /^(?:%%|\{\/\*|\{%-?\s*comment\b)/,
    lengthOf: commentLength,
    push: () => undefined,
  });
  const lengthOf = (text: string) => calloutAt(text)?.length;
  md.block.ruler.before('fence', 'comment', comment, { alt });
  md.block.ruler.before(
    'fence',
    'other_callout',
    blockRule({ start: /^(?::{3,}[ \t]*\w|!!![ \t]|\?\?\?\+?[ \t]|\{%[ \t]*hint\b)/, lengthOf, push: pushCallout }),
    { alt },
  );
  md.block.ruler.at('math_block_dollar', blockRule({ start: /^\$\$/, lengthOf: formulaLength, push: pushFormula }), {
    alt,
  });
  md.inline.ruler.before('escape', 'comment', (state, silent) => {
    const { src, pos } = state;
    const length = '%{'.includes(src[pos] ?? ' ') ? commentLength(src.slice(pos)) : undefined;
    if (length === undefined || /[\p{L}\p{N}%]/u.test(src.slice(Math.max(0, pos - 1), pos))) {
      return false;
    }
    // Line breaks are kept, because links count them.
    for (const _break of silent ? [] : src.slice(pos, pos + length).matchAll(/\n/g)) {
      state.push('softbreak', 'br', 0);
    }
    state.pos += length;
    return true;
  });
}

interface Block {
  readonly text: string;
  readonly lines: [start: number, end: number];
}

interface Dialect {
  /** Matches the first line of a block. */
  readonly start: RegExp;
  /** Number of characters of the block at the start of a text. Undefined if there is none, or if it does not end. */
  readonly lengthOf: (text: string) => number | undefined;
  readonly push: (state: StateBlock, block: Block) => void;
}

/** A rule for blocks that fill whole lines. A text in which a block does not end is left to other rules. */
function blockRule({ start, lengthOf, push }: Dialect): RuleBlock {
  return (state, line, lastLine, silent) => {
    const { blkIndent, bMarks, eMarks, sCount, src, tShift } = state;
    const isCode = (sCount[line] ?? 0) - blkIndent >= 4;
    if (isCode || !start.test(src.slice((bMarks[line] ?? 0) + (tShift[line] ?? 0), eMarks[line]))) {
      return false;
    }
    let last = line + 1;
    while (last < lastLine && (state.isEmpty(last) || (sCount[last] ?? 0) >= blkIndent)) {
      last += 1;
    }
    const text = state.getLines(line, last, blkIndent, false).trimStart();
    const length = lengthOf(text);
    // What follows on the last line must stay visible.
    if (length === undefined || !/^[ \t]*(?:\n|$)/.test(text.slice(length))) {
      return false;
    }
    if (!silent) {
      const block = text.slice(0, length);
      state.line = line + block.split('\n').length;
      push(state, { text: block, lines: [line, state.line] });
    }
    return true;
  };
}

/** Its end is searched outside of code. */
function commentLength(text: string): number | undefined {
  for (const { start, end } of comments) {
    const [opening] = start.exec(text) ?? [];
    end.lastIndex = opening?.length ?? 0;
    for (let found = opening === undefined ? null : end.exec(text); found !== null; found = end.exec(text)) {
      if (found.groups?.['end'] !== undefined) {
        return end.lastIndex;
      }
    }
  }
  return undefined;
}

const codeOrComment = new RegExp(
  `${fencedCode}|${codeSpan}|(?<comment><!--|%%(?!%)|\\{/\\*|\\{%-?\\s*comment\\b)`,
  'gm',
);

/** The ranges [start, end) of the comments in a text. A comment that starts inside a line ends before an empty line. */
export function commentsIn(text: string): [start: number, end: number][] {
  const ranges: [number, number][] = [];
  codeOrComment.lastIndex = 0;
  for (let found = codeOrComment.exec(text); found !== null; found = codeOrComment.exec(text)) {
    const rest = found.groups?.['comment'] === undefined ? '' : text.slice(found.index);
    const length = /^<!--[\s\S]*?-->/.exec(rest)?.[0].length ?? commentLength(rest) ?? 0;
    const startsLine = /(?:^|\n)[ \t]*$/.test(text.slice(Math.max(0, found.index - 80), found.index));
    if (length > 0 && (startsLine || !/\n[ \t]*\r?\n/.test(rest.slice(0, length)))) {
      ranges.push([found.index, found.index + length]);
      codeOrComment.lastIndex = found.index + length;
    }
  }
  return ranges;
}

/** Without an end before the next empty line, dollars are text: a formula must not hide the rest of a page. */
function formulaLength(text: string): number | undefined {
  return /^\$\$(?:(?!\$\$|\n[ \t]*\n)[\s\S])*\$\$/.exec(text)?.[0].length;
}

function pushFormula(state: StateBlock, { text, lines: map }: Block): void {
  Object.assign(state.push('math_block', 'math', 0), { block: true, content: text.slice(2, -2), map, markup: '$$' });
}

function calloutAt(text: string) {
  const lines = text.split('\n');
  for (const { start, end } of callouts) {
    const { mark = '', kind = '', label = '', title = label } = start.exec(lines[0]?.trimEnd() ?? '')?.groups ?? {};
    const count = isCalloutKind(kind) ? lineCount(lines, mark, end) : undefined;
    if (count !== undefined) {
      return { kind, title, isClosed: end !== undefined, length: lines.slice(0, count).join('\n').length };
    }
  }
  return undefined;
}

/** Number of lines of a callout. Undefined if it is not closed or, without `end`, if no indented line follows. */
function lineCount(lines: readonly string[], mark: string, end: RegExp | undefined): number | undefined {
  if (end === undefined) {
    const next = lines.findIndex((text, index) => index > 0 && !/^(?: {4}|\t|[ \t]*$)/.test(text));
    const count = next === -1 ? lines.length : next;
    return lines.slice(1, count).some((text) => text.trim() !== '') ? count : undefined;
  }
  let fence: string | undefined;
  for (const [index, text] of lines.entries()) {
    const code = /^ {0,3}(`{3,}|~{3,})/.exec(text)?.[1];
    if (code !== undefined && (fence === undefined || code.startsWith(fence))) {
      fence = fence === undefined ? code : undefined;
    } else if (fence === undefined && index > 0 && end.test(text.trim()) && text.trim().length >= mark.length) {
      return index + 1;
    }
  }
  return undefined;
}

/** Writes a callout as the quote that GitHub would use. */
function pushCallout(state: StateBlock, { text, lines: [start, end] }: Block): void {
  const { lineMax, parentType, blkIndent } = state;
  const { kind, title, isClosed } = calloutAt(text) ?? { kind: '', title: '', isClosed: true };
  state.push('blockquote_open', 'blockquote', 1).map = [start, end];
  state.push('paragraph_open', 'p', 1);
  Object.assign(state.push('inline', '', 0), { content: `[!${kind}] ${title}`, map: [start, start + 1], children: [] });
  state.push('paragraph_close', 'p', -1);
  const inside = {
    parentType: 'blockquote',
    lineMax: isClosed ? end - 1 : end,
    blkIndent: blkIndent + (isClosed ? 0 : 4),
  };
  Object.assign(state, inside);
  state.md.block.tokenize(state, start + 1, inside.lineMax);
  Object.assign(state, { parentType, lineMax, blkIndent, line: end });
  state.push('blockquote_close', 'blockquote', -1);
}
