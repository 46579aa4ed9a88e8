import { type Chunk, endAt, type ScannedText, scanned } from './chunks.js';
import { isHost, runEnd } from './codes.js';
import { hashText } from './hash.js';
import { colours, joinedEndings, lackingEndings, opposites, ordinals, phraseAt, phraseBeginnings } from './marks.js';
import { isInflectedName } from './names.js';
import { type Group, type Row, rows, type SpanKind } from './span-rows.js';
import { innerArticles, isPlain } from './stop-words.js';
import { plainNumber } from './units.js';
import { stem } from './words.js';

export type { SpanKind };

/** A mark in a text, with the chunks that it consists of. */
export interface Span {
  readonly kind: SpanKind;
  readonly first: number;
  readonly end: number;
  /** What equal marks have in common, in every spelling. The first one is the most exact one. */
  readonly values: readonly string[];
  readonly groups: readonly Group[];
}

/** Key of the records with a mark. */
export const spanKey = (kind: SpanKind, value: string): number => hashText(`${kind} ${value}`, 9);
/** Key of the records with any mark of a group. */
export const groupKey = (kind: SpanKind, group: string): number => hashText(`any ${kind} ${group}`, 9);

/** Where a text of a record is. */
export type Place = 'title' | 'value' | 'identifier';

/** Maximum chunks of a field that is a name or a value rather than prose. */
const nameChunksMax = 12;

/** Kinds that only names have, and kinds that are found as words. */
const nameOnly = new Set<SpanKind>(['letter', 'ordinal', 'number']);
const asWords = new Set<SpanKind>(['opposite', 'not']);
const withoutNames = (all: readonly Row[]) => all.filter(({ kind }) => !nameOnly.has(kind));
const proseRows: typeof rows = { digit: withoutNames(rows.digit), letter: withoutNames(rows.letter) };

/** Marks of a text as the keys under which a record with it is indexed. */
export function spanKeys(text: ScannedText, place: Place): number[] {
  // In prose and in codes, single letters and numbers mean something else than in a name, and prose contradicts nothing.
  const isProse = place === 'identifier' || (place === 'value' && text.chunks.length > nameChunksMax);
  const isRead = ({ kind }: Span) => !asWords.has(kind) && (kind !== 'place' || place === 'title');
  const spans = scan(text, isProse ? proseRows : rows).filter(isRead);
  const { from = 0 } = (place === 'title' && mentionIn(text)) || {};
  const head = text.chunks.slice(0, from).map((chunk) => headKeys.of(chunk.text));
  const marks = markKeys(spans, text, isProse);
  const [first, second] = text.chunks;
  const isName = first?.kind === 'word' && second?.joint !== 'tight';
  const begins = place !== 'title' ? [] : [isName ? firstKeys.of(first.text) : firstKeys.none];
  return [...marks, ...begins, ...(head.length > 0 ? [headKeys.any, ...head] : [])];
}

/** The keys of marks. Loops, because nested arrays of keys take longer than the hashes. */
function markKeys(spans: readonly Span[], { chunks }: ScannedText, isProse: boolean): number[] {
  const keys: number[] = [];
  for (const { kind, first, end, values, groups } of spans) {
    for (const value of values) {
      keys.push(spanKey(kind, value));
    }
    for (const { name, value } of groups) {
      keys.push(spanKey(kind, value), ...(isProse ? [] : [groupKey(kind, name)]));
    }
    // "Bench 90" can be a bench of 90 cm, but "12a" can be a house, which is not 12.
    for (const { text } of !isProse && (kind === 'quantity' || kind === 'size') ? chunks.slice(first, end) : []) {
      const [number] = /^\d+(?:\.\d+)?(?!\d|\.\d|\p{L}$)/u.exec(text) ?? [];
      keys.push(...(number === undefined ? [] : [spanKey('number', plainNumber(number))]));
    }
  }
  return keys;
}

/** Where a text says what a thing is for: from a word such as "for" or "replaces" to the end of the phrase. */
export function mentionIn({ chunks }: ScannedText): { readonly from: number; readonly to: number } | undefined {
  const from = chunks.findIndex((_, at) => phraseAt(chunks, at)?.kind === 'for');
  if (from < 0) {
    return undefined;
  }
  const isEnd = ({ joint, sign }: Chunk) =>
    (joint === 'space' && sign !== '') || (joint === 'break' && /[.;)]/.test(sign));
  const to = chunks.findIndex((chunk, at) => at > from && isEnd(chunk));
  return { from, to: to < 0 ? chunks.length : to };
}

/** Keys of the words of a title before what the thing is for: "Case" of "Case for Sony PSP". */
export const headKeys = { any: groupKey('for', ''), of: (word: string) => spanKey('for', `head ${stem(word)}`) };

/** Keys of the first word of a title, which is often the maker: "Sony" of "Sony Turntable". `none`: it begins with a code. */
export const firstKeys = {
  none: groupKey('name', 'first'),
  of: (word: string) => spanKey('name', `first ${stem(word)}`),
};

/** The runs of digits with separators. Their chunks have other marks too. */
function groupedDigits({ folded, chunks }: ScannedText): Span[] {
  return [...(/\d[^\w\s]\d/.test(folded) ? folded.matchAll(separated) : [])].flatMap(({ 0: text, index }) => {
    const first = chunks.findIndex(({ start, text: own }) => start + own.length > index);
    const groups = text.replace(/,(?=\d{3}(?!\d))/g, '').split(/\D/);
    const digits = groups.join('');
    if (first < 0 || groups.length === 1 || digits.length > groupedDigitsMax) {
      return [];
    }
    const values = groups.slice(1).map((_, i) => `${digits} ${groups.slice(0, i + 1).join('').length}`);
    return [{ kind: 'grouped', first, end: endAt({ folded, chunks }, first, text), values, groups: [] }];
  });
}

/** The numbers side by side, and what is there twice. Their chunks have other marks too. */
function neighbours({ chunks }: ScannedText): Span[] {
  const spans: Span[] = [];
  const add = (kind: SpanKind, [first, end]: readonly [number, number], value: string, name: string) =>
    spans.push({ kind, first, end, values: [value], groups: [{ name, value }] });
  for (let at = 0; at < chunks.length; at++) {
    const { text, kind, joint, sign } = chunks[at] as Chunk;
    const before = joint === 'break' && sign !== ',' ? undefined : chunks[at - 1];
    const isTwice = before?.text === text && (kind === 'word' ? !isPlain(text) : joint === 'tight');
    if (isTwice || areAlike({ kind, text }, before)) {
      const pair = [before?.text, text];
      add(isTwice ? 'name' : 'order', [at - 1, at + 1], pair.join(' '), pair.sort().join(' '));
    }
  }
  return spans;
}

/** The hosts and e-mail addresses of a text, with punctuation and without. Their chunks have other marks too. */
function addresses({ chunks }: ScannedText): Span[] {
  return chunks.flatMap(({ joint }, first): Span[] => {
    const end = joint === 'tight' ? first : runEnd(chunks, first);
    const run = end - first > 1 ? chunks.slice(first, end) : [];
    const host = isHost(run) ? run.map(({ text }) => text).join('.') : undefined;
    if (host === undefined && !run.some(({ sign }, at) => at > 0 && sign === '@')) {
      return [];
    }
    const written = run.map(({ sign, text }, at) => (at > 0 ? sign : '') + text).join('');
    const joined = run.map(({ text }) => text).join('');
    const address: Span = { kind: 'address', first, end, values: [written, joined], groups: [] };
    const hosts = host === undefined ? [] : [{ name: '', value: host }];
    return [
      address,
      ...hosts.map((each): Span => ({ kind: 'host', first, end, values: [each.value], groups: [each] })),
    ];
  });
}

/** Whether two numbers, or codes of the same length, can be exchanged: "e4 e5" is not "e5 e4". */
const areAlike = ({ kind, text }: Pick<Chunk, 'kind' | 'text'>, before: Chunk | undefined) =>
  kind === before?.kind && (kind === 'number' || (kind === 'code' && before.text.length === text.length));

/** The function words and arrows before words: "on ear" is not "over ear", and "Jan de Boer" not "Jan van Boer". */
function places({ chunks }: ScannedText): Span[] {
  return chunks.flatMap(({ text, kind, sign }, at): Span[] => {
    if (arrow.test(sign)) {
      return [{ kind: 'to', first: at, end: at + 1, values: [stem(text)], groups: [] }];
    }
    // Before the loop, so that each function word is read once.
    if (kind !== 'word' || isPlain(text)) {
      return [];
    }
    let first = at;
    while (chunks[first]?.joint === 'space' && isPlain(chunks[first - 1]?.text ?? '')) {
      first--;
    }
    const words = chunks.slice(first, at);
    const own = words.filter((word) => !innerArticles.has(word.text) || (first > 0 && words.length === 1));
    if (own.length === 0) {
      return [];
    }
    const values = own.map((word) => `${word.text} ${stem(text)}`);
    const isFirst = chunks[first - 1]?.kind !== 'word';
    const group = { name: `${isFirst ? 'first' : 'before'} ${stem(text)}`, value: values.at(isFirst ? -1 : 0) ?? '' };
    return [{ kind: 'place', first, end: at, values, groups: [group] }];
  });
}

/** The chunks with a sign of their own, as in "C++", "S23+" and "-20", and those without it in a text that has both. */
function signs({ folded, chunks }: ScannedText): Span[] {
  if (!/[+#<>≤≥±~≈]|(?:^|[ \n(])-\d/.test(folded)) {
    return [];
  }
  const all = chunks.map((chunk) => withSign(folded, chunk));
  const texts = new Set(chunks.flatMap(({ text }, at) => (all[at] === text ? [] : [text])));
  return chunks.flatMap(({ text }, at) => (texts.has(text) ? [signSpan(at, text, all[at])] : []));
}

/** The numbers with the sign of a unit or currency, in front or behind. "50 €" and "EUR 50" are not "50 $". */
function unitSigns({ folded, chunks }: ScannedText): Span[] {
  const numbers = hasUnit.test(folded) ? folded.matchAll(signedNumber) : [];
  return [...numbers].flatMap(({ 0: text, 1: before, 2: digits = '', 3: behind, index }) => {
    const sign = (behind ?? before)?.trim() ?? '';
    const at = sign === '' ? -1 : chunks.findIndex(({ start }) => start === index + text.indexOf(digits));
    const name = `unit ${plainNumber(digits)}`;
    return at < 0 ? [] : [signSpan(at, name, `${name} ${unitWords[sign] ?? sign}`)];
  });
}

/** A chunk as one that can have a sign. */
export function signSpan(at: number, text: string, value = text): Span {
  return { kind: 'sign', first: at, end: at + 1, values: [value], groups: [{ name: text, value }] };
}

const leading = /(?:(?<=^|[ \n(])(-)|([<>≤≥±~≈]) ?)$/;
const signed = /(?:\d+(?:[.,]\d+)+|[\p{L}\p{M}\p{N}]+)(?:([+#]+)(?![\p{L}\p{N}])|(-))?/uy;

/** A chunk with the minus or comparing sign before a number, or the signs such as "+" behind it: "> 5" is not "5". */
function withSign(folded: string, { text, start, kind }: Chunk): string {
  signed.lastIndex = start;
  const [, sign = '', hyphen] = signed.exec(folded) ?? [];
  // In "Pant -34-Green", 34 is a part of a code.
  const [, minus = '', comparing = ''] = leading.exec(folded.slice(Math.max(0, start - 2), start)) ?? [];
  return `${kind === 'number' && !hyphen ? minus : ''}${kind === 'word' ? '' : comparing}${text}${sign}`;
}

const unitWords: Record<string, string> = { eur: '€', euro: '€', usd: '$', dollars: '$', gbp: '£', percent: '%' };
const unit = `[%‰€$£¥]|(?<!\\p{L})(?:${Object.keys(unitWords).join('|')})(?!\\p{L})`;
const hasUnit = new RegExp(`[%‰€$£¥]|${Object.keys(unitWords).join('|')}`);
const signedNumber = new RegExp(`((?:${unit}) ?)?(?<![\\w.,])(\\d+(?:[.,]\\d+)*)(?: ?(${unit})(?!\\d))?`, 'gu');
/** Signs of a direction: "VGA → DVI". */
const arrow = /^[→⇒➔>]$/;
/** Longer digits are not compared by their separators. */
const groupedDigitsMax = 32;
const separated = /\d+(?:[-_/.,:#+&'’]\d+)+/g;

/** Finds the marks of a text, in order. A mark begins with a chunk and consists of whole ones. */
export function scan(text: ScannedText, kinds = rows): Span[] {
  const { chunks } = text;
  const spans: Span[] = [];
  for (let at = 0; at < chunks.length; ) {
    const span = isPlainWord(text, at) ? undefined : (phraseSpan(text, at) ?? spanAt(text, at, kinds));
    if (span !== undefined) {
      spans.push(span);
    }
    at = Math.max(at + 1, span?.end ?? 0);
  }
  return [
    ...spans,
    ...groupedDigits(text),
    ...neighbours(text),
    ...addresses(text),
    ...places(text),
    ...signs(text),
    ...unitSigns(text),
  ];
}

/** Words that can begin a mark. */
const markWords = new Set([
  ...phraseBeginnings,
  ...[opposites, ordinals, colours].flatMap((words) => [...words.keys()]),
  ...rows.letter.flatMap(({ begins = [] }) => [...begins]),
]);

const shortWord = /^[a-z]{2}$/;
const lacking = new Set<string>(lackingEndings);

/** Whether no mark begins with a word. That is so for most, and trying every kind takes as long as the rest of indexing. */
function isPlainWord({ chunks }: ScannedText, at: number): boolean {
  const { kind, text } = chunks[at] as Chunk;
  const isLong = text.length > 2 || shortWord.test(text);
  return (
    kind === 'word' &&
    isLong &&
    !markWords.has(text) &&
    !lacking.has(chunks[at + 1]?.text ?? '') &&
    !joinedEndings.some((ending) => text.endsWith(ending)) &&
    !isInflectedName(text)
  );
}

/** Whether a mark of a row can begin with a chunk. Trying the pattern takes longer. */
function canBegin({ look, begins }: Row, { kind, text }: Chunk): boolean {
  return look === undefined || kind !== 'word' || (begins === undefined ? text.length < 3 : begins.has(text));
}

function spanAt(text: ScannedText, at: number, kinds: typeof rows): Span | undefined {
  const chunk = text.chunks[at] as Chunk;
  const isDigit = /^\d/.test(chunk.text);
  for (const row of kinds[isDigit ? 'digit' : 'letter']) {
    const { kind, look, read } = row;
    if (!canBegin(row, chunk)) {
      continue;
    }
    if (look !== undefined) {
      look.lastIndex = chunk.start;
    }
    const match = look === undefined ? nothing : look.exec(text.folded);
    const found = match && read(match, text, at);
    if (match && found) {
      const end = found.end ?? endAt(text, at, match[0] || chunk.text);
      return { kind, first: at, groups: [], ...found, end };
    }
  }
  return undefined;
}

const nothing = Object.assign([''], { index: 0, input: '' }) as RegExpExecArray;

/** A word such as "without", "for" and "to", with the word behind it. */
function phraseSpan({ chunks }: ScannedText, at: number): Span | undefined {
  const phrase = phraseAt(chunks, at);
  const next = chunks[at + (phrase?.length ?? 0)];
  // "Order no. 5" has a label, and "w" can be the letter of a code.
  const isLabel = chunks[at]?.text === 'no' && next !== undefined && next.kind !== 'word';
  const isInCode = [chunks[at], next].some((each) => each?.joint === 'tight' && !/^[-/]$/.test(each.sign));
  if (phrase === undefined || isLabel || isInCode) {
    return undefined;
  }
  const { kind, length } = phrase;
  const named = isArticle(chunks, at + length) ? chunks[at + length + 1] : next;
  const value = named === undefined || named.joint === 'break' ? '' : stem(named.text);
  return { kind, first: at, end: at + length, values: [value], groups: [] };
}

/** Whether the chunk at a position is an article before a word: "the" of "without the lid". */
export function isArticle(chunks: readonly Chunk[], at: number): boolean {
  const [article, named] = [chunks[at], chunks[at + 1]];
  const isWord = named?.kind === 'word' && named.joint === 'space' && named.text.length > 1;
  return isWord && article?.joint === 'space' && innerArticles.has(article.text);
}

/** Whether two codes of the same letters and digits have separators in other places, such as "1.10.2" and "11.0.2". */
export function isRegrouped(one: string, other: string): boolean {
  const [places, others] = [one, other].map((folded) =>
    scan(scanned(folded)).flatMap(({ kind, values }) => (kind === 'grouped' ? values : [])),
  ) as [string[], string[]];
  return places.some((value) => !others.includes(value)) && others.some((value) => !places.includes(value));
}
