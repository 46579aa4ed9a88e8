import type { CallAnswer } from '@tessera/client';

type Answer = CallAnswer<'collections.query'>;

/** The meaning of a verdict for the person who acts on it. */
export const verdictWords = {
  high: {
    title: 'High: act on it',
    text: 'The first result is the record that is meant. An agent uses it without asking.',
    icon: 'check',
  },
  low: {
    title: 'Low: ask first',
    text: 'A record may match, but it is not certain which one is meant. An agent asks before it acts.',
    icon: 'alert',
  },
  none: {
    title: 'None: no match',
    text: 'No record matches. An agent says so, and the results are only the nearest ones.',
    icon: 'x',
  },
} as const;

/** How an answer was found. */
export const matchWords = {
  exact_id: 'By an exact id or identifier',
  semantic: 'By meaning and words',
  filter: 'By the filters alone',
} as const;

/** Maximum number of reasons that are shown. */
const reasonsMax = 3;
/** A share from which on the whole query counts as contained, with a tolerance for rounding. */
const whole = 0.999;
/** Minimum lead in closeness with which the first result is clearly ahead. */
const clearLead = 0.1;
/** A difference in closeness up to which two results count as equal. */
const noLead = 0.02;

/**
 * The reasons of a verdict in at most three sentences: those of the service first, then those from the first results
 * and, for callers with `manage`, from the figures. With `isChosen`, a person decided, so the figures are not about the
 * first result.
 */
export function reasonsOf(answer: Answer, isChosen = false): string[] {
  const { results, match_type: matchType } = answer;
  const seen =
    matchType === 'semantic'
      ? [...(isChosen ? [] : coverageReasons(answer)), ...leadReasons(answer)]
      : results.length === 1
        ? [`No other record ${matchType === 'filter' ? 'passes the filter' : 'has this id or identifier'}.`]
        : [];
  return [...new Set([...answer.reasons, ...seen])].slice(0, reasonsMax);
}

/**
 * Reasons about how much of the query is contained. Empty if the service names something that is missing, because
 * "contains all" includes other fields and would contradict it.
 */
function coverageReasons({ results, reasons, explanation }: Answer): string[] {
  const coverage = explanation?.features.find(({ name }) => name === 'coverage')?.value;
  const isSaid = reasons.some((reason) =>
    /(?:in|of|contradicts?) the first record|the first record contains|contradicts? it/i.test(reason),
  );
  if (coverage === undefined || results.length === 0 || isSaid) {
    return [];
  }
  const share = coverage > whole ? 'all' : coverage >= 0.5 ? 'most' : coverage > 0 ? 'only a part' : 'nothing';
  return [`The first record contains ${share} of the query.`];
}

function leadReasons({ results: [first, second] }: Answer): string[] {
  if (first === undefined || second === undefined) {
    return [];
  }
  const lead = first.relevance - second.relevance;
  if (lead >= clearLead) {
    return ['In meaning, the second result is further from the query.'];
  }
  const close = lead > noLead ? 'nearly as close' : lead < -noLead ? 'closer' : 'just as close';
  return [`In meaning, the second result is ${close}.`];
}
