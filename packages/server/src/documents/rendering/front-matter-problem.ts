/** A problem in front matter, with line and column in the document, counted from 1. */
export interface FrontMatterProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** A parsed block of front matter: its data or its problem. With neither, the block is ordinary text. */
export interface ReadBlock {
  readonly data?: Readonly<Record<string, unknown>>;
  /** Its `title` as written, whatever its type. */
  readonly title?: string;
  /** With line and column counted within the block. */
  readonly problem?: FrontMatterProblem;
}

/** Limit of nesting in front matter. Composing deeper values takes exponential time or crashes the process. */
export const deepest = 16;

/** The result for front matter that nests deeper. */
export const tooDeep: ReadBlock = {
  problem: { line: 1, column: 1, message: `Front matter must not nest more than ${deepest} deep` },
};
