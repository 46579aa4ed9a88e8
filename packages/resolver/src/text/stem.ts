const latinWord = /^[a-z]+$/;
// "TVs", "CDs"
const shortPlural = /^[b-df-hj-np-tv-z]{2}s$/;

/**
 * Maps singular and plural of a folded word to the same stem, without a dictionary: drops a plural `s`, then a silent
 * `e`, and writes a final `y` as `i` ("batteries" and "battery" → "batteri", "boxes" and "box" → "box"). Keeps words of
 * up to three letters, except those like "TVs", and words of other scripts.
 */
export function stem(word: string): string {
  if (word.length < 4 || !latinWord.test(word)) {
    return shortPlural.test(word) ? word.slice(0, 2) : word;
  }
  let root = word;
  if (/(?:[sxz]|ch|sh)es$/.test(root) && root.length > 4) {
    root = root.slice(0, -2);
  } else if (/[^siu]s$/.test(root)) {
    root = root.slice(0, -1);
  }
  if (root.length > 4 && root.endsWith('e')) {
    root = root.slice(0, -1);
  }
  return root.length > 3 && root.endsWith('y') ? `${root.slice(0, -1)}i` : root;
}
