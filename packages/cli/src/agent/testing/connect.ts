import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { expect, onTestFinished } from 'vitest';
import type { StartingChoice } from '../active-workspace.js';
import { PersonalAgent } from '../server.js';
import { AgentSession } from '../session.js';
import type { FakeService } from './fake-service.js';

/** How the person in a test answers questions. */
export type ElicitationHandler = (question: { readonly message: string; readonly requestedSchema?: unknown }) => {
  action: 'accept' | 'decline' | 'cancel';
  content?: Record<string, string | boolean>;
};

/** Starts the personal agent on a fake service, and connects a client for the duration of a test. */
export async function connect(
  service: FakeService,
  choice: StartingChoice = {},
  readOnly = false,
  ask?: ElicitationHandler,
) {
  const { callService } = service;
  const reports: string[] = [];
  const session = new AgentSession(callService, choice);
  const agent = new PersonalAgent({
    session,
    callService,
    version: '1.0.0',
    readOnly,
    report: (line) => reports.push(line),
  });
  const client = new Client(
    { name: 'test', version: '1.0.0' },
    ask === undefined ? {} : { capabilities: { elicitation: { form: {}, url: {} } } },
  );
  if (ask !== undefined) {
    client.setRequestHandler('elicitation/create', async ({ params }) => ask(params));
  }
  let announced = 0;
  client.setNotificationHandler('notifications/tools/list_changed', () => {
    announced += 1;
  });
  const [near, far] = InMemoryTransport.createLinkedPair();
  await agent.createServer().connect(far);
  await client.connect(near);
  onTestFinished(() => client.close());
  return {
    agent,
    client,
    reports,
    announced: () => announced,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name: string, args: Record<string, unknown> = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [block] = result.content;
      const body = JSON.parse(block?.type === 'text' ? block.text : '');
      if (result.isError !== true) {
        expect(result.structuredContent).toEqual(body);
      }
      return { isError: result.isError === true, body };
    },
  };
}
