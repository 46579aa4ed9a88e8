import type Token from 'markdown-it/lib/token.mjs';

const ownId = /(?:^|[ \t]+)\{:?[ \t]*#([\p{L}\p{N}_-]{1,100})(?:[ \t][^{}]{0,200})?\}[ \t]*$/u;

/** Splits a heading into its text and its explicit id, as in `## Prices {#prices}`. Classes after the id, as in Pandoc, are dropped. */
export function splitHeading(content: string): { readonly content: string; readonly id: string | undefined } {
  const found = ownId.exec(content);
  return found === null ? { content, id: undefined } : { content: content.slice(0, found.index), id: found[1] };
}

/** Removes explicit ids from the text of headings. */
export function dropOwnIds(tokens: readonly Token[]): void {
  for (const [index, { type }] of tokens.entries()) {
    const words = tokens[index + 1];
    if (type === 'heading_open' && words !== undefined) {
      words.content = splitHeading(words.content).content;
    }
  }
}
