import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A call whose headers are sent before its body. */
export interface SlowCall {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

/** Sends headers, waits for 100 Continue, runs `meanwhile`, then sends the body. Returns the response. */
export async function callSlowly(
  origin: string,
  { method, path, headers = {}, body }: SlowCall,
  meanwhile: () => Promise<unknown>,
): Promise<{ readonly status: number; readonly text: string }> {
  const length = { 'Content-Length': String(Buffer.byteLength(body)), Expect: '100-continue' };
  const call = request(new URL(path, origin), {
    method,
    headers: { 'Content-Type': 'application/json', ...headers, ...length },
  });
  call.flushHeaders();
  await once(call, 'continue');
  await meanwhile();
  call.end(body);
  const [answer] = await once(call, 'response');
  return { status: answer.statusCode, text: await text(answer) };
}
