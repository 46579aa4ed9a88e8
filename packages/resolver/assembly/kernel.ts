// The inner loops of the scan, in AssemblyScript. `src/scan/reference.ts` defines in plain TypeScript what they compute.
// The host lays out the memory and tells it once by `configure`; nothing here allocates.

let dimensions: i32 = 0;
let sketchBytes: i32 = 0;
let query: usize = 0;
let querySketch: usize = 0;
let heavy: usize = 0;
let weights: usize = 0;
let mask: usize = 0;
let list: usize = 0;
let results: usize = 0;
let slotsPerBlock: i32 = 0;
let slotBits: i32 = 0;
let firstBlock: usize = 0;
let scaleBytes: usize = 0;
let valueBlockBytes: usize = 0;
let fetched: u32 = 0;

const lineBytes: usize = 64;
/** Where one slot in so many is masked it is faster to look at all, which branches on none. */
const denseShare: i32 = 7;

/**
 * Sets the sizes and the addresses of the query (16-bit), its sketch, a bit for each heavy dimension, the bits of weights
 * (of each 64 dimensions the ones, twos and fours), the mask of one block, a list of slots and the results.
 */
export function configure(size: i32, bytes: i32, scratch: usize, slots: i32): void {
  dimensions = size;
  sketchBytes = bytes;
  slotsPerBlock = slots;
  slotBits = <i32>ctz(slots);
  query = scratch;
  querySketch = query + 2 * <usize>size;
  heavy = querySketch + <usize>bytes;
  weights = heavy + <usize>bytes;
  mask = weights + 3 * <usize>bytes;
  list = mask + <usize>(slots >> 3);
  results = list + 4 * <usize>slots;
}

/** Sets where the blocks of values are: each has the scales of its slots first. */
export function placeValues(first: usize, scales: usize, block: usize): void {
  firstBlock = first;
  scaleBytes = scales;
  valueBlockBytes = block;
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
export function listAddress(): usize {
  return list;
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
function dot(values: usize): i32 {
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

/** Dot product of a slot's vector with the query, times the slot's scale. */
export function scoreOf(slot: i32): f32 {
  const block = blockOf(slot);
  const within = <usize>(slot & (slotsPerBlock - 1));
  return <f32>dot(block + scaleBytes + within * <usize>dimensions) * load<f32>(block + 4 * within);
}

function blockOf(slot: i32): usize {
  return firstBlock + <usize>(slot >>> slotBits) * valueBlockBytes;
}

/** Scores the masked slots of one block: pairs of slot (u32) and score (f32) above `threshold`. Returns their number. */
export function scanValues(block: i32, threshold: f32): i32 {
  let out = results;
  const start = block << slotBits;
  const scales = blockOf(start);
  const values = scales + scaleBytes;
  for (let first = 0; first < slotsPerBlock; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const within = first + <i32>ctz(word);
      word &= word - 1;
      const score = <f32>dot(values + <usize>within * <usize>dimensions) * load<f32>(scales + 4 * <usize>within);
      if (score > threshold) {
        store<i32>(out, start + within);
        store<f32>(out, score, 4);
        out += 8;
      }
    }
  }
  return <i32>((out - results) >> 3);
}

/**
 * Scores the first `count` slots of the list like `scanValues` those of a block; faster for slots far apart, as long as
 * their vectors fit the nearest cache.
 */
export function scanListed(count: i32, threshold: f32): i32 {
  let out = results;
  const end = list + 4 * <usize>count;
  fetchAhead(end);
  for (let at = list; at < end; at += 4) {
    const slot = load<i32>(at);
    const score = scoreOf(slot);
    if (score > threshold) {
      store<i32>(out, slot);
      store<f32>(out, score, 4);
      out += 8;
    }
  }
  return <i32>((out - results) >> 3);
}

/**
 * Reads a byte of every cache line of the listed vectors. Such reads wait for memory side by side, which those of dot
 * products, one after the other, do not.
 */
function fetchAhead(end: usize): void {
  let read: u32 = 0;
  for (let at = list; at < end; at += 4) {
    const slot = load<i32>(at);
    const block = blockOf(slot);
    const within = <usize>(slot & (slotsPerBlock - 1));
    const vector = block + scaleBytes + within * <usize>dimensions;
    read += <u32>load<u8>(block + 4 * within);
    for (let line: usize = 0; line < <usize>dimensions; line += lineBytes) {
      read += <u32>load<u8>(vector + line);
    }
  }
  // Kept, so that no optimiser takes the reads for idle.
  fetched = read;
}

/** Pairs of slot and distance by heavy dimensions alone (both u32) of one block's masked sketches. */
export function measureSketches(sketches: usize, slots: i32): i32 {
  let out = results;
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const slot = first + <i32>ctz(word);
      word &= word - 1;
      store<u32>(out, slot);
      store<u32>(out, <u32>heavyDistance(sketches + <usize>slot * <usize>sketchBytes), 4);
      out += 8;
    }
  }
  return <i32>((out - results) >> 3);
}

function heavyDistance(sketch: usize): i64 {
  let distance: i64 = 0;
  for (let i: usize = 0; i < <usize>sketchBytes; i += 8) {
    distance += popcnt((load<i64>(sketch + i) ^ load<i64>(querySketch + i)) & load<i64>(heavy + i));
  }
  return distance;
}

/**
 * Weighs the masked sketches of one block that are at most `heavyLimit` away by heavy dimensions: pairs of slot and
 * weighted distance (both u32) up to `limit`. The mask keeps only what was weighed.
 */
export function scanSketches(sketches: usize, slots: i32, heavyLimit: i32, limit: i32): i32 {
  let out = results;
  if (sketchBytes == 56 && maskedOf(slots) * denseShare >= slots) {
    maskNearOfDense(sketches, slots, heavyLimit);
  } else {
    maskNear(sketches, slots, heavyLimit);
  }
  for (let first = 0; first < slots; first += 32) {
    let word = load<u32>(mask + <usize>(first >> 3));
    while (word != 0) {
      const slot = first + <i32>ctz(word);
      word &= word - 1;
      const distance = weigh(sketches + <usize>slot * <usize>sketchBytes);
      store<i64>(out, (distance << 32) | <i64>slot);
      out += (<usize>(distance <= <i64>limit)) << 3;
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

/** Takes the sketches that are not near by heavy dimensions from the mask. */
function maskNear(sketches: usize, slots: i32, heavyLimit: i32): void {
  for (let first = 0; first < slots; first += 32) {
    const place = mask + <usize>(first >> 3);
    let word = load<u32>(place);
    let near: u32 = 0;
    while (word != 0) {
      const lowest = word & -word;
      const slot = first + <i32>ctz(word);
      word ^= lowest;
      if (heavyDistance(sketches + <usize>slot * <usize>sketchBytes) <= <i64>heavyLimit) {
        near |= lowest;
      }
    }
    store<u32>(place, near);
  }
}

/** Likewise, of sketches of 448 bits, as the built-in embedder's: without a loop over their words. */
function maskNearOfDense(sketches: usize, slots: i32, heavyLimit: i32): void {
  const query0 = load<i64>(querySketch);
  const query1 = load<i64>(querySketch, 8);
  const query2 = load<i64>(querySketch, 16);
  const query3 = load<i64>(querySketch, 24);
  const query4 = load<i64>(querySketch, 32);
  const query5 = load<i64>(querySketch, 40);
  const query6 = load<i64>(querySketch, 48);
  const heavy0 = load<i64>(heavy);
  const heavy1 = load<i64>(heavy, 8);
  const heavy2 = load<i64>(heavy, 16);
  const heavy3 = load<i64>(heavy, 24);
  const heavy4 = load<i64>(heavy, 32);
  const heavy5 = load<i64>(heavy, 40);
  const heavy6 = load<i64>(heavy, 48);
  const beyond = <i64>heavyLimit + 1;
  const end = mask + <usize>(slots >> 3);
  let address = sketches;
  for (let place = mask; place < end; place += 4) {
    const word = load<u32>(place);
    const next = address + 32 * 56;
    if (word == 0) {
      address = next;
      continue;
    }
    let near: i64 = 0;
    for (; address < next; address += 56) {
      const distance =
        popcnt((load<i64>(address) ^ query0) & heavy0) +
        popcnt((load<i64>(address, 8) ^ query1) & heavy1) +
        popcnt((load<i64>(address, 16) ^ query2) & heavy2) +
        popcnt((load<i64>(address, 24) ^ query3) & heavy3) +
        popcnt((load<i64>(address, 32) ^ query4) & heavy4) +
        popcnt((load<i64>(address, 40) ^ query5) & heavy5) +
        popcnt((load<i64>(address, 48) ^ query6) & heavy6);
      // The sign of the difference, shifted in from above: the first slot ends up as the lowest bit.
      near = (near >>> 1) | ((distance - beyond) & i64.MIN_VALUE);
    }
    store<u32>(place, word & <u32>(near >>> 32));
  }
}

/** Sum of the weights of the dimensions whose signs differ from the query's. */
function weigh(sketch: usize): i64 {
  // Of 64 dimensions at a time.
  let query = querySketch;
  let weight = weights;
  const end = sketch + <usize>sketchBytes;
  let distance: i64 = 0;
  for (let address = sketch; address < end; address += 8) {
    const differing = load<i64>(address) ^ load<i64>(query);
    distance +=
      popcnt(differing & load<i64>(weight)) +
      (popcnt(differing & load<i64>(weight, 8)) << 1) +
      (popcnt(differing & load<i64>(weight, 16)) << 2);
    query += 8;
    weight += 24;
  }
  return distance;
}
