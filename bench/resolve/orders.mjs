/**
 * Resolves a hundred orders in free text, with the right records (`examples/orders`), over customers and products:
 *   npm run bench -- orders [--record] [--questions]
 * A mention with several records needs a question, so `high` is wrong there. --record writes orders.md, --questions
 * lists the orders that needed no question and got one.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@tessera/client';
import { collections as names } from '../../examples/orders/desk.mjs';
import { readOrder } from '../../examples/orders/lines.mjs';
import { startService } from '../speed/service.mjs';

const example = fileURLToPath(new URL('../../examples/orders/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tessera-orders-'));
const operator = `svc_op_${'b'.repeat(43)}`;
const service = await startService({ SVC_DATA_DIR: folder, SVC_OPERATOR_TOKEN: operator });
const baseUrl = `http://127.0.0.1:${service.port}`;
const asOperator = createClient({ baseUrl, token: operator });
const { workspace } = await asOperator.operator.create_workspace({ body: { slug: 'orders', name: 'Orders' } });
const { secret: token } = await asOperator.operator.create_token({
  params: { id: workspace.id },
  body: { name: 'bench', role: 'admin', access: 'read_write' },
});
const environment = { PATH: process.env.PATH, SVC_BASE_URL: baseUrl, SVC_TOKEN: token };
spawnSync(process.execPath, ['seed.mjs'], { cwd: example, env: environment, stdio: 'inherit' });
const { collections } = createClient({ baseUrl, token });
// Waits for the indexes.
for (const name of Object.values(names)) await collections.query({ params: { name }, body: { query: 'ready' } });

const isListed = process.argv.includes('--questions');
const counts = { high: 0, right: 0, orders: 0, needed: 0, unasked: 0 };
const wrong = [];
for (const row of readFileSync(`${example}orders.tsv`, 'utf8').trim().split('\n')) {
  const [text, customer, labels] = row.split('\t');
  const read = readOrder(text);
  const wanted = labels.split('; ').map((label) => label.split(' '));
  const mentions = [
    ...(read.customer === undefined ? [] : [[names.customers, read.customer, customer]]),
    ...read.lines.map((line, at) => [names.products, line.text, wanted[at]?.[1] ?? '-']),
  ];
  const outcomes = [];
  for (const [name, query, label] of mentions) {
    const { results } = await collections.resolve_records({ params: { name }, body: { queries: [{ query }] } });
    outcomes.push({ query, label, ...results[0] });
  }
  const certain = outcomes.filter(({ confidence }) => confidence === 'high');
  const isRight = ({ external_id: id, label }) => id === label;
  counts.orders += 1;
  counts.high += certain.length;
  counts.right += certain.filter(isRight).length;
  wrong.push(...certain.filter((each) => !isRight(each)));
  const isClear = read.customer !== undefined && mentions.every(([, , label]) => !/[-/]$|^-|\//.test(label));
  counts.needed += isClear ? 0 : 1;
  counts.unasked += read.customer !== undefined && certain.length === mentions.length ? 1 : 0;
  if (isListed && isClear && certain.length < mentions.length) {
    console.log(`Question: ${text}`);
  }
}
await service.stop();
rmSync(folder, { recursive: true, force: true });

const page = `# Orders in free text

Each of ${counts.orders} order texts of \`examples/orders/orders.tsv\` is divided into a customer and lines by \`lines.mjs\`, and each
mention is resolved on its own. ${counts.needed} texts need a question, because they fit several records, name none, or
nothing like it exists.

${new Date().toISOString().slice(0, 10)}, Node ${process.version}, embedded engine. \`npm run bench -- orders\`.

| | |
|---|--:|
| mentions with \`high\` | ${counts.high} |
| right | ${counts.right} |
| wrong | ${wrong.length} |
| orders without a question | ${counts.unasked} of ${counts.orders} |
${wrong.map(({ query, label, external_id: id }) => `\nWrong: "${query}" is ${label}, not ${id}.`).join('\n')}
`;
console.log(page);
if (process.argv.includes('--record')) writeFileSync(new URL('./orders.md', import.meta.url), page);
