import type MarkdownIt from 'markdown-it';

/**
 * Pandoc's rule of what is a formula: its dollars stand against no space inside, and against no letter or digit outside.
 * `$USER/$HOME` and `10$/15$` are text.
 */
const formula = /\$(?!\s)(?:\\[\s\S]|[^\\$])+?(?<!\s)\$(?![\p{L}\p{N}])/uy;
const wordBefore = /[\p{L}\p{N}]$/u;

/** Takes dollars that belong to no formula as text, before the plugin for formulas sees them. */
export function withDollarAmounts(md: MarkdownIt): void {
  md.inline.ruler.before('math_inline_dollar', 'dollar_amount', (state, silent) => {
    const { src, pos } = state;
    if (src[pos] !== '$' || src[pos + 1] === '$') {
      return false;
    }
    formula.lastIndex = pos;
    if (!wordBefore.test(src.slice(Math.max(0, pos - 2), pos)) && formula.test(src)) {
      return false;
    }
    if (!silent) {
      state.pending += '$';
    }
    state.pos += 1;
    return true;
  });
}
