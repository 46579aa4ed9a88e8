import { beforeAll, describe, expect, it } from 'vitest';
import { createDocumentsFixture, type DocumentsFixture } from '../documents/testing/documents-fixture.js';
import { startSuiteService } from '../testing/service.js';

const origin = 'https://tessera.example';
const host = 'https://learn.example.org';
const service = await startSuiteService({
  SVC_BASE_URL: origin,
  SVC_SECURITY_CONTACT: 'mailto:security@example.com',
});
let course: DocumentsFixture;

async function get(url: string, headers: Record<string, string> = {}) {
  const answer = await service.app.http.request(url, { headers });
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
}

beforeAll(async () => {
  course = await createDocumentsFixture(service, 'course');
  await course.put('course/a.md', '# Bread\n\nFlour and water.\n');
  await service.services.database.asSystem((transaction) =>
    transaction.query('update workspaces set domain = $2, domain_checked_at = now() where id = $1', [
      course.workspace.id,
      new URL(host).host,
    ]),
  );
});

describe('at the host of the service', () => {
  it('the catalog of the API leads to its description, and pages link to both', async () => {
    const { headers, text } = await get(`${origin}/.well-known/api-catalog`);
    expect(headers.get('content-type')).toMatch(/^application\/linkset\+json; profile="/);
    const [{ 'service-desc': descriptions }] = JSON.parse(text).linkset;
    expect((await get(descriptions[0].href)).headers.get('content-type')).toMatch(/^application\/json/);
    for (const path of ['/health', '/docs', '/.well-known/api-catalog']) {
      const link = (await get(origin + path)).headers.get('link');
      expect(link).toContain('</openapi.json>; rel="service-desc"');
      expect(link).toContain('</.well-known/api-catalog>; rel="api-catalog"');
    }
  });

  it('security.txt names the contact, and expires in the future', async () => {
    const { text } = await get(`${origin}/.well-known/security.txt`);
    const [, contact, expires = ''] = /^Contact: (.*)\nExpires: (.*)\n$/.exec(text) ?? [];
    expect(contact).toBe('mailto:security@example.com');
    expect(new Date(expires).getTime()).toBeGreaterThan(service.services.clock().getTime());
  });

  it('llms.txt lists every page of the guide as Markdown', async () => {
    const { text } = await get(`${origin}/llms.txt`);
    const urls = [...text.matchAll(/\]\((\S+)\)/g)].map(([, url = '']) => url).filter((url) => url.includes('/guide/'));
    expect(urls.length).toBeGreaterThan(20);
    for (const url of urls) {
      const answer = await get(url);
      expect([url, answer.status, answer.headers.get('content-type')]).toEqual([
        url,
        200,
        'text/markdown; charset=utf-8',
      ]);
      const page = url.replace(/(?:\/README)?\.md$/, '');
      expect((await get(page, { accept: 'text/markdown' })).text).toBe(answer.text);
      expect((await get(page)).headers.get('link')).toContain(`<${new URL(url).pathname}>; rel="alternate"`);
    }
  });

  it('robots.txt keeps crawlers out of the dashboard and names no workspace', async () => {
    expect((await get(`${origin}/robots.txt`)).text).toBe('User-agent: *\nDisallow: /app/\n');
  });
});

describe('at the own host of a workspace', () => {
  const robots = 'User-agent: *\nDisallow: /app/\n';

  it('robots.txt names the sitemap, and llms.txt leads to the pages, once the site is public', async () => {
    expect((await get(`${host}/robots.txt`)).text).toBe(robots);
    expect((await get(`${host}/llms.txt`)).headers.get('location')).toBe('/d/llms.txt');
    const token = await course.createKey();
    const body = { name: 'Everyone', paths: ['course/**'], public: true };
    expect((await service.call('POST', '/v1/groups', { token, body })).status).toBe(200);
    const site = `/d/@${course.workspace.slug}`;
    expect((await get(`${host}/robots.txt`)).text).toBe(`${robots}Sitemap: ${host}${site}/sitemap.xml\n`);
    expect((await get(`${host}/llms.txt`)).headers.get('location')).toBe(`${site}/llms.txt`);
    const page = await get(`${host}${site}/course/a.md`);
    expect(page.headers.get('link')).toBe(`<${site}/course/a.md.md>; rel="alternate"; type="text/markdown"`);
    const markdown = await get(`${host}${site}/course/a.md.md`, { accept: 'text/markdown' });
    expect([markdown.status, markdown.text]).toEqual([200, '# Bread\n\nFlour and water.\n']);
    expect((await get(`${host}/.well-known/security.txt`)).status).toBe(200);
  });

  it('HSTS covers no subdomain, at the service it does', async () => {
    expect((await get(`${host}/robots.txt`)).headers.get('strict-transport-security')).toBe('max-age=15552000');
    const own = (await get(`${origin}/robots.txt`)).headers.get('strict-transport-security');
    expect(own).toBe('max-age=15552000; includeSubDomains');
  });
});
