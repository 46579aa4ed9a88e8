import { strFromU8 } from 'fflate';

/** How the numbers of a cell style are shown with text or leading zeros, such as `"A-"0000`. */
type Shape = readonly (string | 0)[];

/** The styles of a workbook that change what a number means. */
export interface NumberStyles {
  readonly shapes: ReadonlyMap<number, Shape>;
  /** Words that other formats show next to numbers, such as units. They are not part of the values. */
  readonly words: ReadonlyMap<number, string>;
}

const attribute = (tag: string, name: string) =>
  decoded(new RegExp(`\\b${name}\\s*=\\s*"([^"]*)`).exec(tag)?.[1] ?? '');

/** Text of XML with its entities decoded. */
export function decoded(text: string): string {
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|(lt|gt|quot|apos|amp));/gi, (_, digits, hex, name) =>
    name === undefined
      ? String.fromCodePoint(Number.parseInt(digits ?? hex, digits === undefined ? 16 : 10))
      : (entities.get(name.toLowerCase()) ?? ''),
  );
}

const entities = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
]);

/** Reads the number formats of a workbook's styles, by the index of the cell style. */
export function numberStyles(part: Uint8Array | undefined): NumberStyles {
  const styles = strFromU8(part ?? new Uint8Array());
  const formats = new Map(
    Array.from(styles.matchAll(/<(?:\w+:)?numFmt\s[^>]*>/g), ([tag]) => [
      attribute(tag, 'numFmtId'),
      attribute(tag, 'formatCode'),
    ]),
  );
  const cellStyles = /<(?:\w+:)?cellXfs[\s>][\s\S]*?<\/(?:\w+:)?cellXfs>/.exec(styles)?.[0] ?? '';
  const codes = Array.from(cellStyles.matchAll(/<(?:\w+:)?xf\s[^>]*>/g), ([tag]) =>
    formats.get(attribute(tag, 'numFmtId')),
  );
  const used = codes.flatMap((code, style) => (code === undefined ? [] : [[style, code] as const]));
  return {
    shapes: new Map(
      used.flatMap(([style, code]) => (shapeOf(code) === undefined ? [] : [[style, shapeOf(code) ?? []]])),
    ),
    words: new Map(
      used.flatMap(([style, code]) => {
        const word = shapeOf(code) === undefined ? /"([^"]*\p{L}[^"]*)"/u.exec(code)?.[1] : undefined;
        return word === undefined || /[dmyhs]{2}/i.test(code.replace(/"[^"]*"/g, '')) ? [] : [[style, word.trim()]];
      }),
    ),
  };
}

/**
 * The shape of a format that consists of zeros and text and looks like an identifier: several zeros, text with a letter or
 * digit before them, or text between them.
 */
function shapeOf(code: string): Shape | undefined {
  const section = /^(?:"[^"]*"|\\.|[^;"\\])*/.exec(code)?.[0].replace(/\[(?!h|m|s)[^\]]*\]/gi, '') ?? '';
  if (!/^(?:"[^"]*"|\\.|0|[-/ ():])+$/.test(section)) return undefined;
  const shape = Array.from(section.matchAll(/"([^"]*)"|\\(.)|(0)|(.)/g), ([, quoted, escaped, zero, plain]) =>
    zero === undefined ? (quoted ?? escaped ?? plain ?? '') : 0,
  );
  const [first, last] = [shape.indexOf(0), shape.lastIndexOf(0)];
  const zeros = shape.filter((part) => part === 0).length;
  const isCode = /[\p{L}\p{N}]/u.test(shape.slice(0, first).join('')) || last - first + 1 > zeros;
  return first !== -1 && (zeros > 1 || isCode) ? shape : undefined;
}

/** A whole number as its format shows it. */
export function shownNumber(digits: string, shape: Shape): string {
  const zeros = shape.filter((part) => part === 0).length;
  let rest = digits.padStart(zeros, '0');
  let left = zeros;
  return shape
    .map((part) => {
      if (part !== 0) return part;
      left -= 1;
      const taken = rest.slice(0, rest.length - left);
      rest = rest.slice(taken.length);
      return taken;
    })
    .join('');
}

/** The ranges of merged cells: `[first column, first row, last column, last row]`, counted from 1. */
export function mergedRanges(sheet: string): (readonly [number, number, number, number])[] {
  return Array.from(
    sheet.matchAll(/<(?:\w+:)?mergeCell\s[^>]*\bref\s*=\s*["']([A-Z]+)(\d+):([A-Z]+)(\d+)["']/g),
    ([, left = '', top, right = '', bottom]) => [columnNumber(left), Number(top), columnNumber(right), Number(bottom)],
  );
}

/** The number of a column, counted from 1. */
export function columnNumber(letters: string): number {
  return Array.from(letters).reduce((sum, letter) => 26 * sum + letter.charCodeAt(0) - 64, 0);
}
