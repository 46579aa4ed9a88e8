import { createServer, type Server } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPublicFetch, PrivateAddressError } from './public-fetch.js';

let server: Server;
let port: number;
let requests = 0;

beforeAll(async () => {
  server = createServer((request, response) => {
    requests += 1;
    response.writeHead(request.url === '/moved' ? 307 : 200, { location: 'http://127.0.0.1/elsewhere' }).end('done');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** A name server that returns these addresses one after the other, then repeats the last one. */
function answering(...addresses: string[]): LookupFunction {
  return (_name, _options, callback) => {
    const address = (addresses.length > 1 ? addresses.shift() : addresses[0]) ?? '';
    callback(null, [{ address, family: address.includes(':') ? 6 : 4 }]);
  };
}

it.each(['127.0.0.1', '10.0.0.1', '169.254.169.254', '::1', '::ffff:127.0.0.1'])(
  'createPublicFetch > refuses a name that resolves to %s',
  async (address) => {
    const before = requests;
    const client = createPublicFetch({ lookup: answering(address) });
    const cause = await client.fetch(`http://rebound.example.com:${port}/`).catch((error: Error) => error.cause);
    expect(cause).toBeInstanceOf(PrivateAddressError);
    expect((cause as Error).message).toContain(address);
    expect(requests).toBe(before);
    await client.close();
  },
);

it('createPublicFetch > resolves a name once per connection, so that the checked address is used', async () => {
  const asked: string[] = [];
  const lookup = answering('127.0.0.1', '10.0.0.1');
  const client = createPublicFetch({
    lookup: (name, options, callback) => {
      asked.push(name);
      lookup(name, options, callback);
    },
    allowsPrivate: true,
  });
  expect(await (await client.fetch(`http://rebound.example.com:${port}/`)).text()).toBe('done');
  expect(asked).toEqual(['rebound.example.com']);
  await client.close();
});

it('createPublicFetch > checks an address in the URL in each notation, without a lookup', async () => {
  const client = createPublicFetch();
  for (const host of ['127.0.0.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost']) {
    const cause = await client.fetch(`http://${host}:${port}/`).catch((error: Error) => error.cause);
    expect(cause).toBeInstanceOf(PrivateAddressError);
  }
  await client.close();
});

it('createPublicFetch > follows no redirect', async () => {
  const client = createPublicFetch({ allowsPrivate: true });
  const answer = await client.fetch(`http://127.0.0.1:${port}/moved`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(307);
  expect(answer.headers.get('location')).toBe('http://127.0.0.1/elsewhere');
  await client.close();
});
