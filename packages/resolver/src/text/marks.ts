import { wordSet } from './stop-words.js';

/** Words and phrases that are marks, folded, by language: what follows is there, is not there, or is something else. */
const phrasesOf = {
  with: 'with, w, incl, including, inklusive, inkl, mit, avec, con, met, com',
  without: 'without, no, non, w o, ohne, sans, sin, senza, zonder, sem',
  to: 'to, into, auf, zu, vers, hacia, verso, naar, nach',
  for: `for, fits, suits, replaces, replacement for, compatible with, alternative to, works with, suitable for, intended for,
    fur, passend fur, ersetzt, kompatibel mit, ersatz fur, pour, remplace, compatible avec, para, reemplaza, compatible con,
    compatibile con, sostituisce, adatto a, voor, vervangt, geschikt voor, compativel com, substitui`,
  not: `not, never, except, excluding, neither, nor, minus, don t, dont, doesn t, isn t, other than, anything but, all but,
    instead of, rather than, apart from, aside from, nicht, kein, keine, keinen, keinem, keiner, keines, ausser, weder, statt,
    anstatt, anstelle, nie, anders als, pas, sauf, aucun, aucune, hormis, autre que, autres que, au lieu de, au lieu du,
    a la place de, plutot que, excepto, salvo, menos, ningun, ninguno, ninguna, nunca, tampoco, en vez de, en lugar de,
    aparte de, tranne, eccetto, nessun, nessuno, nessuna, invece di, al posto di, anziche, a parte, niet, geen, behalve,
    nooit, noch, in plaats van, anders dan, nao, exceto, nenhum, nenhuma, nem, em vez de, em lugar de, ao inves de, alem de`,
} as const;

/** What a phrase says of the words behind it. */
export type Phrase = keyof typeof phrasesOf;

/** The phrases that begin with a word, longest first, each as the words behind it. */
const phrases = new Map<string, { readonly kind: Phrase; readonly others: readonly string[] }[]>();
for (const [kind, list] of Object.entries(phrasesOf) as [Phrase, string][]) {
  for (const phrase of list.split(/,\s+/)) {
    const [first = '', ...others] = phrase.split(' ');
    const all = [...(phrases.get(first) ?? []), { kind, others }].sort((a, b) => b.others.length - a.others.length);
    phrases.set(first, all);
  }
}

/** The first words of all phrases. */
export const phraseBeginnings: ReadonlySet<string> = new Set(phrases.keys());

/** The longest phrase at a position, with its number of words. */
export function phraseAt(
  words: readonly { readonly text: string }[],
  at: number,
): { kind: Phrase; length: number } | undefined {
  const found = phrases
    .get(words[at]?.text ?? '')
    ?.find(({ others }) => others.every((other, i) => other === words[at + 1 + i]?.text));
  return found && { kind: found.kind, length: found.others.length + 1 };
}

/** Endings that say that something is not there: "sugar-free", "zuckerfrei". */
export const lackingEndings = ['free', 'frei', 'less', 'los'] as const;
/** Those that are not the ending of another kind of word, as in "wireless". */
export const joinedEndings = ['free', 'frei'] as const;

/** Numbers in words, folded, by their value. */
const ordinalWords = [
  'first erste erster erstes ersten premier premiere primero primera primo prima eerste primeiro primeira',
  'second zweite zweiter zweites zweiten deuxieme seconde segundo segunda secondo seconda tweede',
  'third dritte dritter drittes dritten troisieme tercero tercera terzo terza derde terceiro terceira',
  'fourth vierte vierter viertes vierten quatrieme cuarto cuarta quarto quarta vierde',
  'fifth funfte funfter funftes funften cinquieme quinto quinta vijfde',
];

/** The value of an ordinal in words. */
export const ordinals = new Map(
  ordinalWords.flatMap((words, at) => [...wordSet(words)].map((word) => [word, String(at + 1)] as const)),
);

/** Colours by language, folded, in the same order. */
const colourWords = `black schwarz noir noire negro negra nero nera zwart preto, white weiss blanc blanche blanco blanca bianco wit branco,
  red rot rouge rojo roja rosso rood vermelho, blue blau bleu bleue azul blu blauw, green grun vert verte verde groen,
  yellow gelb jaune amarillo giallo geel amarelo, orange naranja arancione oranje laranja, purple violet lila violett violeta viola paars roxo,
  pink rosa roze, brown braun marron marrone bruin castanho, gray grey grau gris grigio grijs cinza, silver silber argent plata argento zilver prata,
  gold golden oro goud ouro, beige, turquoise turkis, ivory elfenbein, graphite, bronze, copper kupfer, navy, cyan, magenta, champagne`;

/** The first spelling of a colour in any language. */
export const colours = new Map(
  colourWords.split(/,\s+/).flatMap((list) => {
    const [first = '', ...others] = list.trim().split(/\s+/);
    return [first, ...others].map((word) => [word, first] as const);
  }),
);

/** Sizes of clothes that are no other words. */
export const sizes = wordSet('xxs xs xl xxl xxxl xxxxl medium');

/** Words of which a thing is at most one. */
const oppositeWords = `wired wireless, corded cordless, left right, front rear, indoor outdoor, male female, small large,
  hot cold, upper lower, top bottom, men women, mens womens, boys girls, internal external, inner outer, analog digital, single double,
  hard soft, new refurbished, used new, open closed, long short, input output, in out, full empty, day night, mini maxi, portable stationary,
  gas electric, over under, am pm, basic advanced, light dark, wet dry, mono stereo, standard deluxe, low high, adult kids,
  active passive, sweet salty, raw cooked, vertical horizontal, flat curved, manual automatic, plus minus, north south, east west,
  summer winter, heavy light, links rechts, innen aussen, vorn hinten, oben unten, gauche droite, interieur exterieur`;

/** The opposites of a word. */
export const opposites = new Map<string, string[]>();
for (const pair of oppositeWords.split(/,\s+/)) {
  const [one = '', other = ''] = pair.split(/\s+/);
  opposites.set(one, [...(opposites.get(one) ?? []), other]);
  opposites.set(other, [...(opposites.get(other) ?? []), one]);
}
