import { isSigned } from './signature.mjs';

/** Events of subscriptions with many items take more than 64 KiB. */
const bodyLimitBytes = 1024 * 1024;

/**
 * Serves `POST /webhook`. A 2xx response means that the event is done; any other one makes the provider deliver again.
 * @template {{ id: string, type: string }} Event
 * @param {{
 *   process: (event: Event) => Promise<import('./processor.mjs').Processed>,
 *   provider: Pick<import('./processor.mjs').Provider<Event>, 'signatureHeader' | 'readEvent'>,
 *   secret: string,
 *   clock?: () => Date,
 *   log?: (line: Record<string, unknown>) => void,
 * }} dependencies
 * @returns {import('node:http').RequestListener}
 */
export function createListener({ process, provider, secret, clock = () => new Date(), log = () => undefined }) {
  return (request, response) => {
    /** @param {number} status @param {Record<string, unknown>} body @param {Record<string, string>} [headers] */
    const answer = (status, body, headers = {}) => {
      response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(`${JSON.stringify(body)}\n`);
    };
    receive(request, { process, provider, secret, clock, log })
      .then(({ status, body, headers }) => answer(status, body, headers))
      .catch((error) => {
        log({ level: 'error', error: String(error) });
        answer(500, { error: 'internal' });
      });
  };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Required<Parameters<typeof createListener<any>>[0]>} dependencies
 * @returns {Promise<{ status: number, body: Record<string, unknown>, headers?: Record<string, string> }>}
 */
async function receive(request, { process, provider, secret, clock, log }) {
  if (request.method !== 'POST' || request.url !== '/webhook') {
    return { status: 404, body: { error: 'not_found' } };
  }
  const body = await readBody(request);
  if (body === undefined) {
    return { status: 413, body: { error: 'too_large' }, headers: { Connection: 'close' } };
  }
  const header = [request.headers[provider.signatureHeader]].flat()[0];
  // The signature is checked before the body is parsed.
  if (!isSigned({ header, body, secret, now: clock() })) {
    return { status: 401, body: { error: 'bad_signature' } };
  }
  const event = provider.readEvent(parse(body.toString('utf8')));
  if (event === undefined) {
    return { status: 400, body: { error: 'no_event' } };
  }
  const processed = await process(event);
  log({ event: event.id, type: event.type, ...processed });
  return processed.outcome === 'later'
    ? { status: 503, body: processed, headers: { 'Retry-After': String(processed.retryAfterSeconds) } }
    : { status: 200, body: processed };
}

/**
 * @param {import('node:http').IncomingMessage} request @returns {Promise<Buffer | undefined>} undefined if it is too
 * large
 */
async function readBody(request) {
  const chunks = [];
  let size = 0;
  for await (const chunk of request) {
    size += chunk.length;
    if (size > bodyLimitBytes) {
      return undefined;
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** @param {string} text @returns {unknown} undefined for what is not JSON */
function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
