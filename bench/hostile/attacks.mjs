/** What one caller does to make others wait: pushes that expand without bound, and texts that take long to render. */
import { Agent, request } from 'node:http';
import { bodyOf, attacks as packs } from '../../acceptance/hostile/packs.mjs';

/** Sends one request and returns its status, and the first line of what it says where that is no JSON. */
function send({ port, token }, { path, type, body, scheme }) {
  const credentials = scheme === 'Basic' ? Buffer.from(`git:${token}`).toString('base64') : token;
  const headers = { authorization: `${scheme} ${credentials}`, 'content-type': type, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const agent = new Agent();
    const sent = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const reason = /"reason":"(\w+)"/.exec(text)?.[1] ?? /^\w{4}(unpack [^\n:]*)/.exec(text)?.[1] ?? '';
        resolve(`${answer.statusCode} ${reason}`.trim());
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

const pushes = packs.map(({ name, make }) => ({
  name,
  prepare: (attacker) => {
    const body = bodyOf(make());
    const path = `/git/${attacker.slug}/empty.git/git-receive-pack`;
    return () => send(attacker, { path, type: 'application/x-git-receive-pack-request', body, scheme: 'Basic' });
  },
}));

/** Texts that grow a parser's stack, its regular expressions or its output. */
const texts = {
  'front matter of 4,000 brackets': `---\n${'[['.repeat(4_000)}\n---\n`,
  'front matter of 400 keys in keys': `---\n${'? '.repeat(400)}\n---\n`,
  'a table of 300,000 cells': `|${'a|'.repeat(10)}\n|${'-|'.repeat(10)}\n${`|${'1|'.repeat(10)}\n`.repeat(30_000)}`,
  '150,000 beginnings of an address': '//a.b/'.repeat(150_000),
};

const renderings = Object.entries(texts).map(([name, text]) => ({
  name,
  prepare: (attacker) => {
    const body = Buffer.from(JSON.stringify({ path: 'docs/x.md', text }));
    return () => send(attacker, { path: '/documents/render', type: 'application/json', body, scheme: 'Bearer' });
  },
}));

/** Every attack: `prepare` makes what is sent, and returns what sends it. */
export const attacks = [...renderings, ...pushes];
