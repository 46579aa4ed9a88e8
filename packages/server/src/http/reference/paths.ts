/** The address of a page of the reference, or of the element `id` on it. Without a name, the first page. */
export function referencePath(name = '', id?: string): string {
  return `/docs${name === '' ? '' : `/${name}`}${id === undefined ? '' : `#${id}`}`;
}
