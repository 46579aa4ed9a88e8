/** A problem in front matter, with its line and column in the document, counted from 1. */
export interface FrontMatterProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/**
 * The result of reading a block of front matter: its data or its problem. If both are absent, the block is ordinary
 * text.
 */
export interface ReadBlock {
  readonly data?: Readonly<Record<string, unknown>>;
  /** The value of `title` as written, even if it is not a string. */
  readonly title?: string;
  /** With line and column counted within the block. */
  readonly problem?: FrontMatterProblem;
}

/** Maximum nesting of front matter. Deeper values take exponential time or crash the process. */
export const deepest = 16;

/** The result for front matter that is nested too deeply. */
export const tooDeep: ReadBlock = {
  problem: { line: 1, column: 1, message: `Front matter must not nest more than ${deepest} deep` },
};
