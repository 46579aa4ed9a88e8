import type { Host } from '../host.js';
import { details, type Row, table } from './table.js';
import { plain } from './text.js';

/** The target of a command's answer and prose. */
export class Output {
  private readonly host: Host;

  constructor(host: Host) {
    this.host = host;
  }

  /** One or more lines of the answer, on stdout. */
  line(text: string): void {
    this.host.stdout.write(`${text}\n`);
  }

  /** A part of a line that is too long to build in memory. */
  piece(text: string): void {
    this.host.stdout.write(text);
  }

  /** Rows of the answer; `nothing` is printed on stderr if there are none. */
  rows(rows: readonly Row[], columns: readonly string[], nothing = 'Nothing to list.'): void {
    const { stdout } = this.host;
    if (rows.length === 0) this.say(nothing);
    // A terminal of unknown size reports 0.
    else this.line(table(rows, columns, stdout.isTTY === true ? stdout.columns || undefined : undefined));
  }

  /** The named keys of an answer, one per line. */
  details(object: object, keys?: readonly string[]): void {
    this.line(details({ ...object }, keys));
  }

  /** Prose for the person, on stderr. */
  say(text: string): void {
    this.host.stderr.write(`${text}\n`);
  }

  /** Prints the workspace of a write. */
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
