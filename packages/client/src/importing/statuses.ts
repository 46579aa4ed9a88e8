/** A column that says which rows count, such as the status of an order, with how often each value occurs. */
export interface StatusColumn {
  readonly column: string;
  readonly values: ReadonlyMap<string, number>;
}

/** The chosen values of status columns, by column. */
export type ChosenRows = ReadonlyMap<string, ReadonlySet<string>>;

/** The value of a cell of a column with too many different values, such as dates. */
export const anyValue = '*';
const countedValues = 20;

/** Words of column names for a status, a refund or an end. Not `state`, which is also part of an address. */
const statusWord =
  /^(?:status|ends?|ended|ending|(?:refund|cancel|disput|chargeback|void|churn|terminat|expir|delinquen|unsubscri)\p{L}*|paused|returned)$/u;

/** Values of the status columns of Stripe, Shopify, Gumroad, Lemon Squeezy, Paddle, WooCommerce, Memberful and Patreon. */
const statusValues = new Set(
  (
    'active activepatron approved authorized canceled cancelled chargedback completed complete declined declinedpatron deactivated ' +
    'deleted disputed ended expired failed formerpatron fraudulent inactive incomplete incompleteexpired nonrenewing ' +
    'onhold ontrial paid partiallypaid partiallyrefunded pastdue paused pending pendingcancel processing refunded ' +
    'requirespaymentmethod succeeded trial trialing trialling uncollectible unpaid void voided wcactive wccancelled ' +
    'wccompleted wcexpired wconhold wcpending wcprocessing wcrefunded'
  ).split(' '),
);

const totals = /^(?:grand ?total|sub ?total|totals?|sum|summe|gesamt(?:summe|betrag)?|total general|totaux|totale)\b/i;

const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** Collects the columns of a list that look like a status, a refund or an end. */
export class StatusColumns {
  private readonly counts = new Map<string, Map<string, number>>();

  /** Counts the cells of a row. */
  add(cells: ReadonlyMap<string, unknown>): void {
    for (const [column, value] of cells) {
      const text = cellText(value);
      const values = this.counts.get(column) ?? new Map<string, number>();
      const key = values.size < countedValues || values.has(text) || text === '' ? text : anyValue;
      values.set(key, (values.get(key) ?? 0) + 1);
      this.counts.set(column, values);
    }
  }

  /** The columns that look like a status by their name or by all their values. */
  found(): StatusColumn[] {
    return [...this.counts].flatMap(([column, values]) => {
      const filled = [...values.keys()].filter((value) => value !== '');
      const isStatus = filled.length > 0 && filled.every((value) => statusValues.has(plain(value)));
      return filled.length > 0 && (isStatus || isStatusName(column)) ? [{ column, values: grouped(values) }] : [];
    });
  }
}

function isStatusName(column: string): boolean {
  const words = column
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => statusWord.test(word));
}

/** Many different values, such as dates, are one. */
function grouped(values: ReadonlyMap<string, number>): ReadonlyMap<string, number> {
  if (!values.has(anyValue)) return values;
  const all = [...values.values()].reduce((sum, count) => sum + count, 0);
  const empty = values.get('') ?? 0;
  return new Map([...(empty > 0 ? [['', empty] as const] : []), [anyValue, all - empty]]);
}

/** Whether a row is chosen. Upper and lower case are equal; `*` stands for any value but an empty one. */
export function isChosen(cells: ReadonlyMap<string, unknown>, chosen: ChosenRows): boolean {
  return [...chosen].every(([column, values]) => {
    const text = cellText(cells.get(column));
    return [...values].some(
      (value) => value.toLowerCase() === text.toLowerCase() || (value === anyValue && text !== ''),
    );
  });
}

/** Whether a row without an address is the total of a list. */
export function isTotal(email: unknown, cells: ReadonlyMap<string, unknown>): boolean {
  return !cellText(email).includes('@') && [...cells.values()].some((value) => totals.test(cellText(value)));
}

/** The text of a cell without spaces around it. */
function cellText(value: unknown): string {
  return String(value ?? '').trim();
}
