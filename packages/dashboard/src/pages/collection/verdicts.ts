import type { CallAnswer } from '@tessera/client';
import { textOf } from '../../text.js';

type Answer = CallAnswer<'collections.query'>;

/** The meaning of a verdict for the person who acts on it. */
export const verdictWords = {
  high: {
    title: textOf('High: act on it'),
    text: textOf('The first result is the record that is meant. An agent uses it without asking.'),
    icon: 'check',
    color: 'green',
  },
  low: {
    title: textOf('Low: ask first'),
    text: textOf('A record may match, but it is not certain which one is meant. An agent asks before it acts.'),
    icon: 'alert',
    color: 'yellow',
  },
  none: {
    title: textOf('None: no match'),
    text: textOf('No record matches. An agent says so, and the results are only the nearest ones.'),
    icon: 'x',
    color: 'gray',
  },
} as const;

/** The verdicts as labels. */
export const verdictNames = { high: textOf('high'), low: textOf('low'), none: textOf('none') } as const;

/** How an answer was found. */
export const matchWords = {
  exact_id: textOf('Found: by an exact id or identifier.'),
  semantic: textOf('Found: by meaning and words.'),
  filter: textOf('Found: by the filters alone.'),
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
        ? [
            matchType === 'filter'
              ? textOf('No other record passes the filter.')
              : textOf('No other record has this id or identifier.'),
          ]
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
  if (coverage > whole) return [textOf('The first record contains all of the query.')];
  if (coverage >= 0.5) return [textOf('The first record contains most of the query.')];
  return [
    coverage > 0
      ? textOf('The first record contains only a part of the query.')
      : textOf('The first record contains nothing of the query.'),
  ];
}

function leadReasons({ results: [first, second] }: Answer): string[] {
  if (first === undefined || second === undefined) {
    return [];
  }
  const lead = first.relevance - second.relevance;
  if (lead >= clearLead) {
    return [textOf('In meaning, the second result is further from the query.')];
  }
  if (lead > noLead) return [textOf('In meaning, the second result is nearly as close.')];
  return [
    lead < -noLead
      ? textOf('In meaning, the second result is closer.')
      : textOf('In meaning, the second result is just as close.'),
  ];
}
