import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { makeToken, makeWorkspace } from '../../acceptance/http.js';

const folder = fileURLToPath(new URL('.', import.meta.url));
let token: string;

/** Runs a program with the lines that a person types. */
async function run(file: string, order: string, ...typed: string[]) {
  const env = { PATH: process.env.PATH, SVC_BASE_URL: inject('target').url, SVC_TOKEN: token };
  const child = spawn(process.execPath, [file, order], { cwd: folder, env });
  child.stdin.end(typed.map((line) => `${line}\n`).join(''));
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const status = await new Promise((resolve) => child.once('close', resolve));
  return { status, lines: output.trim().split('\n') };
}

beforeAll(async () => {
  token = await makeToken((await makeWorkspace()).id);
  expect(await run('seed.mjs', '')).toEqual({
    status: 0,
    lines: ['order_customers: 24 records', 'order_products: 60 records'],
  });
});

describe.each(['order.mjs', 'mcp.mjs'])('%s', (file) => {
  it('turns an order into a receipt without a question if everything is certain', async () => {
    expect(await run(file, 'The D-Link camera that Anna bought for Müller GmbH')).toEqual({
      status: 0,
      lines: ['Receipt for Müller GmbH (C-01)', '1 x D-Link DCS-8000LH mini camera (P-01)'],
    });
    expect((await run(file, 'For Nowak Transport: 2 Zebra ZD421, 4 Edding 3000')).lines).toEqual([
      'Receipt for Nowak Transport (C-19)',
      '2 x Zebra ZD421 label printer (P-19)',
      '4 x Edding 3000 permanent marker black (P-55)',
    ]);
  });

  it('asks for the field that distinguishes several records', async () => {
    const { status, lines } = await run(file, '10 Leitz files for Bright Kids Nursery', 'red');
    expect(status).toBe(0);
    expect(lines[0]).toBe('"Leitz files" could be several. Which colour?');
    expect(lines.slice(1, 4).sort()).toEqual(['  - black', '  - blue', '  - red']);
    expect(lines.slice(4)).toEqual(['Receipt for Bright Kids Nursery (C-21)', '10 x Leitz lever arch file red (P-48)']);
  });

  it('orders nothing without an answer, or for an unknown product', async () => {
    expect((await run(file, '10 Leitz files for Bright Kids Nursery')).status).toBe(1);
    expect(await run(file, 'A coffee machine for Hotel Alpenblick')).toEqual({
      status: 1,
      lines: ['There is nothing like "coffee machine".', 'Not ordered.'],
    });
  });
});
