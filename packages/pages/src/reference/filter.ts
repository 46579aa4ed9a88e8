/** Lists only the operations that contain all words of the search field. */
export function setUpFilter(): void {
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches('nav input')) {
      filter(target.value.toLowerCase().split(/\s+/));
    }
  });
}

function filter(words: readonly string[]): void {
  let count = 0;
  document.querySelector('nav')?.classList.toggle('searching', words.some(Boolean));
  for (const area of document.querySelectorAll<HTMLElement>('nav div')) {
    const entries = [...area.querySelectorAll<HTMLElement>('li')];
    for (const entry of entries) {
      entry.hidden = !words.every((word) => entry.dataset.found?.includes(word));
    }
    const shown = entries.filter(({ hidden }) => !hidden).length;
    area.hidden = shown === 0;
    count += shown;
  }
  const status = document.querySelector('nav [role=status]');
  if (status) {
    status.textContent =
      count === 0 ? 'No operation has these words.' : `${count}${count === 1 ? ' operation' : ' operations'}`;
  }
}
