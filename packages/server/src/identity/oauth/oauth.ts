import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { limits } from '@tessera/contract';
import type { Provider } from 'oidc-provider';
import { oauthCookies } from './addresses.js';
import { callerAddress } from './client-documents.js';
import { createProvider, type OauthOptions, type OauthServices } from './provider.js';

/** A request as the library receives it. */
export interface OauthRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  /** The sender's network address. Client documents are fetched alternately for different addresses. */
  readonly address?: string | undefined;
}

/** The authorization server for the relay. */
export interface Oauth {
  /** The library's server, loaded on first use. */
  provider(): Promise<Provider>;
  /** Passes a browser's request to the library without a network connection. */
  exchange(request: OauthRequest): NodeExchange;
  /** Passes a request to the library and returns its response. */
  answer(request: OauthRequest): Promise<Response>;
}

/** Creates the authorization server. */
export function createOauth(services: OauthServices, options?: OauthOptions): Oauth {
  let provider: Promise<Provider> | undefined;
  const load = (): Promise<Provider> => {
    provider ??= createProvider(services, options);
    return provider;
  };
  const { host, protocol } = new URL(services.baseUrl);
  const { interaction, resume } = oauthCookies(services.baseUrl);
  const stepCookies = [interaction, resume];
  const exchange = ({ headers = {}, ...request }: OauthRequest): NodeExchange => {
    const cookie = cookieForLibrary({ cookie: headers.cookie, path: request.path }, stepCookies);
    const given = Object.entries({ ...headers, cookie }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const own = { host, 'x-forwarded-proto': protocol.replace(':', '') };
    return nodeExchange({ ...request, headers: { ...Object.fromEntries(given), ...own } });
  };
  return {
    provider: load,
    exchange,
    answer: async ({ address, ...request }) => {
      const { incoming, outgoing, answered } = exchange(request);
      const handle = (await load()).callback();
      const response = await callerAddress.run(address ?? '', () => {
        void handle(incoming, outgoing);
        return answered;
      });
      const sent = { cookie: request.headers?.cookie, path: request.path };
      const cookies = response.headers.getSetCookie().map((each) => cookieForBrowser(each, sent, stepCookies));
      response.headers.delete('set-cookie');
      for (const cookie of cookies) {
        response.headers.append('set-cookie', cookie);
      }
      return response;
    },
  };
}

/** A request that is passed to a Node.js request handler. `path` includes the query. */
export interface NodeRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/** A request and its response without a connection, for libraries that require Node.js objects. */
export interface NodeExchange {
  readonly incoming: IncomingMessage;
  readonly outgoing: ServerResponse;
  /** Resolves to the finished response. */
  readonly answered: Promise<Response>;
}

/** Creates the exchange. It buffers the whole response, so use it for short responses only. */
export function nodeExchange({ method, path, headers, body = '' }: NodeRequest): NodeExchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = method;
  incoming.url = path;
  incoming.headers = { ...headers, 'content-length': String(Buffer.byteLength(body)) };
  incoming.push(body);
  incoming.push(null);
  const outgoing = new ServerResponse(incoming);
  const answered = new Promise<Response>((resolve) => {
    // Koa passes the whole body to `end`, so `write` needs no replacement.
    outgoing.end = ((chunk?: unknown) => {
      resolve(responseOf(outgoing, typeof chunk === 'string' || chunk instanceof Uint8Array ? chunk : undefined));
      return outgoing;
    }) as ServerResponse['end'];
  });
  return { incoming, outgoing, answered };
}

function responseOf(outgoing: ServerResponse, body: string | Uint8Array | undefined): Response {
  const headers = new Headers();
  for (const [name, value] of Object.entries(outgoing.getHeaders())) {
    for (const each of Array.isArray(value) ? value : [String(value ?? '')]) {
      headers.append(name, each);
    }
  }
  headers.delete('content-length');
  return new Response(body === undefined || body.length === 0 ? null : Buffer.from(body), {
    status: outgoing.statusCode,
    headers,
  });
}

/** Maximum simultaneous steps in a browser, such as connecting two assistants. Older ones are dropped. */
const openSteps = 4;

/** The cookies that a browser sent, and the path that identifies a step. */
interface Sent {
  readonly cookie: string | undefined;
  readonly path: string;
}

/**
 * Returns the cookies as the library expects them: with the step of this path only. The library gives all steps the
 * same cookie name and limits each to its path. Cookies with the prefix `__Host-` cannot be limited to a path, so the
 * browser stores a list of steps, newest first.
 */
export function cookieForLibrary({ cookie, path }: Sent, names: readonly string[]): string | undefined {
  return cookie
    ?.split(/;\s*/)
    .flatMap((pair) => {
      const [name, value] = splitPair(pair);
      if (!names.includes(name)) {
        return [pair];
      }
      const step = value.split('.').find((each) => isNamed(path, each));
      return step === undefined ? [] : [`${name}=${step}`];
    })
    .join('; ');
}

/** Converts a `Set-Cookie` of the library for the browser: adds the step to its list, or removes it. */
export function cookieForBrowser(setCookie: string, { cookie = '', path }: Sent, names: readonly string[]): string {
  const [pair = '', ...attributes] = setCookie.split(/;\s*/);
  const [name, step] = splitPair(pair);
  if (!names.includes(name)) {
    return setCookie;
  }
  const known = cookie.split(/;\s*/).map(splitPair);
  const [, list = ''] = known.find(([each]) => each === name) ?? [];
  const others = list.split('.').filter((each) => each !== step && !(step === '' && isNamed(path, each)));
  const steps = [step, ...others].filter((each) => each !== '').slice(0, openSteps);
  const kept = attributes.filter((attribute) => !/^(path|domain|expires|max-age)=/i.test(attribute));
  const life = `Max-Age=${steps.length === 0 ? 0 : limits.connectSeconds}`;
  return [`${name}=${steps.join('.')}`, 'Path=/', life, ...kept].join('; ');
}

function isNamed(path: string, step: string): boolean {
  return step !== '' && path.split(/[/?]/).includes(step);
}

function splitPair(pair: string): [string, string] {
  const at = pair.indexOf('=');
  return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
}
