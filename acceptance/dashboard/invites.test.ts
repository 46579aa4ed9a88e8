import type { Browser, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { startOwnService } from '../own-service.js';
import { freePort, type OwnService } from '../service.js';
import { barriers, hasBrowser, openBrowser, openTab, settled, type Watched } from './browser.js';
import { makeWorkspace } from './seed.mjs';

if (!hasBrowser) console.info('Not run: invites that are sent again (no chromium here).');

/** A mail server that accepts every mail and records its recipient. */
function mailServerWith(mailed: string[]): SMTPServer {
  return new SMTPServer({
    authOptional: true,
    // Otherwise closing would wait for idle connections.
    closeTimeout: 100,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope }, done) => {
      mailed.push(...envelope.rcptTo.map(({ address }) => address));
      stream.on('end', () => done()).resume();
    },
  });
}

describe.runIf(hasBrowser)('the list of people in a service with a mail server', () => {
  let mailServer: SMTPServer;
  let service: OwnService;
  let browser: Browser;
  let tab: Watched;
  let page: Page;
  const mailed: string[] = [];

  beforeAll(async () => {
    const port = await freePort();
    mailServer = mailServerWith(mailed);
    mailServer.listen(port, '127.0.0.1');
    service = await startOwnService({ settings: { SVC_SMTP_URL: `smtp://127.0.0.1:${port}` } });
    const admin = `ada@${unique('oakline')}.example`;
    const made = await makeWorkspace(service, { name: 'Oakline', slug: unique('oakline'), admin });
    for (const [email, name] of [
      ['mila@example.com', 'Mila Novak'],
      ['jon@example.com', 'Jon Park'],
    ]) {
      await made.admin('POST /settings/people', { email, name, role: 'reader', send_email: false });
    }
    const link = await made.operator(`POST /operator/people/${admin}/sign-in-links`);
    browser = await openBrowser();
    tab = await openTab(browser, service.url, {});
    page = tab.page;
    await page.goto(link.url);
    await press('Sign in');
    await page.waitForURL(`${service.url}/app/`);
    await page.goto(`${service.url}/app/people`);
    await settled(page);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
    await new Promise<void>((resolve) => (mailServer ? mailServer.close(resolve) : resolve()));
  });

  /** Members who received a mail since the last call. */
  const mailedTo = () => mailed.splice(0).filter((email) => email.endsWith('@example.com'));
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  it('sends another invite to a person who has not signed in', async () => {
    await page.getByRole('button', { name: /Mila Novak/ }).click();
    expect(await barriers(page, 'a person who is invited')).toEqual([]);
    await press('Send invite again');
    await page.getByText('The invite was sent to mila@example.com again.').waitFor();
    expect(mailedTo()).toEqual(['mila@example.com']);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('sends further invites only to selected people who have not signed in', async () => {
    await page.getByLabel(/^Select all/).check();
    await page.getByLabel('What to do').selectOption({ label: 'Send invites again' });
    await press('Send 2 people the invite again');
    await page.getByText('Done: Send 2 people the invite again.').waitFor();
    expect(mailedTo().sort()).toEqual(['jon@example.com', 'mila@example.com']);
    expect(tab.wrongs).toEqual([]);
  });
});
