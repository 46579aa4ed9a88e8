import { execFile } from 'node:child_process';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';

const preload = new URL('./preload.mjs', import.meta.url).href;
const installed = fileURLToPath(new URL('../../node_modules/@modelcontextprotocol/', import.meta.url));

/** The output and status of a program that has ended. */
export interface Ended {
  readonly status: number;
  readonly output: string;
}

/** The command of a program by the authors of the protocol. `script` is its path below `@modelcontextprotocol/`. */
export function programCommand(script: string, args: readonly string[]): readonly [string, ...string[]] {
  return [process.execPath, '--import', preload, installed + script, ...args];
}

/** Runs a program by the authors of the protocol. */
export function runProgram(script: string, args: readonly string[]): Promise<Ended> {
  const [program, ...command] = programCommand(script, args);
  return new Promise((resolve) => {
    execFile(program, command, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      const status = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ status, output: status === 0 ? stdout : stdout + stderr });
    });
  });
}

/** A proxy to a service for programs without a credential. */
export interface Door {
  readonly url: string;
  close(): void;
}

/** Starts a proxy that adds the credential, and forwards everything else unchanged. */
export async function openDoor(service: string, token: string): Promise<Door> {
  const door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${token}` };
    const onwards = request(service + (incoming.url ?? ''), { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    onwards.on('error', () => outgoing.destroy());
    incoming.pipe(onwards);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    close: () => {
      door.closeAllConnections();
      door.close();
    },
  };
}
