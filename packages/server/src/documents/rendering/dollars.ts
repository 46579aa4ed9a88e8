import type MarkdownIt from 'markdown-it';

/**
 * Pandoc's rule for formulas: no space directly inside the dollars, and no letter or digit directly outside. Therefore
 * `$USER/$HOME` and `10$/15$` are text.
 */
const formula = /\$(?!\s)(?:\\[\s\S]|[^\\$])+?(?<!\s)\$(?![\p{L}\p{N}])/uy;
const wordBefore = /[\p{L}\p{N}]$/u;

/** Marks dollars that do not enclose a formula as text, before the plugin for formulas reads them. */
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
