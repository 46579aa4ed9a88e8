import { expect, it } from 'vitest';
import { renderDocument } from './render-document.js';

const render = (text: string) => renderDocument({ path: 'course/week-1/start.md', text }).html.trim();
const player = (file: string, label?: string) =>
  `<video controls preload="metadata" src="/raw/course/${file}"${label === undefined ? '' : ` aria-label="${label}"`}></video>`;

it.each([
  ['![clip](intro.mp4)', `<p>${player('week-1/intro.mp4', 'clip')}</p>`],
  ['![](../intro.WEBM)', `<p>${player('intro.WEBM')}</p>`],
  ['<video src="intro.mp4" autoplay loop></video>', `<p>${player('week-1/intro.mp4')}</p>`],
  [
    '<video controls title="clip"><source src="/intro.webm" type="video/webm">Text</video>',
    `<p>${player('intro.webm', 'clip')}</p>`,
  ],
  [
    '[clip](intro.mp4)',
    `<p>${player('week-1/intro.mp4', 'clip')}<a data-line="0" href="/d/course/week-1/intro.mp4">clip</a></p>`,
  ],
  ['See [clip](intro.mp4).', '<p>See <a data-line="0" href="/d/course/week-1/intro.mp4">clip</a>.</p>'],
])('a video of the repo > becomes a player: %s', (text, html) => {
  expect(render(text)).toBe(html);
});

it.each([
  '![clip](https://other.test/intro.mp4)',
  '![clip](../../other/intro.mp4)',
  '<video src="https://other.test/intro.mp4" poster="https://other.test/p.png"></video>',
  '<video src="javascript:alert(1)"></video>',
  '[![clip](intro.mp4)](start.md)',
  '<a href="start.md"><video src="intro.mp4"></video></a>',
])('a foreign video, or one in a link > is not fetched: %s', (text) => {
  expect(render(text)).not.toMatch(/<(?:video|img|source|iframe)/);
});

it('a frame of another site > becomes a link that pages can turn into a frame', () => {
  const frame = (src: string) => render(`<iframe src="${src}" title="Intro" onload="alert(1)"></iframe>`);
  const link = '<a data-embed="" href="https://www.video.test/embed/1" rel="noopener noreferrer nofollow">Intro</a>';
  expect(frame('https://www.video.test/embed/1')).toBe(link);
  expect(frame('//www.video.test/embed/1')).toBe(link);
  for (const src of ['http://video.test/1', 'javascript:alert(1)', '/d/course/', 'data:text/html,x']) {
    expect(frame(src)).toBe('');
  }
});
