/** A part of a file: bytes `from` up to, not including, `to`. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/**
 * What a `Range` header asks of a file of `size` bytes: one range, `unsatisfiable`, or undefined for the whole file, which
 * is also the answer to several ranges and to what cannot be read as one.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'unsatisfiable' | undefined {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (match === null || (first === '' && last === '')) {
    return undefined;
  }
  if (first === '') {
    return Number(last) === 0 || size === 0 ? 'unsatisfiable' : { from: Math.max(0, size - Number(last)), to: size };
  }
  if (last !== '' && Number(last) < Number(first)) {
    return undefined;
  }
  const from = Number(first);
  return from >= size ? 'unsatisfiable' : { from, to: last === '' ? size : Math.min(size, Number(last) + 1) };
}

/** The blobs of an `If-Match` or `If-None-Match` header, weak ones too; `*` stands for any. */
export function readTags(header: string): string[] {
  return header
    .split(',')
    .map((tag) =>
      tag
        .trim()
        .replace(/^W\//, '')
        .replace(/^"(.*)"$/, '$1'),
    )
    .filter((tag) => tag !== '');
}
