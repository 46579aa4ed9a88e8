/** What records are read from: a file, or a stream that is read once. */
export interface ImportSource {
  /** As a person knows it. */
  readonly name: string;
  /** Whether it can be read from any offset; else only from its start, once. */
  readonly isSeekable: boolean;
  /** The first bytes; all of them when the source is smaller than that. */
  readonly head: Uint8Array;
  /** The bytes from an offset on. */
  readonly read: (offset: number) => AsyncIterable<Uint8Array>;
}

/** An input whose records cannot be read at all, for what its beginning says. The message is for a person. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}
