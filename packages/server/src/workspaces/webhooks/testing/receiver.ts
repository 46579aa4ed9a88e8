import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

/** A received webhook. */
export interface Received {
  readonly id: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the body is what the test is about to assert
  readonly body: any;
}

/** A receiver of webhooks on this machine. */
export interface Receiver {
  readonly url: string;
  readonly received: Received[];
  /** Sets the response to later requests: a status, or a function. */
  answer(how: number | ((received: Received, response: ServerResponse) => void)): void;
  close(): Promise<void>;
}

/** Starts a receiver that by default accepts everything. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let answer: (received: Received, response: ServerResponse) => void = (_, response) => respond(response, 204);
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) {
      pieces.push(piece as Buffer);
    }
    const text = Buffer.concat(pieces).toString();
    const { headers } = request;
    const arrived = { id: String(headers['webhook-id']), headers, text, body: JSON.parse(text) };
    received.push(arrived);
    answer(arrived, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received,
    answer: (how) => {
      answer = typeof how === 'number' ? (_, response) => respond(response, how) : how;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function respond(response: ServerResponse, status: number): void {
  response.writeHead(status, status >= 300 && status < 400 ? { location: 'http://10.0.0.1/elsewhere' } : {}).end();
}

/** Verifies a webhook as its receiver does, and returns its body. Throws for a wrong signature. */
export function verified({ headers, text }: Received, secret: string): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>);
}
