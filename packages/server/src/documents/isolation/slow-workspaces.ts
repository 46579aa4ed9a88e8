import { limits } from '@tessera/contract';
import { LRUCache } from 'lru-cache';

const remembered = 10_000;

/** Limits the processes that a workspace may use by the duration of its last tasks. */
export class SlowWorkspaces {
  /** Workspaces whose last task was stopped, each with the timer of its wait. */
  private readonly waiting = new Map<string, NodeJS.Timeout>();
  /** For each workspace, the time until which it may not use the reserve. */
  private readonly slowUntil = new LRUCache<string, number>({ max: remembered });
  private isClosed = false;

  /** `changed` is called when a workspace may start its next task. */
  constructor(private readonly changed: () => void) {}

  /**
   * Records the duration of a task. A workspace whose task was stopped waits for the same time, because its next task
   * would probably occupy a process again. After a slow task, a workspace may not use the reserve for a while.
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

  /** The number of processes up to which a task of this workspace may start, including its own. */
  reachOf = (workspaceId: string): number => {
    if (this.waiting.has(workspaceId)) {
      return 0;
    }
    return limits.isolatedProcesses + (this.has(workspaceId) ? 0 : limits.reservedIsolatedProcesses);
  };

  /** Whether a task of the workspace was slow a short time ago. */
  has(workspaceId: string): boolean {
    return (this.slowUntil.get(workspaceId) ?? 0) > performance.now();
  }

  /** Ends all waits. No other wait starts. */
  close(): void {
    this.isClosed = true;
    for (const timer of this.waiting.values()) {
      clearTimeout(timer);
    }
    this.waiting.clear();
    this.changed();
  }
}
