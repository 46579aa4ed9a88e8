/** Words and phrases that exclude what follows, folded, by language. */
const phrasesOf = {
  en: `not, no, never, without, except, excluding, neither, nor, minus, don t, dont, doesn t, isn t, other than, anything but,
       all but, instead of, rather than, apart from, aside from`,
  de: 'nicht, kein, keine, keinen, keinem, keiner, keines, ohne, ausser, weder, statt, anstatt, anstelle, nie, anders als',
  fr: 'pas, sans, sauf, aucun, aucune, hormis, autre que, autres que, au lieu de, au lieu du, a la place de, plutot que',
  es: 'sin, excepto, salvo, menos, ningun, ninguno, ninguna, nunca, tampoco, en vez de, en lugar de, aparte de',
  it: 'non, senza, tranne, eccetto, nessun, nessuno, nessuna, invece di, al posto di, anziche, a parte',
  nl: 'niet, geen, zonder, behalve, nooit, noch, in plaats van, anders dan',
  pt: 'nao, sem, exceto, nenhum, nenhuma, nem, em vez de, em lugar de, ao inves de, alem de',
} as const;
const phrases = new Set(Object.values(phrasesOf).flatMap((list) => list.split(/,\s+/)));
const wordsMax = 3;

/**
 * The phrase at a position of a query that excludes what follows. Matching cannot express exclusion, so these queries are
 * never `high`.
 */
export function negationAt(words: readonly string[], at: number): string | undefined {
  const lengths = Array.from({ length: wordsMax }, (_, i) => wordsMax - i);
  return lengths.map((length) => words.slice(at, at + length).join(' ')).find((phrase) => phrases.has(phrase));
}
