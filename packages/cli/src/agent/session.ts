import type { OperationId, ToolCall, Workspace } from '@tessera/contract';
import {
  type ActiveWorkspace,
  findWorkspace,
  followChanges,
  type StartingChoice,
  startWorkspace,
} from './active-workspace.js';
import { refuseOtherWorkspace, refuseUnreached } from './refusals.js';
import type { Reach } from './tool-list.js';

/** Calls one operation of the service in one workspace (by UUID), or in none. Throws the client's errors. */
export type CallService = (
  operation: OperationId,
  call: Partial<ToolCall>,
  workspace: string | null,
) => Promise<unknown>;

/** The state of this process: the reachable workspaces and the active one. The server does not know it. */
export class AgentSession {
  private readonly callService: CallService;
  private readonly choice: StartingChoice;
  private knownReach: Reach | undefined;
  private activeState: ActiveWorkspace = { active: null, pinned: false };
  private refreshing: Promise<Reach> | undefined;
  private switched: Promise<unknown> = Promise.resolve();

  constructor(callService: CallService, choice: StartingChoice) {
    this.callService = callService;
    this.choice = choice;
  }

  /** What the identity could reach at the last check. Undefined before the first one. */
  get reach(): Reach | undefined {
    return this.knownReach;
  }

  get state(): ActiveWorkspace {
    return this.activeState;
  }

  /** Changes the active workspace. */
  activate(state: ActiveWorkspace): void {
    this.activeState = state;
  }

  /** Runs a call after all switches that were requested before it. Later calls wait for a switch. */
  afterSwitches<Answer>(isSwitch: boolean, call: () => Promise<Answer>): Promise<Answer> {
    const answer = this.switched.then(call);
    if (isSwitch) {
      this.switched = answer.catch(() => undefined);
    }
    return answer;
  }

  /** What the identity can reach. Queries the service if that is not known yet. */
  async known(): Promise<Reach> {
    return this.knownReach ?? this.refresh();
  }

  /** Queries the service again. Simultaneous calls share the response. */
  refresh(): Promise<Reach> {
    this.refreshing ??= this.learn().finally(() => {
      this.refreshing = undefined;
    });
    return this.refreshing;
  }

  /** Finds a reachable workspace by this name, in a new list. Throws if it cannot be reached or is not allowed. */
  async find(name: string) {
    const { workspaces } = await this.refresh();
    const found = findWorkspace(workspaces, name);
    if (found === undefined) {
      throw refuseUnreached(name, workspaces);
    }
    const { pin } = this.choice;
    if (pin !== undefined && !this.allows(found, workspaces)) {
      throw refuseOtherWorkspace(pin, found.slug);
    }
    return found;
  }

  /** The workspaces that reads may cover. */
  async readable(): Promise<readonly Workspace[]> {
    const { workspaces } = await this.refresh();
    return workspaces.filter((workspace) => this.allows(workspace, workspaces));
  }

  private allows({ id }: { readonly id: string }, workspaces: readonly Workspace[]): boolean {
    const { pin, isOnly = false } = this.choice;
    return !isOnly || pin === undefined || id === findWorkspace(workspaces, pin)?.id;
  }

  private async learn(): Promise<Reach> {
    const { workspaces } = (await this.callService('workspaces.list', {}, null)) as { workspaces: Workspace[] };
    const reach = { workspaces, manages: await this.managesOneOf(workspaces) };
    this.activeState =
      this.knownReach === undefined
        ? startWorkspace(workspaces, this.choice)
        : followChanges(this.activeState, workspaces, this.choice);
    this.knownReach = reach;
    return reach;
  }

  private async managesOneOf(workspaces: readonly Workspace[]): Promise<boolean> {
    for (const { id, can_write } of workspaces) {
      if (can_write) {
        const me = (await this.callService('me.get', {}, id)) as { groups?: readonly string[] };
        if (me.groups === undefined) {
          return true;
        }
      }
    }
    return false;
  }
}
