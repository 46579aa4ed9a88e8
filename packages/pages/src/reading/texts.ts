const close = '{{close}}';
const copy = '{{script.copy}}';
const copyCode = '{{script.copyCode}}';
const copied = '{{script.copied}}';
const notCopied = '{{script.notCopied}}';
const embed = '{{script.embed}}';
const image = '{{script.image}}';
const enlarge = '{{script.enlarge}}';
const allResults = '{{script.allResults}}';
const nothingFound = '{{script.nothingFound}}';
const found = '{{script.found}}';
const foundOne = '{{script.foundOne}}';
const paused = '{{script.paused}}';
const gone = '{{script.gone}}';
const goneTitle = '{{script.goneTitle}}';
const goneLink = '{{script.goneLink}}';

/**
 * Strings of the script of reading pages, by the keys of the server's catalogues. The server replaces each with its
 * string, which makes a script for each language. `{name}` in a string is a value.
 */
export {
  allResults,
  close,
  copied,
  copy,
  copyCode,
  embed,
  enlarge,
  found,
  foundOne,
  gone,
  goneLink,
  goneTitle,
  image,
  notCopied,
  nothingFound,
  paused,
};

/** A string with its values inserted. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
}
