import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startServerProcess } from '../../access/testing/server-process.js';
import { type App, buildApp } from '../../app.js';
import type { TestService } from '../../testing/service.js';

/** A service that listens on a free port of this machine. */
export interface ListeningService {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts an application on a port, by default a free one. Transports are tested over a socket only. */
export async function listen(app: App, port = 0): Promise<ListeningService> {
  const server = await new Promise<ServerType>((resolve) => {
    const listening: ServerType = serve({ fetch: app.http.fetch, port, hostname: '127.0.0.1' }, () =>
      resolve(listening),
    );
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        if ('closeAllConnections' in server) {
          server.closeAllConnections();
        }
        server.close(() => resolve());
      }),
  };
}

/** Two relays on the service's database: separate processes if the database can be shared. */
export async function startTwoRelays(
  service: TestService,
  settings: Record<string, string> = {},
): Promise<readonly [ListeningService, ListeningService]> {
  const { url } = service.testDatabase;
  const start = async (): Promise<ListeningService> => {
    if (url === undefined) {
      // Only one process can use an embedded database, so the second relay is another application in this process.
      const app = buildApp(service.services, { checkAnswers: true });
      const listening = await listen(app);
      return { url: listening.url, close: () => listening.close().then(() => app.close()) };
    }
    const started = await startServerProcess(url, settings);
    return { url: started.url, close: () => started.stop() };
  };
  return Promise.all([start(), start()]);
}

/** How an agent connects. `modern` uses the protocol's newest revision, otherwise it uses the handshake of 2025. */
export interface AgentOptions {
  readonly modern?: boolean;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Default: the built-in `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A parsed tool result: its text as JSON, its structured content, and whether it is a refusal. */
export interface ToolAnswer {
  readonly isError: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: an answer's body is what the test is about to assert
  readonly body: any;
  readonly result: CallToolResult;
}

/** An agent in a test: the protocol's own client, which checks every answer against the tool's output schema. */
export interface TestAgent {
  readonly client: Client;
  toolNames(): Promise<string[]>;
  call(name: string, args?: Record<string, unknown>): Promise<ToolAnswer>;
  close(): Promise<void>;
}

/** Connects an agent to the relay of a listening service. */
export async function connectAgent(url: string, token: string, options: AgentOptions = {}): Promise<TestAgent> {
  const client = new Client(
    { name: 'test agent', version: '1.0.0' },
    options.modern === true ? { versionNegotiation: { mode: 'auto' } } : {},
  );
  const headers = { Authorization: `Bearer ${token}`, ...options.headers };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${url}${options.path ?? '/mcp/http/'}`), {
      requestInit: { headers },
      ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
    }),
  );
  return {
    client,
    toolNames: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [block] = result.content;
      const text = block?.type === 'text' ? block.text : '';
      return { isError: result.isError === true, body: JSON.parse(text), result };
    },
    close: () => client.close(),
  };
}
