const latinWord = /^[a-z]+$/;
// "TVs", "CDs"
const shortPlural = /^[b-df-hj-np-tv-z]{2}s$/;

/**
 * Makes singular and plural of a folded word equal, without a dictionary: drops a plural `s`, then a silent `e`, and
 * writes a last `y` as `i` ("batteries" and "battery" → "batteri", "boxes" and "box" → "box"). Words of up to three
 * letters other than "TVs" and its like, and words of other scripts, stay as they are.
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
