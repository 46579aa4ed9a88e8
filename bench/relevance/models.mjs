// Fits the verdict's coefficients and finds its thresholds on a curve.
import { featureNames } from '../../packages/resolver/dist/ranking/features.js';
import { fitLogistic, predict } from './logistic.mjs';

const penalty = 0.001;
const folds = 5;
/** Thresholds tried, and what is asked of them in cross-validation. */
export const thresholds = Array.from({ length: 49 }, (_, i) => (i + 1) / 50);
/** Least shares, 0 to 1: of `high` verdicts that are right, and of answerable queries that are not `none`. */
export const goals = { rightHigh: 0.985, answeredNotNone: 0.985 };

const contradicted = ({ missingCodes, missingNumbers }) => missingCodes > 0 || missingNumbers > 0;

/** Sets whose wrong hits are near misses (a sibling of the absent record): "low" and "none" are both fair. */
const isNearMiss = (name, result) =>
  / absent$/.test(name) || (name.startsWith('known items') && result.answer === null);

/** Rows for "is the first hit right?": every result. */
function rightRows(sets, keep) {
  return rowsOf(
    sets,
    (_, result) => keep(result),
    ({ right }) => right,
  );
}

/** Rows for "is there an answer at all?": without near misses and answers lost beyond the tenth hit. */
function answeredRows(sets, keep) {
  const fits = (name, result) =>
    keep(result) && !isNearMiss(name, result) && (result.answered || result.answer === null);
  return rowsOf(sets, fits, ({ answered }) => answered);
}

/** Each set weighs as the square root of its size, so that none drowns the others. */
function rowsOf(sets, keep, isPositive) {
  return Object.entries(sets).flatMap(([name, results]) => {
    const kept = results.filter((result) => keep(name, result));
    const weight = 1 / Math.sqrt(Math.max(1, kept.length));
    return kept.map((result) => ({ ...result, set: name, y: isPositive(result) ? 1 : 0, weight }));
  });
}

function fitRows(rows, names) {
  return fitLogistic(
    rows.map(({ features, y, weight }) => ({ x: names.map((name) => features[name]), y, weight })),
    penalty,
  );
}

/** Every row with the probability given by a model that has not seen its fold. */
function crossValidated(rowsFor, names) {
  return Array.from({ length: folds }, (_, fold) => {
    const model = fitRows(
      rowsFor(({ group }) => group % folds !== fold),
      names,
    );
    return rowsFor(({ group }) => group % folds === fold).map((row) => ({
      ...row,
      p: predict(
        model,
        names.map((name) => row.features[name]),
      ),
    }));
  }).flat();
}

const weightOf = (rows) => rows.reduce((sum, { weight }) => sum + weight, 0);

/** For each threshold: share of `high` that is right, of right results that are `high`, of answers that are `none`. */
function curveOf(right, answered) {
  return thresholds.map((threshold) => {
    const high = right.filter(({ p, features }) => p >= threshold && !contradicted(features));
    const none = answered.filter(({ p }) => p < threshold);
    const all = (rows, y) => weightOf(rows.filter((row) => row.y === y));
    return {
      threshold,
      highRight: weightOf(high) === 0 ? 1 : all(high, 1) / weightOf(high),
      highShare: all(high, 1) / all(right, 1),
      answeredNone: all(none, 1) / all(answered, 1),
      unansweredNone: all(none, 0) / all(answered, 0),
    };
  });
}

/** A verdict table for the sets from the named features, with its curve and cross-validated results. */
export function fitTable(sets, names) {
  const right = crossValidated((keep) => rightRows(sets, keep), names);
  const answered = crossValidated((keep) => answeredRows(sets, keep), names);
  const curve = curveOf(right, answered);
  const high = curve.find(({ highRight }) => highRight >= goals.rightHigh) ?? curve.at(-1);
  const none = curve.findLast(({ answeredNone }) => answeredNone <= 1 - goals.answeredNotNone) ?? curve[0];
  const model = (rows, threshold) => {
    const { bias, weights } = fitRows(rows, names);
    const byName = Object.fromEntries(featureNames.map((name) => [name, round(weights[names.indexOf(name)] ?? 0)]));
    return { bias: round(bias), weights: byName, threshold };
  };
  const table = {
    right: model(
      rightRows(sets, () => true),
      high.threshold,
    ),
    answered: model(
      answeredRows(sets, () => true),
      none.threshold,
    ),
  };
  const judged = crossValidatedSets(sets, names, table);
  return { table, curve, sets: judged, heldOut: heldOutFamilies(sets, names, table) };
}

const round = (value) => Math.round(value * 1000) / 1000;

/** Verdicts of every result by models of the other folds, with the table's thresholds. */
function crossValidatedSets(sets, names, table) {
  const verdicts = new Map();
  for (let fold = 0; fold < folds; fold++) {
    const judgeResult = judgeFittedOn(sets, ({ group }) => group % folds !== fold, { names, table });
    for (const [set, results] of Object.entries(sets)) {
      const judged = results.filter(({ group }) => group % folds === fold).map(judgeResult);
      verdicts.set(set, [...(verdicts.get(set) ?? []), ...judged]);
    }
  }
  return Object.fromEntries(verdicts);
}

/** Verdicts on each family of corpora by models fitted on the other families alone: what unseen data gets. */
function heldOutFamilies(sets, names, table) {
  return families.map(({ family, members }) => {
    const inside = Object.entries(sets).filter(([set]) => members.test(set));
    const outside = Object.fromEntries(Object.entries(sets).filter(([set]) => !members.test(set)));
    const judgeResult = judgeFittedOn(outside, () => true, { names, table });
    return {
      family,
      rows: inside.flatMap(([set, results]) =>
        results.map((result) => ({ ...judgeResult(result), nearMiss: isNearMiss(set, result) })),
      ),
    };
  });
}

const families = [
  { family: 'Abt and Buy', members: /Abt|\bbuy/ },
  { family: 'bestbuy', members: /bestbuy/ },
  { family: 'magento', members: /magento/ },
  { family: 'northwind', members: /northwind/ },
  { family: 'odoo', members: /odoo/ },
];

function judgeFittedOn(sets, keep, { names, table }) {
  const right = fitRows(rightRows(sets, keep), names);
  const answered = fitRows(answeredRows(sets, keep), names);
  return (result) => {
    const x = names.map((name) => result.features[name]);
    const isHigh = !contradicted(result.features) && predict(right, x) >= table.right.threshold;
    const holdsCodes = result.features.hasCode === 1 && result.features.missingCodes === 0;
    const isAnswer = holdsCodes || predict(answered, x) >= table.answered.threshold;
    return { ...result, verdict: isHigh ? 'high' : isAnswer ? 'low' : 'none' };
  };
}
