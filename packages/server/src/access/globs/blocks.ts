/**
 * Matches items against blocks of units, with any number of items between two blocks. A single block must match all
 * items. The first block must match at the start and the last one at the end. The others match at their leftmost
 * position, which leaves the most room for the rest. No backtracking is needed, so the cost is at most units × items.
 */
export function matchesBlocks<Unit, Item>(
  blocks: readonly (readonly Unit[])[],
  items: readonly Item[],
  accepts: (unit: Unit, item: Item) => boolean,
): boolean {
  const first = blocks[0] as readonly Unit[];
  const last = blocks[blocks.length - 1] as readonly Unit[];
  if (blocks.length === 1) {
    return items.length === first.length && matchesAt(first, items, 0, accepts);
  }
  const end = items.length - last.length;
  if (end < first.length || !matchesAt(first, items, 0, accepts) || !matchesAt(last, items, end, accepts)) {
    return false;
  }
  let at = first.length;
  for (let index = 1; index < blocks.length - 1; index += 1) {
    const block = blocks[index] as readonly Unit[];
    while (at + block.length <= end && !matchesAt(block, items, at, accepts)) {
      at += 1;
    }
    at += block.length;
    if (at > end) {
      return false;
    }
  }
  return true;
}

function matchesAt<Unit, Item>(
  block: readonly Unit[],
  items: readonly Item[],
  start: number,
  accepts: (unit: Unit, item: Item) => boolean,
): boolean {
  for (let index = 0; index < block.length; index += 1) {
    if (!accepts(block[index] as Unit, items[start + index] as Item)) {
      return false;
    }
  }
  return true;
}

/** Splits a row at its separators: `a*b` becomes the blocks `a` and `b`. */
export function splitBlocks<Unit>(row: readonly Unit[], separates: (unit: Unit) => boolean): Unit[][] {
  const blocks: Unit[][] = [[]];
  for (const unit of row) {
    if (separates(unit)) {
      blocks.push([]);
    } else {
      blocks[blocks.length - 1]?.push(unit);
    }
  }
  return blocks;
}
