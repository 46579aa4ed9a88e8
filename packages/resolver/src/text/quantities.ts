import { unitOf } from './units.js';

/** Words that make a number a quantity, after or before it, folded, by language. */
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

/** Words that make a number a quantity. */
export const quantityWords: ReadonlySet<string> = new Set(
  Object.values(wordsOf).flatMap((words) => words.split(/\s+/).filter((word) => word !== '')),
);

/** Signs that do so between a number and a code. */
export const quantitySigns = /[×✕✖*]/;

const suffixed = /^(?:\d{1,4}([a-z]+)|[a-z]{4,}\d{1,4}([a-z]{2,}))$/;

/** "5pack", "users5pk", "40cm", "x3": a joined number with its unit or quantity word. */
export function isCounted(joined: string): boolean {
  const [, alone, behind] = suffixed.exec(joined) ?? [];
  const unit = alone ?? behind ?? '';
  return unitOf(unit) !== undefined || quantityWords.has(unit) || isGluedQuantity(joined);
}

/** "dvds2", and "users 5" joined: a word with a small number names a version. */
export function isVersioned(joined: string): boolean {
  return /^[a-z]{4,}\d{1,2}$/.test(joined);
}

/** "3pcs", "12x", "x3": a quantity in one word. */
export function isGluedQuantity(text: string): boolean {
  const [, , word = ''] = /^(\d{1,5})([a-z]+)$/.exec(text) ?? [];
  const [, sign = ''] = /^([a-z]+)\d{1,4}$/.exec(text) ?? [];
  return quantityWords.has(word) || quantityWords.has(sign);
}
