import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { builtinEmbedder } from '@tessera/resolver';

type Mode = 'works' | 'is down' | 'answers too few vectors' | 'answers no numbers';

/**
 * An endpoint that implements `/v1/embeddings`. It refuses inputs with the word "unreadable", fails calls with a string
 * that contains "breaking", and returns unusable vectors for "numberless" and "vectorless".
 */
export class Provider {
  mode: Mode = 'works';
  breaks = true;
  requests: { model: string; input: string[]; authorization: string | undefined }[] = [];
  private readonly server = createServer((request, response) => void this.answer(request, response));

  async start(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  stop(): void {
    this.server.close();
    this.server.closeAllConnections();
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk);
    }
    const { model, input } = JSON.parse(Buffer.concat(chunks).toString());
    this.requests.push({ model, input, authorization: request.headers.authorization });
    const refused = input.some((text: string) => text.includes('unreadable'));
    const broken = this.mode === 'is down' || (this.breaks && input.some((text: string) => text.includes('breaking')));
    response.setHeader('content-type', 'application/json');
    if (request.url !== '/v1/embeddings' || broken || refused) {
      response.statusCode = refused ? 400 : 500;
      // Without this header, the client would wait for seconds before it retries.
      response.setHeader('retry-after-ms', '1');
      response.end('{"error": {"message": "no"}}');
      return;
    }
    const vectors = await builtinEmbedder.embed(input);
    const data = vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: this.embeddingOf(input[index], vector),
    }));
    // Providers may return entries in any order; `index` is the position of the text.
    data.reverse();
    if (this.mode === 'answers too few vectors') {
      data.pop();
    }
    response.end(JSON.stringify({ object: 'list', model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
  }

  private embeddingOf(text: string, vector: Float32Array = new Float32Array(256)): (number | null)[] | null {
    if (text.includes('vectorless')) {
      return null;
    }
    return this.mode === 'answers no numbers' || text.includes('numberless') ? [null] : [...vector];
  }
}
