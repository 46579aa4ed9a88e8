/** The address of a page of the reference, or of what it names `id`; without a name, of its first page. */
export function referencePath(name = '', id?: string): string {
  return `/docs${name === '' ? '' : `/${name}`}${id === undefined ? '' : `#${id}`}`;
}
