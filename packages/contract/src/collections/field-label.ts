/** A readable form of a field's name: `list price` for `list_price`, `shoe size` for `shoeSize`. */
export function fieldLabel(field: string): string {
  const words = field.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[\s_.-]+/g, ' ');
  return words === field ? field : words.trim().toLowerCase() || field;
}
