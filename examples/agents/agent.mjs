import { fileURLToPath } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const svc = fileURLToPath(new URL('../../packages/cli/dist/main.js', import.meta.url));

/** Collections of the example. Their names are unusual, so that the example does not change existing collections. */
export const collections = { customers: 'desk_customers', products: 'desk_products', events: 'desk_events' };

/** A tool's refusal. `code` is the stable code of the error. */
export class ToolRefusal extends Error {
  /** @param {string} tool @param {{ code: string, message: string }} error */
  constructor(tool, { code, message }) {
    super(`${tool}: ${message}`);
    this.code = code;
  }
}

/**
 * Connects to the relay, or starts the personal agent, and returns a function that calls tools.
 * @param {{ baseUrl: string, token: string, personal?: boolean }} options
 */
export async function connect({ baseUrl, token, personal = false }) {
  const client = new Client({ name: 'scripted agent', version: '1.0.0' });
  await client.connect(personal ? personalAgent(baseUrl, token) : relay(baseUrl, token));
  return {
    /**
     * Calls a tool and returns its structured result. Throws `ToolRefusal`.
     * @param {string} name
     * @param {Record<string, unknown>} args
     * @returns {Promise<any>}
     */
    async call(name, args) {
      const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
      if (!isError) return structuredContent;
      const [block] = content;
      throw new ToolRefusal(name, JSON.parse(block?.type === 'text' ? block.text : '').error);
    },
    close: () => client.close(),
  };
}

/** @param {string} baseUrl @param {string} token */
function relay(baseUrl, token) {
  const headers = { Authorization: `Bearer ${token}` };
  return new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp/http/`), { requestInit: { headers } });
}

/** @param {string} baseUrl @param {string} token */
function personalAgent(baseUrl, token) {
  const env = { PATH: process.env.PATH ?? '', SVC_BASE_URL: baseUrl, SVC_TOKEN: token };
  return new StdioClientTransport({ command: process.execPath, args: [svc, 'agent'], env });
}

/** The service's address and the credential, from the environment. Exits if they are missing. */
export function settings() {
  const { SVC_BASE_URL: baseUrl = 'http://127.0.0.1:8080', SVC_TOKEN: token } = process.env;
  if (!token) {
    console.error('Set SVC_TOKEN to a pinned token (see README.md).');
    process.exit(2);
  }
  return { baseUrl: baseUrl.replace(/\/+$/, ''), token };
}
