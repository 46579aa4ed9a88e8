// Questions in other words than the records' that answer them: uses, synonyms and more general words, in four languages.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The corpora that there are queries for. */
export const paraphrased = ['odooProducts', 'northwindProducts', 'bestbuy', 'magento'];

/** The queries for one corpus: `{text, language, answer}`, the last a test of ids. An id that ends with `*` is every longer one. */
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
