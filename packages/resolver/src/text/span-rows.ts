import { endAt, type ScannedText } from './chunks.js';
import { isStrongCode } from './codes.js';
import { colours, joinedEndings, lackingEndings, opposites, ordinals, type Phrase, sizes } from './marks.js';
import { isInflectedName, prefixAt } from './names.js';
import { quantityLinks } from './quantities.js';
import { fillers, stopWords, wordSet } from './stop-words.js';
import { comparable, plainNumber, quantityIn } from './units.js';
import { stem } from './words.js';

/** Kinds of marks in a text. What has none of these kinds is a word or a code. */
export type SpanKind =
  | 'date'
  | 'time'
  | 'version'
  | 'size'
  | 'range'
  | 'fraction'
  | 'quantity'
  | 'ordinal'
  | 'number'
  | 'order'
  | 'place'
  | 'grouped'
  | 'host'
  | 'address'
  | 'pack'
  | 'sign'
  | 'letter'
  | 'colour'
  | 'opposite'
  | 'name'
  | Phrase;

/** What marks have in common of which a record has only one value, with this value. */
export interface Group {
  readonly name: string;
  readonly value: string;
}

/** What a row reads, as in `Span`. `kind` and `end` replace those of the row and its pattern. */
export interface Found {
  readonly kind?: SpanKind;
  readonly values: readonly string[];
  readonly groups?: readonly Group[];
  readonly end?: number;
}

/** How a kind of mark is read at a chunk. A row with a pattern reads the text at the chunk. */
export interface Row {
  readonly kind: SpanKind;
  /** What such a mark begins with; default: either. */
  readonly at?: 'digit' | 'letter';
  /** Matches at the chunk; its end is that of the mark. */
  readonly look?: RegExp;
  /** The words that such a mark can begin with. By default, all words of one or two letters. */
  readonly begins?: ReadonlySet<string>;
  readonly read: (match: RegExpExecArray, text: ScannedText, at: number) => Found | undefined;
}

const number = '\\d+(?:[.,]\\d+)*';
const after = '(?![\\p{L}\\p{N}])';
const pattern = (source: string) => new RegExp(source, 'uy');
const packWords =
  'pack packs pk set sets ct count box boxes packung packungen paket boite caja scatola doos confezione';
const packs = packWords.replaceAll(' ', '|');
const links = [...quantityLinks].join('|');
const isJoined = ({ chunks }: ScannedText, at: number) => chunks[at]?.joint === 'tight';
const wordAt = ({ chunks }: ScannedText, at: number) => (chunks[at]?.kind === 'word' ? chunks[at]?.text : undefined);

/** A mark of which a record has only one value, of its kind or in a group. */
const only = (value: string, name = '') => ({ values: [value], groups: [{ name, value }] });
const single = (value: string | undefined) => (value === undefined ? undefined : only(value));

/** Reads a number with decimals or separators of thousands. */
const numberIn = (text: string) => Number(plainNumber(text));

const rates = wordSet('s sec min h d kg l m ml g');

/** A number with its unit, and what it is per: "64 GB/s" is not "64 GB". `end` is behind the unit. */
function quantityFound(value: number, unit: string, { chunks }: ScannedText, end: number): Found | undefined {
  const { value: own, dimension = '' } = quantityIn(value, unit) ?? {};
  const per = chunks[end];
  const isRate = per?.joint === 'tight' && per.sign === '/' && rates.has(per.text);
  if (own === undefined) {
    return undefined;
  }
  const kept = isRate ? `${dimension}/${per.text}` : dimension;
  return { kind: 'quantity', ...only(`${own} ${kept}`, kept), end: isRate ? end + 1 : end };
}

/** A number with the unit behind it, if there is one. */
function measured(value: number, text: ScannedText, end: number): Found | undefined {
  const { joint, text: unit = '' } = text.chunks[end] ?? {};
  // In "1102 in stock", the word is not a unit.
  const isPreposition = unit === 'in' && fillers.has(text.chunks[end + 1]?.text ?? '');
  return joint === 'break' || isPreposition ? undefined : quantityFound(value, unit, text, end + 1);
}

/** The value of a mark is what its pattern captures. */
const captured = ([, ...values]: RegExpExecArray) => single(values.find((each) => each !== undefined));

/** The kinds of marks, in the order in which they are tried. */
const kinds: readonly Row[] = [
  { kind: 'without', at: 'letter', read: lackingOf },
  {
    kind: 'opposite',
    at: 'letter',
    read: (_, { chunks }, at) => {
      const word = chunks[at]?.text ?? '';
      const groups = opposites.get(word)?.map((other) => ({ name: [word, other].sort().join('/'), value: word }));
      return groups && { values: [word], groups };
    },
  },
  {
    kind: 'date',
    at: 'digit',
    look: pattern(`(?:(?:19|20)\\d\\d([-/.])\\d{1,2}\\1\\d{1,2}|\\d{1,2}([-/.])\\d{1,2}\\2(?:19|20)\\d\\d)${after}`),
    read: ([text], scanned, at) => (isJoined(scanned, at) ? undefined : single(text.split(/\D/).map(Number).join('/'))),
  },
  {
    kind: 'time',
    at: 'digit',
    look: pattern(`(\\d{1,3})(?::(\\d{1,2})(?::\\d\\d)?(?:\\s?([ap])\\.?m${after})?|\\s?([ap])\\.?m)${after}`),
    read: ([, hour, minute = '00', half, alone = half]) =>
      single(`${alone === undefined ? Number(hour) : (Number(hour) % 12) + (alone === 'p' ? 12 : 0)}:${minute}`),
  },
  {
    kind: 'version',
    begins: wordSet('v ver version release'),
    look: pattern(`(?:(?:v|ver|version|release)[. ]{0,2}(\\d+(?:\\.\\d+)*)|(\\d+(?:\\.\\d+){2,}))${after}`),
    read: captured,
  },
  {
    kind: 'size',
    begins: new Set(),
    look: pattern(
      `[a-z]{0,2}${number}(?:\\s?\\p{L}{1,2})?(?:\\s?[x×*]\\s?[a-z]{0,2}${number}(?:\\s?(?!x)\\p{L}{1,2}${after})?){1,3}(?:\\s?["”]|${after})`,
    ),
    read: sizeOf,
  },
  {
    kind: 'fraction',
    at: 'digit',
    // Folding turns "22½" into "221⁄2".
    look: pattern(`(?:(\\d{1,2})(?:[ -]|(?=\\d⁄)))?(\\d{1,3})\\s?[/⁄]\\s?([1-9]\\d{0,2})(?![\\p{L}\\p{N}/])`),
    read: fractionOf,
  },
  {
    kind: 'range',
    at: 'digit',
    look: pattern(`(\\d{1,4})\\s?-\\s?(\\d{1,4})${after}`),
    read: ([, from, to], scanned, at) => {
      const isRange = !isJoined(scanned, at) && Number(from) < Number(to) && from?.length === to?.length;
      return isRange ? single(`${from}-${to}`) : undefined;
    },
  },
  {
    kind: 'ordinal',
    begins: new Set(ordinals.keys()),
    look: pattern(`(?:(\\d{1,3})(?:st|nd|rd|th|er|ere|eme|e|o)|\\p{L}+)${after}`),
    read: ([text, digits]) => single(digits ?? ordinals.get(text)),
  },
  {
    kind: 'pack',
    begins: wordSet(packWords),
    look: pattern(`(?:(\\d{1,4})[\\s-]?(?:${packs})|(?:${packs})\\s(?:${links})\\s(\\d{1,4}))${after}`),
    read: captured,
  },
  { kind: 'quantity', at: 'digit', look: pattern(`(${number})(\\p{L}*)${after}`), read: quantityOf },
  {
    kind: 'number',
    at: 'digit',
    look: pattern(`(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d+(?:[.,]\\d+)?)${after}`),
    read: numberOf,
  },
  { kind: 'colour', at: 'letter', read: colourOf },
  {
    kind: 'letter',
    at: 'letter',
    look: pattern(`\\p{L}${after}`),
    // In "don't" and "l'eau", it is a part of a word, and in "Z550N/B" of a code.
    read: ([text], { chunks }, at) => {
      const [before, own] = [chunks[at - 1], chunks[at]];
      const isInCode = own?.joint === 'tight' && before?.kind === 'code' && isStrongCode(before.text);
      const isInWord = isInCode || /['’]/.test(own?.sign ?? '');
      return isInWord ? undefined : prefixAt(chunks, at) === 'elided' ? { values: [text] } : single(text);
    },
  },
  {
    kind: 'name',
    begins: wordSet('van von'),
    look: pattern(`v[ao]n (?:de|den|der|dem|het|zu)${after}`),
    read: ([text]) => only(text, text.slice(0, 3)),
  },
  { kind: 'name', at: 'letter', read: nameOf },
];

/** The kinds of marks that begin with a digit, and those that begin with a letter. */
export const rows: Readonly<Record<'digit' | 'letter', readonly Row[]>> = {
  digit: kinds.filter(({ at }) => at !== 'letter'),
  letter: kinds.filter(({ at }) => at !== 'digit'),
};

/** A size of several numbers. With a unit it is also known without it, and the other way round it is not. */
function sizeOf([matched]: RegExpExecArray, scanned: ScannedText, at: number): Found {
  // In "M8x20 LH", the last word is not a unit.
  const text = matched.replace(/\s(\p{L}+)$/u, (all, unit: string) => (quantityIn(1, unit) === undefined ? '' : all));
  const factors = text.split(/\s?[x×*]\s?/);
  const units = factors.map((factor) => /\p{L}+$/u.exec(factor)?.[0] ?? (/["”]$/.test(factor) ? 'in' : undefined));
  const end = endAt(scanned, at, text);
  const behind = scanned.chunks[end];
  const last = units.at(-1) ?? (behind?.joint === 'space' ? behind.text : undefined);
  const numbers = factors.map((factor) => factor.replace(/(?<=\d)\s?(?:\p{L}+|["”])$/u, ''));
  const plain = numbers.map((factor) => factor.replace(/^\d.*/, (value) => comparable(numberIn(value)))).join('x');
  // In "M8 x 20 mm", M8 is the same in every unit.
  const measures = numbers.map((factor, i) => {
    const { value, dimension } = quantityIn(numberIn(factor), units[i] ?? last ?? '') ?? {};
    return /^\D/.test(factor) ? factor : value && `${value} ${dimension}`;
  });
  const isMeasured = quantityIn(1, last ?? '') !== undefined && measures.every((each) => each !== undefined);
  const found = only(isMeasured ? measures.join('x') : plain);
  const isUnitBehind = isMeasured && units.at(-1) === undefined;
  return { ...found, values: [...new Set([...found.values, plain])], end: isUnitBehind ? end + 1 : end };
}

const fractions = /^(?:2|3|4|5|6|8|10|16|32|64)$/;

function fractionOf([text, whole, over, under]: RegExpExecArray, scanned: ScannedText, at: number) {
  if (isJoined(scanned, at) || Number(over) >= Number(under) || !fractions.test(under ?? '')) {
    return undefined;
  }
  const value = Number(whole ?? 0) + Number(over) / Number(under);
  const written = `${whole === undefined ? '' : `${whole} `}${over}/${under}`;
  return measured(value, scanned, endAt(scanned, at, text)) ?? single(written);
}

/** A number with its unit, in one chunk or two. */
function quantityOf([, digits = '', unit = '']: RegExpExecArray, scanned: ScannedText, at: number) {
  const value = numberIn(digits);
  if (unit === '') {
    const end = endAt(scanned, at, digits);
    // In "010-10609-00 A", the letter is not the unit of zero.
    return isJoined(scanned, at) && scanned.chunks[end]?.text.length === 1 ? undefined : measured(value, scanned, end);
  }
  return quantityFound(value, unit, scanned, endAt(scanned, at, digits + unit));
}

/** A number. One beside the same word in another record with another value is another one: "row 4", "5 discs". */
function numberOf([text]: RegExpExecArray, scanned: ScannedText, at: number): Found | undefined {
  const value = plainNumber(text);
  const end = endAt(scanned, at, text);
  const [before, behind] = [wordAt(scanned, at - 1), wordAt(scanned, end)];
  const { chunks } = scanned;
  const names = [
    ...(before !== undefined && chunks[at]?.joint !== 'break' ? [`after ${stem(before)}`] : []),
    ...(behind !== undefined && chunks[end]?.joint !== 'break' ? [`before ${stem(behind)}`] : []),
  ];
  return { values: [value], groups: names.map((name) => ({ name, value: `${value} ${name}` })) };
}

/** A word with an ending that says that the thing is not there, in one chunk or two. */
function lackingOf(_: RegExpExecArray, { chunks }: ScannedText, at: number): Found | undefined {
  const [word, next] = [chunks[at], chunks[at + 1]];
  // "Size M free" says nothing of M.
  if (word?.kind !== 'word' || word.text.length < 2) {
    return undefined;
  }
  const endings: readonly string[] = next?.joint === 'tight' ? lackingEndings : joinedEndings;
  if (next !== undefined && next.joint !== 'break' && endings.includes(next.text) && !stopWords.has(word.text)) {
    return { values: [stem(word.text)], end: at + 2 };
  }
  const ending = joinedEndings.find((each) => word.text.endsWith(each) && word.text.length > each.length + 3);
  return ending && { values: [stem(word.text.slice(0, -ending.length))] };
}

/** A colour, as itself and as the word. A name that begins with one has only the word: "Blu-ray", "Red-Hat". */
function colourOf(_: RegExpExecArray, { chunks }: ScannedText, at: number): Found | undefined {
  const [word, next] = [chunks[at]?.text ?? '', chunks[at + 1]];
  const value = colours.get(word);
  // "Red/white" is two colours, and "Hoodie-Red-XL" a size.
  const isJoined = next?.joint === 'tight' && next.kind === 'word' && next.text.length > 2 && !/[/&+]/.test(next.sign);
  const isName = isJoined && ![colours, opposites, sizes].some((words) => words.has(next.text));
  if (value === undefined) {
    return undefined;
  }
  return isName ? { values: [word] } : { ...only(value), values: [value, word] };
}

/** A name whose last letter a stem drops or changes: "Webers" is not "Weber", and "Schulze" not "Schulz". */
function nameOf(_: RegExpExecArray, text: ScannedText, at: number): Found | undefined {
  const word = wordAt(text, at) ?? '';
  const singular = isInflectedName(word) ? stem(word) : 's';
  if (singular.endsWith('s')) {
    return undefined;
  }
  // "Peter Peters" has both.
  const isBoth = text.chunks.some((chunk) => chunk.text !== word && stem(chunk.text) === singular);
  return isBoth ? { values: [word] } : only(word, singular);
}
