/** The words of text with white space between them. */
export function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

/** Function words and question words, which do not describe a record. */
export const stopWords = wordSet(
  `a about all also am an and any are as at be been but by can could did do does for from get give had has have he her
   here hers him his how i if in into is it its just like me my need no not of off on one or our out over please she so
   some than that the their them then there these they this those to up was we were what when where which who whom
   whose why will with would you your find show tell know looking want search list look got see check
   le la les un une des du de et est en au aux ce cette dans pour par sur avec sans que qui avez vous nous je
   der die das ein eine einen und ist im mit fur von zu auf wir haben sie ich den dem
   el los las una y con para por sin del al se que tienen hay
   il lo gli di da per non che sono
   het een van op met voor wij zijn
   o os as um uma e em com para sem`,
);

/** Words of requests, which rarely describe a record. They count only if some record contains them. */
export const fillers = wordSet(
  `stock price prices cost costs available availability order orders buy sell item items product products record customer
   status details information info code number reference oder ou oppure email mail called named much many there still left
   hi hello thanks thank bitte bestellen bestelle brauche benotige suche danke hallo bonjour merci svp commander cherche
   voudrais hola gracias favor quiero necesito busco ciao grazie vorrei ordinare cerco graag bedankt zoek ola obrigado
   quero preciso send deliver ship urgent asap again today tomorrow soon last week online call regards cheers haben sie
   habt gibt gib ihr us je cherchons envoyez moi llamar quote quotation offer angebot anfrage benotigen brauchen devis`,
);

/** The fillers that are a part of a name directly before another word: "product manager", "online course", not "order a lamp". */
export const nameFillers = wordSet(
  `stock price prices cost costs availability items item products product record customer status details information info
   code number reference email mail online call quote quotation offer angebot anfrage`,
);

/** Whether a word does not describe a record, such as "the" and "price". */
export function isPlain(word: string): boolean {
  return stopWords.has(word) || fillers.has(word);
}

/** Articles before a name. Some sources omit them. */
export const articles = wordSet('the le la les der die das el los las het');

/** Articles between other words. */
export const innerArticles = wordSet(
  `${[...articles].join(' ')} a an un une den dem ein eine einen il lo gli una een o os as um uma`,
);

/** Function words between others that say nothing by themselves: "chair of oak", "chaise en bois". */
export const linkWords = wordSet(
  `${[...innerArticles].join(' ')} and of in at on by for from with to is that which du des de et en au aux pour par avec que
   und im mit fur von zu y con para por del al di da per che van op met voor e em com`,
);

/** Function words behind which a single letter is a name: "vitamins C and A". */
export const connectives = wordSet('and or und et ou');

/** Words that precede a code and name its kind. */
export const labels = wordSet(
  `sku ean gtin upc isbn asin mpn vin vat po so ref reference art article artikel artikelnummer artikelnr artnr item product
   produkt part partno partnumber pn model modell serial sn no nr num numero number nummer code id order bestell bestellung bestellnr
   bestellnummer auftrag commande pedido invoice rechnung rechnungsnummer facture customer kunde kundennummer kundennr client
   phone tel telephone telefon mobile fax mail email mailto web website url barcode lot batch quote ticket case contract
   iban 型号 型號 编号 编码 货号 商品 订单 订单号 号 品番 型番 артикул заказ номер`,
);

/**
 * Labels after which even a small number is an identifier. "model" is not one of them, because "model 3" is often a
 * name.
 */
export const idLabels = wordSet(
  'id no nr num numero number nummer order po so invoice ticket ref reference customer kunde sku',
);
