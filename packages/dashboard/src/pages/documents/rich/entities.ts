/** Decodes an HTML character reference such as `&copy;` with the browser's own table: a package would take 15 kB. */
export function decodeHTMLStrict(reference: string): string {
  // In a text area, markup is text.
  const area = document.createElement('textarea');
  area.innerHTML = reference;
  // Browsers parse the start of `&ampx;` as `&amp;`, and leave the semicolon.
  return area.value.endsWith(';') && reference !== '&semi;' ? reference : area.value;
}

export { decodeHTMLStrict as decodeHTML };
