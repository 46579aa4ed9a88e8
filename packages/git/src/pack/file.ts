/** A file that contains a pack and grows by the results of its deltas. */
export interface PackFile {
  /** The number of bytes. */
  readonly bytes: number;
  /** Appends bytes, and returns their offset. */
  append(bytes: Uint8Array): number;
  /** Reads `length` bytes from an offset. Throws `RangeError` if there are fewer. */
  read(start: number, length: number): Buffer;
}
