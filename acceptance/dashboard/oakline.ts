import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { unique } from '../http.js';
import { openBrowser, openTab, service, settled, type Watched } from './browser.js';
import { makeOakline } from './sample.mjs';
import { sessionOf } from './seed.mjs';

type Made = Awaited<ReturnType<typeof makeOakline>>;

/** A shared workspace of Oakline Furniture, and its pages. */
export interface Oakline {
  /** Domain of the addresses of the admin (`ada@`) and the editors, such as `eva@`. */
  readonly domain: string;
  /** Calls as the admin. */
  readonly admin: Made['admin'];
  readonly groups: Made['groups'];
  /** Opens a page as the admin or with a given session, and waits until it shows its content. */
  opened(path: string, session?: string): Promise<Watched>;
}

/**
 * Before the tests of the calling suite, creates a workspace of Oakline Furniture and opens a browser, which is closed
 * after them.
 */
export function setUpOakline(): Oakline {
  const domain = `${unique('oakline')}.example`;
  let browser: Browser;
  let made: Made;
  let adminSession: string;

  beforeAll(async () => {
    browser = await openBrowser();
    made = await makeOakline(service, `ada@${domain}`);
    adminSession = await sessionOf(service, `ada@${domain}`);
  });
  afterAll(() => browser?.close());

  return {
    domain,
    admin: (address, body) => made.admin(address, body),
    get groups() {
      return made.groups;
    },
    opened: async (path, session = adminSession) => {
      const tab = await openTab(browser, service.url, { session });
      await tab.page.goto(service.url + path);
      await settled(tab.page);
      return tab;
    },
  };
}
