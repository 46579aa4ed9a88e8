import { limits } from '@tessera/contract';
import { LRUCache } from 'lru-cache';

const remembered = 10_000;

/** How many processes a workspace may use, by what its last tasks took. */
export class SlowWorkspaces {
  /** Workspaces whose last task was given up, with what ends their wait. */
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  /** Until when the reserve is closed to a workspace. */
  private readonly slowUntil = new LRUCache<string, number>({ max: remembered });
  private isClosed = false;

  /** `changed` is called when a workspace may start its next task. */
  constructor(private readonly changed: () => void) {}

  /**
   * Notes how long a task took. A workspace whose task was given up waits for as long, or its next one would keep a process
   * again that others wait for. After a task that was not quick the workspace keeps off the reserve.
   */
  note(workspaceId: string, tookMs: number, isLost: boolean): void {
    if (isLost || tookMs > limits.isolatedQuickMilliseconds) {
      this.slowUntil.set(workspaceId, performance.now() + limits.isolatedReserveClosedSeconds * 1_000);
    }
    if (isLost && !this.isClosed) {
      clearTimeout(this.waiting.get(workspaceId));
      const timer = setTimeout(() => {
        this.waiting.delete(workspaceId);
        this.changed();
      }, tookMs);
      this.waiting.set(workspaceId, timer.unref());
    }
  }

  /** How many processes may be at work once one more works for this workspace. */
  reachOf = (workspaceId: string): number => {
    if (this.waiting.has(workspaceId)) {
      return 0;
    }
    const isSlow = (this.slowUntil.get(workspaceId) ?? 0) > performance.now();
    return limits.isolatedProcesses + (isSlow ? 0 : limits.reservedIsolatedProcesses);
  };

  /** Ends all waits. No other begins. */
  close(): void {
    this.isClosed = true;
    for (const timer of this.waiting.values()) {
      clearTimeout(timer);
    }
    this.waiting.clear();
    this.changed();
  }
}
