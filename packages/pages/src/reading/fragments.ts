/** Prefix of the ids that authors of documents choose. */
const authorsPrefix = 'user-content-';

/** Scrolls to an anchor even if a link from another page has it without prefix or in another case. */
export function followFragments(): void {
  addEventListener('hashchange', scrollToFragment);
  scrollToFragment();
}

function scrollToFragment(): void {
  const name = fragment();
  const lower = name.toLowerCase();
  if (name === '' || document.getElementById(name)) {
    return;
  }
  const ids = [authorsPrefix + name, lower, authorsPrefix + lower];
  ids
    .map((id) => document.getElementById(id))
    .find((found) => found !== null)
    ?.scrollIntoView();
}

function fragment(): string {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}
