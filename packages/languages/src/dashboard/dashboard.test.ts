import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { de } from '../de.js';
import { es } from '../es.js';
import { fr } from '../fr.js';
import { messages as german } from './de/index.js';
import { messages as spanish } from './es/index.js';
import { findingSentences } from './findings/index.js';
import { messages as french } from './fr/index.js';

describe.each([
  ['de', german, de, /(?<!\p{L})(du|dich|dir|dein\p{L}*)(?!\p{L})/iu],
  ['fr', french, fr, /(?<!\p{L})(tu|toi|te|ton|ta|tes)(?!\p{L})/iu],
  ['es', spanish, es, /(?<!\p{L})(tú|tus?|ti|te|contigo|puedes|tienes|eres|estás)(?!\p{L})/iu],
] as const)('the messages in %s', (language, dashboard, pages, familiar) => {
  it('address people formally', () => {
    const sentences = findingSentences[language] ?? {};
    const texts = [dashboard, pages, sentences].flatMap((each) => Object.values<string>(each));
    expect(texts.filter((text) => familiar.test(text))).toEqual([]);
  });
});

it('French has a no-break space before a mark and inside quotation marks', () => {
  const texts = [french, fr, findingSentences.fr ?? {}].flatMap((each) => Object.values<string>(each));
  expect(texts.filter((text) => / [:;»]| [?!](?=$|[|])|« /.test(text))).toEqual([]);
});

it('a message of the dashboard is in one area', async () => {
  const areas = readdirSync(new URL('de', import.meta.url)).filter((name) => name !== 'index.ts');
  const modules: object[] = await Promise.all(areas.map((name) => import(new URL(`de/${name}`, import.meta.url).href)));
  const all = modules.flatMap((area) => Object.values(area)).flatMap((texts) => Object.keys(texts));
  expect(all.filter((key, index) => all.indexOf(key) !== index)).toEqual([]);
});

it('a message of the dashboard is shown by a page', () => {
  const root = new URL('../../../dashboard/src/', import.meta.url);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  const sources = files.map((path) => readFileSync(new URL(path, root), 'utf8').replaceAll("\\'", "'"));
  const isShown = (key: string): boolean =>
    sources.some((source) => source.includes(`'${key}'`) || source.includes(`"${key}"`));
  expect(Object.keys(german).filter((key) => !isShown(key))).toEqual([]);
});
