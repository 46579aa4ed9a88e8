/** Lets other work run during a long computation. */
export interface Pauses {
  /** Whether the time slice is used up. */
  readonly isDue: boolean;
  /** Returns immediately, or pauses if the time slice is used up. */
  take(): Promise<void>;
}
