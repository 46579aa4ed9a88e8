import type { IncomingMessage, ServerResponse } from 'node:http';
import compression from 'compression';

/** From how many bytes a response is compressed. That of a query is sent faster than it could be compressed. */
const pageBytes = 2 * 1024;
const jsonBytes = 32 * 1024;

/** Compresses a larger page or JSON response for a client that accepts it. Files with an ETag stay as they are stored. */
export const compress = compression({
  threshold: pageBytes,
  filter: (_, response) => {
    const type = String(response.getHeader('content-type'));
    const isLarge = !(Number(response.getHeader('content-length')) < jsonBytes);
    return (
      !response.hasHeader('etag') &&
      (/^text\/(?:html|markdown)\b/.test(type) || (isLarge && type.startsWith('application/json')))
    );
  },
}) as unknown as (incoming: IncomingMessage, outgoing: ServerResponse, next: () => void) => void;
