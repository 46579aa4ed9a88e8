// Queries in other words than those of the correct records: uses, synonyms and more general words, in four languages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The corpora with queries. */
export const paraphrased = ['odooProducts', 'northwindProducts', 'bestbuy', 'magento'];

/**
 * The queries of a corpus: `{text, language, answer}`, where `answer` tests an id. An id ending in `*` matches all ids
 * with that prefix.
 */
export function paraphrases(corpus) {
  const path = fileURLToPath(new URL('paraphrases.tsv', import.meta.url));
  const [, ...lines] = readFileSync(path, 'utf8').trim().split('\n');
  return lines
    .map((line) => line.split('\t'))
    .filter(([of]) => of === corpus)
    .map(([, language, text, answers]) => ({ language, text, answer: (id) => isAnswer(answers.split(' '), id) }));
}

function isAnswer(answers, id) {
  return answers.some((answer) => (answer.endsWith('*') ? id.startsWith(answer.slice(0, -1)) : id === answer));
}
