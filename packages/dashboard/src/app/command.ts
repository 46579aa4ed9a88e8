import type { IconName } from '../components/icon.js';

/** An entry of the palette: a page to open, or an action. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** The section that it is listed in. */
  readonly kind: string;
  readonly icon: IconName;
  /** Address of the page. */
  readonly to?: string;
  /** Called instead of opening a page. */
  readonly run?: () => void;
  /** Further search words. */
  readonly words?: string | undefined;
}
