const titleFields = ['name', 'title', 'label', 'display_name', 'full_name', 'email'];
const nameLikeRank = titleFields.length;

/** The rank of fields that are not titles. */
export const otherRank = nameLikeRank + 1;

/**
 * The rank of a field as a title, 0 is best: title fields first, then names that end in "name" (companyName,
 * product_name).
 */
export function titleRank(field: string): number {
  const index = titleFields.indexOf(field.toLowerCase());
  if (index >= 0) {
    return index;
  }
  return /(?:_name|Name)$/.test(field) ? nameLikeRank : otherRank;
}
