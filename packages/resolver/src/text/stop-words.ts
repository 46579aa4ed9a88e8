/** Function words, and the words a question is asked with, that say nothing about the record asked for. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about all also am an and any are as at be been but by can could did do does for from get give had has have he her
   here hers him his how i if in into is it its just like me my need no not of off on one or our out over please she so
   some than that the their them then there these they this those to up us was we were what when where which who whom
   whose why will with would you your find show tell know looking want search list look got see check
   le la les un une des du de et est en au aux ce cette dans pour par sur avec sans que qui avez vous nous je
   der die das ein eine einen und ist im mit fur von zu auf wir haben sie ich den dem
   el los las una y con para por sin del al se que tienen hay
   il lo gli di da per non che sono
   het een van op met voor wij zijn
   o os as um uma e em com para sem`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Words of requests that are about a record more often than in it: they count only where some record holds them. */
export const fillers: ReadonlySet<string> = new Set([
  ...['stock', 'price', 'prices', 'cost', 'costs', 'available', 'availability', 'order', 'orders', 'buy', 'sell'],
  ...['item', 'items', 'product', 'products', 'record', 'customer', 'status', 'details', 'information', 'info'],
  ...['code', 'number', 'reference', 'email', 'mail', 'called', 'named', 'much', 'many', 'there', 'still', 'left'],
]);
