/** A source of records: a file, or a stream that can be read once. */
export interface ImportSource {
  /** The name for people. */
  readonly name: string;
  /** Whether it can be read from any offset. Otherwise it can be read once, from its start. */
  readonly isSeekable: boolean;
  /** The first bytes, or all bytes of a small source. */
  readonly head: Uint8Array;
  /** Reads the bytes from an offset on. */
  readonly read: (offset: number) => AsyncIterable<Uint8Array>;
}

/** An input whose start cannot be read as records. The message is for people. */
export class UnusableInput extends Error {
  override readonly name: string = 'UnusableInput';
}
