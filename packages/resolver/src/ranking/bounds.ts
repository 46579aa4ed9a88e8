/** The probability of a statement about errors that may be wrong: 1 - 0.95. */
const alpha = 0.05;
/** Halvings of an interval; its length is then below the precision of a double. */
const halvings = 60;

/**
 * The upper bound of a share, one-sided at 95 %, from `wrong` among `given` independent cases. It is exact (Clopper and
 * Pearson, 1934): the largest share at which so few wrong cases still have a probability of 5 %. 1 without cases.
 */
export function upperBound(wrong: number, given: number): number {
  if (wrong >= given) {
    return 1;
  }
  let [low, high] = [wrong / given, 1];
  for (let step = 0; step < halvings; step += 1) {
    const middle = (low + high) / 2;
    if (atMost(wrong, given, middle) > alpha) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

/** The probability of at most `wrong` wrong cases, each with this probability. Logarithms avoid an underflow. */
function atMost(wrong: number, given: number, share: number): number {
  let term = given * Math.log1p(-share);
  let sum = Math.exp(term);
  for (let at = 1; at <= wrong; at += 1) {
    term += Math.log(((given - at + 1) / at) * (share / (1 - share)));
    sum += Math.exp(term);
  }
  return sum;
}

/** Labels with verdict `high`, by the strength of its evidence. */
export interface LabelledHighs {
  readonly strength: number;
  readonly given: number;
  readonly wrong: number;
}

/** The errors among labels whose strength is at least `strictness`, and the upper bound of their share. */
export function errorsAt(labels: readonly LabelledHighs[], strictness: number) {
  const kept = labels.filter(({ strength }) => strength >= strictness);
  const given = kept.reduce((sum, each) => sum + each.given, 0);
  const wrong = kept.reduce((sum, each) => sum + each.wrong, 0);
  return { strictness, given, wrong, upperBound: upperBound(wrong, given) };
}

/**
 * Chooses the least strictness that keeps the share of errors below `errorsMax`, by Learn then Test (Angelopoulos et
 * al., 2021) with fixed-sequence testing: from the strictest rule on, each looser one is accepted until one fails. The
 * sequence starts at the strictest rule with enough labels to pass without an error, which does not depend on errors.
 * Undefined with too few labels. If already the first rule fails, no `high` of the ranking is left.
 */
export function chooseStrictness(
  labels: readonly LabelledHighs[],
  { errorsMax, strictest }: { readonly errorsMax: number; readonly strictest: number },
) {
  const rules = Array.from({ length: strictest + 1 }, (_, at) => errorsAt(labels, strictest - at));
  const tested = rules.slice(rules.findIndex(({ given }) => upperBound(0, given) <= errorsMax));
  if (!tested.some(({ given }) => upperBound(0, given) <= errorsMax)) {
    return undefined;
  }
  const failing = tested.findIndex(({ upperBound: bound }) => bound > errorsMax);
  return failing === -1 ? tested.at(-1) : (tested[failing - 1] ?? errorsAt(labels, strictest + 1));
}
