import type { Facts } from './facts.js';

/** How far a result can be trusted: act on it, choose from it, or take it as no answer. */
export type Verdict = 'high' | 'low' | 'none';

/** What a rule says of a result, and why. */
export interface Ruling {
  readonly verdict: Verdict;
  readonly reason: string;
  /** Whether a fitted model decides if `low` is rather `none`. */
  readonly isOpen: boolean;
}

const is = (verdict: Verdict, reason: string): Ruling => ({ verdict, reason, isOpen: false });
const atMostLow = (reason: string): Ruling => ({ verdict: 'low', reason, isOpen: true });

/** Ids that a reason names. */
const namedMax = 3;

/** The first rule that applies to a result. */
export function ruleOn(facts: Facts): Ruling {
  return facts.identifiers > 0 ? onIdentifiers(facts) : onWords(facts);
}

/** An identifier is right or wrong: one that looks like another is another. */
function onIdentifiers(facts: Facts): Ruling {
  if (facts.isQuantityOpen) {
    return is('low', 'A number of the query can be a quantity as well as an identifier.');
  }
  if (facts.holders === 0) {
    return facts.isApart
      ? is('low', 'The query names several identifiers, and no record has all of them.')
      : onUnknownIdentifier(facts);
  }
  if (facts.holders > 1) {
    return is('low', 'Several records have the identifier that the query names.');
  }
  if (facts.isIdentifierAlone && facts.valuedElse > 0) {
    return is('low', 'The query is the identifier of one record and a value of others.');
  }
  if (facts.isIdentifierAlone) {
    return is('high', 'The query names an identifier that one record has.');
  }
  if (facts.isOtherTitleBeside) {
    return is('low', 'The query names the identifier of one record and the title of another.');
  }
  if (facts.besideKnown > 0 && facts.besideHeld === 0) {
    return is('low', 'One record has the identifier that the query names, but none of the other words.');
  }
  if (facts.missingCodes > 0) {
    return is('low', 'One record has the identifier that the query names, but lacks another code of the query.');
  }
  return is('high', 'One record has the identifier that the query names.');
}

function onUnknownIdentifier(facts: Facts): Ruling {
  if (facts.isIdentifierAlone && facts.isPartlyHeld) {
    return is('low', 'The query names a part of a longer code, or a value that is not an identifier.');
  }
  return facts.isIdentifierAlone || facts.besideHeld === 0
    ? is('none', 'No record has the identifier that the query names.')
    : atMostLow('No record has the identifier that the query names; the other words decide.');
}

/** Words are trusted where they single out one record. */
function onWords(facts: Facts): Ruling {
  const doubt = doubtOf(facts);
  if (doubt === undefined) {
    return is(
      'high',
      facts.isTitle ? 'The query is the title of one record.' : 'Only the first record matches the words.',
    );
  }
  return facts.isComplete ? is('low', doubt) : atMostLow(doubt);
}

/** What keeps words from singling out the first record. */
function doubtOf({ listed, rivals, ...facts }: Facts): string | undefined {
  if (listed.length > 0) {
    return `The first record is listed ${listed.length + 1} times: ${named(listed)} has a title of the same words.`;
  }
  if (facts.valued > 1) {
    return `${facts.valued} records have the value that the query names.`;
  }
  if (facts.isTitle) {
    return undefined;
  }
  if (facts.isVague) {
    return 'The query is one word or number, or has no word of the title of the first record.';
  }
  if (facts.isLacking) {
    return 'The first record lacks a distinguishing word or number of the query.';
  }
  if (facts.isSubstituted) {
    return 'The query has another word in place of one in the title of the first record.';
  }
  if (rivals.length > 0) {
    return `Other records match the words as well as the first: ${named(rivals)}.`;
  }
  return facts.isMostly ? undefined : 'The first record contains less than half of the query.';
}

function named(ids: readonly string[]): string {
  const shown = ids.slice(0, namedMax).map((id) => `"${id}"`);
  return ids.length > namedMax ? `${shown.join(', ')} and ${ids.length - namedMax} more` : shown.join(', ');
}
