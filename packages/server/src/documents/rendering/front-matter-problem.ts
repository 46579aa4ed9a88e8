/** What is wrong with front matter, and where: line and column of the document, counted from 1. */
export interface FrontMatterProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** What a block of front matter says, or why it cannot be read. Neither: it is not front matter but text. */
export interface ReadBlock {
  readonly data?: Readonly<Record<string, unknown>>;
  /** Its `title` as it is written, whatever its type. */
  readonly title?: string;
  /** Counted within the block. */
  readonly problem?: FrontMatterProblem;
}

/** How deep front matter may nest. Composing a value takes exponential time or ends the process when it nests deeper. */
export const deepest = 16;

/** What is answered for front matter that nests deeper. */
export const tooDeep: ReadBlock = {
  problem: { line: 1, column: 1, message: `Front matter must not nest more than ${deepest} deep` },
};
