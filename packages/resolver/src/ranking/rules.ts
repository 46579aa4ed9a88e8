import type { Facts } from './facts.js';

/** How far a result can be trusted: act on it, choose from it, or take it as no answer. */
export type Verdict = 'high' | 'low' | 'none';

/** The verdicts that a rule leaves open, and why. Where they differ, the fitted models decide between them. */
export interface Ruling {
  readonly atLeast: Verdict;
  readonly atMost: Verdict;
  readonly reason: string;
}

const is = (verdict: Verdict, reason: string): Ruling => ({ atLeast: verdict, atMost: verdict, reason });
const atMostLow = (reason: string): Ruling => ({ atLeast: 'none', atMost: 'low', reason });

/** The first rule that applies to a result; `undefined` when none does. */
export function ruleOn(facts: Facts): Ruling | undefined {
  return facts.identifiers > 0 ? onIdentifiers(facts) : (onNames(facts) ?? onValues(facts));
}

/** An identifier is right or wrong: one that looks like another is another. */
function onIdentifiers(facts: Facts): Ruling {
  if (facts.holders === 0) {
    return onUnknownIdentifier(facts);
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
    return is('low', 'One record has the identifier that the query names, but none of the words beside it.');
  }
  return { atLeast: 'low', atMost: 'high', reason: 'One record has the identifier that the query names.' };
}

function onUnknownIdentifier(facts: Facts): Ruling {
  if (facts.isIdentifierAlone && facts.isPartlyHeld) {
    return is('low', 'The query names a part of a longer code, or a value that is not an identifier.');
  }
  return facts.isIdentifierAlone || facts.besideHeld === 0
    ? is('none', 'No record has the identifier that the query names.')
    : atMostLow('No record has the identifier that the query names; the words beside it decide.');
}

function onNames(facts: Facts): Ruling | undefined {
  if (facts.titled > 1) {
    return is('low', 'Several records have the title that the query names.');
  }
  if (facts.sameWords > 1 || (facts.sameWords === 1 && !facts.isFirstSameWords)) {
    return is('low', 'The title of another record has the same words.');
  }
  if (facts.titled === 1) {
    return is('high', 'The query is the title of one record.');
  }
  return facts.isMistypedTitle ? is('low', 'The query is the title of a record but for a letter.') : undefined;
}

function onValues(facts: Facts): Ruling | undefined {
  if (facts.valued > 1) {
    return is('low', 'Several records have the value that the query names.');
  }
  if (facts.isNumeric) {
    const reason = 'The query is a number, but not an identifier.';
    return facts.isComplete ? is('low', reason) : atMostLow(reason);
  }
  if (facts.isSingleWord) {
    return atMostLow('The query is one word, but not a title.');
  }
  if (facts.isOnlyOne) {
    return is('high', 'One title has all words of the query, and no other record has any.');
  }
  if (!facts.isInTitle && facts.valued === 0) {
    return atMostLow('The title of the first record has no word of the query.');
  }
  return undefined;
}
