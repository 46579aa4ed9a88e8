const lossy = new TextDecoder('utf-8', { ignoreBOM: true });

/** Decodes bytes; invalid UTF-8 becomes the replacement character. */
export function textOf(bytes: Uint8Array): string {
  return lossy.decode(bytes);
}

// Decodes one character per byte, to search for ASCII in bytes of any encoding.
const single = new TextDecoder('latin1');

/** The bytes as a string with one character each. */
export function charactersOf(bytes: Uint8Array): string {
  return single.decode(bytes);
}

/** Concatenates pieces. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of chunks) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

/** Concatenates two pieces. The other one is returned as it is if one is empty. */
export function concatenated(one: Uint8Array, other: Uint8Array): Uint8Array {
  return one.length === 0 ? other : other.length === 0 ? one : joined([one, other]);
}
