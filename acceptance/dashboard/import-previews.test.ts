import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unique } from '../http.js';
import { canSignIn, openBrowser, openTab, service, settled } from './browser.js';
import { makeWorkspace, sessionOf } from './seed.mjs';

if (!canSignIn) console.info('Not run: previews of imports in the dashboard (no chromium here).');

const svc = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));
const run = promisify(execFile);
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

/** What `svc collections import --preview --json` prints. */
interface Preview {
  readonly rows: number;
  readonly records: number;
  readonly absent: number | null;
  readonly delimiter: string | null;
  readonly encoding: string | null;
  readonly unreadable: string | null;
  readonly fields: readonly {
    readonly name: string;
    readonly declared: string | null;
    readonly looks: string;
    readonly shown_misfits: readonly { readonly line: number; readonly value: string; readonly hint: string }[];
  }[];
  readonly shown_repeated: readonly { readonly id: string; readonly lines: readonly number[] }[];
  readonly shown_problems: readonly { readonly line: number; readonly message: string; readonly hint: string }[];
}

/** Files by name. Offsets of rows differ between characters and bytes in most of them. */
const files: Readonly<Record<string, Buffer | string>> = {
  'sap.txt': utf16('id;Größe;price\r\n1;groß;12,50\r\n2;klein;3\r\n'),
  'excel.csv': 'sep=;\r\nid;name;\r\n1;a;\r\n1.0;b;\r\n',
  'lines.csv': '\uFEFFid,"Größe 😀",name\n1,"a\nü","x ""y"""\n2,b,ß\n3,c\n',
  'mac.csv': 'id|name|price\r1|ä|1\r2|b|two\r',
  'rounded.csv': 'id,name\n4.00638E+12,a\n,b\n5,c\n',
  'rows.ndjson': '{"id":1,"ö":"ü"}\n\n{"id":"1"}\n[2]\n',
  'answer.json': '{"object":"list","data":[{"id":1,"at":"20260301T091500Z"},{"id":2,"tags":["a"]}],"has_more":true}',
  'clocks.csv': 'id;write_date\n1;20260301091500\n2;Sun, 01 Mar 2026 09:15:00 +0100\n3;01.03.2026\n',
};

describe.runIf(canSignIn)('the preview of an import', () => {
  const folder = mkdtempSync(join(tmpdir(), 'previews-'));
  let browser: Browser;
  let page: Page;
  let environment: Record<string, string | undefined>;

  beforeAll(async () => {
    browser = await openBrowser();
    const admin = `${unique('pia')}@previews.example`;
    const made = await makeWorkspace(service, { name: 'Previews', slug: unique('previews'), admin });
    await made.admin('POST /collections', { name: 'parts' });
    await made.admin('PATCH /collections/parts', { field_types: { price: 'number' } });
    await made.admin('POST /collections/parts/import', { records: [{ id: 1 }, { id: 99 }] });
    const { secret } = await made.admin('POST /settings/tokens', { name: 'svc', role: 'admin', access: 'read_write' });
    environment = { ...process.env, SVC_BASE_URL: service.url, SVC_TOKEN: secret, XDG_CONFIG_HOME: folder };
    ({ page } = await openTab(browser, service.url, { session: await sessionOf(service, admin) }));
    await page.goto(`${service.url}/app/import?collection=parts`);
    await settled(page);
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The preview of the command line, as the dashboard words it. */
  async function byCommand(name: string, content: Buffer | string) {
    const path = join(folder, name);
    writeFileSync(path, content);
    const args = [svc, 'collections', 'import', 'parts', path, '--preview', '--json'];
    const preview = JSON.parse((await run(process.execPath, args, { env: environment })).stdout) as Preview;
    const { rows, records, absent, delimiter, encoding, fields } = preview;
    const types = fields.map(({ name: field, declared, looks }) => [field, declared ?? '', `Found: ${looks}`]);
    const notes = [
      ...preview.shown_repeated.map(({ id, lines }) => `${id}: lines ${lines.join(', ')}`),
      ...fields.flatMap(({ shown_misfits: shown }) =>
        shown.map(({ line, value, hint }) => `Line ${line}: ${value}: ${hint}`),
      ),
      ...(preview.unreadable === null ? [] : [preview.unreadable.replace(path, name)]),
      ...preview.shown_problems.map(({ line, message, hint }) => `Line ${line}: ${message} ${hint}`),
    ];
    return { rows, records, absent, delimiter, encoding, types, notes: notes.sort() };
  }

  /** The preview of the dashboard. */
  async function byDashboard(name: string, content: Buffer | string) {
    await page
      .locator('input[type=file][aria-label="Drop a file or a folder here to import into parts"]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
    const status =
      (await page
        .getByRole('status')
        .filter({ hasText: /\d rows?, / })
        .textContent()) ?? '';
    const number = (pattern: RegExp) => Number(pattern.exec(status)?.[1] ?? Number.NaN);
    const chosen = async (label: string) => {
      const select = page.getByLabel(label, { exact: true });
      return (await select.count()) === 0 ? null : select.inputValue();
    };
    const heads = page.getByRole('region', { name: 'Columns of the file' }).locator('th');
    const types = await heads.evaluateAll((columns) =>
      columns.map((column) => [
        column.querySelector('input')?.value,
        column.querySelector('select')?.value,
        column.querySelector('option')?.textContent,
      ]),
    );
    const read = [await chosen('Delimiter'), await chosen('Encoding')] as const;
    const items = (await page.getByRole('alert').locator('li').allTextContents()).map((text) => text.trim());
    await page.getByRole('button', { name: 'Another file' }).click();
    return {
      rows: number(/(\d+) rows?, /),
      records: number(/rows?, (\d+) records?\./),
      absent: /Those that are not in the file/.test(status) ? null : number(/records?\. (\d+) of them/),
      delimiter: read[0],
      encoding: read[1],
      types,
      notes: items.filter((text) => !/^\d+ rows? /.test(text)).sort(),
    };
  }

  it.each(Object.entries(files))('is the same in the dashboard and by svc: %s', async (name, content) => {
    const [shown, printed] = await Promise.all([byDashboard(name, content), byCommand(name, content)]);
    expect(shown).toEqual(printed);
  });
});
