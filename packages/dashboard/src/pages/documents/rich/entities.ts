/**
 * Decodes an HTML character reference such as `&copy;` with the browser's own table, because a package would add 15 kB.
 */
export function decodeHTMLStrict(reference: string): string {
  // The content of a text area is parsed as text, so markup in it has no effect.
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  // Browsers parse the start of `&ampx;` as `&amp;` and leave the rest, so a remaining semicolon means "not a
  // reference".
  return area.value.endsWith(';') && reference !== '&semi;' ? reference : area.value;
}

export { decodeHTMLStrict as decodeHTML };
