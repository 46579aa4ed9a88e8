import type { Host } from '../host.js';
import { details, type Row, table } from './table.js';
import { plain } from './text.js';

/** Where a command writes its answer and its prose. */
export class Output {
  private readonly host: Host;

  constructor(host: Host) {
    this.host = host;
  }

  /** One or more lines of the answer, on stdout. */
  line(text: string): void {
    this.host.stdout.write(`${text}\n`);
  }

  /** A part of a line that is too long to be built in memory. */
  piece(text: string): void {
    this.host.stdout.write(text);
  }

  /** Prints rows of the answer. If there are none, prints `nothing` on stderr. */
  rows(rows: readonly Row[], columns: readonly string[], nothing = 'Nothing to list.'): void {
    const { stdout } = this.host;
    if (rows.length === 0) this.say(nothing);
    // A terminal whose size is unknown reports 0 columns.
    else this.line(table(rows, columns, stdout.isTTY === true ? stdout.columns || undefined : undefined));
  }

  /** Prints the named keys of an answer, one per line. */
  details(object: object, keys?: readonly string[]): void {
    this.line(details({ ...object }, keys));
  }

  /** Prose for the person, on stderr. */
  say(text: string): void {
    this.host.stderr.write(`${text}\n`);
  }

  /** Prints the workspace in which a write took place. */
  landed(answer: unknown): void {
    const workspace = workspaceIn(answer);
    if (workspace !== undefined) this.say(`Workspace: ${plain(workspace.name)} (${plain(workspace.slug)})`);
  }
}

function workspaceIn(answer: unknown): { readonly slug: string; readonly name: string } | undefined {
  if (typeof answer !== 'object' || answer === null || !('workspace' in answer)) return undefined;
  const { workspace } = answer;
  if (typeof workspace !== 'object' || workspace === null) return undefined;
  if (!('slug' in workspace && 'name' in workspace)) return undefined;
  return { slug: String(workspace.slug), name: String(workspace.name) };
}
