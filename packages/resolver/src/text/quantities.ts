import { wordSet } from './stop-words.js';
import { unitOf } from './units.js';

/** Words before or after a number that make it a quantity, folded, by language. */
const wordsOf = {
  en: `x pc pcs pce piece pieces unit units ea each times box boxes pack packs package packages pk pkt set sets pair pairs
       carton cartons ctn dozen roll rolls cases bag bags bundle qty quantity count ct`,
  de: `st stk stck stuck stueck mal karton kartons packung packungen pkg paket pakete paar rolle rollen satz kiste kisten
       beutel dutzend menge anzahl`,
  fr: `pieces pce pces unite unites fois boite boites paquet paquets paire paires lots rouleau rouleaux carton douzaine
       quantite qte`,
  es: `pieza piezas pza pzas unidad unidades ud uds veces caja cajas paquete paquetes par pares rollo rollos juego docena
       cantidad cant`,
  it: `pezzo pezzi pz volte scatola scatole confezione confezioni pacco pacchi paio paia rotolo rotoli dozzina quantita qta`,
  nl: `stuk stuks keer doos dozen pak pakken paar rol rollen dozijn aantal hoeveelheid`,
  pt: `peca pecas unidade unidades vezes caixa caixas pacote pacotes rolo rolos duzia quantidade qtd qtde`,
} as const;

/** Words before or after a number that make it a quantity. */
export const quantityWords = wordSet(Object.values(wordsOf).join(' '));

/** Words between a quantity word and its number: "pack of 6", "Packung mit 6". */
export const quantityLinks = wordSet('of de da di van von a mit met com con per por');

/** Signs that make a number next to a code a quantity. */
export const quantitySigns = /[×✕✖*]/;

const suffixed = /^(?:\d{1,4}([a-z]+)|[a-z]{4,}\d{1,4}([a-z]{2,}))$/;

/** Whether a word is a number joined with its unit or quantity word, such as "5pack", "users5pk", "40cm" or "x3". */
export function isCounted(joined: string): boolean {
  const [, alone, behind] = suffixed.exec(joined) ?? [];
  const unit = alone ?? behind ?? '';
  return unitOf(unit) !== undefined || quantityWords.has(unit) || isGluedQuantity(joined);
}

/** Whether a word ends in a small number, such as "dvds2" or "users5", and so names a version. */
export function isVersioned(joined: string): boolean {
  return /^[a-z]{4,}\d{1,2}$/.test(joined);
}

/** Whether a word is a quantity by itself, such as "3pcs", "12x" or "x3". */
export function isGluedQuantity(text: string): boolean {
  // "1st" is an ordinal, although "st" is short for pieces in German.
  if (/1st$/.test(text)) {
    return false;
  }
  const [, , word = ''] = /^(\d{1,5})([a-z]+)$/.exec(text) ?? [];
  const [, sign = ''] = /^([a-z]+)\d{1,4}$/.exec(text) ?? [];
  return quantityWords.has(word) || quantityWords.has(sign);
}
