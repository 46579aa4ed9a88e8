import { named, quoted, strictest, type Verdict } from '../ranking/verdict.js';
import { type Compared, comparisonWith, type IndexEvidence, type StoredFields } from './compare-records.js';
import type { Agreement, FieldKind, SentField } from './field-value.js';

/** The candidates, ordered by how well their fields agree, best first. */
export interface FieldsJudgement {
  readonly verdict: Verdict;
  /** How strong the evidence of a `high` is: 0 to `strictest`. Undefined for other verdicts. */
  readonly strength?: number;
  /** Why, in words. */
  readonly reasons: readonly string[];
  /** Ids of the candidates that agree in a field that distinguishes records. */
  readonly ids: readonly string[];
  /**
   * How many nats the log odds of a candidate exceed those that `high` needs, usually a negative number. Undefined for
   * one that is not in `ids`,
   * and for one whose title, code or identifier says that it is another record.
   */
  readonly scoreOf: (externalId: string) => number | undefined;
  /** Whether an identifier decided. */
  readonly isIdentified: boolean;
  /** How the fields of a candidate agree, in the order in which they were sent. */
  readonly fieldsOf: (externalId: string) => readonly { readonly field: string; readonly agrees: Agreement }[];
}

// Weights are natural logarithms of odds, as in the model of Fellegi and Sunter (1969). Agreement in a rare value
// weighs more.

/** For `high`, the odds must be 100 to 1, and 20 times those of the next candidate. */
const sure = { odds: Math.log(100), lead: Math.log(20) } as const;
/** Maximum weight of one field, because households, departments and variants share values. */
const mostConfirmed = 6;
/** The number of records that the collection is assumed to lack. A value that seems rare could occur in them too. */
const unseenRecords = 50;
/** Weight of agreement if the frequency of the value is unknown. */
const confirms: Readonly<Record<FieldKind, number>> = {
  ...{ identifier: mostConfirmed, email: mostConfirmed, phone: mostConfirmed, date: mostConfirmed },
  ...{ text: 3, number: 3, enum: 1.5 },
};
/** Weight of disagreement. People move and prices change, but a date of birth stays the same. */
const contradicts: Readonly<Record<FieldKind, number>> = {
  ...{ identifier: mostConfirmed, date: mostConfirmed, enum: 2 },
  ...{ email: 1.5, phone: 1.5, number: 1.5, text: 1.5 },
};
/** Deductions for a title that is only close, and for a different title. */
const title = { close: Math.log(10), other: 6 } as const;

type Scored = Compared & { readonly score: number };

/** Compares a sent record with the candidates, field by field, and judges the result. */
export function judgeFields(
  sent: readonly SentField[],
  candidates: readonly StoredFields[],
  evidence: IndexEvidence,
): FieldsJudgement {
  const compared = candidates.map(comparisonWith(sent, evidence));
  const size = Math.max(evidence?.size ?? 0, candidates.length);
  const context = { sent, evidence, size, compared };
  const scored = compared
    .map((each) => ({ ...each, score: scoreOf(each, context) }))
    .filter((each) => isPlausible(each, sent, size))
    .sort(byAgreement);
  const [first, ...others] = scored;
  const verdict = first === undefined ? 'none' : isSure(first, others[0], size) ? 'high' : 'low';
  const byId = new Map(compared.map(({ externalId, agreements }) => [externalId, agreements]));
  return {
    verdict,
    ...(first !== undefined && verdict === 'high' ? { strength: strengthOf(first) } : {}),
    reasons: first === undefined ? [nothingAgrees] : reasonsOf(verdict, sent, [first, ...others]),
    ids: scored.map(({ externalId }) => externalId),
    scoreOf: (id) => scored.find((each) => each.externalId === id && !isContradicted(each, sent))?.score,
    isIdentified: (first?.identifiers.yes ?? 0) > 0,
    fieldsOf: (id) => sent.map(({ field }, at) => ({ field, agrees: byId.get(id)?.[at] ?? 'absent' })),
  };
}

/** An identifier without contradictions, fields that all agree, one that is only close, or one that differs. */
function strengthOf({ isIdentified, agreements }: Scored): number {
  return agreements.includes('no') ? 0 : isIdentified ? strictest : agreements.includes('close') ? 1 : 2;
}

/** Most reasons of a verdict. */
const reasonsMax = 3;
const nothingAgrees = 'No record agrees in a field that distinguishes records.';

/** Why a verdict is `high` or `low`: what agrees, or what differs and which records agree as well. */
function reasonsOf(verdict: Verdict, sent: readonly SentField[], [first, ...others]: [Scored, ...Scored[]]): string[] {
  const fields = (isWanted: (agreement: Agreement, field: SentField) => boolean) =>
    quoted(sent.filter((field, at) => isWanted(first.agreements[at] as Agreement, field)).map(({ field }) => field));
  if (verdict === 'high') {
    const same = fields((agrees, { kind }) => agrees === 'yes' && kind === 'identifier');
    return same !== ''
      ? [`One record has the same ${same}.`]
      : [`Only the first record agrees in ${fields((agrees) => agrees === 'yes' || agrees === 'close')}.`];
  }
  const different = fields((agrees) => agrees === 'no');
  const rivals = others.filter(({ score }) => first.score - score < sure.lead).map(({ externalId }) => externalId);
  const reasons = [
    ...first.others(),
    ...first.doubts,
    ...(different === '' ? [] : [`The first record differs in ${different}.`]),
    ...(rivals.length === 0 ? [] : [`Other records agree as well as the first: ${named(rivals)}.`]),
  ];
  return reasons.length > 0
    ? reasons.slice(0, reasonsMax)
    : ['What agrees does not distinguish the first record enough.'];
}

interface Context {
  readonly sent: readonly SentField[];
  readonly evidence: IndexEvidence;
  readonly size: number;
  readonly compared: readonly Compared[];
}

/** The log odds of a candidate, minus the log odds that `high` needs. */
function scoreOf(record: Compared, context: Context): number {
  const needed = Math.log(context.size) + sure.odds;
  const others = context.sent.map(({ kind, isTitle }, at) => {
    if (isTitle) {
      return 0;
    }
    const agreement = record.agreements[at] as Agreement;
    const worth = agreement === 'yes' || agreement === 'close' ? worthOf(at, context) : 0;
    const weights = { yes: worth, close: worth / 2, no: -contradicts[kind], absent: 0 };
    return weights[agreement];
  });
  return titleScore(record, context, needed) + others.reduce((sum, each) => sum + each, 0) - needed;
}

/** The weight of a title that agrees. It is shared by all candidates with that title. */
function titleScore(record: Compared, { evidence, sent, compared, size }: Context, needed: number): number {
  if (record.title === 'absent') {
    return 0;
  }
  if (record.title === 'no') {
    return -title.other;
  }
  if (record.isTitleSure) {
    const alike = compared.filter(({ isTitleSure }) => isTitleSure).length;
    return needed - Math.log(alike);
  }
  const namesakes = compared.filter((other) => other.title === 'yes' || other.title === record.title).length;
  const shares = sent.map(({ isTitle }, at) => (isTitle ? (evidence?.frequencies[at] ?? 0) / size : 1));
  const expected = size * shares.reduce((product, share) => product * share, 1);
  return needed - Math.log(Math.max(namesakes, expected, 1)) - (record.title === 'close' ? title.close : 0);
}

/**
 * The weight of a field that agrees. An address or telephone number that only one record has weighs as much as its
 * title.
 */
function worthOf(at: number, { sent, evidence, size, compared }: Context): number {
  const { kind } = sent[at] as SentField;
  if (kind === 'email' || kind === 'phone') {
    // A number without a country can be that of each holder.
    const holders = compared.filter(({ agreements }) => /^(?:yes|close)$/.test(agreements[at] as string)).length;
    return Math.log(size) + sure.odds - Math.log(Math.max(holders, 1));
  }
  const frequency = evidence?.frequencies[at] ?? 0;
  return frequency === 0 ? confirms[kind] : Math.min(mostConfirmed, Math.log((size + unseenRecords) / frequency));
}

/** Whether a candidate agrees in a value that few records have. */
function isPlausible(
  { identifiers, contacts, title, agreements, score }: Scored,
  sent: readonly SentField[],
  size: number,
): boolean {
  const isTitled = sent.some(({ isTitle }, at) => isTitle && agreements[at] !== 'absent');
  return (
    identifiers.yes + contacts > 0 ||
    title === 'yes' ||
    title === 'close' ||
    score + sure.odds >= 0 ||
    (!isTitled && size > 0 && agreements.some((agreement) => agreement === 'yes' || agreement === 'close'))
  );
}

/** Whether a record is another one, however much agrees: parents and children share names, addresses and telephones. */
function isContradicted({ title, others, identifiers, agreements }: Compared, sent: readonly SentField[]): boolean {
  const personal = sent.filter(({ kind }, at) => (kind === 'date' || kind === 'email') && agreements[at] === 'no');
  return title === 'no' || others().length > 0 || identifiers.no > 0 || personal.length > 1;
}

function byAgreement(one: Scored, other: Scored): number {
  return (
    other.identifiers.yes - one.identifiers.yes ||
    Number(other.isIdentified) - Number(one.isIdentified) ||
    // The order of the fields changes the last digits of a sum.
    Math.round((other.score - one.score) * 1e9) ||
    (one.externalId < other.externalId ? -1 : 1)
  );
}

/**
 * Whether the first candidate is certain. An identifier is enough if the title does not contradict it. Without one, the
 * odds must be high, and clearly above those of the next candidate.
 */
function isSure(first: Scored, second: Scored | undefined, size: number): boolean {
  const { isIdentified } = first;
  if (first.isDoubtful || first.others().length > 0 || size === 0 || (first.title === 'no' && !isIdentified)) {
    return false;
  }
  const rival = second !== undefined && (!isIdentified || second.isIdentified) ? second : undefined;
  const leads = rival === undefined || first.score - rival.score >= sure.lead;
  return leads && (isIdentified || first.score >= -1e-9);
}
