// The inner loops of the scan, in AssemblyScript. `src/scan/reference.ts` defines in plain TypeScript what they
// compute. The host divides the memory and passes the addresses once to `configure`; nothing here allocates.

let dimensions: i32 = 0;
let query: usize = 0;
let columns: usize = 0;
let columnCount: i32 = 0;
let digitCount: i32 = 0;
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
/** Bytes of a vector register. Its bits represent eight times as many slots, which are counted at once. */
const stripBytes: usize = 16;
/** Bytes of one dimension's sign bits in a block of sketches. */
const columnBytes: usize = 64;

/**
 * Sets the sizes, and the addresses of: the query (16-bit), the columns to compare, the mask of one block, a list of
 * slots, and the results.
 */
export function configure(size: i32, scratch: usize, slots: i32): void {
  dimensions = size;
  slotsPerBlock = slots;
  slotBits = <i32>ctz(slots);
  query = scratch;
  columns = query + 2 * <usize>size;
  mask = columns + 8 * <usize>size;
  list = mask + <usize>(slots >> 3);
  results = list + 4 * <usize>slots;
}

/** Sets the addresses of the blocks of values. Each block starts with the scales of its slots. */
export function setValueAddresses(first: usize, scales: usize, block: usize): void {
  firstBlock = first;
  scaleBytes = scales;
  valueBlockBytes = block;
}

export function queryAddress(): usize {
  return query;
}
export function columnsAddress(): usize {
  return columns;
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
 * Scores the first `count` slots of the list, like `scanValues` for a block. This is faster for slots that are far
 * apart, if their vectors fit into the first cache level.
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
 * Reads one byte in every cache line of the listed vectors. These reads wait for memory in parallel, whereas dot
 * products would wait one after the other.
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
  // The result is stored, so that no optimizer removes the reads.
  fetched = read;
}

/**
 * Sets how many columns are compared. For each, the list contains its position in the block, and 0, or -1 if the query
 * is negative there.
 */
export function compareColumns(count: i32): void {
  columnCount = count;
  digitCount = 32 - <i32>clz(count);
}

/**
 * Selects the masked slots whose sketches differ from the query in the fewest signs: `wanted` of them, and those that
 * differ in as many as the last. At `state` are the mask, which is replaced by the selection, and then space for as many
 * bits again and for the digits of all counts.
 */
export function selectSketches(blocks: i32, sketches: usize, state: usize, wanted: i32): void {
  const maskBytes = <usize>blocks * columnBytes;
  const counts = state + 2 * maskBytes;
  let digits = counts;
  let block = sketches;
  for (let strip: usize = 0; strip < maskBytes; strip += stripBytes) {
    const within = strip & (columnBytes - 1);
    if (within === 0) {
      block = sketches + strip * <usize>dimensions;
      if (isAnyMasked(state + strip)) {
        fetchColumns(block);
      }
    }
    if (v128.any_true(v128.load(state + strip))) {
      countDiffering(block + within, digits);
    }
    digits += stripBytes * <usize>digitCount;
  }
  selectCounts(state, state + maskBytes, counts, wanted);
}

/** Whether the mask of a block contains a slot. */
function isAnyMasked(mask: usize): bool {
  const first = v128.or(v128.load(mask), v128.load(mask, 16));
  return v128.any_true(v128.or(first, v128.or(v128.load(mask, 32), v128.load(mask, 48))));
}

/**
 * Reduces the slots from `equal` to those with the lowest counts, one digit after another, starting with the highest.
 * Collects at `less` the slots whose count is lower than that of the last wanted one.
 */
function selectCounts(equal: usize, less: usize, counts: usize, wanted: i32): void {
  memory.fill(less, 0, less - equal);
  let missing = wanted;
  for (let digit = digitCount - 1; digit >= 0; digit--) {
    const zeros = countZeros(equal, less, counts + stripBytes * <usize>digit);
    const isLow = zeros >= missing;
    missing -= isLow ? 0 : zeros;
    let at = counts + stripBytes * <usize>digit;
    for (let strip = equal; strip < less; strip += stripBytes) {
      const slots = v128.load(strip);
      const set = v128.load(at);
      if (isLow) {
        v128.store(strip, v128.andnot(slots, set));
      } else {
        const lower = strip + (less - equal);
        v128.store(lower, v128.or(v128.load(lower), v128.andnot(slots, set)));
        v128.store(strip, v128.and(slots, set));
      }
      at += stripBytes * <usize>digitCount;
    }
  }
  for (let strip = equal; strip < less; strip += stripBytes) {
    v128.store(strip, v128.or(v128.load(strip), v128.load(strip + (less - equal))));
  }
}

/** The number of slots between `equal` and `end` with the digit 0. */
function countZeros(equal: usize, end: usize, digit: usize): i32 {
  let zeros: i64 = 0;
  let at = digit;
  for (let strip = equal; strip < end; strip += stripBytes) {
    const low = load<i64>(strip) & ~load<i64>(at);
    const high = load<i64>(strip, 8) & ~load<i64>(at, 8);
    zeros += popcnt(low) + popcnt(high);
    at += stripBytes * <usize>digitCount;
  }
  return <i32>zeros;
}

/** Reads one byte of every column, for the same reason as `fetchAhead`. */
function fetchColumns(sketches: usize): void {
  let read: u32 = 0;
  const last = columns + ((<usize>columnCount) << 3);
  for (let column = columns; column < last; column += 8) {
    read += <u32>load<u8>(sketches + <usize>load<u32>(column));
  }
  fetched = read;
}

/**
 * Counts the differing signs of a strip's slots in binary digits. Handles eight columns at a time with carry-save adders:
 * the sum of three bits is their exclusive or, and the carry is their majority.
 */
function countDiffering(strip: usize, digits: usize): void {
  const none = i64x2.splat(0);
  for (let digit = 0; digit < digitCount; digit++) {
    v128.store(digits + stripBytes * <usize>digit, none);
  }
  let ones = none;
  let twos = none;
  let fours = none;
  let column = columns;
  const last = columns + ((<usize>columnCount) << 3);
  for (const end = columns + ((<usize>(columnCount & ~7)) << 3); column < end; column += 64) {
    const a = differing(strip, column);
    const b = differing(strip, column + 8);
    const c = differing(strip, column + 16);
    const d = differing(strip, column + 24);
    const e = differing(strip, column + 32);
    const f = differing(strip, column + 40);
    const g = differing(strip, column + 48);
    const h = differing(strip, column + 56);
    const ab = v128.xor(a, b);
    const cd = v128.xor(c, d);
    const ef = v128.xor(e, f);
    const gh = v128.xor(g, h);
    const twosOfAb = v128.bitselect(ones, a, ab);
    ones = v128.xor(ones, ab);
    const twosOfCd = v128.bitselect(ones, c, cd);
    ones = v128.xor(ones, cd);
    const abcd = v128.xor(twosOfAb, twosOfCd);
    const foursOfAbcd = v128.bitselect(twos, twosOfAb, abcd);
    twos = v128.xor(twos, abcd);
    const twosOfEf = v128.bitselect(ones, e, ef);
    ones = v128.xor(ones, ef);
    const twosOfGh = v128.bitselect(ones, g, gh);
    ones = v128.xor(ones, gh);
    const efgh = v128.xor(twosOfEf, twosOfGh);
    const foursOfEfgh = v128.bitselect(twos, twosOfEf, efgh);
    twos = v128.xor(twos, efgh);
    const all = v128.xor(foursOfAbcd, foursOfEfgh);
    const eights = v128.bitselect(fours, foursOfAbcd, all);
    fours = v128.xor(fours, all);
    addFrom(digits + 3 * stripBytes, eights);
  }
  addFrom(digits, ones);
  addFrom(digits + stripBytes, twos);
  addFrom(digits + 2 * stripBytes, fours);
  for (; column < last; column += 8) {
    addFrom(digits, differing(strip, column));
  }
}

/** The slots of a strip in which the sign of a column differs from that of the query. */
function differing(strip: usize, column: usize): v128 {
  return v128.xor(v128.load(strip + <usize>load<u32>(column)), v128.load32_splat(column, 4));
}

/** Adds one to the counts of the given slots, starting at a digit. */
function addFrom(digit: usize, added: v128): void {
  let carry = added;
  for (let address = digit; v128.any_true(carry); address += stripBytes) {
    const held = v128.load(address);
    v128.store(address, v128.xor(held, carry));
    carry = v128.and(held, carry);
  }
}
