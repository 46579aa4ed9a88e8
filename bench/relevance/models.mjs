// Fits the model that tells `low` from `none`, and finds its threshold where enough answers are kept. `high` is not fitted.
import { featureNames } from '../../packages/resolver/dist/ranking/features.js';
import { ruleOn } from '../../packages/resolver/dist/ranking/rules.js';
import { judge } from '../../packages/resolver/dist/ranking/verdict.js';
import { fitLogistic, predict } from './logistic.mjs';

const penalty = 0.001;
const folds = 5;
/** What the model looks at: cosines by meaning alone where they are known, else all others. */
const answeredNames = [
  ...['score', 'lead', 'relativeLead', 'lexical', 'coverage', 'coverageLead', 'complete', 'value', 'information'],
  ...['unknown', 'shortness', 'hasCode', 'codes', 'codeLead', 'missingCodes', 'missingNumbers'],
];
const cosineNames = ['nearest', 'cosineRise', 'cosineLead', 'cosine'];
const meaningNames = ['meaningMost', 'backed'];
/** How much more than others a set weighs that tells questions in other words from those about something else. */
const tellingWeight = 3;
const isTelling = (set) => /^(paraphrases|furniture)/.test(set);
/** Thresholds tried. */
const thresholds = [...Array.from({ length: 49 }, (_, i) => (i + 1) / 50), 0.985, 0.99, 0.995, 0.998, 0.999];
/**
 * Least shares, 0 to 1: of answerable queries that are not `none` where no rule decides; and, which comes before that, of
 * questions about something else that are, in every corpus left out.
 */
export const goals = { answeredNotNone: 0.985, elsewhereNone: 0.92 };

const families = [
  { family: 'Abt and Buy', members: /Abt|\bbuy/ },
  { family: 'bestbuy', members: /bestbuy/ },
  { family: 'magento', members: /magento/ },
  { family: 'northwind', members: /northwind/ },
  { family: 'odoo', members: /odoo/ },
];
const familyOf = (set) => families.find(({ members }) => members.test(set)).family;

/** Sets whose wrong hits are near misses (a sibling of the absent record): "low" and "none" are both fair. */
const isNearMiss = (set, { answer }) => / absent$/.test(set) || (set.startsWith('known items') && answer === null);

/** All results, each with its set; a set weighs as the square root of its size, so that none drowns the others. */
function rowsOf(sets) {
  return Object.entries(sets).flatMap(([set, results]) =>
    results.map((result) => ({
      ...result,
      set,
      family: familyOf(set),
      ruling: ruleOn(result.facts),
      nearMiss: isNearMiss(set, result),
      weight: (isTelling(set) ? tellingWeight : 1) / Math.sqrt(results.length),
    })),
  );
}

/** Without near misses and answers lost beyond the tenth hit, which say nothing about whether there is an answer. */
const saysAnswered = ({ nearMiss, answered, answer }) => !nearMiss && (answered || answer === null);

/** The model, with its features as `names` allows. An identifier is there or not, so that nothing is learnt from it. */
function fitModel(rows, names) {
  const cosines = names.includes('meaningMost') ? meaningNames : cosineNames;
  const used = [...answeredNames, ...cosines].filter((feature) => names.includes(feature));
  const kept = rows.filter((row) => saysAnswered(row) && (row.ruling.isOpen || row.facts.identifiers === 0));
  const { bias, weights } = fitLogistic(
    kept.map(({ features, answered, weight }) => ({
      x: used.map((feature) => features[feature]),
      y: answered ? 1 : 0,
      weight,
    })),
    penalty,
  );
  const byName = featureNames.map((feature) => [feature, round(weights[used.indexOf(feature)] ?? 0)]);
  return { bias: round(bias), weights: Object.fromEntries(byName) };
}

const round = (value) => Math.round(value * 1000) / 1000;

/** Every row judged by a model that has not seen its part: one of five folds, or its family. */
function judgedUnseen(rows, names, partOf) {
  return [...new Set(rows.map(partOf))].flatMap((part) => {
    const model = fitModel(
      rows.filter((row) => partOf(row) !== part),
      names,
    );
    return rows
      .filter((row) => partOf(row) === part)
      .map((row) => ({ ...row, model, answeredness: answerednessOf(row, model) }));
  });
}

function answerednessOf({ ruling, features }, { bias, weights }) {
  if (!ruling.isOpen) {
    return ruling.verdict === 'none' ? 0 : 1;
  }
  return predict(
    { bias, weights: featureNames.map((name) => weights[name]) },
    featureNames.map((name) => features[name]),
  );
}

const shareOf = (rows, test) => (rows.length === 0 ? 1 : rows.filter(test).length / rows.length);
const weightOf = (rows) => rows.reduce((sum, { weight }) => sum + weight, 0);
const weightedShare = (rows, test) => (rows.length === 0 ? 1 : weightOf(rows.filter(test)) / weightOf(rows));

/** Outcomes by threshold, of what the rules leave open. */
function curveOf(crossValidated) {
  const judged = crossValidated.filter((row) => saysAnswered(row) && row.ruling.isOpen);
  const noneOf = (isAnswered, threshold) =>
    weightedShare(
      judged.filter(({ answered }) => answered === isAnswered),
      ({ answeredness }) => answeredness < threshold,
    );
  return thresholds.map((threshold) => ({
    threshold,
    answeredNone: noneOf(true, threshold),
    unansweredNone: noneOf(false, threshold),
  }));
}

/** The model for the sets from the named features, with its curve and its verdicts on what it has not seen. */
export function fitAnswered(sets, names) {
  const rows = rowsOf(sets);
  const crossValidated = judgedUnseen(rows, names, ({ group }) => group % folds);
  const leftOut = judgedUnseen(rows, names, ({ family }) => family);
  const curve = curveOf(crossValidated);
  const kept = (curve.findLast(({ answeredNone }) => answeredNone <= 1 - goals.answeredNotNone) ?? curve[0]).threshold;
  const threshold = Math.max(kept, elsewhereThreshold(leftOut));
  const judgeRow = (row) => ({ ...row, ...judge({ ...row.model, threshold }, row) });
  const judged = crossValidated.map(judgeRow);
  return {
    model: { ...fitModel(rows, names), threshold },
    curve,
    sets: Object.fromEntries(Object.keys(sets).map((name) => [name, judged.filter(({ set }) => set === name)])),
    heldOut: families.map(({ family }) => ({
      family,
      rows: leftOut.filter((row) => row.family === family).map(judgeRow),
    })),
  };
}

/** The first threshold below which enough of the questions about something else are, in each corpus. */
function elsewhereThreshold(leftOut) {
  const sets = [...new Set(leftOut.map(({ set }) => set))].filter((set) => set.startsWith('furniture'));
  const isMet = (threshold) =>
    sets.every(
      (name) =>
        shareOf(
          leftOut.filter(({ set }) => set === name),
          ({ answeredness }) => answeredness < threshold,
        ) >= goals.elsewhereNone,
    );
  return thresholds.find(isMet) ?? thresholds.at(-1);
}
