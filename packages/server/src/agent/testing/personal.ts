import { execFile, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { TestAgent, ToolAnswer } from './agents.js';

const svc = fileURLToPath(new URL('../../../../cli/dist/main.js', import.meta.url));

/** Environment variables of the command line. */
export interface CommandEnvironment {
  readonly SVC_BASE_URL: string;
  readonly SVC_TOKEN: string;
  readonly SVC_CONFIG_DIR: string;
  readonly SVC_WORKSPACE?: string;
}

/** A personal agent in its own process. */
export interface PersonalTestAgent extends TestAgent {
  /** How often the process announced that its tools have changed. */
  announced(): number;
  /** The process's output for people. */
  log(): string;
}

/** Runs one command of the built command line. Needs `npm run build`. */
export async function runCommand(environment: CommandEnvironment, ...args: string[]): Promise<string> {
  const env = { PATH: process.env.PATH, ...environment };
  return (await promisify(execFile)(process.execPath, [svc, ...args], { env })).stdout;
}

/** Starts `svc agent` and connects to its standard input and output. Needs `npm run build`. */
export async function startPersonalAgent(
  environment: CommandEnvironment,
  options: { readonly modern?: boolean } = {},
): Promise<PersonalTestAgent> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const transport = new StdioClientTransport({ command: process.execPath, args: [svc, 'agent'], env, stderr: 'pipe' });
  const client = new Client(
    { name: 'test agent', version: '1.0.0' },
    options.modern === true ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  let announced = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    announced += 1;
  });
  let log = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    log += chunk.toString();
  });
  await client.connect(transport);
  return {
    client,
    announced: () => announced,
    log: () => log,
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args = {}): Promise<ToolAnswer> => {
      const result = await client.callTool({ name, arguments: args });
      const [block] = result.content;
      return {
        isError: result.isError === true,
        body: JSON.parse(block?.type === 'text' ? block.text : ''),
        result,
      };
    },
    close: () => client.close(),
  };
}

/**
 * Sends tool calls to `svc agent` one after the other, without the client's library. Returns every line of its output.
 */
export async function speak(environment: CommandEnvironment, calls: readonly string[]): Promise<string[]> {
  const env = { PATH: process.env.PATH, ...environment };
  const child = spawn(process.execPath, [svc, 'agent'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const initialize =
    '{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"by hand","version":"1.0.0"}}';
  const requests = [
    `"method":"initialize","params":${initialize}`,
    ...calls.map((call) => `"method":"tools/call","params":${call}`),
  ];
  const lines: string[] = [];
  const say = () => child.stdin.write(`{"jsonrpc":"2.0","id":${lines.length},${requests[lines.length]}}\n`);
  say();
  for await (const line of createInterface(child.stdout)) {
    lines.push(line);
    if (lines.length === requests.length) {
      child.stdin.end();
    } else {
      say();
    }
  }
  return lines;
}
