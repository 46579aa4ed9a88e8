const lossy = new TextDecoder('utf-8', { ignoreBOM: true });

/** The text of bytes; what is not UTF-8 becomes the replacement character. */
export function textOf(bytes: Uint8Array): string {
  return lossy.decode(bytes);
}

// One character a byte: enough to look for ASCII in bytes of any encoding.
const single = new TextDecoder('latin1');

/** The bytes as one character each. */
export function charactersOf(bytes: Uint8Array): string {
  return single.decode(bytes);
}

/** Puts pieces together. */
export function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of chunks) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
