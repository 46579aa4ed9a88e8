const titleFields = ['name', 'title', 'label', 'display_name', 'full_name', 'email'];
const nameLikeRank = titleFields.length;

/** The rank of every field that is not a title. */
export const otherRank = nameLikeRank + 1;

/** How well people know a record by a field, 0 best: titles first, then names that end in "name" (companyName, product_name). */
export function titleRank(field: string): number {
  const index = titleFields.indexOf(field.toLowerCase());
  if (index >= 0) {
    return index;
  }
  return /(?:_name|Name)$/.test(field) ? nameLikeRank : otherRank;
}
