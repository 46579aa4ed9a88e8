import { quoted, type Verdict } from '../ranking/verdict.js';
import { isPlain } from '../text/stop-words.js';
import { compareNames, isOtherName, isPartOfName, leftOver } from './compare-names.js';
import { type CodeAgreement, compareCodes, isOtherMark, sharesWord } from './compare-titles.js';
import { compareValues } from './compare-values.js';
import { wordsOf } from './compare-words.js';
import { type Agreement, bestAgreement, type FieldKind, type FieldValue, type SentField } from './field-value.js';
import type { FieldsFound } from './find.js';
import { readTitle, type Title } from './title.js';

/** A candidate, with its values of the compared fields. */
export interface StoredFields {
  readonly externalId: string;
  readonly values: ReadonlyMap<string, FieldValue>;
}

/** The figures of the index. Null if the index contains fields that the caller may not see. */
export type IndexEvidence = Omit<FieldsFound, 'ids'> | null;

/** How a candidate agrees with the sent record. */
export type Compared = ReturnType<ReturnType<typeof comparisonWith>>;

const nothing: FieldValue = { texts: [], isNumber: false };
/** Minimum number of words of a description. */
const descriptionWords = 4;

/** A comparison of candidates with a sent record, field by field. */
export function comparisonWith(sent: readonly SentField[], evidence: IndexEvidence) {
  const ours = titleOf(sent);
  const weak = weakWords(sent, evidence);
  return ({ externalId, values }: StoredFields) => {
    const theirs = titleOf(sent.map((field) => ({ ...field, value: values.get(field.field) ?? nothing })));
    const codes = compareCodes(ours, theirs);
    // Beside a code, the maker's name is enough, however common it is.
    const isWordShared =
      sharesWord(ours, theirs, codes === 'same' ? new Set() : weak) &&
      // A firm with another word in its name is another firm.
      (ours.form === '' || theirs.form === '');
    const found = foundByTitle(externalId, sent, evidence);
    const isDescribed = isWordShared && (codes === 'same' || (codes === 'none' && found !== 'none'));
    const agreements = sent.map((field) => {
      const own = agreementOf(field, { sent, values, weak });
      return field.isTitle && own === 'no' && isDescribed ? 'close' : own;
    });
    const count: Count = (kinds, wanted) =>
      sent.filter(({ kind }, at) => kinds.includes(kind) && agreements[at] === wanted).length;
    const titles = agreements.filter((_, at) => sent[at]?.isTitle);
    // A title of several fields agrees as its worst field does.
    const title: Agreement = (['no', 'close', 'yes'] as const).find((each) => titles.includes(each)) ?? 'absent';
    const identifiers = { yes: count(['identifier'], 'yes'), no: count(['identifier'], 'no') };
    const pair: Titles = { ours, theirs, codes, title };
    const others = sent.filter(({ isTitle }) => !isTitle).flatMap(({ field }) => values.get(field)?.texts ?? []);
    const isNamed = codes === 'same' && isWordShared;
    const lacking = isNamed ? [] : leftOver(ours, theirs, others);
    // A query may contain words of a request; a title does not.
    const doubts = doubtsOf(pair, found === 'high' ? lacking.filter(isPlain) : lacking, count);
    const differing = sent.filter((field, at) => isShort(field) && agreements[at] === 'no');
    const isElsewhere = differing.length > 0 && !isConfirmedBy(count);
    return {
      ...{ externalId, agreements, identifiers, title, doubts },
      /** Whether an identifier or a code in the title is the same, and no title is about something else. */
      isIdentified: (identifiers.yes > 0 && title !== 'no') || isNamed,
      contacts: count(['email', 'phone'], 'yes'),
      /** Why it is another record in spite of everything that agrees, in words. */
      others: () => [...othersOf(pair, identifiers), ...otherMarks(differing, values)],
      /** Whether there are doubts, or an identifier, an address or words of another field differ. */
      isDoubtful: doubts.length > 0 || isElsewhere || count(['identifier', 'email'], 'no') > 0,
      isTitleSure: isDescribed && (codes === 'same' || found === 'high'),
    };
  };
}

/** The titles of a sent and a stored record, and how they and their codes agree. */
interface Titles {
  readonly ours: Title;
  readonly theirs: Title;
  readonly codes: CodeAgreement;
  readonly title: Agreement;
}

/** Why a record is another one, in words. */
function othersOf(
  { ours, theirs, codes, title }: Titles,
  { yes, no }: { readonly yes: number; readonly no: number },
): string[] {
  const isOtherForm = ours.form !== '' && theirs.form !== '' && ours.form !== theirs.form;
  return [
    ...(isOtherMark(ours, theirs) ? ['The title of the first record names another measure, size or kind.'] : []),
    ...(isOtherForm ? ['The first record has another legal form.'] : []),
    // A barcode or telephone number can be the same in another spelling.
    ...(codes === 'other' && no + yes === 0 && title !== 'yes' ? ['The first record does not have the code.'] : []),
  ];
}

/** The fields of which the stored value is another colour, measure, side or the like, in words. */
function otherMarks(differing: readonly SentField[], values: ReadonlyMap<string, FieldValue>): string[] {
  const read = (texts: readonly string[]) => readTitle(texts.join(' '), []);
  return differing
    .filter(({ field, value }) => isOtherMark(read(value.texts), read(values.get(field)?.texts ?? [])))
    .map(({ field }) => `The first record has another ${quoted([field])}.`);
}

/** Maximum words of a value, such as an address or a maker, that contradicts. More words are prose. */
const valueWordsMax = 6;

/** Whether a field is not the title, and its words contradict a record that has others. */
function isShort({ kind, isTitle, value }: SentField): boolean {
  const isText = kind === 'enum' || kind === 'text';
  return isText && !isTitle && value.texts.every((text) => text.trim().split(/\s+/).length <= valueWordsMax);
}

/** How many fields of these kinds agree in this way. */
type Count = (kinds: readonly FieldKind[], wanted: Agreement) => number;

/** Whether a field agrees that says who or what is meant, so that an address may be outdated. */
const isConfirmedBy = (count: Count) => count(['identifier', 'email', 'phone', 'date'], 'yes') > 0;

/**
 * Why a record may be another one although nothing contradicts. An identifier, an address or a date of birth that agrees removes
 * the doubts.
 */
function doubtsOf({ ours, theirs, title }: Titles, lacking: readonly string[], count: Count): string[] {
  if (isConfirmedBy(count)) {
    return [];
  }
  const isPart = title === 'close' && isPartOfName(ours, theirs);
  return [
    ...(isOtherName(ours, theirs) ? ['The first record has another name, with a similar word.'] : []),
    ...(isPart ? ['The name is only a part of that of the first record.'] : []),
    ...(title === 'close' && lacking.length > 0 ? [`The first record does not have ${quoted(lacking)}.`] : []),
    ...(count(['date'], 'close') > 0 ? ['The first record has a similar date, but another one.'] : []),
  ];
}

function titleOf(fields: readonly SentField[]): Title {
  const texts = (isWanted: (field: SentField) => boolean) =>
    fields.filter(isWanted).flatMap(({ value }) => value.texts);
  return readTitle(
    texts(({ isTitle }) => isTitle).join(' '),
    texts(({ kind }) => kind === 'identifier'),
  );
}

/** Words that confirm no name: those of a place, and those that many records have. */
function weakWords(sent: readonly SentField[], evidence: IndexEvidence): ReadonlySet<string> {
  const others = sent.filter(({ kind, isTitle }) => kind === 'text' && !isTitle).flatMap(({ value }) => value.texts);
  return new Set([...others.flatMap(wordsOf), ...(evidence?.commonWords ?? [])]);
}

/**
 * The verdict of a query with the title alone, if this candidate is the first result. Counts for `low` if the title is a
 * description, because two names that share a word belong to two people.
 */
function foundByTitle(externalId: string, sent: readonly SentField[], evidence: IndexEvidence): Verdict {
  const [first] = evidence?.titles ?? [];
  const [title = '', ...others] = sent.filter(({ isTitle }) => isTitle).map(({ value }) => value.texts.join(' '));
  const verdict = first?.externalId === externalId && others.length === 0 ? evidence?.verdict : undefined;
  const isCounted = verdict === 'high' ? first?.isTitled : title.trim().split(/\s+/).length >= descriptionWords;
  return (isCounted && verdict) || 'none';
}

interface Comparing {
  readonly sent: readonly SentField[];
  readonly values: ReadonlyMap<string, FieldValue>;
  readonly weak: ReadonlySet<string>;
}

/**
 * The agreement of a field. It is `close` if the value is in another field of the record, because fields get swapped:
 * the parts of a name, dates, addresses and telephone numbers, but no name with a city.
 */
function agreementOf(field: SentField, { sent, values, weak }: Comparing): Agreement {
  const compare = ({ field: name }: SentField) => {
    const other = values.get(name) ?? nothing;
    const isName = field.kind === 'text' && field.isTitle && !other.isNumber;
    return isName
      ? bestAgreement(field.value.texts, other.texts, (one, stored) => compareNames(one, stored, weak))
      : compareValues(field, field.value, other);
  };
  const own = compare(field);
  if (own !== 'no' || field.kind === 'identifier') {
    return own;
  }
  const others = sent.filter(
    (other) =>
      other !== field &&
      other.kind === field.kind &&
      other.value.texts.length > 0 &&
      (field.kind !== 'text' || (field.isTitle && other.isTitle)),
  );
  const isElsewhere = others.some((other) => {
    const agreement = compare(other);
    return agreement === 'yes' || (agreement === 'close' && field.isTitle && other.isTitle);
  });
  return isElsewhere ? 'close' : 'no';
}
