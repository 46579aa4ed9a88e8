/** Redirects the fragments of operations, errors and schemas on the first page to the pages that describe them. */
export function setUpFragments(): void {
  document.addEventListener('DOMContentLoaded', () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const address = id === '' || document.getElementById(id) !== null ? undefined : addressOf(id);
    if (address !== undefined) location.replace(address);
  });
}

/** The address where an id is described; undefined for an unknown id. */
export function addressOf(id: string): string | undefined {
  const part = { error: 'errors', schema: 'schemas' }[id.split('.')[0] ?? ''];
  if (part !== undefined) return `/docs/${part}#${id}`;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('nav li a')];
  return links.map((link) => link.getAttribute('href') ?? '').find((href) => href.endsWith(`#${id}`));
}
