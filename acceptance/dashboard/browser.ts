import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page, type Request } from 'playwright-core';
import { inject, vi } from 'vitest';

const endpoint = inject('browserEndpoint');
const { url, operatorToken, dataFolder } = inject('target');

/** Whether a browser is available. */
export const hasBrowser = endpoint !== undefined;

/** Whether tests can sign in in a browser, which requires the code in a mail. */
export const canSignIn = hasBrowser && dataFolder !== undefined;

/** The service that browser tests share. */
export const service = { url, operatorToken, dataFolder: String(dataFolder) };

/** Connects to the browser that all tests share; closing it closes the connection and its tabs. */
export function openBrowser(): Promise<Browser> {
  return chromium.connect(String(endpoint));
}

/** Time that a page may take on a busy machine until it shows the expected content. */
const waitMs = 60_000;

/** A tab with the errors and forbidden requests of its page. */
export interface Watched {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors of the console and of scripts, requests to other sites, and violations of the content security policy. */
  readonly wrongs: string[];
}

/** Opens a tab as a signed-in person, and records problems in all tabs of its context. */
export async function openTab(
  browser: Browser,
  url: string,
  options: { session?: string | undefined; scheme?: 'light' | 'dark'; width?: number },
): Promise<Watched> {
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: 800 },
    colorScheme: options.scheme ?? 'light',
    reducedMotion: 'reduce',
  });
  if (options.session !== undefined) {
    await context.addCookies([{ name: 'svc_session', value: options.session, url, httpOnly: true, sameSite: 'Lax' }]);
  }
  context.setDefaultTimeout(waitMs);
  const wrongs: string[] = [];
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      console.error(`content security policy: ${violatedDirective} ${blockedURI}`);
    });
  });
  context.on('page', (page) => {
    count(page);
    watch(page, url, wrongs);
  });
  const page = await context.newPage();
  return { page, context, wrongs };
}

/** Records problems of a page. A refusal that the page shows is not a problem. */
function watch(page: Page, url: string, wrongs: string[]): void {
  page.on('console', (message) => {
    const isRefusal = /Failed to load resource: the server responded with a status of 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) wrongs.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => wrongs.push(error.message));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(url) && !/^(data|blob):/.test(address)) wrongs.push(`asked ${address}`);
  });
}

/** Requests of a page that are in progress, and their total number. */
const traffic = new WeakMap<Page, { readonly underWay: Set<Request>; made: number }>();

function count(page: Page): void {
  const counted = { underWay: new Set<Request>(), made: 0 };
  traffic.set(page, counted);
  page.on('request', (request) => {
    counted.made += 1;
    counted.underWay.add(request);
  });
  page.on('requestfinished', (request) => counted.underWay.delete(request));
  page.on('requestfailed', (request) => counted.underWay.delete(request));
}

/** Waits until a page shows its content with its diagrams, and sends no more requests. */
export async function settled(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  const made = (): number => traffic.get(page)?.made ?? 0;
  for (let madeBefore = -1; madeBefore !== made(); ) {
    madeBefore = made();
    await vi.waitUntil(() => traffic.get(page)?.underWay.size === 0, { timeout: waitMs, interval: 10 });
    // The page may navigate, which aborts the evaluation.
    await vi.waitUntil(() => page.evaluate(isDrawn).catch(() => false), { timeout: waitMs, interval: 10 });
  }
}

/** Runs in the page: whether nothing is loading after the data was rendered. Rendering can cause further requests. */
async function isDrawn(): Promise<boolean> {
  // An animated page on a busy machine may never be idle.
  await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
  await new Promise((resolve) => requestAnimationFrame(resolve));
  return document.querySelector('[role="status"] .mantine-Skeleton-root, iframe.diagram:not([data-drawn])') === null;
}

const isDark = "matchMedia('(prefers-color-scheme: dark)').matches";

/** Switches the system's color scheme under an open page, and waits until the page has adopted it. */
export async function switchScheme(page: Page): Promise<void> {
  const scheme = (await page.evaluate<boolean>(isDark)) ? 'light' : 'dark';
  await page.emulateMedia({ colorScheme: scheme });
  await page.evaluate(async (wanted) => {
    const changes = () => document.getAnimations().filter((change) => change instanceof CSSTransition);
    // Inherited colors change one level of elements after another.
    while (document.documentElement.dataset.mantineColorScheme !== wanted || changes().length > 0) {
      for (const change of changes()) change.finish();
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }, scheme);
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const wcag = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const colors = ['color-contrast'];

/**
 * Violations of WCAG 2.2 AA that a program can detect on a page. `colors` checks only contrast, for a page's second
 * color scheme.
 */
export async function barriers(page: Page, where: string, only: 'everything' | 'colors' = 'everything') {
  // Not as a script element, which the page's content security policy would refuse.
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(axe);
  const runOnly = only === 'colors' ? { type: 'rule', values: colors } : wcag;
  const options = { runOnly, resultTypes: ['violations'], iframes: false, preload: false };
  const found = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  const scheme = (await page.evaluate<boolean>(isDark)) ? 'dark' : 'light';
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, any }) => `${where}, ${scheme}: ${id} ${html.slice(0, 160)} ${any[0]?.message.slice(0, 120) ?? ''}`,
    ),
  );
}
