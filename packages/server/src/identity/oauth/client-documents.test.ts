import { setImmediate } from 'node:timers/promises';
import { limits } from '@tessera/contract';
import { expect, it } from 'vitest';
import { callerAddress, clientDocumentFetch } from './client-documents.js';

/** A fetch whose hosts respond when the test decides. */
function openHosts() {
  const waiting = new Map<string, (answer: Response | Error) => void>();
  let asked = 0;
  const fetchDocument = clientDocumentFetch((input, init) => {
    asked += 1;
    return new Promise((resolve, reject) => {
      waiting.set(new URL(String(input)).host, (answer) =>
        answer instanceof Error ? reject(answer) : resolve(answer),
      );
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    });
  });
  const get = (address: string, host: string, signal?: AbortSignal): Promise<string> =>
    callerAddress.run(address, async () => {
      const response = await fetchDocument(`https://${host}/client`, signal === undefined ? {} : { signal });
      return response.text();
    });
  const respond = (host: string, answer: Response | Error): void => {
    waiting.get(host)?.(answer);
    waiting.delete(host);
  };
  return { get, respond, open: () => [...waiting.keys()], asked: () => asked };
}

it('clientDocumentFetch > fetches one document at a time for an address and two in total, alternating between addresses', async () => {
  const hosts = openHosts();
  const silent = ['a', 'b', 'c', 'd'].map((name) => hosts.get('attacker', `${name}.example`));
  const refused = hosts.get('attacker', 'e.example');
  const other = hosts.get('other', 'assistant.example');
  const third = hosts.get('third', 'third.example');
  await expect(refused).rejects.toThrow();
  expect(hosts.open()).toEqual(['a.example', 'assistant.example']);
  hosts.respond('assistant.example', new Response('described'));
  expect(await other).toBe('described');
  await expect.poll(hosts.open).toEqual(['a.example', 'third.example']);
  for (const name of ['third', 'a', 'b', 'c', 'd']) {
    await expect.poll(hosts.open).toContain(`${name}.example`);
    hosts.respond(`${name}.example`, new Response(name));
  }
  expect(await Promise.all([third, ...silent])).toEqual(['third', 'a', 'b', 'c', 'd']);
});

it('clientDocumentFetch > does not call a host again right after it failed', async () => {
  const hosts = openHosts();
  const first = hosts.get('one', 'down.example');
  await expect.poll(hosts.open).toEqual(['down.example']);
  hosts.respond('down.example', new Error('unreachable'));
  await expect(first).rejects.toThrow('unreachable');
  await expect(hosts.get('two', 'down.example')).rejects.toThrow('gave no document');
  expect(hosts.asked()).toBe(1);
});

it('clientDocumentFetch > stops waiting when the caller times out, and the host can be called again', async () => {
  const hosts = openHosts();
  const slow = hosts.get('one', 'slow.example');
  const stop = new AbortController();
  const late = hosts.get('one', 'good.example', stop.signal);
  stop.abort(new Error('time is up'));
  await expect(late).rejects.toThrow('time is up');
  await expect.poll(hosts.open).toEqual(['slow.example']);
  hosts.respond('slow.example', new Response('slow'));
  await slow;
  await setImmediate();
  const again = hosts.get('one', 'good.example');
  await expect.poll(hosts.open).toEqual(['good.example']);
  hosts.respond('good.example', new Response('good'));
  expect(await again).toBe('good');
});

it('clientDocumentFetch > stops reading an endless document', async () => {
  const hosts = openHosts();
  const endless = hosts.get('one', 'long.example');
  const chunk = new Uint8Array(limits.clientMetadataBytes);
  await expect.poll(hosts.open).toEqual(['long.example']);
  hosts.respond('long.example', new Response(new ReadableStream({ pull: (stream) => stream.enqueue(chunk) })));
  await expect(endless).rejects.toThrow('longer than');
});
