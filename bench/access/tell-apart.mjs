/** How often the first of a pair took longer than the second, over all pairs of samples; ties count half. */
function shareLonger(first, second) {
  const sorted = [...first.map((ms) => [ms, 1]), ...second.map((ms) => [ms, 0])].sort((a, b) => a[0] - b[0]);
  let seconds = 0;
  let longer = 0;
  for (const [, isFirst] of sorted) {
    if (isFirst) longer += seconds;
    else seconds += 1;
  }
  return longer / (first.length * second.length);
}

/**
 * How surely two equally many samples differ: the share in which the first took longer, and how many standard errors, those
 * of two that are alike (by Mann and Whitney), that is from 0.5.
 */
export function tellApart(first, second) {
  const share = shareLonger(first, second);
  const samples = first.length;
  const error = Math.sqrt((2 * samples + 1) / (12 * samples * samples));
  return { share, sure: Math.abs(share - 0.5) / error };
}

/** The middle one of some values. */
export const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
