// Grants access to every customer of a CSV file, as fast as the rate limit allows. See README.md.
import { parseArgs } from 'node:util';
import { createClient } from '@tessera/client';
import { readPlans, readText } from './read-file.mjs';
import { pacedFetch } from './sync/pace.mjs';
import { ProgressFile } from './sync/progress-file.mjs';
import { readRows, syncRows } from './sync/sync.mjs';

const usage = `Usage: SVC_API_KEY=svc_ak_... node sync.mjs customers.csv [--plans FILE] [--progress FILE]

Grants access to every row of a CSV file with the columns email, plan and, optionally, name.

  --plans FILE     what each plan gives (default: PLANS_FILE, or plans.json)
  --progress FILE  what is done, to go on from after a stop (default: customers.csv.progress)
  --help           this text

SVC_API_KEY is a key with manage_members, SVC_BASE_URL the address of Tessera (default: http://127.0.0.1:8080).`;

const { values, positionals } = readArguments();
const [file] = positionals;
if (values.help) {
  console.log(usage);
  process.exit(0);
}
if (file === undefined || positionals.length > 1) endWith('name one file of customers');
const token = process.env.SVC_API_KEY || endWith('set SVC_API_KEY');

function readArguments() {
  const file = /** @type {const} */ ({ type: 'string' });
  try {
    return parseArgs({
      allowPositionals: true,
      options: { plans: file, progress: file, help: { type: 'boolean', short: 'h' } },
    });
  } catch (error) {
    return endWith(error instanceof Error ? error.message : String(error));
  }
}

/** @param {string} problem @returns {never} */
function endWith(problem) {
  console.error(`billing-webhook: ${problem}\n\n${usage}`);
  process.exit(2);
}

const text = readText(file, 'the customers');
const plans = readPlans(values.plans ?? (process.env.PLANS_FILE || 'plans.json'));
const { rows, progress } = await open().catch((error) => {
  console.error(`billing-webhook: ${file}: ${error.message}`);
  process.exit(2);
});

async function open() {
  return {
    rows: readRows(text),
    progress: await ProgressFile.open(values.progress ?? `${file}.progress`, text),
  };
}

/** Shows progress on one line of a terminal. */
let reached = 0;
const show = (note = '') => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${reached} of ${rows.length} rows${note}`);
};
const client = createClient({
  baseUrl: process.env.SVC_BASE_URL || 'http://127.0.0.1:8080',
  token,
  fetch: pacedFetch({ onWait: (seconds) => show(`, waiting ${seconds} s for the rate limit`) }),
  // Others may use the same key, so even a paced call is sometimes refused.
  retry: { retries: 5, maxDelayMs: 61_000 },
});

// The first Ctrl-C stops after the current row, a second one immediately.
const stopping = new AbortController();
process.once('SIGINT', () => stopping.abort());

show();
const report = await syncRows(rows, {
  client,
  plans,
  progress,
  onRow: (done) => {
    reached = done;
    show();
  },
  signal: stopping.signal,
})
  .finally(() => (process.stderr.isTTY ? process.stderr.write('\n') : undefined))
  .catch((error) => {
    console.error(`stopped: ${error.message}`);
    process.exit(1);
  });
const done = report.granted + report.changed + report.skipped + report.refused.length;
if (done < rows.length) await progress.close();
else await progress.remove();

for (const { line, email, code, message } of report.refused) {
  console.log(`line ${line}\t${email}\t${code}\t${message}`);
}
console.error(
  `${report.granted} granted, ${report.changed} changed, ${report.skipped} done before, ${report.refused.length} refused` +
    (done < rows.length ? `, ${rows.length - done} left: run the same command again` : ''),
);
process.exitCode = report.refused.length > 0 || done < rows.length ? 1 : 0;
