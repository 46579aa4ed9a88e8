import { measureOf } from '../text/keys.js';
import { fold } from '../text/words.js';

const measured = /(?<![\p{L}\p{N}.,/])(\d+(?:\.\d+)?)[\s-]?(\p{L}{1,12})(?![\p{L}\p{N}])/gu;

/** Whether two titles have measures in the same unit, but none in common: "5 kg" and "7 kg". */
export function isOtherMeasure(sent: string, stored: string): boolean {
  const [ours, theirs] = [measuresIn(sent), measuresIn(stored)];
  return [...ours].some(([unit, values]) => {
    const others = theirs.get(unit);
    return others !== undefined && ![...values].some((value) => others.has(value));
  });
}

/** The measures of a title in normal form, by their unit. */
function measuresIn(title: string): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const [, number = '', word = ''] of fold(title).matchAll(measured)) {
    const measure = measureOf(number, word);
    if (measure !== undefined) {
      const unit = measure.replace(/^[\d.]+/, '');
      found.set(unit, (found.get(unit) ?? new Set()).add(measure));
    }
  }
  return found;
}
