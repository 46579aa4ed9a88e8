const markupTag =
  /<\/?(?:a|abbr|b|blockquote|br|center|code|dd|div|dl|dt|em|font|h[1-6]|hr|i|img|li|ol|p|pre|s|small|span|strong|sub|sup|table|tbody|td|th|thead|tr|u|ul)(?:\s[^<>]*)?\/?>/gi;
const entity = /&(?:#([0-9]{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]{2,6}));/g;

const namedEntities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['bull', ' '],
  ['gt', '>'],
  ['lt', '<'],
  ['nbsp', ' '],
  ['quot', '"'],
]);

/** An ASCII run longer than any word: encoded binary data. */
export const encodedData = /^[!-~]{201,}$/;

/** The visible words of a text: without HTML tags, with decoded entities and collapsed white space. */
export function plainText(text: string): string {
  const words = text.includes('<') ? text.replace(markupTag, ' ') : text;
  const decoded = words.includes('&') ? words.replace(entity, decodeEntity) : words;
  return decoded.replace(/[\s\p{Cc}]+/gu, ' ').trim();
}

function decodeEntity(source: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) {
    return namedEntities.get(name) ?? source;
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000);
  return isCharacter ? String.fromCodePoint(code) : source;
}
