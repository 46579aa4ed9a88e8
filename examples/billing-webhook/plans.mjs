/**
 * What a plan gives: the groups to be in and, if it is not to read only, the level of access.
 * `next` is the page that buyers see first.
 * @typedef {{ groups: readonly string[], access?: 'read_only' | 'read_write' }} Purchase
 * @typedef {Readonly<Record<string, Purchase & { next?: string }>>} Plans
 */

/** An event that no retry can apply: a person has to look at it. */
export class Refusal extends Error {}

/**
 * What several plans grant together.
 * @param {Plans} plans
 * @param {readonly string[]} names
 * @returns {Purchase} Throws a `Refusal` for a plan that the file of plans does not name.
 */
export function purchaseOf(plans, names) {
  const purchases = names.map((name) => {
    const purchase = isPlan(plans, name) ? plans[name] : undefined;
    if (purchase === undefined) {
      throw new Refusal(`no groups are configured for the plan "${name}": add it to the file of plans`);
    }
    return purchase;
  });
  const access = purchases.find((purchase) => purchase.access !== undefined)?.access;
  return { groups: [...new Set(purchases.flatMap(({ groups }) => groups))], ...(access ? { access } : {}) };
}

/** @param {Plans} plans @param {string} name */
export function isPlan(plans, name) {
  return Object.hasOwn(plans, name);
}
