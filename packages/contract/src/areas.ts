import { activityRoutes } from './collections/activity.js';
import { correctionRoutes } from './collections/corrections.js';
import { grantRoutes } from './collections/grants.js';
import { historyRoutes } from './collections/history.js';
import { matchRoutes } from './collections/matches.js';
import { measuringRoutes } from './collections/measuring.js';
import { queryRoutes } from './collections/query.js';
import { recordRoutes } from './collections/records.js';
import { resolutionRoutes } from './collections/resolution.js';
import { viewRoutes } from './collections/views.js';
import type { OperationId } from './endpoints.js';

/** One part of the service, as the API reference presents it. */
export interface Area {
  readonly name: string;
  readonly introduction: string;
  /** The first part of the ids of its operations. */
  readonly kinds: readonly string[];
}

/** All areas, in the order in which the API reference shows them. */
export const areas: readonly Area[] = [
  {
    name: 'Collections',
    kinds: ['collections'],
    introduction:
      'A collection contains records of one kind, each under its id in the source system. A query names a record ' +
      'by its id, by an identifier or in words, and returns a verdict: act on `high`, ask on `low`. Look up ' +
      'values that change by the minute at the source, by `external_id`.',
  },
  {
    name: 'Ingest',
    kinds: ['ingest'],
    introduction:
      "A source system pushes records to a collection's ingest URL. The secret in the path is the credential. It " +
      'can only write to its one collection.',
  },
  {
    name: 'Reconciliation',
    kinds: ['reconcile'],
    introduction:
      'A collection as a service of the Reconciliation Service API 0.2 (also for clients of 0.1), which OpenRefine and ' +
      'others call. The secret in the path is the credential. It can only read exposed fields of its one collection. ' +
      'Pages of any site may call it (CORS `*`), or use JSONP with `callback`.',
  },
  {
    name: 'Documents',
    kinds: ['repos', 'documents'],
    introduction:
      'Repos contain documents with all their versions. A write names the version that it changes as `base`, so ' +
      'that nobody overwrites a version that they have not seen. Every repo is also a git repository, at its ' +
      '`clone_url`.',
  },
  {
    name: 'Access grants',
    kinds: ['members', 'groups', 'readers'],
    introduction:
      'A billing backend grants and revokes read access with an API key. A member signs in as themselves. Anyone who ' +
      'has a magic link reads without signing in. Groups of path patterns decide what both read.',
  },
  {
    name: 'Settings',
    kinds: ['settings', 'people', 'api_keys', 'tokens', 'webhooks', 'audit'],
    introduction: 'What admins manage: people, groups, keys, tokens, webhooks, sign-ins and the audit log.',
  },
  {
    name: 'Who you are',
    kinds: ['health', 'me', 'workspaces', 'sessions', 'devices', 'device'],
    introduction:
      'Whether the service is available, what a credential can reach, and where a person is signed in. A device ' +
      'signs in by RFC 8628.',
  },
  {
    name: 'Operator',
    kinds: ['operator'],
    introduction: 'What the operator does, with the operator token: workspaces and their first credentials.',
  },
];

/** The area of an operation. Throws if there is none; a test makes sure that there is one. */
export function areaOf(operation: OperationId): Area {
  const [kind = ''] = operation.split('.');
  const area = areas.find(({ kinds }) => kinds.includes(kind));
  if (area === undefined) {
    throw new Error(`${operation} is in no area`);
  }
  return area;
}

/** A page of the API reference: the last part of its address, and its title. */
export interface Resource {
  readonly name: string;
  readonly title: string;
}

/** Parts of collections that have a page of their own. */
const parts: readonly (Resource & { readonly routes: object })[] = [
  { name: 'records', title: 'Records', routes: { ...recordRoutes, ...historyRoutes } },
  {
    name: 'queries',
    title: 'Queries and verdicts',
    routes: {
      ...queryRoutes,
      ...resolutionRoutes,
      ...correctionRoutes,
      ...matchRoutes,
      ...activityRoutes,
      ...measuringRoutes,
    },
  },
  { name: 'sharing', title: 'Sharing and views', routes: { ...grantRoutes, ...viewRoutes } },
];

/** The page of an operation in the API reference: that of its part, otherwise of the first part of its id. */
export function resourceOf(operation: string): Resource {
  const part = parts.find(({ routes }) => Object.hasOwn(routes, operation));
  if (part !== undefined) {
    return { name: part.name, title: part.title };
  }
  const [kind = ''] = operation.split('.');
  const words = kind.replaceAll('_', ' ').replace(/^api|^./, (start) => start.toUpperCase());
  return { name: kind.replaceAll('_', '-'), title: words };
}
