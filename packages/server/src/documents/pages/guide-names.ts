import type { TocEntry } from '../rendering/decorate.js';

/** Path of the guide, relative to the base URL. */
export const guideRoot = '/guide';

/** The pages in reading order; the first is the guide's start page. */
export const guideNames = [
  'README',
  'documents-and-git',
  'grants-and-slices',
  'billing',
  'selling',
  'workspaces',
  'dashboard',
  'verdicts',
  'field-roles',
  'filters',
  'keeping-in-step',
  'pipelines',
  'history',
  'reconcile',
  'odoo',
  'webhooks',
  'agents',
  'running',
  'watching',
  'leaving',
  'backup',
] as const;

/** A page of the guide. */
export interface GuidePage {
  readonly title: string;
  readonly html: string;
  readonly toc: TocEntry[];
}

/** The pages of the guide by name. */
export type GuidePages = Readonly<Record<string, GuidePage>>;
