import type { IconName } from '../components/icon.js';

/** An entry of the palette: a page to open, or an action. */
export interface Command {
  readonly key: string;
  readonly label: string;
  /** The section of the palette in which it is listed. */
  readonly kind: string;
  readonly icon: IconName;
  /** Address of the page. */
  readonly to?: string;
  /** Called instead of opening a page. */
  readonly run?: () => void;
  /** Additional words by which it can be found. */
  readonly words?: string | undefined;
}
