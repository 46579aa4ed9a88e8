/** Starts the built service in a separate process, and calls it over persistent HTTP connections. */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** `BENCH_SERVICE` is the main.js of another build, to compare with. */
export const serviceFile =
  process.env.BENCH_SERVICE ?? fileURLToPath(new URL('../../packages/server/dist/main.js', import.meta.url));
const ticksPerSecond = 100;
const retryMs = 100;

/** Resource usage of a process since its start, from `/proc`. */
export function figuresOf(pid) {
  return {
    cpuSeconds: () => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
    },
    residentBytes: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1_024,
    peakBytes: () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) * 1_024,
  };
}

/** A running service: its address, its log lines, its resource usage, `stop` and `kill`. */
export async function startService(environment, file = serviceFile) {
  const child = spawn(process.execPath, [file], {
    env: { PATH: process.env.PATH, SVC_PORT: '0', SVC_DEMO: '0', SVC_CALLS_PER_MINUTE: '1000000000', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines = [];
  let listening;
  const ready = new Promise((resolve, reject) => {
    listening = resolve;
    child.once('exit', (status) => reject(new Error(`the service ended with status ${status}`)));
  });
  createInterface({ input: child.stdout }).on('line', (text) => {
    if (!text.startsWith('{')) return;
    const line = JSON.parse(text);
    if (line.msg === 'request') return;
    lines.push(line);
    if (line.msg === 'listening') listening(line.port);
  });
  const port = await ready;
  return {
    port,
    pid: child.pid,
    lines,
    ...figuresOf(child.pid),
    stop: () => {
      if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      return ended;
    },
    kill: () => child.kill('SIGKILL'),
  };
}

/**
 * A caller with its own connections. Rejects unsuccessful responses, but retries after Retry-After, for example while
 * an index is being built.
 */
export function createCaller(port, token, clients = 1, more = {}) {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const call = async (...sent) => {
    for (;;) {
      const answered = await callOnce(...sent);
      if (answered !== undefined) return answered;
      await pause(retryMs);
    }
  };
  const callOnce = (method, path, body) =>
    new Promise((resolve, reject) => {
      const text = body === undefined ? undefined : JSON.stringify(body);
      const headers = {
        authorization: `Bearer ${token}`,
        ...more,
        ...(text === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
      };
      const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }, (answer) => {
        const chunks = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const content = Buffer.concat(chunks).toString();
          if (answer.statusCode < 300) resolve(content);
          else if (answer.statusCode === 503) resolve(undefined);
          else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${content.slice(0, 200)}`));
        });
      });
      sent.on('error', reject);
      sent.end(text);
    });
  return { call, close: () => agent.destroy() };
}
