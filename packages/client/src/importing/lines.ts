import { charactersOf } from './bytes.js';
import type { ImportSource } from './source.js';

/** The number of line ends of any kind. */
export function lineEndsIn(text: string): number {
  return text.match(/\r\n|\r|\n/g)?.length ?? 0;
}

/** Counts the line ends of a source before an offset. Reads the source up to there. */
export async function linesBefore(source: ImportSource, offset: number): Promise<number> {
  let [lines, left] = [0, offset];
  let last = '';
  for await (const chunk of left === 0 ? [] : source.read(0)) {
    const part = charactersOf(chunk.subarray(0, left));
    // A line end can be split between two chunks, even with empty chunks between them.
    lines += lineEndsIn(last + part) - lineEndsIn(last);
    last = (last + part).slice(-1);
    left -= part.length;
    if (left === 0) break;
  }
  return lines;
}
