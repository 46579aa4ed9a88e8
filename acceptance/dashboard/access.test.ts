import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { canSignIn, service, type Watched } from './browser.js';
import { setUpOakline } from './oakline.js';
import { countPresses, type Presses, pressesInGuide } from './tasks.js';

if (!canSignIn) console.info('Not run: access in the dashboard (no chromium here).');

describe.runIf(canSignIn)('access in the dashboard', () => {
  const oakline = setUpOakline();
  let tab: Watched;
  let page: Page;
  let presses: Presses;

  beforeAll(async () => {
    tab = await oakline.opened('/app/');
    page = tab.page;
    presses = await countPresses(tab.context);
  });
  afterEach(() => {
    expect(tab.wrongs.splice(0)).toEqual([]);
  });
  afterAll(() => tab?.context.close());

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const type = (label: string, text: string) => page.getByRole('textbox', { name: label, exact: true }).fill(text);
  const takesAsTheGuideSays = async (task: string) => expect(await presses.take(page), task).toBe(pressesInGuide(task));

  const startAt = async (address: string, content: string): Promise<void> => {
    await page.goto(`${service.url}/app/${address}`);
    await page.getByRole('heading', { name: content, level: 1 }).first().waitFor();
    presses.start();
  };

  it('says why a member cannot read a document, and lets them read it', async () => {
    await startAt('documents?path=handbook/pricing.md', 'Pricing');
    await press('Share');
    await page.getByRole('searchbox', { name: 'Find or add people and groups' }).pressSequentially('mila');
    await page.getByRole('button', { name: /^M Mila Novak|^Mila Novak/ }).click();
    await page.getByText('Mila Novak cannot read it').waitFor();
    await page.getByText('Is in Course buyers').waitFor();
    await takesAsTheGuideSays('See why someone cannot read a document');
    await press('Add Mila Novak to Staff');
    await page.getByText('Mila Novak can read it', { exact: true }).waitFor();
    await takesAsTheGuideSays('Let them read it');
    await press('Undo');
    await page.getByText('Mila Novak cannot read it').waitFor();
  });

  it('opens at the address of earlier versions', async () => {
    await page.goto(`${service.url}/app/explain?path=handbook/pricing.md`);
    await page.waitForURL(/\/app\/documents\?path=handbook%2Fpricing\.md&view=access$/);
    await page.getByRole('region', { name: 'Who can read it' }).waitFor();
  });

  it('adds a document to a group, and takes it out', async () => {
    await startAt('documents?path=handbook/pricing.md&view=access', 'Pricing');
    await page.getByRole('searchbox', { name: 'Find or add people and groups' }).fill('buyers');
    await page.getByRole('button', { name: /Course buyers/ }).click();
    await press('Add it to Course buyers');
    await page.getByText('Course buyers can read it', { exact: true }).waitFor();
    await press('Take it out of Course buyers');
    await page.getByText('Course buyers cannot read it').waitFor();
  });

  it('is given to a person by two groups, from the palette', async () => {
    await startAt('documents', 'Documents');
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill('Add member');
    await page.keyboard.press('Enter');
    await type('E-mail', 'both@example.org');
    for (const name of ['Course buyers', 'Staff']) await page.getByRole('checkbox', { name }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Add person' }).click();
    await page.getByRole('dialog', { name: 'both@example.org' }).getByText('Can read').waitFor();
    await takesAsTheGuideSays('Add a person to two groups');
  });

  it('publishes a document and sells a folder, after showing what strangers will see', async () => {
    const { workspace } = await oakline.admin('GET /settings/workspace');
    const read = (path: string) => fetch(`${service.url}/d/@${workspace.slug}/${path}`);
    await startAt('documents?path=course/intro.md&view=access', 'Joinery from the first cut');
    await page.getByRole('radio', { name: /^Anyone/ }).check();
    await press('Let anyone read it');
    await page.getByText('Joinery from the first cut: anyone.').waitFor();
    expect([(await read('course/intro.md')).status, (await read('course/paid/dovetails.md')).status]).toEqual([
      200, 404,
    ]);
    await startAt('documents', 'Documents');
    await page.getByRole('link', { name: 'Access to course', exact: true }).click();
    await page.getByRole('radio', { name: /^For sale/ }).click();
    await type('Offer', 'All lessons for 40 euros');
    await type('Address of the button', 'https://pay.example/all');
    for (const words of ['Dovetails', 'All lessons for 40 euros', 'Get access']) {
      await page.getByRole('figure').getByText(words).first().waitFor();
    }
    await press('Put on sale');
    await page.getByText('Course: for sale.').waitFor();
    await takesAsTheGuideSays('Put a folder on sale');
    const locked = await read('course/paid/dovetails.md');
    expect([locked.status, await locked.text()]).toEqual([
      402,
      expect.stringMatching(/All lessons for 40 euros[\s\S]*https:\/\/pay\.example\/all[\s\S]*Dovetails/),
    ]);
    await page.getByRole('radio', { name: /^Private/ }).check();
    await press('Make it private');
    await page.getByText('Course: private.').waitFor();
    expect((await read('course/paid/dovetails.md')).status).toBe(404);
  });
});
