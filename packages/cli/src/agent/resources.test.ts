import { describe, expect, it } from 'vitest';
import { connect } from './testing/connect.js';
import { type FakeService, fakeService, fakeWorkspace, refusal } from './testing/fake-service.js';

const home = fakeWorkspace('home');
const shop = fakeWorkspace('shop');

/** A service with two pages of documents in each workspace. The document `secret.md` cannot be read. */
function serviceWithDocuments(): FakeService {
  const service = fakeService(home, shop);
  const other = service.callService;
  const callService: FakeService['callService'] = async (operation, call, workspace) => {
    const { cursor, path, offset } = (call.query ?? {}) as Record<string, string>;
    if (operation === 'documents.list') {
      service.received.push({ operation, call, workspace });
      const listed = {
        path: cursor ?? 'a & b.md',
        title: 'A',
        media_type: 'text/markdown',
        size: 3,
        updated_at: '2026-01-01T00:00:00.000Z',
      };
      return { documents: [listed], next_cursor: cursor === undefined ? 'next.md' : null };
    }
    if (operation === 'documents.read') {
      if (path === 'secret.md')
        throw Object.assign(refusal('document_not_found', 'No such document.'), { status: 404 });
      return { path, media_type: 'text/markdown', size: 3, text: `# ${path} ${offset}`, next_offset: null };
    }
    return other(operation, call, workspace);
  };
  return Object.assign(service, { callService });
}

describe('personal agent > documents as resources', () => {
  it('are listed for every workspace, page by page', async () => {
    const { client } = await connect(serviceWithDocuments());
    const uris: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await client.listResources(cursor === undefined ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(uris).toEqual([
      ...['tessera://home/a%20%26%20b.md', 'tessera://home/next.md'],
      ...['tessera://shop/a%20%26%20b.md', 'tessera://shop/next.md'],
    ]);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: 'tessera://{workspace}/{+path}' }]);
  });

  it('are read by their URI; one that the person cannot read is not found', async () => {
    const { client } = await connect(serviceWithDocuments());
    const uri = 'tessera://shop/a%20%26%20b.md';
    expect(await client.readResource({ uri })).toMatchObject({ contents: [{ uri, text: '# a & b.md 0' }] });
    for (const missing of [
      'tessera://shop/secret.md',
      'tessera://none/a.md',
      'tessera://shop/%E0%A4%A',
      'file:///etc',
    ]) {
      await expect(client.readResource({ uri: missing })).rejects.toThrow(/not found/i);
    }
  });

  it('are those of the pinned workspace only, if SVC_WORKSPACE_ONLY is set', async () => {
    const service = serviceWithDocuments();
    const { client } = await connect(service, { pin: 'shop', isOnly: true });
    await client.listResources();
    expect(new Set(service.received.map(({ workspace }) => workspace))).toEqual(new Set([shop.id]));
    await expect(client.readResource({ uri: 'tessera://home/next.md' })).rejects.toThrow(/not found/i);
    await expect(client.listResources({ cursor: `${home.id}.` })).rejects.toThrow(/start again/);
  });

  it('report the reason if the service refuses the sign-in', async () => {
    const service = fakeService(home);
    service.failure = refusal('invalid_credential', 'Invalid.');
    const { client } = await connect(service);
    await expect(client.listResources()).rejects.toThrow(/svc login/);
  });
});

describe('personal agent > a locked document', () => {
  const offer = { text: 'Join for 40 €', url: 'https://shop.example/course' };
  const locked = { locked: true, title: 'Baking', offer };
  const uri = 'tessera://home/shop/paid.md';

  /** A service in which `shop/paid.md` is locked until `pay` is called. */
  function sellingService() {
    const service = serviceWithDocuments();
    const other = service.callService;
    let isPaid = false;
    const callService: FakeService['callService'] = async (operation, call, workspace) => {
      if (operation === 'documents.read' && !isPaid) {
        throw Object.assign(refusal('locked', 'You have no access.', { title: 'Baking', description: 'Rye', offer }), {
          status: 402,
        });
      }
      return other(operation, call, workspace);
    };
    return {
      service: Object.assign(service, { callService }),
      pay: () => {
        isPaid = true;
      },
    };
  }

  it('is answered with its offer, and with its text after the payment', async () => {
    const { service, pay } = sellingService();
    const { client, call } = await connect(service, {});
    expect(await call('read_document', { path: 'shop/paid.md', workspace: home.id })).toEqual({
      isError: false,
      body: locked,
    });
    const { contents } = await client.readResource({ uri });
    expect(contents).toEqual([{ uri, mimeType: 'application/json', text: JSON.stringify(locked) }]);
    pay();
    expect((await call('read_document', { path: 'shop/paid.md', workspace: home.id })).body.text).toBe(
      '# shop/paid.md 0',
    );
  });

  it('has its offer opened by a client that can, and is then read again', async () => {
    const { service, pay } = sellingService();
    const opened: unknown[] = [];
    const { client, call } = await connect(service, {}, false, (question) => {
      opened.push(question);
      if (opened.length > 1) pay();
      return { action: 'accept' };
    });
    expect((await call('read_document', { path: 'shop/paid.md', workspace: home.id })).body).toEqual(locked);
    const { contents } = await client.readResource({ uri });
    expect(contents).toMatchObject([{ text: '# shop/paid.md 0' }]);
    expect(opened).toMatchObject([{ url: offer.url }, { url: offer.url }]);
  });
});
