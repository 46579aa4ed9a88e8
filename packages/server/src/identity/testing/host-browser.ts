import { type IncomingHttpHeaders, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A page as a browser received it over the socket. */
export interface HostPage {
  readonly status: number;
  readonly location: string;
  readonly text: string;
}

/** A request over the socket. */
export interface HostRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

let browsers = 0;

/** A browser that calls the service over its socket, and keeps the cookies of each host as it spells that host. */
export class HostBrowser {
  readonly cookies = new Map<string, Map<string, string>>();
  /** Each browser has an address of its own, because sign-ins are limited by address. */
  private readonly localAddress: string;

  constructor(private readonly serviceUrl: string) {
    browsers += 1;
    this.localAddress = `127.9.${browsers % 250}.${1 + Math.floor(browsers / 250)}`;
  }

  /** Opens an address. Its host is only sent in the header. */
  open(address: string): Promise<HostPage> {
    return this.send(address, {});
  }

  /** Sends a form as a page of the same host does. */
  submit(address: string, fields: Readonly<Record<string, string>>): Promise<HostPage> {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `http://${hostIn(address)}` };
    return this.send(address, { method: 'POST', headers, body: String(new URLSearchParams(fields)) });
  }

  /** Whether a host has set a cookie of this name. */
  has(host: string, name = 'svc_session'): boolean {
    return this.cookies.get(host)?.has(name) === true;
  }

  private async send(address: string, { method = 'GET', headers = {}, body }: HostRequest): Promise<HostPage> {
    const host = hostIn(address);
    const jar = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, jar);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const path = address.slice(`http://${host}`.length);
    const { localAddress } = this;
    const received = await sendTo(
      { url: `${this.serviceUrl}${path}`, host, localAddress },
      { method, headers: { cookie, accept: 'text/html', ...headers }, ...(body === undefined ? {} : { body }) },
    );
    for (const line of received.headers['set-cookie'] ?? []) {
      if (/domain=/i.test(line)) {
        throw new Error(`a cookie is not limited to its host: ${line}`);
      }
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/s);
      if (/max-age=0/i.test(line)) {
        jar.delete(name);
      } else {
        jar.set(name, value);
      }
    }
    return { status: received.status, location: received.headers.location ?? '', text: received.text };
  }
}

/** The host of an address as it is spelled there. `URL` would rewrite it. */
function hostIn(address: string): string {
  return /^http:\/\/([^/]*)/.exec(address)?.[1] ?? '';
}

/** Sends one request over a socket, with the given Host header. */
export function sendTo(
  { url, host, localAddress }: { readonly url: string; readonly host: string; readonly localAddress?: string },
  { method = 'GET', headers = {}, body }: HostRequest = {},
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    const options = { method, headers: { ...headers, host }, ...(localAddress && { localAddress }) };
    const sent = request(url, options, (answer) => {
      const { statusCode = 0, headers: received } = answer;
      text(answer).then((whole) => resolve({ status: statusCode, headers: received, text: whole }), reject);
    });
    sent.on('error', reject).end(body);
  });
}
