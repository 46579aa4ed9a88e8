import type { IconName } from '../components/icon.js';

/** A place that the palette goes to, or something that it does. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** The section that it is listed in. */
  readonly kind: string;
  readonly icon: IconName;
  /** Address of the page. */
  readonly to?: string;
  /** What is done in place of going to a page. */
  readonly run?: () => void;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
}
