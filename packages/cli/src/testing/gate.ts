import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll } from 'vitest';

/** A proxy in front of the service that can delay the response to a page of records. */
export interface Gate {
  readonly url: () => string;
  /**
   * Waits until the service has answered the nth page, counted from this call. Returns a function that releases the
   * response.
   */
  readonly holdPage: (nth: number) => Promise<() => void>;
}

interface PausedPage {
  pagesLeft: number;
  readonly arrived: (release: () => void) => void;
}

/** Opens a proxy to a service for the tests of a file. */
export function openGate(serviceUrl: string): Gate {
  let paused: PausedPage | undefined;
  const server = createServer(async (incoming, outgoing) => {
    const body = await buffer(incoming);
    const answer = await fetch(serviceUrl + incoming.url, {
      method: incoming.method ?? 'GET',
      headers: Object.entries(incoming.headersDistinct).flatMap(([name, values]) =>
        forwarded.has(name) ? (values ?? []).map((value): [string, string] => [name, value]) : [],
      ),
      ...(body.length > 0 && { body }),
    });
    const content = Buffer.from(await answer.arrayBuffer());
    if (paused !== undefined && incoming.url?.endsWith('/import')) {
      paused.pagesLeft -= 1;
      if (paused.pagesLeft === 0) {
        const { arrived } = paused;
        paused = undefined;
        await new Promise<void>((release) => arrived(release));
      }
    }
    outgoing.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    outgoing.end(content);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    url: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    holdPage: (nth) =>
      new Promise((arrived) => {
        paused = { pagesLeft: nth, arrived };
      }),
  };
}

const forwarded = new Set(['authorization', 'content-type', 'x-svc-workspace', 'idempotency-key']);
