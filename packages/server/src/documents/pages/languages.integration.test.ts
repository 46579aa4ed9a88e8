import { beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, type Page, signIn } from '../../identity/testing/browser.js';
import { anAddress, invite, personalToken } from '../../identity/testing/people.js';
import { startSuiteService } from '../../testing/service.js';
import { type CourseFixture, createCourseFixture } from './testing/course-fixture.js';

const service = await startSuiteService();
let course: CourseFixture;
let admin: string;

const languageOf = ({ text }: Page) => /<html lang="(\w+)">/.exec(text)?.[1];
const settings = (body: object) =>
  service.call('PATCH', '/settings/workspace', { token: admin, workspace: course.workspace.id, body });

/** Opens a page with the given `Accept-Language` header. */
async function openIn(asked: string, path: string, cookie = ''): Promise<Page> {
  const url = new URL(path, service.services.baseUrl).href;
  const headers = { accept: 'text/html', 'accept-language': asked, ...(cookie && { cookie }) };
  const answer = await service.app.http.request(url, { headers });
  const location = answer.headers.get('location') ?? undefined;
  return { status: answer.status, text: await answer.text(), headers: answer.headers, location };
}

beforeAll(async () => {
  course = await createCourseFixture(service);
  const email = anAddress();
  await invite(service, course.workspace, email, { role: 'admin' });
  admin = await personalToken(service, email);
});

describe('a page', () => {
  it.each([
    ['de-AT,de;q=0.9,en;q=0.5', 'de', 'Code senden'],
    ['fr', 'fr', 'M’envoyer un code'],
    ['pt-BR, es;q=0.8', 'es', 'Enviarme un código'],
    ['ja, *;q=0.1', 'en', 'Send me a code'],
    ['de;q=0, fr;q=0.1', 'fr', 'M’envoyer un code'],
    ['', 'en', 'Send me a code'],
    ['\u0000;;;=,', 'en', 'Send me a code'],
  ])('is in the first available language of %j', async (asked, language, button) => {
    const page = await openIn(asked.replace('\u0000', 'x'), '/sign-in');
    expect([languageOf(page), page.text.includes(button)]).toEqual([language, true]);
  });

  it("is in the workspace's language if none of the browser's languages is supported", async () => {
    expect((await settings({ language: 'es' })).body.workspace.language).toBe('es');
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    const cookie = browser.headers().cookie ?? '';
    const reading = await openIn('ja', '/d/course/starter/keeping.md', cookie);
    expect([languageOf(reading), reading.text.includes('En esta página'), reading.text.includes('Updated')]).toEqual([
      'es',
      true,
      false,
    ]);
    expect(languageOf(await openIn('ja', '/account', cookie))).toBe('es');
    expect(languageOf(await openIn('ja', `/sign-in?workspace=${course.workspace.id}`))).toBe('es');
    expect(languageOf(await openIn('de', '/d/course/starter/keeping.md', cookie))).toBe('de');
    await settings({ language: 'en' });
  });

  it("is in the workspace's language also where it refuses or offers access", async () => {
    await settings({ language: 'de', offer: { show_locked: true, url: 'https://pay.example/' } });
    await course.member('course/**');
    const { email } = await course.member('handbook/**');
    const cookie = (await signIn(service, email)).headers().cookie ?? '';
    const key = await course.createKey();
    const body = { name: 'Free', paths: ['course/flour.md'], public: true };
    const { id } = (await service.call('POST', '/v1/groups', { token: key, body })).body;
    const site = `/d/@${course.workspace.slug}`;
    for (const [path, status, text] of [
      ['/d/course/starter/keeping.md', 402, 'Zugang erhalten'],
      ['/d/course/nothing.md', 404, 'Seite nicht gefunden'],
      [`${site}/course/starter/keeping.md`, 402, 'Zugang erhalten'],
      [`${site}/course/nothing.md`, 404, 'Seite nicht gefunden'],
    ] as const) {
      const page = await openIn('ja', path, path.startsWith(site) ? '' : cookie);
      expect([path, page.status, languageOf(page), page.text]).toEqual([
        path,
        status,
        'de',
        expect.stringContaining(text),
      ]);
    }
    await service.call('DELETE', `/v1/groups/${id}`, { token: key });
    await settings({ language: 'en', offer: { show_locked: false, url: null } });
  });

  it('returns an error for a language that does not exist', async () => {
    expect((await settings({ language: 'xx' })).status).toBe(400);
  });

  it('has a cache entry for each language and browser', async () => {
    const { headers } = await openIn('de', '/d/');
    expect(headers.get('vary')).toContain('Accept-Language, Cookie');
  });
});

describe("a person's language in their account", () => {
  it('overrides the browser, applies in other browsers and in mails, and can be reset', async () => {
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    await browser.submit('/account', { language: 'fr' });
    const cookie = browser.headers().cookie ?? '';
    for (const path of ['/account', '/d/course/starter/keeping.md', '/sign-in', '/d/course/none.md']) {
      expect([path, languageOf(await openIn('de', path, cookie))]).toEqual([path, 'fr']);
    }
    const other = await signIn(service, email);
    expect(languageOf(await openIn('de', '/account', other.headers().cookie))).toBe('fr');
    expect(service.mails.findLast(({ to }) => to === email)?.subject).toMatch(/^\d{6} est votre code/);
    await other.submit('/account', { language: '' });
    expect(languageOf(await openIn('de', '/account', other.headers().cookie))).toBe('de');
  });

  it('cannot be changed from another site or to a language that does not exist', async () => {
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    const foreign = await browser.submit('/account', { language: 'de' }, { origin: 'https://elsewhere.example' });
    expect(foreign.status).toBe(403);
    await browser.submit('/account', { language: '"><script>' });
    expect(languageOf(await browser.open('/account'))).toBe('en');
  });
});

describe('the script of a page', () => {
  it('is in the language of the page, and has a URL for each language', async () => {
    const { email } = await course.member('course/**');
    const browser = await signIn(service, email);
    const addresses = new Set<string>();
    for (const [language, text] of [
      ['en', 'Copy code'],
      ['de', 'Code kopieren'],
      ['fr', 'Aucun résultat'],
      ['es', 'Copiar el código'],
    ] as const) {
      const page = await openIn(language, '/d/course/starter/keeping.md', browser.headers().cookie);
      const address = /<script src="([^"]*)" defer>/.exec(page.text)?.[1] ?? '';
      const script = (await openIn(language, address)).text;
      expect([language, script.includes(text), script.match(/\{\{/g)]).toEqual([language, true, null]);
      addresses.add(address);
    }
    expect(addresses.size).toBe(4);
  });
});

describe('a diagram', () => {
  it('is labelled in the language of the page', async () => {
    const { email } = await course.member('course/**');
    await course.put('course/starter/steps.md', '```mermaid\nflowchart LR\n  Flour --> Dough\n```\n');
    const browser = await signIn(service, email);
    for (const [language, text] of [
      ['en', 'Text of the diagram'],
      ['de', 'Text des Diagramms'],
      ['fr', 'Texte du diagramme'],
      ['es', 'Texto del diagrama'],
    ] as const) {
      const page = await openIn(language, '/d/course/starter/steps.md', browser.headers().cookie);
      expect([language, page.text]).toEqual([language, expect.stringContaining(`data-source="${text}"`)]);
    }
  });
});

describe('a mail', () => {
  it('has the name, color and language of the workspace, and an unsubscribe link unless it signs someone in', async () => {
    await settings({ language: 'de', color: '#ffd400', name: 'Küche' });
    const { email } = await course.member('course/**');
    await course.backend('POST', '/v1/readers', { email: anAddress(), groups: [] });
    const link = service.mails.at(-1);
    expect(link).toMatchObject({ subject: 'Ihr Link zu Küche', sender: 'Küche', isOptional: true });
    expect(link?.html).toContain('#ffd400');
    await signIn(service, email);
    const code = service.mails.findLast(({ to }) => to === email);
    expect([code?.subject.slice(6), code?.sender, code?.isOptional]).toEqual([
      ' ist Ihr Anmeldecode',
      'Küche',
      undefined,
    ]);
    await settings({ language: 'en', color: null, name: 'Course' });
  });

  it("to a person in several workspaces is sent by the service, unless a workspace's page requested it", async () => {
    const { email } = await course.member('course/**');
    await invite(service, await service.createWorkspace(), email);
    const latest = () => service.mails.findLast(({ to, subject }) => to === email && /^\d{6} /.test(subject))?.sender;
    await signIn(service, email);
    expect(latest()).toBeUndefined();
    const browser = openBrowser(service);
    await browser.submit('/sign-in', { email, next: '/', workspace: course.workspace.id });
    await new Promise((resolve) => setImmediate(resolve));
    expect(latest()).toBe('Course');
  });
});
