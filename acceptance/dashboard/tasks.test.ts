import { createHmac } from 'node:crypto';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { startOwnService } from '../own-service.js';
import type { OwnService } from '../service.js';
import { hasBrowser, openBrowser, openTab, type Watched } from './browser.js';
import { caller } from './seed.mjs';
import { countPresses, drop, type Presses, pressesInGuide } from './tasks.js';

if (!hasBrowser) console.info('Not run: what people do in the dashboard (no chromium here).');

const csv = readFileSync(new URL('../../examples/products.csv', import.meta.url), 'utf8');
const rows = csv.trim().split('\n').length - 1;
const chairs = csv.split('\n').filter((row) => row.includes(',Chairs,')).length;

// The tasks use only the pages, from the first start on. Only what another person receives is checked in other ways.
describe.runIf(hasBrowser)('the dashboard, after sign-in by the printed link of a first start', () => {
  let service: OwnService;
  let browser: Browser;
  let tab: Watched;
  let page: Page;
  let presses: Presses;

  /** A value printed at the first start: the link is below its line, credentials are next to their names. */
  const printed = (words: RegExp): string | undefined =>
    new RegExp(`${words.source}\\s+(\\S+)`).exec(service.printed())?.[1];

  beforeAll(async () => {
    service = await startOwnService({ settings: { SVC_DEMO: '1' } });
    browser = await openBrowser();
    tab = await openTab(browser, service.url, {});
    page = tab.page;
    presses = await countPresses(tab.context);
    const link = await vi.waitUntil(() => printed(/sign in as the first admin.*/), { timeout: 60_000 });
    await page.goto(link);
    await press('Sign in');
    await page.getByRole('heading', { name: 'Sample workspace' }).waitFor();
    expect(page.url()).toBe(`${service.url}/app/`);
  });
  afterEach(() => {
    expect(tab.wrongs.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.dispose();
  });

  const press = (name: string | RegExp, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('button', { name, exact: true }).click();
  const dialog = (name: string | RegExp) => page.getByRole('dialog', { name });
  const type = (label: string, text: string, within: Pick<Page, 'getByRole'> = page) =>
    within.getByRole('textbox', { name: label, exact: true }).fill(text);

  /** Compares the number of presses since `goTo` or the last task with the guide. */
  const takesAsTheGuideSays = async (task: string) => expect(await presses.take(page), task).toBe(pressesInGuide(task));

  const goTo = async (name: string): Promise<void> => {
    presses.start();
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name, exact: true }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  };

  /** Chooses an action from the menu of a row. */
  const choose = async (row: string, action: string): Promise<void> => {
    await press(`More for ${row}`);
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

  const copySecret = async (): Promise<string> => {
    const secret = await page.getByTestId('secret').innerText();
    await press('I have copied it');
    return secret;
  };

  const makeGroup = async (name: string, patterns: string, documents: string): Promise<void> => {
    await goTo('Groups');
    await page.getByRole('link', { name: 'New group' }).click();
    await type('Name', name);
    await type('Patterns, one per line', patterns);
    await page.getByText(`${documents} in all`).waitFor();
    await press('Create group');
    await page.getByRole('heading', { name, level: 1 }).waitFor();
    await takesAsTheGuideSays('Create a group');
  };

  const importNew = async (name: string): Promise<void> => {
    await goTo('Collections');
    await drop(page, `${name}.csv`, csv);
    await press(`Import ${rows}`);
    await page.getByRole('heading', { name, exact: true }).waitFor();
    await page.getByText(`${rows} imported, 0 failed`).waitFor();
    await takesAsTheGuideSays('Import a file into a new collection');
  };

  /** Finds an entry in the list of those who can read, and opens it. */
  const findReader = async (name: string): Promise<void> => {
    await page.getByRole('searchbox', { name: 'Find or add people and groups' }).pressSequentially(name);
    await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
  };

  it('deletes the records that a complete file lacks, after stating their number', async () => {
    await importNew('inventory');
    await drop(
      page,
      'all.csv',
      csv
        .split('\n')
        .filter((row) => !row.includes(',Chairs,'))
        .join('\n'),
    );
    await press(`Import ${rows - chairs}`);
    await page.getByText(`${rows - chairs} imported, 0 failed`).waitFor();
    await press('Compare with the file');
    await page.getByText(`The file lacks ${chairs} records of inventory.`).waitFor();
    await press(`Delete ${chairs} records`);
    await page.getByText(`${chairs} records deleted.`).waitFor();
    await press('Compare with the file');
    await page.getByText('The file lacks 0 records of inventory.').waitFor();
    await page.keyboard.press('Escape');
  });

  it('imports a dropped file into a new collection with the types found, and gets the verdict high', async () => {
    await importNew('catalogue');
    await page.getByRole('tab', { name: 'Fields' }).click();
    await expect.poll(() => page.getByLabel('Type of price').inputValue(), { timeout: 60_000 }).toBe('number');
    expect(await page.getByRole('button', { name: /^Accept all/ }).count()).toBe(0);
    presses.start();
    for (const [asked, found] of [
      ['do you have the DSK-160-WAL?', '1003'],
      ['floor lamp arc', '3002'],
    ] as const) {
      await page.getByRole('tab', { name: 'Ask' }).click();
      await page.getByLabel('Ask for a record').fill(asked);
      await page.keyboard.press('Enter');
      await page.getByText('High: act on it').waitFor();
      await takesAsTheGuideSays('Ask for a record');
      await page.getByRole('link', { name: found, exact: true }).click();
      await dialog(`Record ${found}`).waitFor();
      await page.keyboard.press('Escape');
      presses.start();
    }
  });

  it('edits and deletes a record', async () => {
    const record = (id: string) => page.getByRole('dialog', { name: `Record ${id}`, exact: true });
    await page.goto(`${service.url}/app/collections/catalogue?record=1003`);
    await press(/^Edit name:/, record('1003'));
    await record('1003').getByRole('textbox', { name: 'name', exact: true }).fill('Standing desk, oak');
    await page.keyboard.press('Enter');
    await record('1003').getByRole('heading', { name: 'Standing desk, oak' }).waitFor();
    await page.goto(`${service.url}/app/collections/catalogue?record=3002`);
    await choose('3002', 'Delete');
    await record('3002').waitFor({ state: 'detached' });
    await page.getByText('Record 3002 deleted.').waitFor();
    await goTo('Audit log');
    await page.getByLabel('When').selectOption('Today');
    await page.getByRole('row', { name: /Imported records.*catalogue.*written.*admin@/ }).waitFor();
    await takesAsTheGuideSays('See what changed in the records, and who changed it');
    await press(/^Wrote records/);
    await page.getByRole('row', { name: /1003.*name.*Standing desk, oak/ }).waitFor();
    await page.keyboard.press('Escape');
  });

  it('grants a group to a member, sees why they can read, and revokes it', async () => {
    const pupil = 'pupil@example.org';
    await makeGroup('Bakers', 'course/paid/*', '3 documents');
    await goTo('People');
    await press('Add person');
    await type('E-mail', pupil, dialog('Add person'));
    await dialog('Add person').getByRole('checkbox', { name: 'Bakers' }).click();
    await press('Add person', dialog('Add person'));
    await dialog(pupil).getByText('Can read 3 documents').waitFor();
    await takesAsTheGuideSays('Add a member to a group');
    await page.getByRole('link', { name: 'course/paid/3-dough.md' }).click();
    await page.getByText(`${pupil} can read it`).waitFor();
    await page.getByRole('link', { name: 'Bakers' }).waitFor();
    await goTo('People');
    await press(pupil);
    await press('Revoke access', dialog(pupil));
    await press('Revoke access', dialog(/^Revoke/));
    await page.getByText('no longer has access').waitFor();
    await takesAsTheGuideSays("Revoke a member's access");
    await page.goto(`${service.url}/app/documents?path=course/paid/3-dough.md&view=access`);
    await findReader(pupil);
    await page.getByText('Their access was revoked.').waitFor();
  });

  it('syncs members with a list after seeing who gains and who loses access', async () => {
    await goTo('People');
    await press('Add person');
    await type('E-mail', 'leaver@example.org', dialog('Add person'));
    await press('Add person', dialog('Add person'));
    await dialog('leaver@example.org').getByText('Has no group').waitFor();
    await page.keyboard.press('Escape');
    await press('Sync a list');
    const sync = dialog('Sync members');
    const buffer = Buffer.from('email,name,groups\njoiner@example.org,Joiner,\n');
    await sync.locator('input[type=file]').setInputFiles({ name: 'members.csv', mimeType: 'text/csv', buffer });
    await sync.getByText('Gain access: 1').waitFor();
    await sync.getByLabel('Revoke members who are not in the file').check();
    await sync.getByText(/^Lose access/).waitFor();
    await sync.getByText('leaver@example.org').first().waitFor();
    await sync.getByRole('button', { name: /^Grant 1, revoke [1-9]/ }).waitFor();
    await sync.getByLabel('Revoke members who are not in the file').uncheck();
    await press('Grant 1', sync);
    await page.getByText('Done: Grant 1.').waitFor();
    await page.getByText('Joiner', { exact: true }).waitFor();
    await page.getByText('leaver@example.org').first().waitFor();
  });

  it('creates, rotates and revokes a key', async () => {
    const statusWith = async (key: string): Promise<number> => {
      const answer = await fetch(`${service.url}/v1/members`, { headers: { authorization: `Bearer ${key}` } });
      return answer.status;
    };
    await goTo('API keys');
    await press('New key');
    await type('Name', 'Shop', dialog('New API key'));
    await press('Create key');
    const first = await copySecret();
    expect(await statusWith(first)).toBe(200);
    await choose('Shop', 'Rotate');
    await press('Rotate', dialog('Rotate Shop?'));
    const second = await copySecret();
    expect([await statusWith(first), await statusWith(second)]).toEqual([401, 200]);
    await choose('Shop', 'Revoke');
    await press('Revoke', dialog('Revoke Shop?'));
    await page.getByText('The key was revoked.').waitFor();
    expect(await statusWith(second)).toBe(401);
  });

  it('creates and tests a webhook, replays a delivery, and turns the webhook off', async () => {
    const received = new EventEmitter();
    const receiver = createServer(async (request, response) => {
      const body = await textOf(request);
      response.writeHead(204).end();
      received.emit('webhook', { headers: request.headers, body });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const arrival = async () => (await once(received, 'webhook'))[0];
    const { port } = receiver.address() as AddressInfo;
    await goTo('Webhooks');
    await page.getByRole('button', { name: 'New webhook' }).first().click();
    const making = dialog('New webhook');
    await type('URL', `http://127.0.0.1:${port}/hook`, making);
    await type('Description', 'Billing', making);
    await making.getByRole('checkbox', { name: 'A magic link was created' }).click();
    await press('Create webhook', making);
    const secret = await copySecret();
    const drawer = dialog('Billing');
    const tested = arrival();
    await press('Send a test', drawer);
    await page.getByText('The receiver accepted the test.').waitFor();
    const { headers, body } = await tested;
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    expect(headers['webhook-signature']).toBe(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
    await drawer.getByRole('row', { name: /webhook\.test.*Delivered/ }).waitFor();
    const again = arrival();
    await press(/^Send webhook\.test of .* again$/, drawer);
    expect((await again).headers['webhook-id']).toBe(headers['webhook-id']);
    await press('Turn off', drawer);
    await drawer.getByText('Off', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('row', { name: /Billing.*reader\.created.*Off/ }).waitFor();
    receiver.close();
  });

  it('writes a document, sees the merge after a save in another tab, and restores the first version', async () => {
    await goTo('Documents');
    await press('New document');
    const making = dialog('New document');
    await making.getByLabel('Folder').fill('handbook');
    await type('Title', 'The plan', making);
    expect(await making.getByLabel('Path').inputValue()).toBe('handbook/the-plan.md');
    await making.getByLabel('Path').fill('handbook/plan');
    await page.keyboard.press('Enter');
    const text = (each: Page) => each.getByRole('textbox', { name: 'Text of handbook/plan.md' });
    const write = async (each: Page, words: string): Promise<void> => {
      await text(each).click();
      await each.keyboard.press('Control+End');
      await each.keyboard.type(words);
      await press('Save', each);
    };
    const edit = (each: Page) => each.getByRole('button', { name: 'Edit', exact: true });
    await write(page, 'First words.');
    await edit(page).waitFor();
    await takesAsTheGuideSays('Write a document');
    const other = await tab.context.newPage();
    await other.goto(page.url());
    for (const each of [page, other]) {
      await edit(each).click();
      await text(each).waitFor();
    }
    await write(page, ' From the first tab.');
    await edit(page).waitFor();
    await write(other, ' From the second tab.');
    await other.getByText('Someone else saved this document').waitFor();
    await other.getByRole('textbox', { name: 'Current text' }).getByText('From the first tab.').waitFor();
    await other.getByRole('textbox', { name: 'Yours' }).getByText('From the second tab.').waitFor();
    await press('Save the merged text', other);
    await press('History', other);
    await other.getByRole('button', { name: /^Added/ }).click();
    await press('Restore this version', other);
    await other.getByText('The version was restored.').waitFor();
    await other.close();
    const agent = caller(service, String(printed(/Agent token/)));
    expect((await agent('GET /documents/content?path=handbook/plan.md')).text).toBe('# The plan\n');
  });

  it("shares a slice with a group, whose reader's token then sees exactly its records", async () => {
    await makeGroup('Chair makers', 'chairs/**', '0 documents');
    await importNew('stock');
    presses.start();
    await page.getByRole('tab', { name: 'Access' }).click();
    await findReader('Chair makers');
    await press('Add a condition');
    await page.getByLabel('Field 1').pressSequentially('category');
    await page.getByLabel('Value 1').pressSequentially('Chairs');
    await press('Share');
    await page.getByText('Shared with Chair makers.').waitFor();
    await takesAsTheGuideSays('Share a part of a collection');
    await goTo('Agent tokens');
    await press('New token');
    const making = dialog('New agent token');
    await type('Name of the agent', 'chair agent', making);
    await making.getByLabel('What it may do').selectOption({ label: 'Reads what its groups allow' });
    await making.getByRole('checkbox', { name: 'Chair makers' }).click();
    await press('Create token', making);
    const described = await caller(service, await copySecret())('GET /collections/stock/describe');
    expect(described.records).toBe(chairs);
  });

  it('configures the webhooks of a known system, whose signing secret is never shown', async () => {
    await goTo('Collections');
    await press('New collection');
    await type('Name', 'shop', dialog('New collection'));
    await page.keyboard.press('Enter');
    const ingest = await copySecret();
    await page.goto(`${service.url}/app/collections/shop?tab=sources`);
    await page.getByLabel('The system that sends').selectOption({ label: 'Shopify' });
    await page.getByLabel('Secret of the signature').pressSequentially('secret of the shop');
    await press('Save the mapping');
    await page.getByText('Saved.').waitFor();
    const body = JSON.stringify({ id: 788032119, title: 'Side table', variants: [{ sku: 'ST-1' }] });
    const deliver = async (secret: string): Promise<number> => {
      const signature = createHmac('sha256', secret).update(body).digest('base64');
      const headers = { 'content-type': 'application/json', 'X-Shopify-Hmac-SHA256': signature };
      return (await fetch(ingest, { method: 'POST', body, headers })).status;
    };
    expect([await deliver('secret of the shop'), await deliver('another')]).toEqual([200, 401]);
    await page.reload();
    expect(await page.getByLabel('Mapping', { exact: true }).inputValue()).toContain('X-Shopify-Hmac-SHA256');
    expect(await page.content()).not.toContain('secret of the shop');
  });

  it('makes a record findable by a synonym', async () => {
    await page.goto(`${service.url}/app/collections/shop?tab=sources`);
    await page.getByLabel('Phrases').and(page.locator(':enabled')).pressSequentially('side table, occasional table');
    await press('Save the synonyms');
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await page.getByLabel('Phrases').and(page.locator(':enabled')).waitFor();
    expect(await page.getByLabel('Phrases').inputValue()).toBe('side table, occasional table');
    await goTo('Agent tokens');
    await type('Name of the new agent', 'shop agent');
    await press('Connect');
    await press('Try it');
    await page.getByText('shop agent is connected to Sample workspace.').waitFor();
    await page.getByText('First call seen').waitFor();
    await takesAsTheGuideSays('Connect an agent and see its first call');
    const token = await copySecret();
    const described = await caller(service, token)('GET /collections/shop/describe');
    expect(described.access).toBe('write');
    const answer = await caller(service, token)('POST /collections/shop/query', {
      query: 'occasional table',
    });
    expect(answer).toMatchObject({ confidence: 'high', results: [{ external_id: '788032119' }] });
  });
});
