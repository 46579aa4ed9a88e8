// Grants access to every customer of a CSV file, as fast as the rate limit allows. See README.md.
import { parseArgs } from 'node:util';
import { createClient } from '@tessera/client';
import { readPlans, readText } from './read-file.mjs';
import { pacedFetch } from './sync/pace.mjs';
import { ProgressFile } from './sync/progress-file.mjs';
import { readRows, syncRows } from './sync/sync.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plans: { type: 'string', default: 'plans.json' }, progress: { type: 'string' } },
});
const [file] = positionals;
const token = process.env.SVC_API_KEY;
if (file === undefined || !token) {
  console.error('usage: SVC_API_KEY=svc_ak_... node sync.mjs customers.csv [--plans plans.json] [--progress file]');
  process.exit(2);
}

const text = readText(file, 'the customers');
const plans = readPlans(values.plans);
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

/** Says on a terminal, always in the same line, how far it is. */
let reached = 0;
const show = (note = '') => {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K${reached} of ${rows.length} rows${note}`);
};
const client = createClient({
  baseUrl: process.env.SVC_BASE_URL || 'http://127.0.0.1:8080',
  token,
  fetch: pacedFetch({ onWait: (seconds) => show(`, waiting ${seconds} s for the rate limit`) }),
  // Others may use the same key: then even a paced call is turned away now and then.
  retry: { retries: 5, maxDelayMs: 61_000 },
});

// The first Ctrl-C stops after the row at hand; a second one at once.
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
