/** Archives of a workspace, with one line that is as long as a line may be. */
import { gunzipSync, gzipSync } from 'node:zlib';
import { Header } from 'tar';
import { send } from './send.mjs';

const lineBytes = 31 * 1024 * 1024;
const block = 512;
const values = 450_000;

const attributes = {
  'one string': () => ({ name: 'x'.repeat(lineBytes) }),
  [`${values} values`]: () => ({ name: Array.from({ length: values }, (_, n) => `${n} ${'y'.repeat(60)}`) }),
  'a list of 15 million numbers': () => ({ name: `[${'1,'.repeat(lineBytes / 2 - 1)}1]` }),
};

/** A gzipped tarball whose file of records is one line, with other attributes. */
function withRecord(archive, attributesOf) {
  const blocks = [];
  for (let at = 0; at < archive.length; ) {
    const header = new Header(archive, at);
    if (header.nullBlock) break;
    const size = header.size;
    const stored = archive.subarray(at + block, at + block + size);
    const content = header.path.endsWith('/records.ndjson') ? lineOf(stored, attributesOf()) : stored;
    at += block + Math.ceil(size / block) * block;
    header.size = content.length;
    const head = Buffer.alloc(block);
    header.encode(head);
    blocks.push(head, content, Buffer.alloc((block - (content.length % block)) % block));
  }
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * block)]), { level: 1 });
}

function lineOf(records, attributes) {
  const [first] = records.toString().split('\n');
  const record = JSON.stringify({ ...JSON.parse(first), attributes });
  return Buffer.from(`${record.replace(/"\[([\d,]+)\]"/, '[$1]')}\n`);
}

/** The operator imports what a tenant sends. */
export const archiveAttacks = Object.entries(attributes).map(([name, make]) => ({
  name: `an archive with a line of 31 MB, ${name}`,
  asked: 'query',
  fill: async (_call, { port, operator, id }) => {
    const url = `http://127.0.0.1:${port}/operator/workspaces/${id}/export`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${operator}` } });
    return gunzipSync(Buffer.from(await answer.arrayBuffer()));
  },
  prepare: ([{ port, operator }], archive) => {
    const body = withRecord(archive, make);
    const call = {
      path: '/operator/workspaces/import?slug=imported',
      type: 'application/gzip',
      body,
      scheme: 'Bearer',
    };
    return () => send({ port, token: operator }, call);
  },
}));
