/**
 * Measures when a slow phone shows the content of a reading page and of the grid of records: 4 x CPU slow-down,
 * 1.6 Mbit/s down, 750 kbit/s up, 150 ms of latency, an empty cache. Prints Markdown.
 *   npm run bench -- paint [--turns 5] [--before FOLDER]
 * `--before` adds another checkout that was installed and built, alternately. Requires Chromium (TEST_CHROMIUM or the
 * system's). The time ends when the element with the content is painted. On a busy machine it includes the wait for the
 * processor, so compare the best of all turns. CPU ms is the time of the page's thread, including the slow-down.
 */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { chromiumPath } from '../../acceptance/chromium.mjs';
import { makeOakline } from '../../acceptance/dashboard/sample.mjs';
import { sessionOf } from '../../acceptance/dashboard/seed.mjs';
import { serviceFile, startService } from '../speed/service.mjs';

const { values: options } = parseArgs({
  options: { turns: { type: 'string', default: '5' }, before: { type: 'string' } },
});
const slowDown = 4;
const network = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };
const viewport = { width: 360, height: 780 };
/** Pages, with the element that is their content. */
const pages = {
  'reading page': { path: '/d/handbook/welcome.md', content: 'main h1' },
  'grid of records': { path: '/app/collections/products', content: 'main tr[data-record] td' },
};

/** Opens a page with an empty cache. Returns the milliseconds until its content is painted, its bytes and CPU time. */
async function open(browser, { url, session }, { path, content }) {
  const context = await browser.newContext({ viewport, isMobile: true, hasTouch: true });
  await context.addCookies([{ name: 'svc_session', value: session, url }]);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', network);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowDown });
  let bytes = 0;
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  // The first frame after the element exists shows it.
  await page.addInitScript((selector) => {
    const look = () =>
      document.querySelector(selector) === null
        ? requestAnimationFrame(look)
        : requestAnimationFrame(() => setTimeout(() => Object.assign(window, { shownMs: performance.now() })));
    requestAnimationFrame(look);
  }, content);
  await page.goto(url + path, { waitUntil: 'commit' });
  const shown = await page.waitForFunction(() => window.shownMs, undefined, { timeout: 120_000 });
  const ms = await shown.jsonValue();
  const { metrics } = await devtools.send('Performance.getMetrics');
  await context.close();
  return { ms, kilobytes: bytes / 1_000, taskMs: metrics.find(({ name }) => name === 'TaskDuration').value * 1_000 };
}

const median = (values) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)];

/** A running service with the sample's workspace and a person who is signed in. */
async function openService(file) {
  const dataFolder = mkdtempSync(join(tmpdir(), 'tessera-paint-'));
  const operatorToken = `svc_op_${randomBytes(32).toString('base64url')}`;
  const service = await startService({ SVC_DATA_DIR: dataFolder, SVC_OPERATOR_TOKEN: operatorToken }, file);
  const target = { url: `http://127.0.0.1:${service.port}`, operatorToken, dataFolder };
  const admin = 'ada@oakline.example';
  await makeOakline(target, admin);
  const stop = async () => {
    await service.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  };
  return { url: target.url, session: await sessionOf(target, admin), stop };
}

const builds = {
  ...(options.before && { before: join(options.before, 'packages/server/dist/main.js') }),
  this: serviceFile,
};
const services = new Map();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ['--no-sandbox'] });
try {
  for (const [build, file] of Object.entries(builds)) services.set(build, await openService(file));
  console.log(
    `Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(0)}.`,
  );
  console.log(
    '\n| page | build | content shown, ms | best of all | kB until then | CPU ms |\n|---|---|---|---|---|---|',
  );
  for (const [name, page] of Object.entries(pages)) {
    const turns = [];
    for (let turn = 0; turn < Number(options.turns); turn += 1)
      for (const [build, service] of services) turns.push({ build, ...(await open(browser, service, page)) });
    for (const build of services.keys()) {
      const own = turns.filter((turn) => turn.build === build);
      const of = (figure) => Math.round(median(own.map((turn) => turn[figure])));
      const best = Math.round(Math.min(...own.map(({ ms }) => ms)));
      console.log(`| ${name} | ${build} | ${of('ms')} | ${best} | ${of('kilobytes')} | ${of('taskMs')} |`);
    }
  }
} finally {
  await browser.close();
  for (const { stop } of services.values()) await stop();
}
