import type { Pauses } from '../pauses.js';
import type { HistoryLimits } from './commits.js';
import type { PathRules } from './refuse-bad-path.js';
import type { StoredObjects } from './stored.js';

/** The state of the repo that a push is checked against. */
export interface PushBase {
  readonly paths: PathRules;
  /** The head that the push starts from, and its tree; null for an empty repo. */
  readonly head: { readonly id: string; readonly tree: string } | null;
  readonly stored: StoredObjects;
  readonly limits: HistoryLimits;
  readonly pauses: Pauses;
}
