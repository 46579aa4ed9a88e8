// The inner loops of the scan, in AssemblyScript. `src/scan/reference.ts` defines in plain TypeScript what they compute.
// The host lays out the memory and tells it once by `configure`; nothing here allocates.

let dimensions: i32 = 0;
let sketchBytes: i32 = 0;
let query: usize = 0;
let querySketch: usize = 0;
let heavy: usize = 0;
let weights: usize = 0;
let mask: usize = 0;
let results: usize = 0;
let fetched: u32 = 0;

/** Vectors of a block count as far apart when at most one in so many is masked: then they also fit the nearest cache. */
const sparseShare: i32 = 6;

/**
 * Sets the sizes and the addresses of the query (16-bit), its sketch, a bit for each heavy dimension, the bits of weights
 * (of each 64 dimensions the ones, twos and fours), the mask of one block and the results.
 */
export function configure(size: i32, bytes: i32, scratch: usize, slots: i32): void {
  dimensions = size;
  sketchBytes = bytes;
  query = scratch;
  querySketch = query + 2 * <usize>size;
  heavy = querySketch + <usize>bytes;
  weights = heavy + <usize>bytes;
  mask = weights + 3 * <usize>bytes;
  results = mask + <usize>(slots >> 3);
}

export function queryAddress(): usize {
  return query;
}
export function querySketchAddress(): usize {
  return querySketch;
}
export function heavyAddress(): usize {
  return heavy;
}
export function weightsAddress(): usize {
  return weights;
}
export function maskAddress(): usize {
  return mask;
}
export function resultsAddress(): usize {
  return results;
}

function lanes(sum: v128): i32 {
  return (
    i32x4.extract_lane(sum, 0) + i32x4.extract_lane(sum, 1) + i32x4.extract_lane(sum, 2) + i32x4.extract_lane(sum, 3)
  );
}

/** Dot product of the 8-bit vector at `values` with the query. */
export function dot(values: usize): i32 {
  let even = i32x4.splat(0);
  let odd = i32x4.splat(0);
  let at = query;
  const end = values + <usize>dimensions;
  for (let address = values; address < end; address += 16) {
    const bytes = v128.load(address);
    even = i32x4.add(even, i32x4.dot_i16x8_s(i16x8.extend_low_i8x16_s(bytes), v128.load(at)));
    odd = i32x4.add(odd, i32x4.dot_i16x8_s(i16x8.extend_high_i8x16_s(bytes), v128.load(at, 16)));
    at += 32;
  }
  return lanes(i32x4.add(even, odd));
}

/**
 * Scores the masked slots of one block: pairs of slot (u32) and score (f32, the dot product times the slot's scale)
 * are written for scores above `threshold`. Returns the number of pairs.
 */
export function scanValues(values: usize, scales: usize, slots: i32, threshold: f32): i32 {
  let out = results;
  if (maskedOf(slots) <= slots / sparseShare) {
    fetchAhead(values, slots);
  }
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const slot = first + <i32>ctz(word);
      word &= word - 1;
      const score = <f32>dot(values + <usize>slot * <usize>dimensions) * load<f32>(scales + 4 * <usize>slot);
      if (score > threshold) {
        store<u32>(out, slot);
        store<f32>(out, score, 4);
        out += 8;
      }
    }
  }
  return <i32>((out - results) >> 3);
}

function maskedOf(slots: i32): i32 {
  let count: i32 = 0;
  for (let first = 0; first < slots; first += 32) {
    count += <i32>popcnt(load<u32>(mask + <usize>(first >> 3)));
  }
  return count;
}

/**
 * Reads a byte of every cache line of a block's masked vectors. Such reads wait for memory side by side, which those of
 * dot products, one after the other, do not.
 */
function fetchAhead(values: usize, slots: i32): void {
  let read: u32 = 0;
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const vector = values + <usize>(first + <i32>ctz(word)) * <usize>dimensions;
      word &= word - 1;
      for (let line: usize = 0; line < <usize>dimensions; line += 64) {
        read += <u32>load<u8>(vector + line);
      }
    }
  }
  // Kept, so that no optimiser takes the reads for idle.
  fetched = read;
}

/** Compares the masked sketches of one block by heavy dimensions: pairs of slot and distance (both u32) up to `limit`. */
export function scanSketches(sketches: usize, slots: i32, limit: i32): i32 {
  return sketchBytes == 32 ? scanShortSketches(sketches, slots, limit) : scanLongSketches(sketches, slots, limit);
}

/** 256 bits: the query stays in registers. */
function scanShortSketches(sketches: usize, slots: i32, limit: i32): i32 {
  let out = results;
  const query0 = load<i64>(querySketch);
  const query1 = load<i64>(querySketch, 8);
  const query2 = load<i64>(querySketch, 16);
  const query3 = load<i64>(querySketch, 24);
  const heavy0 = load<i64>(heavy);
  const heavy1 = load<i64>(heavy, 8);
  const heavy2 = load<i64>(heavy, 16);
  const heavy3 = load<i64>(heavy, 24);
  const wide = <i64>limit;
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    if (word == 0xffffffff) {
      const end = first + 32;
      let address = sketches + ((<usize>first) << 5);
      for (let slot = first; slot < end; slot++) {
        const differing =
          popcnt((load<i64>(address) ^ query0) & heavy0) +
          popcnt((load<i64>(address, 8) ^ query1) & heavy1) +
          popcnt((load<i64>(address, 16) ^ query2) & heavy2) +
          popcnt((load<i64>(address, 24) ^ query3) & heavy3);
        if (differing <= wide) {
          store<u32>(out, slot);
          store<u32>(out, <u32>differing, 4);
          out += 8;
        }
        address += 32;
      }
      continue;
    }
    while (word != 0) {
      const slot = first + <i32>ctz(word);
      word &= word - 1;
      const address = sketches + ((<usize>slot) << 5);
      const differing =
        popcnt((load<i64>(address) ^ query0) & heavy0) +
        popcnt((load<i64>(address, 8) ^ query1) & heavy1) +
        popcnt((load<i64>(address, 16) ^ query2) & heavy2) +
        popcnt((load<i64>(address, 24) ^ query3) & heavy3);
      if (differing <= wide) {
        store<u32>(out, slot);
        store<u32>(out, <u32>differing, 4);
        out += 8;
      }
    }
  }
  return <i32>((out - results) >> 3);
}

function scanLongSketches(sketches: usize, slots: i32, limit: i32): i32 {
  let out = results;
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const slot = first + <i32>ctz(word);
      word &= word - 1;
      const sketch = sketches + <usize>slot * <usize>sketchBytes;
      let differing: i64 = 0;
      for (let i: usize = 0; i < <usize>sketchBytes; i += 8) {
        differing += popcnt((load<i64>(sketch + i) ^ load<i64>(querySketch + i)) & load<i64>(heavy + i));
      }
      if (differing <= <i64>limit) {
        store<u32>(out, slot);
        store<u32>(out, <u32>differing, 4);
        out += 8;
      }
    }
  }
  return <i32>((out - results) >> 3);
}

/** Replaces the distances in the first `pairs` results of a block by the weighted ones; only those up to `limit` stay. */
export function weighSketches(sketches: usize, pairs: i32, limit: i32): i32 {
  let out = results;
  const end = results + 8 * <usize>pairs;
  for (let pair = results; pair < end; pair += 8) {
    const slot = load<u32>(pair);
    const sketch = sketches + <usize>slot * <usize>sketchBytes;
    const distance = sketchBytes == 32 ? weighShort(sketch) : weighLong(sketch);
    if (distance <= <i64>limit) {
      store<u32>(out, slot);
      store<u32>(out, <u32>distance, 4);
      out += 8;
    }
  }
  return <i32>((out - results) >> 3);
}

function weighShort(sketch: usize): i64 {
  return weigh(sketch, 0, 0) + weigh(sketch, 8, 24) + weigh(sketch, 16, 48) + weigh(sketch, 24, 72);
}

function weighLong(sketch: usize): i64 {
  let distance: i64 = 0;
  let weight: usize = 0;
  for (let i: usize = 0; i < <usize>sketchBytes; i += 8) {
    distance += weigh(sketch, i, weight);
    weight += 24;
  }
  return distance;
}

function weigh(sketch: usize, at: usize, weight: usize): i64 {
  const differing = load<i64>(sketch + at) ^ load<i64>(querySketch + at);
  return (
    popcnt(differing & load<i64>(weights + weight)) +
    (popcnt(differing & load<i64>(weights + weight, 8)) << 1) +
    (popcnt(differing & load<i64>(weights + weight, 16)) << 2)
  );
}
