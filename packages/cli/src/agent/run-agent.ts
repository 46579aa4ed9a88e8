import type { Readable, Writable } from 'node:stream';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { type CallOptions, createClient } from '@tessera/client';
import type { OperationId, ToolCall } from '@tessera/contract';
import { parseJson, stringifyJson } from '@tessera/json';
import type { StartingChoice } from './active-workspace.js';
import { PersonalAgent } from './server.js';
import { AgentSession, type CallService } from './session.js';
import { ExactStdioTransport } from './stdio-transport.js';

const refreshMs = 60_000;

/** The input of `svc agent`. */
export interface AgentSettings {
  readonly baseUrl: string;
  /**
   * Returns the credential. Called before every call, so that signing in again needs no restart. Without a credential,
   * calls are `unauthenticated`.
   */
  readonly token: () => string | undefined;
  readonly choice: StartingChoice;
  readonly version: string;
  /** Whether tools that write are neither listed nor run. */
  readonly readOnly: boolean;
  readonly input: Readable;
  /** The stream for messages of the protocol. Nothing else is written to it. */
  readonly output: Writable;
  /** Prints lines for the person who runs the agent. */
  readonly report: (line: string) => void;
}

/** Runs the personal agent until its input ends. */
export async function runAgent(settings: AgentSettings): Promise<void> {
  const callService = connect(settings);
  const session = new AgentSession(callService, settings.choice);
  const agent = new PersonalAgent({
    session,
    callService,
    version: settings.version,
    readOnly: settings.readOnly,
    report: settings.report,
  });
  const transport = new ExactStdioTransport(settings.input, settings.output);
  // A person can gain or lose workspaces while this process runs.
  const timer = setInterval(() => void agent.refresh(), refreshMs);
  const ended = new Promise<void>((resolve) => settings.input.once('close', resolve).once('end', resolve));
  const handle = serveStdio(() => agent.createServer(), {
    transport,
    onerror: (error) => settings.report(error.message),
  });
  await ended;
  clearInterval(timer);
  await handle.close();
}

/** Creates the client. Numbers are kept as sent. */
function connect({ baseUrl, token }: AgentSettings): CallService {
  const client = createClient({
    baseUrl,
    token,
    json: { parse: parseJson, stringify: stringifyJson },
  });
  // The cast is safe: each tool converts its arguments to the input of its own operation, which a generic type cannot
  // express.
  const call = client.call as (id: OperationId, input: Partial<ToolCall>, options: CallOptions) => Promise<unknown>;
  return (operation, input, workspace) => call(operation, input, { workspace });
}
