import { readFileSync } from 'node:fs';
import type { BrowserContext, Page } from 'playwright-core';

/** Drops a file somewhere on the page, as with the mouse. */
export async function drop(page: Page, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    (file) => {
      const data = new DataTransfer();
      data.items.add(new File([file.text], file.name, { type: 'text/csv' }));
      return data;
    },
    { name, text },
  );
  await page.locator('#content').dispatchEvent('drop', { dataTransfer });
}

/** The number of a person's presses in the tabs of a context. */
export interface Presses {
  start(): void;
  /** Their number since the start or the last call, after the page has reported all of them. */
  take(page: Page): Promise<number>;
}

/** Counts clicks, choices in lists and presses of Enter on all pages that are opened afterwards. */
export async function countPresses(context: BrowserContext): Promise<Presses> {
  let presses = 0;
  await context.exposeFunction('pressed', () => {
    presses += 1;
  });
  await context.addInitScript(() => {
    const { pressed } = window as unknown as { pressed: () => void };
    document.addEventListener('pointerdown', () => pressed(), true);
    document.addEventListener('keydown', ({ key }) => key === 'Enter' && pressed(), true);
    document.addEventListener('change', ({ target }) => target instanceof HTMLSelectElement && pressed(), true);
  });
  const start = (): void => {
    presses = 0;
  };
  const take = async (page: Page): Promise<number> => {
    await page.evaluate(() => undefined);
    const taken = presses;
    start();
    return taken;
  };
  return { start, take };
}

const guide = readFileSync(new URL('../../docs/dashboard.md', import.meta.url), 'utf8');

/** The number of presses for a task as stated in the guide. */
export function pressesInGuide(task: string): number {
  const row = guide.split('\n').find((line) => line.startsWith(`| ${task} |`));
  return Number(row?.split('|')[2]);
}
