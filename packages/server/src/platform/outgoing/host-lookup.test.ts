import type { AddressInfo, LookupFunction } from 'node:net';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { startNameServer } from '../../../../../acceptance/hostile/name-server.mjs';
import { createHostLookup, type HostLookupOptions, socketWith } from './host-lookup.js';

type Answer = Parameters<typeof startNameServer>[0];

/** Creates a lookup with the given name server responses and system files. */
async function lookupAt(answer: Answer, files: Record<string, string> = {}, options: HostLookupOptions = {}) {
  const server = await startNameServer(answer);
  onTestFinished(server.stop);
  const readFile = (path: string): string => {
    if (files[path] === undefined) {
      throw new Error('no such file');
    }
    return files[path];
  };
  return { lookup: createHostLookup({ nameServers: [server.address], readFile, ...options }), queried: server.queried };
}

function find(lookup: LookupFunction, name: string, options = {}): Promise<unknown> {
  return new Promise((resolve, reject) => {
    lookup(name, { all: true, ...options }, (error, address, family) =>
      error === null ? resolve(family === undefined ? address : { address, family }) : reject(error),
    );
  });
}

const both = ['192.0.2.1', '2001:db8::1'];
const found = [
  { address: '192.0.2.1', family: 4 },
  { address: '2001:db8::1', family: 6 },
];

it('createHostLookup > finds IPv4 and IPv6 addresses, or the requested kind', async () => {
  const { lookup } = await lookupAt(() => both);
  expect(await find(lookup, 'db.example.com')).toEqual(found);
  expect(await find(lookup, 'db.example.com', { family: 6 })).toEqual([found[1]]);
  expect(await find(lookup, 'db.example.com', { family: 'IPv4' })).toEqual([found[0]]);
  expect(await find(lookup, 'db.example.com', { all: false })).toEqual(found[0]);
  expect(await find(lookup, '192.0.2.7')).toEqual([{ address: '192.0.2.7', family: 4 }]);
});

it('createHostLookup > returns ENOTFOUND for an unknown host, or one without an address of the requested kind', async () => {
  const { lookup } = await lookupAt((name) => (name === 'v4.example.com' ? ['192.0.2.1'] : 'unknown'));
  await expect(find(lookup, 'no.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(find(lookup, 'v4.example.com', { family: 6 })).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('createHostLookup > waits 2 s for a name server, and queries it once for concurrent calls', async () => {
  const { lookup, queried } = await lookupAt(() => 'silent');
  const tries = Array.from({ length: 20 }, () => find(lookup, 'slow.example.com').catch((error) => error.code));
  expect(new Set(await Promise.all(tries))).toEqual(new Set(['ETIMEOUT']));
  expect(queried).toEqual(['slow.example.com', 'slow.example.com']);
});

it('createHostLookup > prefers the hosts file, and resolves localhost without name servers', async () => {
  const files = { '/etc/hosts': '# local\n10.0.0.5\tdb.example.com db # the database\n' };
  const { lookup, queried } = await lookupAt(() => both, files);
  for (const name of ['db', 'DB.example.com', 'db.example.com.']) {
    expect(await find(lookup, name)).toEqual([{ address: '10.0.0.5', family: 4 }]);
  }
  expect(await find(lookup, 'localhost')).toEqual([
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ]);
  expect(queried).toEqual([]);
});

it.each([
  ['db', ['db.svc.cluster.local']],
  ['db.shop', ['db.shop.svc.cluster.local', 'db.shop.cluster.local', 'db.shop']],
  [
    'a.b.c.example.com',
    ['a.b.c.example.com', 'a.b.c.example.com.svc.cluster.local', 'a.b.c.example.com.cluster.local'],
  ],
  ['db.shop.', ['db.shop']],
])("createHostLookup > queries %s with the system's search domains", async (name, expected) => {
  const files = {
    '/etc/resolv.conf': 'nameserver 10.0.0.1\nsearch svc.cluster.local cluster.local\noptions ndots:3\n',
  };
  const { lookup, queried } = await lookupAt(
    (each) => (each === 'db.svc.cluster.local' ? ['192.0.2.1'] : 'unknown'),
    files,
  );
  await find(lookup, name).catch(() => undefined);
  expect([...new Set(queried)]).toEqual(expected);
});

it('createHostLookup > queries the system only for configured hosts that name servers do not know', async () => {
  // Only the system understands this spelling of a local address.
  const own = '127.1';
  const trusted = await lookupAt(() => 'unknown', {}, { allowsSystem: true });
  expect(await find(trusted.lookup, own)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  const others = await lookupAt(() => 'unknown');
  await expect(find(others.lookup, own)).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('socketWith > connects the database client to the address that the lookup finds', async () => {
  const listener = createServer((socket) => socket.end('hello'));
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void listener.close());
  const { lookup } = await lookupAt(() => ['127.0.0.1']);
  const socket = socketWith(lookup);
  socket.connect((listener.address() as AddressInfo).port, 'db.example.com');
  expect(String(await socket.toArray())).toBe('hello');
});
