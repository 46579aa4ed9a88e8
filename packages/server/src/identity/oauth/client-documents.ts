import { limits } from '@tessera/contract';
import { LRUCache } from 'lru-cache';
import { CallStore } from '../../platform/call-store.js';
import { FairGate } from '../../platform/turns/fair-gate.js';

/** The client's network address. The library does not pass it to the function that fetches. */
export const callerAddress = new CallStore<string>();

const rememberedHosts = 1_000;

/**
 * Creates the `fetch` for client metadata documents. Anyone can name a host that never responds. Requests of different
 * client addresses are therefore served alternately, and a failed host is not called again for a minute.
 */
export function clientDocumentFetch(publicFetch: typeof fetch): typeof fetch {
  const gate = new FairGate({
    atATime: limits.clientDocumentsAtATime,
    slotsPerShare: limits.clientDocumentsPerAddress,
  });
  const failing = new LRUCache<string, true>({ max: rememberedHosts, ttl: limits.failingHostSeconds * 1_000 });
  return async (input, init) => {
    const { host } = new URL(input instanceof Request ? input.url : input);
    const signal = init?.signal ?? undefined;
    const fetchInTurn = gate.run(callerAddress.value ?? '', async () => {
      signal?.throwIfAborted();
      if (failing.has(host)) {
        throw new Error(`${host} gave no document within the last ${limits.failingHostSeconds} s`);
      }
      const start = performance.now();
      try {
        return await fetchWhole(publicFetch, input, init);
      } catch (error) {
        // A request that its caller aborted while it was queued says nothing about the host.
        if (signal?.aborted !== true || performance.now() - start > limits.hostLookupSeconds * 1_000) {
          failing.set(host, true);
        }
        throw error;
      }
    });
    return signal === undefined ? fetchInTurn : Promise.race([fetchInTurn, rejectionOf(signal)]);
  };
}

async function fetchWhole(...[publicFetch, input, init]: [typeof fetch, ...Parameters<typeof fetch>]) {
  const response = await publicFetch(input, init);
  const headers = new Headers(response.headers);
  // The body is decompressed, and possibly truncated, so these headers do not describe it.
  headers.delete('content-encoding');
  headers.delete('content-length');
  if (response.status !== 200) {
    await response.body?.cancel();
    return new Response(null, { status: response.status, headers });
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    bytes += chunk.byteLength;
    if (bytes > limits.clientMetadataBytes) {
      throw new Error(`the document is longer than ${limits.clientMetadataBytes} bytes`);
    }
  }
  return new Response(Buffer.concat(chunks), { headers });
}

function rejectionOf(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}
