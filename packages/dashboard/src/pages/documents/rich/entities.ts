/** Reads a character reference of HTML, `&copy;`, by the browser's own table: the package of them has 15 kB. */
export function decodeHTMLStrict(reference: string): string {
  // In a text area, markup is text.
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  // Browsers read the start of `&ampx;` as `&amp`; then the semicolon is left.
  return area.value.endsWith(';') && reference !== '&semi;' ? reference : area.value;
}

export { decodeHTMLStrict as decodeHTML };
