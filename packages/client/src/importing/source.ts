/** A source of records: a file, or a stream that is read once. */
export interface ImportSource {
  /** The name for people. */
  readonly name: string;
  /** Whether it can be read from any offset; otherwise only once, from its start. */
  readonly isSeekable: boolean;
  /** The first bytes, or all bytes of a small source. */
  readonly head: Uint8Array;
  /** The bytes from an offset on. */
  readonly read: (offset: number) => AsyncIterable<Uint8Array>;
}

/** The records of an input cannot be read at all, because of its start. The message is for a person. */
export class UnusableInput extends Error {
  override readonly name = 'UnusableInput';
}
