import fc from 'fast-check';
import { fromHtml } from 'hast-util-from-html';
import { visit } from 'unist-util-visit';
import { describe, expect, it } from 'vitest';
import { renderDocument } from '../rendering/render-document.js';
import { attacks } from '../rendering/testing/attacks.js';
import { followLinks } from './mark.js';
import { LinkTargets, RepoTargets } from './targets.js';

const paths = [
  'basic/README.md',
  'basic/start.md',
  'basic/deep/other/one.md',
  'basic/guide/start.md',
  'basic/guide/Über uns.md',
  'basic/guide/start-2.md',
  'basic/img/jar.png',
  'basic/twice/one.md',
  'basic/other/one.md',
  'pro/README.md',
  'pro/lessons/first.md',
];
const targets = targetsOf(paths);
const titled = [
  { path: 'basic/guide/start.md', title: 'How to start' },
  { path: 'locked/secret.md', title: 'The secret' },
];

function targetsOf(readable: readonly string[]): LinkTargets {
  const repos = new Set(readable.map((path) => path.split('/')[0] ?? ''));
  return new LinkTargets(
    [...repos].map((repo) => [
      repo,
      new RepoTargets(readable.filter((path) => path.startsWith(`${repo}/`)).map((path) => ({ path }))),
    ]),
  );
}

function follow(text: string, path = 'basic/guide/start.md') {
  const { html, dead } = followLinks(renderDocument({ path, text }).html, targets, { titled });
  return { address: / (?:href|src)="([^"]*)"/.exec(html)?.[1], html, dead };
}

describe('a link in a document', () => {
  it.each([
    ['[x](../../pro/README.md)', '/d/pro/README.md'],
    ['[x](/d/pro/)', '/d/pro/'],
    ['[x](../../pro)', '/d/pro'],
    ['[x](START.MD#a)', '/d/basic/guide/start.md#a'],
    ['[x](..\\..\\pro\\lessons\\first.md)', '/d/pro/lessons/first.md'],
    ['[x](start-2)', '/d/basic/guide/start-2.md'],
    ['[x](U\u0308ber uns.md)'.replace(' ', '%20'), '/d/basic/guide/%C3%9Cber%20uns.md'],
    ['[[start]]', '/d/basic/guide/start.md'],
    ['[[start.md]]', '/d/basic/guide/start.md'],
    ['[x](start-2.md#One%20heading#Two%20words)', '/d/basic/guide/start-2.md#two-words'],
    ['[x](start-2.md#:~:text=a%20b)', '/d/basic/guide/start-2.md#:~:text=a%20b'],
    ['[[guide/start#Two words]]', '/d/basic/guide/start.md#two-words'],
    ['[[lessons/first]]', '/d/pro/lessons/first.md'],
    ['[[über UNS]]', '/d/basic/guide/%C3%9Cber%20uns.md'],
    ['[[How to start]]', '/d/basic/guide/start.md'],
    ['[[README]]', '/d/basic/README.md'],
    ['[[../README]]', '/d/basic/README.md'],
    ['[[./START#Two words|x]]', '/d/basic/guide/start.md#two-words'],
    ['[[/start]]', '/d/basic/start.md'],
    ['[[other/one]]', '/d/basic/other/one.md'],
    ['[[#^block]]', '#'],
    ['![[jar.png]]', '/raw/basic/img/jar.png'],
    ['![[img/jar.png]]', '/raw/basic/img/jar.png'],
  ])('written as %s leads to %s', (text, address) => {
    expect(follow(text)).toMatchObject({ address, dead: [] });
  });

  it.each([
    ['text\n[x](nowhere.md)', { line: 2, target: 'basic/guide/nowhere.md' }],
    ['[[Nowhere]]', { line: 1, target: 'Nowhere' }],
    ['[[../start-2]]', { line: 1, target: '../start-2' }],
    ['[[../../pro/README]]', { line: 1, target: '../../pro/README' }],
    ['[x](/d/locked/secret.md)', { line: 1, target: 'locked/secret.md' }],
    ['[[The secret]]', { line: 1, target: 'The secret' }],
    ['<a href="nowhere.md">x</a>', { line: null, target: 'basic/guide/nowhere.md' }],
    ['# A\n\n[x](#nowhere)', { line: 3, target: '#nowhere' }],
    ['# A\n\n[[#No where]]', { line: 3, target: '#no-where' }],
    ['# A\n\n[x](start.md#nowhere)', { line: 3, target: '#nowhere' }],
    ['<a href="#nowhere">x</a>', { line: null, target: '#nowhere' }],
  ])('written as %s is marked as broken', (text, link) => {
    const { html, dead } = follow(text);
    expect(dead).toEqual([link]);
    expect(html).toContain('<a class="dead-link" title=');
  });

  it.each([
    '[x](#a)\n\n# A',
    '[x](#A) [[#A]]\n\n# A',
    '[x](start.md#über-uns)\n\n## Über uns',
    '[x](#own)\n\n# A {#own}',
    '[x](#Two%20words!) [y](<#Two words!>) [z](start.md#Two%20words!)\n\n# Two words!',
    '[x](#a%20b)\n\n<a name="a b"></a>',
    '[x](#b-c) [[#A]] [y](#a)\n\n# A {#b-c .wide}',
    '[x](#a) [y](#b)\n\n# A {:#b}\n\n# A',
    '[x](#Old)\n\n<a name="Old"></a>',
    '[x](#a--b)\n\n# A & B',
    '[x](#) [y](#top) [z](#^block) [q](#:~:text=a)',
    'text[^1]\n\n[^1]: Note.',
  ])('written as %s leads to a heading or an anchor of its page', (text) => {
    expect(follow(text).dead).toEqual([]);
  });

  it('to a heading that another page lacks is marked, and leads to the page', () => {
    const { html } = renderDocument({ path: 'basic/guide/start.md', text: '[x](start-2.md#a) [[start-2#B]]' });
    const missing = new Set(['basic/guide/start-2.md#b']);
    const followed = followLinks(html, targets, { missing });
    expect(followed.dead).toEqual([{ line: 1, target: 'start-2#b' }]);
    expect(followed.html).toContain('<a href="/d/basic/guide/start-2.md#a">');
    expect(followed.html).toContain('has no such heading." href="/d/basic/guide/start-2.md#b">');
  });

  it('with a name that several documents have leads to a choice', () => {
    expect(follow('[[one]]')).toMatchObject({ address: expect.stringContaining('/d/?name=one'), dead: [] });
  });

  it('cannot be used to inject markup', () => {
    for (const attack of attacks) {
      const { html } = follow(attack);
      visit(fromHtml(html, { fragment: true }), 'element', ({ properties }) => {
        for (const [name, value] of Object.entries(properties)) {
          expect(name, attack).not.toMatch(/^(on.*|style|srcSet|name|form.*|action|background|poster)$/);
          if (name === 'href' || name === 'src') {
            expect(value, attack).toMatch(/^(https?:\/\/|mailto:|\/d\/|\/raw\/basic\/|#)/);
          }
        }
      });
    }
  });

  it('does not lead to unreadable documents, and does not reveal whether they exist', () => {
    const name = fc.constantFrom('a', 'b', 'c', 'A', 'a.md', 'b/a', 'x y');
    const path = fc.tuple(fc.constantFrom('one', 'two'), name).map(([repo, rest]) => `${repo}/${rest}.md`);
    const link = fc.oneof(
      path.map((to) => `[x](</d/${to}>)`),
      name.map((to) => `[[${to}]]`),
      path.map((to) => `[x](<../${to}>)`),
    );
    fc.assert(
      fc.property(fc.array(path), fc.array(path), fc.array(link, { minLength: 1 }), (readable, others, links) => {
        const { html } = renderDocument({ path: 'one/index.md', text: links.join('\n\n') });
        const unreadable = others.filter((each) => !readable.includes(each));
        const hidden = unreadable.map((path) => ({ path, title: 'a' }));
        const shown = followLinks(html, targetsOf(readable), { titled: hidden });
        expect(shown).toEqual(followLinks(html, targetsOf(readable)));
        const marked = shown.html.replaceAll(/<a class="dead-link"[^>]*>/g, '');
        for (const [, address = ''] of marked.matchAll(/ href="\/d\/([^"?#]+)/g)) {
          const to = decodeURIComponent(address);
          expect(
            readable.some((each) => each === to || each.startsWith(`${to.replace(/\/$/, '')}/`)),
            to,
          ).toBe(true);
        }
        expect(shown.html).not.toContain('data-line');
      }),
    );
  });
});
