import { PassThrough } from 'node:stream';
import type { JSONRPCMessage } from '@modelcontextprotocol/server';
import { stringifyJson } from '@tessera/json';
import { describe, expect, it } from 'vitest';
import { ExactStdioTransport } from './stdio-transport.js';

async function open() {
  const input = new PassThrough();
  const output = new PassThrough();
  const transport = new ExactStdioTransport(input, output);
  const messages: JSONRPCMessage[] = [];
  const errors: Error[] = [];
  transport.onmessage = (message) => messages.push(message);
  transport.onerror = (error) => errors.push(error);
  await transport.start();
  const write = (...chunks: (string | Buffer)[]) => {
    for (const chunk of chunks) {
      input.write(chunk);
    }
    return new Promise((resolve) => setImmediate(resolve));
  };
  return { input, output, transport, messages, errors, write };
}

const note = (params: string) => `{"jsonrpc":"2.0","method":"note","params":${params}}`;

describe('the stdio transport', () => {
  it('keeps numbers beyond a double in both directions', async () => {
    const { messages, output, transport, write } = await open();
    const line = note('{"id":12345678901234567890,"price":0.12345678901234567890}');
    await write(`${line}\n`);
    expect(stringifyJson(messages[0])).toBe(line);
    await transport.send(messages[0] as JSONRPCMessage);
    expect(String(output.read())).toBe(`${line}\n`);
  });

  it('joins the parts of a message, even if a character is split', async () => {
    const { messages, write } = await open();
    const bytes = Buffer.from(`${note('{"a":"é"}')}\n${note('{"b":1}')}\n`);
    const cut = bytes.indexOf(0xa9);
    await write(bytes.subarray(0, cut), bytes.subarray(cut));
    expect(messages).toMatchObject([{ params: { a: 'é' } }, { params: { b: 1 } }]);
  });

  it('continues after a line that is not a message', async () => {
    const { errors, messages, write } = await open();
    await write('hello\n\n{"jsonrpc":"1.0"}\n', `${note('{}')}\n`);
    expect(errors).toHaveLength(2);
    expect(messages).toHaveLength(1);
  });

  it.each(['null', '""', '[]', '"{}"'])('treats %s as the arguments of a tool call as none', async (sent) => {
    const { errors, messages, write } = await open();
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list_collections","arguments":${sent}}}`;
    await write(`${call}\n`);
    expect(errors).toEqual([]);
    expect(messages).toMatchObject([{ id: 1, params: { name: 'list_collections', arguments: {} } }]);
  });

  it('closes when its input ends', async () => {
    const { input, transport } = await open();
    const closed = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    input.end();
    await closed;
  });
});
