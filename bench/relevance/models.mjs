// Fits the verdict's coefficients and finds its thresholds where data the models have not seen is judged well enough.
import { featureNames } from '../../packages/resolver/dist/ranking/features.js';
import { ruleOn } from '../../packages/resolver/dist/ranking/rules.js';
import { isHighRuledOut, judge } from '../../packages/resolver/dist/ranking/verdict.js';
import { fitLogistic, predict } from './logistic.mjs';

const penalties = { byCode: 0.004, byWords: 0.001, answered: 0.001 };
const folds = 5;
/** What the two models of a right first hit look at; the others say the same in other words, or depend on the size. */
const rightNames = [
  ...['lead', 'relativeLead', 'lexical', 'coverage', 'coverageLead', 'value', 'shortness', 'codes'],
  ...['cosineRise', 'cosineLead', 'cosine', 'meaning'],
  ...['title', 'inTitle', 'said', 'saidLead', 'missing', 'missingMost', 'lacking', 'substituted'],
];
/** What the model of an answered query looks at: cosines by meaning alone where they are known, else all others. */
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
 * Least shares, 0 to 1: of `high` verdicts that are right in cross-validation, and in every family of data that is left
 * out; of answerable queries that are not `none`; and, which comes before that, of questions about something else that
 * are, in every corpus left out.
 */
export const goals = { rightHigh: 0.985, rightHighLeftOut: 0.97, answeredNotNone: 0.985, elsewhereNone: 0.92 };
/** The least threshold of `byCode`: the rules take away what is wrong, and lower ones would follow chance. */
const byCodeMin = 0.3;
/** Fewer `high` verdicts than this of a family say little about their share. */
const highsMin = 50;

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
      model: result.facts.holders === 1 ? 'byCode' : 'byWords',
      ...open(result),
      nearMiss: isNearMiss(set, result),
      weight: (isTelling(set) ? tellingWeight : 1) / Math.sqrt(results.length),
    })),
  );
}

/** What the rules leave to the models: the least and the most that each may say of a right first hit and of an answer. */
function open(result) {
  const { atLeast, atMost } = ruleOn(result.facts) ?? { atLeast: 'none', atMost: 'high' };
  const isRuledOut = atLeast !== 'high' && isHighRuledOut(result);
  return {
    rightRange: [atLeast === 'high' ? 1 : 0, atMost !== 'high' || isRuledOut ? 0 : 1],
    answeredRange: [atLeast === 'none' ? 0 : 1, atMost === 'none' ? 0 : 1],
  };
}

const isOpen = ([least, most]) => least < most;

/** Without near misses and answers lost beyond the tenth hit, which say nothing about whether there is an answer. */
const saysAnswered = ({ nearMiss, answered, answer }) => !nearMiss && (answered || answer === null);

/** The three models, with their features as `names` allows. */
function fitModels(rows, names) {
  const fitModel = (name, kept, isPositive, wanted) => {
    const used = wanted.filter((feature) => names.includes(feature));
    if (kept.length === 0) {
      // Nothing to learn from: it says no.
      return { bias: -20, weights: Object.fromEntries(featureNames.map((feature) => [feature, 0])) };
    }
    const x = ({ features }) => used.map((feature) => features[feature]);
    const { bias, weights } = fitLogistic(
      kept.map((row) => ({ x: x(row), y: isPositive(row) ? 1 : 0, weight: row.weight })),
      penalties[name],
    );
    const byName = featureNames.map((feature) => [feature, round(weights[used.indexOf(feature)] ?? 0)]);
    return { bias: round(bias), weights: Object.fromEntries(byName) };
  };
  const right = (name) =>
    fitModel(
      name,
      rows.filter(({ model, rightRange }) => model === name && isOpen(rightRange)),
      (row) => row.right,
      rightNames,
    );
  const cosines = names.includes('meaningMost') ? meaningNames : cosineNames;
  const answerable = rows.filter((row) => saysAnswered(row) && isOpen(row.answeredRange));
  const answered = fitModel('answered', answerable, (row) => row.answered, [...answeredNames, ...cosines]);
  return { byCode: right('byCode'), byWords: right('byWords'), answered };
}

const round = (value) => Math.round(value * 1000) / 1000;

/** The rows with their probabilities by models that were fitted on others. */
function withProbabilities(rows, models) {
  const probability = ({ bias, weights }, { features }) =>
    predict(
      { bias, weights: featureNames.map((name) => weights[name]) },
      featureNames.map((name) => features[name]),
    );
  return rows.map((row) => ({
    ...row,
    models,
    rightness: within(row.rightRange, probability(models[row.model], row)),
    answeredness: within(row.answeredRange, probability(models.answered, row)),
  }));
}

const within = ([least, most], value) => Math.max(least, Math.min(most, value));

/** Every row judged by models that have not seen its part: one of five folds, or its family. */
function judgedUnseen(rows, names, partOf) {
  return [...new Set(rows.map(partOf))].flatMap((part) =>
    withProbabilities(
      rows.filter((row) => partOf(row) === part),
      fitModels(
        rows.filter((row) => partOf(row) !== part),
        names,
      ),
    ),
  );
}

const shareOf = (rows, test) => (rows.length === 0 ? 1 : rows.filter(test).length / rows.length);
const weightOf = (rows) => rows.reduce((sum, { weight }) => sum + weight, 0);
const weightedShare = (rows, test) => (rows.length === 0 ? 1 : weightOf(rows.filter(test)) / weightOf(rows));
const isRight = ({ right }) => right;

/** Share of `high` that is right in the family where it is lowest. */
function worstFamily(leftOut, isHigh) {
  return Math.min(
    ...families.map(({ family }) => {
      const high = leftOut.filter((row) => row.family === family && isHigh(row));
      return high.length < highsMin ? 1 : shareOf(high, isRight);
    }),
  );
}

/** Outcomes by threshold of `byWords`, with that of `byCode` given, and by threshold of `answered`. */
function curveOf({ crossValidated, leftOut, byCode }) {
  return thresholds.map((threshold) => {
    const isHigh = (row) => row.rightness >= (row.model === 'byCode' ? byCode : threshold);
    const isNone = (row) => row.answeredness < threshold;
    const judged = crossValidated.filter(saysAnswered);
    return {
      threshold,
      highRight: weightedShare(crossValidated.filter(isHigh), isRight),
      highRightLeftOut: worstFamily(leftOut, isHigh),
      highShare: weightedShare(crossValidated.filter(isRight), isHigh),
      answeredNone: weightedShare(
        judged.filter(({ answered }) => answered),
        isNone,
      ),
      unansweredNone: weightedShare(
        judged.filter(({ answered }) => !answered),
        isNone,
      ),
    };
  });
}

/** A verdict table for the sets from the named features, with its curve and its verdicts on what it has not seen. */
export function fitTable(sets, names) {
  const rows = rowsOf(sets);
  const crossValidated = judgedUnseen(rows, names, ({ group }) => group % folds);
  const leftOut = judgedUnseen(rows, names, ({ family }) => family);
  const byCode = byCodeThreshold(leftOut);
  const curve = curveOf({ crossValidated, leftOut, byCode });
  // The first from which on the goals hold: a lower one may meet them by chance.
  const unmet = curve.findLastIndex(
    ({ highRight, highRightLeftOut }) => highRight < goals.rightHigh || highRightLeftOut < goals.rightHighLeftOut,
  );
  const { threshold: byWords } = curve[Math.min(unmet + 1, curve.length - 1)];
  const kept = (curve.findLast(({ answeredNone }) => answeredNone <= 1 - goals.answeredNotNone) ?? curve[0]).threshold;
  const answered = Math.max(kept, elsewhereThreshold(leftOut));
  const withThresholds = (models) =>
    Object.fromEntries(
      Object.entries({ byCode, byWords, answered }).map(([name, threshold]) => [name, { ...models[name], threshold }]),
    );
  const judgeRow = (row) => ({ ...row, verdict: judge(withThresholds(row.models), row).verdict });
  const judged = crossValidated.map(judgeRow);
  return {
    table: withThresholds(fitModels(rows, names)),
    curve,
    sets: Object.fromEntries(Object.keys(sets).map((name) => [name, judged.filter(({ set }) => set === name)])),
    heldOut: families.map(({ family }) => ({
      family,
      rows: leftOut.filter((row) => row.family === family).map(judgeRow),
    })),
  };
}

/** The first threshold from which on enough is right in the families left out, taken together. */
function byCodeThreshold(leftOut) {
  const rows = leftOut.filter(({ model }) => model === 'byCode');
  const unmet = thresholds.findLastIndex(
    (threshold) =>
      shareOf(
        rows.filter(({ rightness }) => rightness >= threshold),
        isRight,
      ) < goals.rightHigh,
  );
  return Math.max(byCodeMin, thresholds[Math.min(unmet + 1, thresholds.length - 1)]);
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
