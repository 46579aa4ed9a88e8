import { InvalidObjectError, pushInParts } from '../objects/objects.js';

/** The header of a delta: the sizes of its base and result, and where its instructions start. */
export interface DeltaHeader {
  readonly baseBytes: number;
  readonly resultBytes: number;
  readonly instructionsAt: number;
}

/** Reads the sizes of a delta, so that a too large result can be refused before it is built. */
export function readDeltaHeader(delta: Buffer): DeltaHeader {
  const base = readSize(delta, 0);
  const result = readSize(delta, base.end);
  return { baseBytes: base.size, resultBytes: result.size, instructionsAt: result.end };
}

const sizeBytesMax = 7;

/** Reads a little-endian number with 7 bits in each byte. */
function readSize(delta: Buffer, start: number): { size: number; end: number } {
  let size = 0;
  for (let at = start; at < delta.length && at < start + sizeBytesMax; at += 1) {
    const byte = delta[at] ?? 0;
    size += (byte & 0x7f) * 2 ** (7 * (at - start));
    if ((byte & 0x80) === 0) {
      return { size, end: at + 1 };
    }
  }
  throw broken();
}

function broken(): InvalidObjectError {
  return new InvalidObjectError('a delta in the pack is broken');
}

/** The result of applying a delta, and how many instructions that took. */
export interface AppliedDelta {
  readonly result: Buffer;
  readonly instructions: number;
}

/**
 * Applies a delta to its base. Throws `InvalidObjectError` if the base or the sizes do not match, or if the delta has
 * more than `mayTake` instructions.
 */
export function applyDelta(base: Buffer, delta: Buffer, mayTake: number): AppliedDelta {
  const { baseBytes, resultBytes, instructionsAt } = readDeltaHeader(delta);
  if (baseBytes !== base.length) {
    throw broken();
  }
  const result = Buffer.allocUnsafe(resultBytes);
  let filled = 0;
  let instructions = 0;
  for (let at = instructionsAt; at < delta.length; ) {
    instructions += 1;
    if (instructions > mayTake) {
      throw new InvalidObjectError(`the deltas of the push have too many instructions: ${pushInParts}`);
    }
    const instruction = delta[at] ?? 0;
    const copy = (instruction & 0x80) !== 0 ? readCopy(delta, at) : undefined;
    const source = copy === undefined ? delta : base;
    const from = copy?.from ?? at + 1;
    const length = copy?.length ?? instruction;
    if (length === 0 || from + length > source.length || filled + length > resultBytes) {
      throw broken();
    }
    source.copy(result, filled, from, from + length);
    filled += length;
    at = copy?.end ?? at + 1 + instruction;
  }
  if (filled !== resultBytes) {
    throw broken();
  }
  return { result, instructions };
}

/**
 * Reads an instruction to copy from the base. Its first byte has one bit for each byte of offset and length that
 * follows.
 */
function readCopy(delta: Buffer, start: number): { from: number; length: number; end: number } {
  const instruction = delta[start] ?? 0;
  const fields = [0, 0];
  let at = start + 1;
  for (let bit = 0; bit < 7; bit += 1) {
    if ((instruction & (1 << bit)) !== 0) {
      const field = bit < 4 ? 0 : 1;
      fields[field] = (fields[field] ?? 0) + (delta[at] ?? 0) * 256 ** (bit - 4 * field);
      at += 1;
    }
  }
  const [from = 0, length = 0] = fields;
  return { from, length: length === 0 ? 0x10000 : length, end: at };
}
