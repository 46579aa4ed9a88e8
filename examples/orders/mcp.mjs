// Takes an order as an agent does: with the tools of the relay, and the protocol's own client. See README.md.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { takeOrder } from './desk.mjs';
import { run, settings } from './terminal.mjs';

const { baseUrl, token } = settings();
const agent = new Client({ name: 'order desk', version: '1.0.0' });
const headers = { Authorization: `Bearer ${token}` };
await agent.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp/http/`), { requestInit: { headers } }));

/** @param {string} name @param {Record<string, unknown>} args @returns {Promise<any>} */
async function call(name, args) {
  const { isError, content, structuredContent } = await agent.callTool({ name, arguments: args });
  if (isError) throw new Error(`${name}: ${JSON.stringify(content)}`);
  return structuredContent;
}

/** @type {import('./desk.mjs').Service} */
const service = {
  resolve: async (collection, texts) =>
    (await call('resolve_records', { collection, queries: texts.map((query) => ({ query })) })).results,
  query: (collection, query) => call('query_collection', { collection, query }),
};
try {
  await run((text, ask) => takeOrder(service, text, ask));
} finally {
  await agent.close();
}
