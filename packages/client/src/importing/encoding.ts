import { charactersOf, concatenated, joined } from './bytes.js';
import { type ImportSource, UnusableInput } from './source.js';

const western = /[äöüßéèêëàâçñîïôûùáíóúãõåæøÄÖÜÉÈÊÀÂÇÑÁÍÓÚÅÆØœŒ€£°§®™’‘“”„–—•…«»¿¡ºª²³µ½¼×]/u;
const central = /[ąćęłńóśźżčďěňřšťůžýáíéúäöüßőűăîâşţđôĺľŕĄĆĘŁŃÓŚŹŻČĎĚŇŘŠŤŮŽÝÁÍÉÚÄÖÜŐŰĂÎÂŞŢĐ€§°–„”“’]/u;
const cyrillic = /[\p{Script=Cyrillic}№«»–—]/u;
const greek = /[\p{Script=Greek}€«»–’]/u;
const japanese = /[\p{Script=Han}\p{Script=Hiragana}\u30A0-\u30FF\u3000-\u303F\uFF01-\uFF5E]/u;
const chinese = /[\p{Script=Han}\u3000-\u303F\uFF01-\uFF5E]/u;

/** The encodings that sources can have: their name for people, and the characters outside of ASCII that are usual in them. */
const known = {
  'utf-8': ['UTF-8', /./u],
  'utf-16le': ['UTF-16', /./u],
  'utf-16be': ['UTF-16, big endian', /./u],
  'windows-1252': ['Windows-1252 (Western European)', western],
  'windows-1250': ['Windows-1250 (Central European)', central],
  'windows-1251': ['Windows-1251 (Cyrillic)', cyrillic],
  'windows-1253': ['Windows-1253 (Greek)', greek],
  'windows-1254': ['Windows-1254 (Turkish)', /[çğıöşüÇĞİÖŞÜâîû€’“”–]/u],
  'windows-1255': ['Windows-1255 (Hebrew)', /[\p{Script=Hebrew}₪–]/u],
  'windows-1256': ['Windows-1256 (Arabic)', /[\p{Script=Arabic}،؛؟–]/u],
  'windows-1257': ['Windows-1257 (Baltic)', /[āčēģīķļņšūžąęėįųõäöüĀČĒĢĪĶĻŅŠŪŽĄĘĖĮŲÕÄÖÜ€–]/u],
  'iso-8859-2': ['ISO 8859-2 (Central European)', central],
  'iso-8859-5': ['ISO 8859-5 (Cyrillic)', cyrillic],
  'iso-8859-7': ['ISO 8859-7 (Greek)', greek],
  'iso-8859-15': ['ISO 8859-15 (Western European)', western],
  'koi8-r': ['KOI8-R (Cyrillic)', cyrillic],
  ibm866: ['IBM 866 (Cyrillic, DOS)', cyrillic],
  macintosh: ['Mac OS Roman', western],
  shift_jis: ['Shift JIS (Japanese)', japanese],
  'euc-jp': ['EUC-JP (Japanese)', japanese],
  gb18030: ['GB 18030 (Chinese)', chinese],
  big5: ['Big5 (Chinese)', chinese],
  'euc-kr': ['EUC-KR (Korean)', /[\p{Script=Hangul}\p{Script=Han}\u3000-\u303F]/u],
} as const;

/** An encoding of a source. */
export type Encoding = keyof typeof known;

/** The encodings that sources can have. UTF-8 and UTF-16 are detected, a person chooses among the others. */
export const encodings = Object.keys(known) as readonly Encoding[];

/** The name of an encoding for people. */
export function encodingName(encoding: Encoding): string {
  return known[encoding][0];
}

/** An encoding in which a source could be, with some of its lines. */
export interface EncodingGuess {
  readonly encoding: Encoding;
  readonly lines: readonly string[];
}

/** The encoding of a source, and what it can be if it is not UTF-8. */
export interface DetectedEncoding {
  readonly encoding: Encoding;
  /** The most likely encodings, the best first. Empty if the encoding was given, or is UTF-8 or UTF-16. */
  readonly guesses: readonly EncodingGuess[];
}

const sampleBytes = 64 * 1024;
const shown = { guesses: 4, lines: 3, characters: 72 };

/**
 * The encoding of a source: the given one, or the one detected from its bytes. A source of which more lines are UTF-8 than
 * not is UTF-8.
 */
export async function detectEncoding(source: ImportSource, chosen: Encoding | undefined): Promise<DetectedEncoding> {
  const certain = chosen ?? wideEncoding(source.head);
  if (certain !== undefined) return { encoding: certain, guesses: [] };
  const sample = (await isAllUtf8(source)) ? [] : await foreignLines(source);
  const guesses = sample.length === 0 ? [] : await guessesOf(sample);
  return { encoding: guesses[0]?.encoding ?? 'utf-8', guesses };
}

function wideEncoding(head: Uint8Array): Encoding | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  // Without a byte order mark, Latin letters in UTF-16 have a zero in every other byte. UTF-8 text contains no zeros.
  const start = charactersOf(head.subarray(0, 400));
  if (/^(?:[^\0]\0){2}/.test(start)) return 'utf-16le';
  return /^(?:\0[^\0]){2}/.test(start) ? 'utf-16be' : undefined;
}

async function isAllUtf8(source: ImportSource): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of repeatable(source)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** The bytes of a source that can be read again, otherwise the whole lines of its first bytes. */
function repeatable({ isSeekable, head, read }: ImportSource): AsyncIterable<Uint8Array> | readonly Uint8Array[] {
  return isSeekable ? read(0) : [head.subarray(0, head.lastIndexOf(0x0a) + 1)];
}

/** The first lines that are not UTF-8. None if more lines with characters outside of ASCII are UTF-8. */
async function foreignLines(source: ImportSource): Promise<Uint8Array[]> {
  const found: Uint8Array[] = [];
  let [bytes, foreign, valid] = [0, 0, 0];
  for await (const line of linesOf(source)) {
    if (isUtf8(line)) {
      if (valid < foreign + shown.lines && line.some((byte) => byte >= 0x80)) valid += 1;
      continue;
    }
    foreign += 1;
    if (bytes < sampleBytes) found.push(line);
    bytes += line.length;
  }
  return valid > foreign ? [] : found;
}

async function* linesOf(source: ImportSource): AsyncGenerator<Uint8Array, void, undefined> {
  let left: Uint8Array = new Uint8Array();
  for await (const chunk of repeatable(source)) {
    let start = 0;
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, start)) {
      yield concatenated(left, chunk.subarray(start, at));
      left = new Uint8Array();
      start = at + 1;
    }
    const rest = chunk.subarray(start);
    // A line that is too long for a sample is JSON on one line: it is checked in pieces between two values.
    left = concatenated(left, rest);
    const comma = left.length > sampleBytes ? left.lastIndexOf(0x2c) : -1;
    if (comma > 0) {
      yield left.subarray(0, comma);
      left = left.slice(comma);
    }
  }
  if (left.length > 0) yield left;
}

const strict = new TextDecoder('utf-8', { fatal: true });

function isUtf8(line: Uint8Array): boolean {
  try {
    strict.decode(line);
    return true;
  } catch {
    return false;
  }
}

/** Encodings whose characters another one contains. */
const widerThan: ReadonlyMap<string, string> = new Map([
  ['iso-8859-1', 'windows-1252'],
  ['iso-8859-6', 'windows-1256'],
  ['iso-8859-8', 'windows-1255'],
  ['iso-8859-9', 'windows-1254'],
]);

/** Orders encodings by how usual the text is that they give, and by the confidence of a detector. */
async function guessesOf(lines: readonly Uint8Array[]): Promise<EncodingGuess[]> {
  // Loaded when needed: few sources are in another encoding.
  const { analyse } = await import('chardet');
  const ended = lines.map((line) => concatenated(line, new Uint8Array([0x0a])));
  const sample = joined(ended);
  const rated = analyse(sample).map(({ name, confidence }) => [name.toLowerCase(), confidence / 100] as const);
  const confidences = new Map(rated.toReversed().map(([name, rate]) => [widerThan.get(name) ?? name, rate]));
  const guesses = encodings
    .filter((encoding) => !encoding.startsWith('utf'))
    .map((encoding) => {
      const text = new TextDecoder(encoding).decode(sample);
      const rating = 2 * plausibility(text, known[encoding][1]) + (confidences.get(encoding) ?? 0);
      return { encoding, text, rating };
    })
    .sort((one, other) => other.rating - one.rating);
  const texts = new Set<string>();
  const different = guesses.filter(({ text }) => {
    const isNew = !texts.has(text);
    texts.add(text);
    return isNew;
  });
  return different.slice(0, shown.guesses).map(({ encoding, text }) => ({
    encoding,
    lines: text
      .split(/[\r\n]+/, shown.lines)
      .filter((line) => line !== '')
      .map((line) => Array.from(line).slice(0, shown.characters).join('')),
  }));
}

/**
 * The share of words outside of ASCII with usual characters only, without a capital inside. Negative for text with
 * replacement or control characters.
 */
function plausibility(text: string, usual: RegExp): number {
  if (/[\uFFFD\x80-\x9F]/.test(text)) return -1;
  const words = text.split(/[^\p{L}\p{M}\p{N}\p{S}'ºª]+/u).filter((word) => /[\x80-\u{10FFFF}]/u.test(word));
  const good = words.filter((word) => {
    const foreign = Array.from(word).filter((character) => character > '\x7F');
    const isMixed =
      /[a-z]/i.test(word) && foreign.some((character) => !/[\p{Script=Latin}\p{P}\p{S}]/u.test(character));
    return foreign.every((character) => usual.test(character)) && !isMixed && !/\p{Ll}\p{Lu}/u.test(word);
  });
  return words.length === 0 ? 0 : good.length / words.length;
}

/** Says in which encodings a source could be, with its lines in each. */
export function encodingQuestion(name: string, guesses: readonly EncodingGuess[]): string {
  const choices = guesses.map(
    ({ encoding, lines }) =>
      `  --encoding ${encoding}, ${encodingName(encoding)}:\n${lines.map((line) => `    ${line}\n`).join('')}`,
  );
  return `${name} is not in UTF-8. Choose the encoding in which its lines are right:\n${choices.join('')}`.trimEnd();
}

/** Converts a source to UTF-8. Offsets refer to the converted bytes. */
export function inUtf8(source: ImportSource, encoding: Encoding): ImportSource {
  if (encoding === 'utf-8') return source;
  const head = new TextEncoder().encode(new TextDecoder(encoding).decode(source.head, { stream: true }));
  return { ...source, head, read: (offset) => transcoded(source, encoding, source.isSeekable ? offset : 0) };
}

async function* transcoded(source: ImportSource, encoding: Encoding, offset: number): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  const encoder = new TextEncoder();
  let left = offset;
  const rest = (text: string): Uint8Array => {
    const bytes = encoder.encode(text);
    const skipped = Math.min(left, bytes.length);
    left -= skipped;
    return bytes.subarray(skipped);
  };
  for await (const chunk of source.read(0)) yield rest(decoder.decode(chunk, { stream: true }));
  yield rest(decoder.decode());
}

/** Reads all bytes of a source. Throws `UnusableInput` if there are more than `most`. */
export async function allBytes(source: ImportSource, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source.read(0)) {
    length += chunk.length;
    if (length > most) throw new UnusableInput(`${source.name} is larger than ${most} bytes: export it as CSV.`);
    chunks.push(chunk);
  }
  return joined(chunks);
}
