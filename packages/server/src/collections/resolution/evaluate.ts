import { type Evaluation, limits } from '@tessera/contract';
import type { JsonObject } from '@tessera/json';
import { canonicalId } from '@tessera/records';
import { upperBound } from '@tessera/resolver';
import type { InputOf, Operation } from '../../dispatch/operation.js';
import { errors, ServiceError } from '../../platform/errors.js';
import { openCollection } from '../access/view.js';
import { type Label, storeLabels } from '../measuring/labels.js';
import type { SentQuery } from '../search/open-queries.js';
import { loggedText } from '../search/operations.js';
import type { BatchAnswer } from '../search/present-answer.js';
import { answerBatch, type QueryCall, type QueryDependencies } from '../search/query.js';
import { strength } from '../search/strictness.js';

const operation = 'collections.evaluate';
type Case = InputOf<typeof operation>['body']['cases'][number];

/** Results of a `low` answer among which the right record can be. */
const listedMax = 10;

/** The operation that compares the answers of a collection with right answers. */
export function evaluationOperations(dependencies: QueryDependencies) {
  const evaluate: Operation<typeof operation> = async (context, principal, { params, body }) => {
    const call: QueryCall = { context, principal, operation, name: params.name };
    const { evaluation, labels } = await evaluateCases(dependencies, call, body.cases);
    if (body.keep) {
      await context.transaction(async (transaction) => {
        const { collection, config } = await openCollection(transaction, principal, operation, params.name);
        const at = context.services.clock();
        await storeLabels(transaction, { collectionId: collection.id, ...config }, { labels, at });
        const detail = { labels: labels.length };
        context.audit(transaction, { action: 'collection.labelled', target: collection.name, detail });
      });
    }
    return { ...evaluation, workspace: context.workspaceReference };
  };
  return { [operation]: evaluate };
}

/** Answers cases as queries are answered, without logging them, and counts right and wrong answers by verdict. */
async function evaluateCases(
  dependencies: QueryDependencies,
  call: QueryCall,
  cases: readonly Case[],
): Promise<{ readonly evaluation: Omit<Evaluation, 'workspace'>; readonly labels: Label[] }> {
  const high = { given: 0, right: 0, wrong: 0 };
  const [low, none] = [
    { given: 0, first_right: 0, listed: 0 },
    { given: 0, right: 0 },
  ];
  const wrong: Evaluation['wrong'] = [];
  const labels: Label[] = [];
  for (const [index, answer] of (await answersOf(dependencies, call, cases)).entries()) {
    const { confidence, results, reasons } = answer;
    const { external_id: sent } = cases[index] as Case;
    const expected = sent === null ? null : idOf(sent);
    const got = results[0]?.external_id ?? null;
    const isRight = confidence === 'none' ? expected === null : expected !== null && got === expected;
    if (confidence === 'high') {
      high.given += 1;
      high[isRight ? 'right' : 'wrong'] += 1;
      if (!isRight) {
        wrong.push({ index, expected, got, reasons: [...reasons] });
      }
    } else if (confidence === 'low') {
      low.given += 1;
      low.first_right += Number(isRight);
      low.listed += Number(results.some(({ external_id: id }) => id === expected));
    } else {
      none.given += 1;
      none.right += Number(isRight);
    }
    labels.push({ query: loggedText(sentQuery(cases[index] as Case)), strength: answer[strength] ?? null, isRight });
  }
  const bounded = { ...high, upper_bound: upperBound(high.wrong, high.given) };
  return { evaluation: { high: bounded, low, none, wrong }, labels };
}

async function answersOf(
  dependencies: QueryDependencies,
  call: QueryCall,
  cases: readonly Case[],
): Promise<BatchAnswer[]> {
  const now = call.context.services.clock();
  const shown = { fields: [], results: { high: 1, low: listedMax, none: 0 }, isBrief: true, now };
  const answers: BatchAnswer[] = [];
  for (let start = 0; start < cases.length; start += limits.queriesPerCall) {
    const queries = cases.slice(start, start + limits.queriesPerCall).map(sentQuery);
    const batch = await answerBatch(dependencies, call, { queries, shown });
    for (const answer of batch.answers) {
      if (answer instanceof ServiceError) {
        throw answer.code === 'invalid_request'
          ? errors.invalidRequest([{ path: `cases.${answers.length}`, message: answer.message }])
          : answer;
      }
      answers.push(answer);
    }
  }
  return answers;
}

function sentQuery({ query = '', record, filters }: Case): SentQuery {
  return { text: query.trim(), record: record as JsonObject | undefined, filters };
}

function idOf(sent: string): string {
  const canonical = canonicalId(sent);
  return 'id' in canonical ? canonical.id : sent;
}
