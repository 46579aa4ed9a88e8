import type { TocEntry } from '../rendering/decorate.js';

/** Path of the guide, relative to the base URL. */
export const guideRoot = '/guide';

/** The pages by what a reader needs, each in reading order. The start page, `README`, is above all sections. */
export const guideSections: readonly { readonly title: string; readonly names: readonly string[] }[] = [
  { title: 'Tutorial', names: ['selling'] },
  {
    title: 'How-to guides',
    names: [
      'documents-and-git',
      'billing',
      'sync',
      'pipelines',
      'odoo',
      'openrefine',
      'history',
      'webhooks',
      'agents',
      'dashboard',
      'deploying',
      'single-sign-on',
      'monitoring',
      'backup',
      'leaving',
    ],
  },
  { title: 'Reference', names: ['filters', 'settings', 'errors', 'events', 'limits'] },
  { title: 'Explanation', names: ['workspaces', 'grants-and-slices', 'verdicts', 'field-roles'] },
];

/** All pages; the first is the guide's start page. */
export const guideNames: readonly string[] = ['README', ...guideSections.flatMap(({ names }) => names)];

/** A page of the guide. */
export interface GuidePage {
  readonly title: string;
  readonly html: string;
  readonly toc: TocEntry[];
}

/** The pages of the guide by name. */
export type GuidePages = Readonly<Record<string, GuidePage>>;
