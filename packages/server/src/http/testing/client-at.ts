import { type IncomingHttpHeaders, request } from 'node:http';

/** The response to a client of a test. */
export interface ClientAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** A client with cookies that calls from one local address, which on Linux is any of 127.0.0.0/8. */
export interface TestClient {
  readonly cookies: Map<string, string>;
  get(path: string): Promise<ClientAnswer>;
  submit(path: string, fields: Readonly<Record<string, string>>): Promise<ClientAnswer>;
}

/** Creates a client of a service at `url` whose pages have the origin `origin`. */
export function clientAt(
  { url, origin }: { readonly url: string; readonly origin: string },
  localAddress: string,
  headers: Readonly<Record<string, string>> = {},
): TestClient {
  const cookies = new Map<string, string>();
  const send = (method: string, path: string, body?: string): Promise<ClientAnswer> =>
    new Promise((resolve, reject) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const type = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(
        url + path,
        { method, localAddress, headers: { origin, cookie, ...type, ...headers } },
        (answer) => {
          for (const text of answer.headers['set-cookie'] ?? []) {
            const [name = '', value = ''] = (text.split(';')[0] ?? '').split(/=(.*)/s);
            cookies.set(name, value);
          }
          const pieces: Buffer[] = [];
          answer.on('data', (piece: Buffer) => pieces.push(piece));
          answer.on('end', () =>
            resolve({
              status: answer.statusCode ?? 0,
              headers: answer.headers,
              text: Buffer.concat(pieces).toString(),
            }),
          );
        },
      );
      sent.on('error', reject);
      sent.end(body);
    });
  return {
    cookies,
    get: (path) => send('GET', path),
    submit: (path, fields) => send('POST', path, String(new URLSearchParams(fields))),
  };
}
