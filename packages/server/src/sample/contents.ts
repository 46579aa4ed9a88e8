import { readdirSync, readFileSync } from 'node:fs';

/** Folder of the sample's documents and records. Sources and build are equally deep. */
const folder = new URL('../../sample/', import.meta.url);

/** Repos of the sample workspace. Their documents are in the folder of their name. */
export const sampleRepos = [
  { name: 'handbook', description: 'How the made-up furniture shop Oak & Ember works' },
  { name: 'course', description: 'A course on sourdough: the first lesson is free, the others are paid for' },
] as const;

/** Groups of the sample workspace, with the paths that each may read. */
export const sampleGroups = [
  {
    name: 'Handbook for all',
    description: 'What everybody at Oak & Ember may read',
    paths: ['handbook/{start.md,work/**,orders/**}'],
  },
  { name: 'Course participants', description: 'Who has paid for the course', paths: ['course/**'] },
] as const;

/** The documents of a repo of the sample. */
export function sampleDocuments(repo: string): { readonly path: string; readonly text: string }[] {
  const root = new URL(`${repo}/`, folder);
  const names = readdirSync(root, { encoding: 'utf8', recursive: true }).filter((name) => name.endsWith('.md'));
  return names.map((path) => ({ path, text: readFileSync(new URL(path, root), 'utf8') }));
}

/**
 * Records of the sample workspace as business systems send them: references are pairs of id and label, and empty values
 * are `false`.
 */
export function sampleProducts(): object[] {
  return JSON.parse(readFileSync(new URL('products.json', folder), 'utf8'));
}
