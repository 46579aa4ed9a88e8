import { Agent, request } from 'node:http';

let present = new AbortController();

/** Disconnects all callers of attacks, and ends their floods. */
export function leave() {
  present.abort();
  present = new AbortController();
}

/** The signal that aborts when the callers of the current attack leave. */
export const presence = () => present.signal;

/** Sends a request. Returns its status, and the first line of a response that is not JSON. */
export function send({ port, token }, { method = 'POST', path, type, body, scheme }) {
  const credentials = scheme === 'Basic' ? Buffer.from(`git:${token}`).toString('base64') : token;
  const headers = { authorization: `${scheme} ${credentials}`, 'content-type': type, 'content-length': body.length };
  return new Promise((resolve, reject) => {
    const agent = new Agent();
    const options = { agent, host: '127.0.0.1', port, method, path, headers, signal: presence() };
    const sent = request(options, (answer) => {
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

/** Duration of repeated calls that individually would not delay anyone. */
const floodMs = 8_000;

/** Repeats calls in parallel for a while; returns counts by status. */
export async function flood(parallel, call) {
  const until = performance.now() + floodMs;
  const counts = new Map();
  const signal = presence();
  const repeat = async () => {
    while (performance.now() < until && !signal.aborted) {
      const status = await call();
      counts.set(status, (counts.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: parallel }, repeat));
  return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ');
}
