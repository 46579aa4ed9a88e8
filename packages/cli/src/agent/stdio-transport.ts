import type { Readable, Writable } from 'node:stream';
import { type JSONRPCMessage, parseJSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { argumentsObject, limits } from '@tessera/contract';
import { parseJson, stringifyJson } from '@tessera/json';

/** Maximum bytes of a line. It has space for the largest body and the message around it. */
const lineBytesMax = 2 * limits.largeBodyBytes;

/**
 * The protocol's stdio transport: one JSON message per line. Unlike the library's transport, it keeps numbers too large
 * for a double, so that records are not changed.
 */
export class ExactStdioTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void;
  onerror?: (error: Error) => void;
  onclose?: () => void;
  private readonly input: Readable;
  private readonly output: Writable;
  private pending: Buffer[] = [];
  private pendingBytes = 0;
  private closed = false;

  constructor(input: Readable, output: Writable) {
    this.input = input;
    this.output = output;
  }

  async start(): Promise<void> {
    this.input.on('data', (chunk: Buffer) => this.take(chunk));
    this.input.on('end', () => void this.close());
    this.input.on('error', (error) => this.onerror?.(error));
    // An error means that the reader has closed the pipe, so no one receives the output.
    this.output.on('error', () => void this.close());
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (!this.closed && !this.output.write(`${stringifyJson(message)}\n`)) {
      await new Promise<void>((resolve) => this.output.once('drain', resolve));
    }
  }

  async close(): Promise<void> {
    if (!this.closed) {
      this.closed = true;
      this.input.removeAllListeners('data');
      this.input.pause();
      this.onclose?.();
    }
  }

  private take(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      const line = Buffer.concat([...this.pending, rest.subarray(0, end)]).toString('utf8');
      this.pending = [];
      this.pendingBytes = 0;
      rest = rest.subarray(end + 1);
      this.read(line);
    }
    this.pending.push(rest);
    this.pendingBytes += rest.length;
    if (this.pendingBytes > lineBytesMax) {
      this.onerror?.(new Error(`a message is longer than ${lineBytesMax} bytes`));
      void this.close();
    }
  }

  private read(line: string): void {
    if (line.trim() === '') {
      return;
    }
    try {
      this.onmessage?.(parseJSONRPCMessage(withArguments(parseJson(line))));
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }
}

/**
 * Replaces what some clients send as the arguments of a call instead of an object, because the library refuses it: null,
 * empty text, an empty array, or the object as text.
 */
function withArguments(message: unknown): unknown {
  const params = (message as { readonly params?: { readonly arguments?: unknown } } | null)?.params;
  return typeof params === 'object' && params !== null && 'arguments' in params
    ? { ...(message as object), params: { ...params, arguments: argumentsObject(params.arguments, parseJson) } }
    : message;
}
