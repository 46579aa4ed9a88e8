import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../testing/service.js';
import { fontPath } from './font.js';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const open = (path: string) =>
  service.app.http.request(`http://tessera.test${path}`, { headers: { accept: 'text/html' } });

describe('font', () => {
  it.each(['/', '/sign-in', '/nowhere', '/guide', '/docs'])(
    'is preloaded by %s and allowed by its policy',
    async (path) => {
      const page = await open(path);
      expect(page.headers.get('content-security-policy')).toContain("font-src 'self';");
      const preload = `<link rel="preload" href="${fontPath}" as="font" type="font/woff2" crossorigin>`;
      expect(await page.text()).toContain(preload);
    },
  );

  it('is cached for a year', async () => {
    const font = await open(fontPath);
    expect(font.headers.get('content-type')).toBe('font/woff2');
    expect(font.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect((await font.arrayBuffer()).byteLength).toBeLessThan(50_000);
  });
});
