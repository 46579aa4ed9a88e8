/**
 * `npm run screenshots`: takes screenshots of every page of the dashboard at desktop and phone width, light and dark,
 * into `.screenshots/`, and those of the README and the guide into `docs/pictures/`. Serves the build with a temporary
 * data folder and workspace.
 */
import { spawn } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../acceptance/chromium.mjs';
import { pages } from '../acceptance/dashboard/pages.mjs';
import { makeOakline } from '../acceptance/dashboard/sample.mjs';
import { sessionOf } from '../acceptance/dashboard/seed.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = join(root, '.screenshots');

/** Names of the pictures of the README and the guide, by their names in `.screenshots/`. */
const guidePictures = new Map([
  ['overview-1280-light', 'overview'],
  ['document-1280-light', 'documents'],
  ['ask-1280-light', 'ask'],
  ['history-1280-dark', 'history-dark'],
  ['open-refine-dialog-1280-light', 'reconciliation-url'],
]);

const operatorToken = `svc_op_${'A'.repeat(43)}`;
const port = 18_000 + Math.floor(Math.random() * 10_000);
const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-screenshots-'));
const target = { url: `http://127.0.0.1:${port}`, operatorToken, dataFolder };
const service = spawn(process.execPath, [join(root, 'packages/server/dist/main.js')], {
  stdio: 'ignore',
  env: {
    PATH: process.env.PATH,
    SVC_PORT: String(port),
    SVC_DATA_DIR: dataFolder,
    SVC_OPERATOR_TOKEN: operatorToken,
    SVC_DEMO: '0',
    SVC_LOG_LEVEL: 'warn',
  },
});

try {
  while (
    !(await fetch(`${target.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(100);
  const admin = 'ada@oakline.example';
  await makeOakline(target, admin);
  mkdirSync(folder, { recursive: true });
  await takeAll(await sessionOf(target, admin));
} finally {
  service.kill('SIGKILL');
  rmSync(dataFolder, { recursive: true, force: true });
}

/** @param {string} session */
async function takeAll(session) {
  const browser = await chromium.launch({ executablePath: String(chromiumPath()), args: ['--no-sandbox'] });
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    for (const width of [1280, 360]) {
      const context = await browser.newContext({ viewport: { width, height: width === 360 ? 780 : 800 }, colorScheme });
      await context.addCookies([{ name: 'svc_session', value: session, url: target.url }]);
      const page = await context.newPage();
      for (const { name, path, opens } of pages) {
        await page.goto(target.url + path);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.locator('[aria-label="Loading"]').first().waitFor({ state: 'detached' });
        const take = async (/** @type {string} */ what) => {
          const picture = `${what}-${width}-${colorScheme}`;
          const path = join(folder, `${picture}.png`);
          await page.screenshot({ path, animations: 'disabled' });
          const inGuide = guidePictures.get(picture);
          if (inGuide !== undefined) copyFileSync(path, join(root, 'docs/pictures', `${inGuide}.png`));
        };
        await take(name);
        if (opens === undefined) continue;
        await page.getByRole('button', { name: opens }).first().click();
        await take(`${name}-dialog`);
      }
      await context.close();
    }
  }
  await browser.close();
}
