/**
 * What a plan grants: its groups, and the level of access (by default read only). `next` is the page that buyers see
 * first.
 * @typedef {{ groups: readonly string[], access?: 'read_only' | 'read_write' }} Purchase
 * @typedef {Readonly<Record<string, Purchase & { next?: string }>>} Plans
 */

/** An event that cannot be applied even by a retry, so that a person must handle it. */
export class Refusal extends Error {}

/**
 * What several plans grant together.
 * @param {Plans} plans
 * @param {readonly string[]} names
 * @returns {Purchase} Throws a `Refusal` for an unknown plan.
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
