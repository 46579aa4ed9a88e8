import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import { errors } from '../../platform/errors.js';
import { workerFile } from '../../platform/worker-file.js';
import type { TaskName } from '../tasks.js';
import type { ProcessMessage, ProcessRequest, TaskMessage } from './messages.js';
import { type Overrun, watchTask, watchWork } from './task-clock.js';

/**
 * The result of a task: its answer, or the reason why there is none. `late` means that it used up its time, `stalled`
 * that its process had no processor time, `failed` that it threw or its process ended.
 */
export type Outcome<Answer> =
  | { readonly answer: Answer }
  | { readonly lost: Overrun | 'failed'; readonly error?: string };

/** Limits of a process. */
export interface ProcessLimits {
  /** Maximum processor time of one task, after its code is loaded. */
  readonly timeoutMs: number;
  /** Processor time after which a task gets a lower priority than everything else. */
  readonly quickMs: number;
  /** Maximum memory of the whole process. */
  readonly memoryMb: number;
  /** Time after which an idle process is stopped. */
  readonly idleMs: number;
}

/** Time limit for starting a process and loading the code of a task. */
const startMs = 30_000;
/** V8 reserves part of the data segment without using it. Node.js 24 does not start within 512 MB, so this is added. */
const reservedMb = Number.parseInt(process.versions.node, 10) > 20 ? 512 : 0;
/** Niceness of a slow task. The kernel gives it a third of the processor time of another program. */
const slowNiceness = 5;
const file = fileURLToPath(workerFile('child', import.meta.url));

/**
 * A child process that runs one task at a time. Its environment contains no setting of the service. It is killed if a
 * task is late, and after a long idle time; the next task starts another process. A slow task gets a lower priority.
 * Its process is replaced afterwards, because Linux does not allow raising a priority again.
 */
export class IsolatedProcess {
  private child: ChildProcess | undefined;
  private idleTimer: NodeJS.Timeout | undefined;
  private isClosed = false;
  /** Number of tasks whose code the process loads. */
  private loadedCount = 0;
  /** Whether the process has run no task yet. It may still be starting. */
  isFresh = true;

  /** `used` names the tasks whose code a new process loads in advance. */
  constructor(
    private readonly limits: ProcessLimits,
    private readonly used: ReadonlySet<TaskName>,
  ) {}

  /** Runs one task and calls `started` when its code is loaded. Throws `unavailable` if no process starts. */
  async run(task: Pick<TaskMessage, 'name' | 'input'>, started?: () => void): Promise<Outcome<unknown>> {
    clearTimeout(this.idleTimer);
    const message = { ...task, timeoutMs: this.limits.timeoutMs };
    // Retry once. If a process ended before the task started, the task was not the reason.
    const outcome = (await this.attempt(message, started)) ?? (await this.attempt(message, started));
    if (outcome === undefined) {
      throw errors.unavailable();
    }
    this.keepIdle();
    return outcome;
  }

  /** Starts a process unless one runs, and loads the code of tasks, so that the next task does not wait for that. */
  warm(): void {
    if (this.isClosed) {
      return;
    }
    const child = this.child ?? this.start();
    if (this.loadedCount < this.used.size) {
      this.loadedCount = this.used.size;
      child.send({ load: [...this.used] } satisfies ProcessRequest, () => undefined);
    }
    child.unref();
    child.channel?.unref();
    this.keepIdle();
  }

  private keepIdle(): void {
    clearTimeout(this.idleTimer);
    this.idleTimer = setTimeout(() => void this.kill(), this.limits.idleMs).unref();
  }

  /** Stops the process and its task. Afterwards no other process starts. */
  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idleTimer);
    await this.kill();
  }

  private async kill(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      child.ref();
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }

  /** Runs a task once. Returns undefined if the process ended before the task started. */
  private async attempt(message: TaskMessage, started?: () => void): Promise<Outcome<unknown> | undefined> {
    if (this.isClosed) {
      return undefined;
    }
    const child = this.child ?? this.start();
    // Keeps the service alive only while the process has a task.
    child.ref();
    child.channel?.ref();
    let isSlow = false;
    let endWatch: (() => void) | undefined;
    const outcome = await outcomeOf(child, message, () => {
      started?.();
      endWatch = watchWork(child.pid, this.limits.quickMs, () => {
        isSlow = true;
        lowerPriority(child);
      });
    });
    endWatch?.();
    this.isFresh = false;
    if (outcome === undefined || isSlow || ('lost' in outcome && outcome.error === undefined)) {
      const killed = this.kill();
      this.warm();
      await killed;
    }
    child.unref();
    child.channel?.unref();
    return outcome;
  }

  private start(): ChildProcess {
    const { memoryMb } = this.limits;
    // The kernel enforces a limit of the data segment, which contains every allocation.
    const limited = `ulimit -d ${(memoryMb + reservedMb) * 1_024}; exec "$0" "$@"`;
    // V8's heap may use half of it. Otherwise the heap would grow to the limit before V8 collects garbage completely.
    const heap = `--max-old-space-size=${memoryMb / 2}`;
    const child = spawn('/bin/sh', ['-c', limited, process.execPath, heap, file], {
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const forget = () => {
      this.child = this.child === child ? undefined : this.child;
    };
    child.once('exit', forget);
    child.on('error', forget);
    this.child = child;
    this.loadedCount = 0;
    this.isFresh = true;
    return child;
  }
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    setPriority(pid as number, getPriority() + slowNiceness);
  } catch {
    // The process has already ended.
  }
}

/** Runs a task in a process. Undefined if the process ended before the task started. */
function outcomeOf(
  child: ChildProcess,
  message: TaskMessage,
  started?: () => void,
): Promise<Outcome<unknown> | undefined> {
  return new Promise((resolve) => {
    let hasStarted = false;
    let endWatch: () => void;
    const end = (outcome: Outcome<unknown> | undefined) => {
      endWatch();
      child.off('message', listen).off('exit', onEnd).off('error', onEnd);
      resolve(outcome);
    };
    const onEnd = () => end(hasStarted ? { lost: 'failed' } : undefined);
    // Wait one turn of the event loop, because an answer may have arrived while this process was busy.
    const endSoon = (outcome: Outcome<unknown> | undefined) => setImmediate(() => end(outcome));
    const listen = (reply: ProcessMessage) => {
      if (reply === 'started') {
        hasStarted = true;
        started?.();
        endWatch();
        endWatch = watchTask(child.pid, message.timeoutMs, (lost) => endSoon({ lost }));
      } else {
        end('answer' in reply ? reply : { lost: 'failed', error: reply.error });
      }
    };
    child.on('message', listen).once('exit', onEnd).once('error', onEnd);
    const startTimer = setTimeout(() => endSoon(undefined), startMs);
    endWatch = () => clearTimeout(startTimer);
    child.send(message, (error) => {
      if (error !== null) {
        end(undefined);
      }
    });
  });
}
