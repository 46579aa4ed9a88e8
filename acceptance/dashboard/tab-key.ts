import type { Page } from 'playwright-core';

const pressesMax = 200;
const pressesAtOnce = 10;
const focusedEditor = '.ProseMirror:focus, .cm-content:focus';

/**
 * Runs in the page: records the appearance without focus of each control that the Tab key should reach, and which of
 * them it reaches.
 */
function watchFocus(): void {
  const look = (element: Element): string =>
    [element, element.parentElement, element.nextElementSibling]
      .filter((each) => each !== null)
      .map((each) => {
        const { outline, borderColor, boxShadow, backgroundColor } = getComputedStyle(each);
        return [outline, borderColor, boxShadow, backgroundColor].join();
      })
      .join('|');
  (document.activeElement as HTMLElement | null)?.blur();
  const controls = Array.from(
    document.querySelectorAll<HTMLElement>('a[href], button, input, select, textarea, summary, [tabindex]'),
  ).filter(
    (element) =>
      element.tabIndex >= 0 &&
      !element.matches(':disabled, [type="hidden"]') &&
      element.checkVisibility({ visibilityProperty: true }),
  );
  // The Tab key reaches one of the radio buttons with the same name.
  const keyOf = (element: Element): unknown =>
    element instanceof HTMLInputElement && element.type === 'radio' ? element.name : element;
  const before = new Map<Element, string>(controls.map((element) => [element, look(element)]));
  const shows = (element: Element): boolean => before.get(element) !== look(element);
  const missing = new Map(controls.map((element) => [keyOf(element), element.outerHTML.slice(0, 120)]));
  const reached = new Map<unknown, HTMLElement>();
  const shown = new Set<Element>();
  let isOver = false;
  document.addEventListener('focusin', ({ target }) => {
    const active = target as HTMLElement;
    // The first control follows the last one, so it can start in the middle, where an editor has the focus.
    isOver ||= reached.has(keyOf(active));
    if (isOver) return;
    reached.set(keyOf(active), active);
    missing.delete(keyOf(active));
    if (shows(active)) shown.add(active);
  });
  Object.assign(window, {
    isAround: () => isOver,
    focusProblems: async () => {
      const unseen: string[] = [];
      for (const element of [...reached.values()].filter((each) => !shown.has(each))) {
        element.focus();
        // A script may render the focus in a later frame, which takes longer on a busy machine.
        for (let frames = 0; !shows(element) && frames < 120; frames += 1) {
          await new Promise((resolve) => requestAnimationFrame(resolve));
        }
        if (!shows(element)) unseen.push(element.outerHTML.slice(0, 120));
      }
      return [...missing.values()]
        .map((html) => `never reached: ${html}`)
        .concat(unseen.map((html) => `no focus: ${html}`));
    },
  });
}

/**
 * Presses the Tab key until it has passed through the page. Returns controls that it did not reach or that showed no
 * focus.
 */
export async function goAround(page: Page): Promise<string[]> {
  const hasEditor = page.url().includes('view=edit');
  // Wait for the editor, which takes the focus when it is loaded.
  if (hasEditor) await page.locator(focusedEditor).waitFor();
  await page.evaluate(watchFocus);
  for (let presses = 0; presses < pressesMax; presses += pressesAtOnce) {
    if (hasEditor) await pressInEditor(page);
    else await Promise.all(Array.from({ length: pressesAtOnce }, () => page.keyboard.press('Tab')));
    if (await page.evaluate<boolean>('window.isAround()')) return page.evaluate<string[]>('window.focusProblems()');
  }
  return ['the Tab key comes to no end'];
}

/** In an editor, Tab inserts a character unless it is pressed after Escape, as the page explains. */
async function pressInEditor(page: Page): Promise<void> {
  for (let presses = 0; presses < pressesAtOnce; presses += 1) {
    if (await page.locator(focusedEditor).count()) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
  }
}
