let typed = '';

function onKeyDown(event: KeyboardEvent): void {
  const { key, target, ctrlKey, metaKey, altKey } = event;
  const isElsewhere =
    target instanceof HTMLElement &&
    target.closest('a, button, input, textarea, select, [contenteditable], [role="dialog"]') !== null;
  if (isElsewhere || ctrlKey || metaKey || altKey || (key.length > 1 && key !== 'Backspace')) return;
  event.preventDefault();
  // Keys such as `/` and `?` do something else on the page.
  event.stopImmediatePropagation();
  typed = key === 'Backspace' ? typed.slice(0, -1) : typed + key;
}

const stop = (): void => document.removeEventListener('keydown', onKeyDown, true);

/** Collects what is typed while an editor is being loaded. Returns a function that stops it. */
export function collectKeys(): () => void {
  typed = '';
  document.addEventListener('keydown', onKeyDown, true);
  return stop;
}

/** Returns what was typed until the editor has opened, which stops the collection. */
export function takeKeys(): string {
  stop();
  const taken = typed;
  typed = '';
  return taken;
}
