import type { RouteRequest, Routes } from '@tessera/contract';
import type { RecordReader } from './formats.js';
import { UnusableInput } from './source.js';
import { type ChosenRows, isChosen, isTotal, type StatusColumn, StatusColumns } from './statuses.js';

/** A member in the list of a sync. */
export type ListedMember = RouteRequest<Routes['members.sync']>['body']['members'][number];

/** The columns that a list of members can have. */
export const memberColumns = ['email', 'name', 'groups', 'expires_at', 'plan', 'source', 'as_of'] as const;

/** The ids of the groups that each plan includes, by the plan's name. */
export type Plans = ReadonlyMap<string, readonly string[]>;

/** How a list of members is read. */
export interface MemberListChoice {
  readonly plans?: Plans | undefined;
  /** Whether other columns are ignored, as in an export of orders. Otherwise they are refused. */
  readonly ignoresOthers?: boolean;
  /** The values of status columns whose rows count. Other status columns are then ignored. */
  readonly where?: ChosenRows;
  /** Whether all rows count, whatever their status. */
  readonly allRows?: boolean;
}

/** A list with columns that look like a status, a refund or an end, or with rows of a total, of which none was chosen. */
export class UndecidedRows extends UnusableInput {
  constructor(
    readonly columns: readonly StatusColumn[],
    readonly totals: readonly number[],
  ) {
    super(undecidedText(columns, totals));
  }
}

function undecidedText(columns: readonly StatusColumn[], totals: readonly number[]): string {
  const counted = columns.map(({ column, values }) => {
    const counts = [...values].map(([value, count]) => `"${value}" ${count}`);
    return `The column "${column}" may say which rows count: ${counts.join(', ')}.`;
  });
  const lines = totals.length > 0 ? [`These lines look like totals: ${totals.join(', ')}.`] : [];
  return [...counted, ...lines].join(' ');
}

/** A list of members with one entry per person. The rows of a person are joined. */
export interface MemberList {
  readonly members: readonly ListedMember[];
  readonly rows: number;
  /** The addresses that occur in several rows. */
  readonly joined: readonly { readonly email: string; readonly lines: readonly number[] }[];
  /** The columns that were ignored. */
  readonly ignored: readonly string[];
  /** Returns the lines of the rows with an address. */
  readonly linesOf: (email: string) => readonly number[];
}

interface MemberRow {
  readonly member: ListedMember;
  readonly line: number;
}

/**
 * Reads a list of members for a sync. Columns are `email`, `groups` (ids, separated by a space or a semicolon) or
 * `plan`, and optionally `name`, `expires_at`, `source` and `as_of`. An empty `expires_at` means that the grant does not
 * expire. The rows of one address and source are joined: all groups and the latest expiry. Throws `UnusableInput`, which
 * names the line, or `UndecidedRows`.
 */
export async function readMembers(
  { items }: Pick<RecordReader, 'items'>,
  choice: MemberListChoice = {},
): Promise<MemberList> {
  const rows: MemberRow[] = [];
  const ignored = new Set<string>();
  const statuses = new StatusColumns();
  const totals: number[] = [];
  for await (const { text, problem, line = rows.length + 1 } of items(0)) {
    if (text === undefined) throw new UnusableInput(`Line ${line}: ${problem.message}`);
    const cells = new Map(Object.entries(JSON.parse(text) as object));
    for (const column of choice.where?.keys() ?? []) {
      if (!cells.has(column)) throw new UnusableInput(`Line ${line}: there is no column "${column}".`);
    }
    if (!isChosen(cells, choice.where ?? new Map())) continue;
    const others = new Map([...cells].filter(([column]) => !isMemberColumn(column, choice)));
    for (const column of others.keys()) ignored.add(column);
    statuses.add(others);
    if (choice.allRows !== true && isTotal(cells.get('email'), cells)) totals.push(line);
    rows.push({ member: memberOf(cells, line, choice), line });
  }
  const found = choice.where === undefined ? statuses.found() : [];
  if (choice.allRows !== true && found.length + totals.length > 0) throw new UndecidedRows(found, totals);
  const byEmail = groupedBy(rows, ({ email }) => email);
  const byShare = groupedBy(rows, ({ email, source, as_of }) => `${email}\n${source ?? ''}\n${as_of ?? ''}`);
  return {
    members: [...byShare.values()].flatMap(joinedMembers),
    rows: rows.length,
    joined: [...byEmail].flatMap(([email, each]) => (each.length > 1 ? [{ email, lines: linesIn(each) }] : [])),
    ignored: [...ignored],
    linesOf: (email) => linesIn(byEmail.get(email.trim().toLowerCase()) ?? []),
  };
}

function groupedBy(rows: readonly MemberRow[], keyOf: (member: ListedMember) => string): Map<string, MemberRow[]> {
  const byEmail = new Map<string, MemberRow[]>();
  for (const row of rows) {
    const email = keyOf({ ...row.member, email: row.member.email.trim().toLowerCase() });
    const each = byEmail.get(email);
    if (each === undefined) byEmail.set(email, [row]);
    else each.push(row);
  }
  return byEmail;
}

/**
 * Parses plans from JSON: an object with the name of each plan and one or several group ids. Throws `UnusableInput`.
 */
export function readPlans(text: string, name: string): Plans {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new UnusableInput(`${name} is not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  const entries = isObject ? Object.entries(value as object) : [];
  const plans = entries.map(([plan, groups]): [string, string[]] => [plan.trim(), [groups].flat()]);
  if (!isObject || plans.some(([, groups]) => groups.some((group) => typeof group !== 'string'))) {
    throw new UnusableInput(`${name} must be an object of plan name to group id or ids, such as {"Basic": ["<id>"]}.`);
  }
  return new Map(plans);
}

function isMemberColumn(column: string, { plans }: MemberListChoice): boolean {
  return memberColumns.some((known) => known === column && (known !== 'plan' || plans !== undefined));
}

function memberOf(cells: ReadonlyMap<string, unknown>, line: number, choice: MemberListChoice): ListedMember {
  const unknown = [...cells.keys()].find((key) => !isMemberColumn(key, choice));
  if (unknown !== undefined && choice.ignoresOthers !== true) {
    throw new UnusableInput(`Line ${line}: "${unknown}" is none of ${columnNames(choice)}.`);
  }
  const groups = [...groupsOf(cells.get('groups')), ...planGroups(cells, line, choice)];
  const needed = choice.plans === undefined ? 'groups' : 'plan';
  if (!cells.has('email') || !(cells.has('groups') || (choice.plans !== undefined && cells.has('plan')))) {
    throw new UnusableInput(`Line ${line}: email and ${needed} are required; leave the cell of groups empty for none.`);
  }
  const name = String(cells.get('name') ?? '').trim();
  const [expiresAt = '', source = '', asOf = ''] = ['expires_at', 'source', 'as_of'].map((column) =>
    String(cells.get(column) ?? '').trim(),
  );
  return {
    email: String(cells.get('email')),
    ...(name === '' ? {} : { name }),
    groups: [...new Set(groups)],
    ...(cells.has('expires_at') ? { expires_at: expiresAt === '' ? null : expiresAt } : {}),
    ...(source === '' ? {} : { source }),
    ...(asOf === '' ? {} : { as_of: asOf }),
  };
}

function columnNames({ plans }: MemberListChoice): string {
  return memberColumns.filter((column) => plans !== undefined || column !== 'plan').join(', ');
}

function groupsOf(groups: unknown): string[] {
  if (Array.isArray(groups)) return groups.map(String);
  return String(groups ?? '')
    .split(/[\s;]+/)
    .filter((id) => id !== '');
}

function planGroups(cells: ReadonlyMap<string, unknown>, line: number, { plans }: MemberListChoice): readonly string[] {
  const plan = String(cells.get('plan') ?? '').trim();
  if (plans === undefined || plan === '') return [];
  const groups = plans.get(plan);
  if (groups === undefined) {
    const known = [...plans.keys()].map((name) => `"${name}"`).join(', ');
    throw new UnusableInput(`Line ${line}: the plan "${plan}" is none of ${known}. Add it, with [] for no groups.`);
  }
  return groups;
}

/** The entries of an address. A row whose expiry cannot be read becomes an entry of its own, so that it fails alone. */
function joinedMembers(rows: readonly MemberRow[]): ListedMember[] {
  const unreadable = rows.filter(({ member }) => typeof member.expires_at === 'string' && endOf(member) === undefined);
  const [first, ...others] = rows.filter((row) => !unreadable.includes(row)).map(({ member }) => member);
  const joined = first === undefined ? [] : [others.reduce(join, first)];
  return [...joined, ...unreadable.map(({ member }) => member)];
}

function join(one: ListedMember, other: ListedMember): ListedMember {
  const ends = [one, other].filter((member) => member.expires_at !== undefined);
  const latest = ends.reduce<ListedMember | undefined>((best, next) => laterOf(best, next), undefined);
  return {
    ...one,
    ...(other.name === undefined ? {} : { name: other.name }),
    groups: [...new Set([...one.groups, ...other.groups])],
    ...(latest === undefined ? {} : { expires_at: latest.expires_at }),
  };
}

function laterOf(one: ListedMember | undefined, other: ListedMember): ListedMember {
  return one !== undefined && (endOf(one) ?? 0) >= (endOf(other) ?? 0) ? one : other;
}

/**
 * The expiry of a grant in milliseconds since 1970. Infinite if it does not expire; undefined if it cannot be parsed.
 */
function endOf({ expires_at: end }: ListedMember): number | undefined {
  if (typeof end !== 'string') return Number.POSITIVE_INFINITY;
  const isZoned = /^\d{4}-\d{2}-\d{2}T.*(?:Z|[-+]\d{2}:\d{2})$/i.test(end);
  return isZoned && !Number.isNaN(Date.parse(end)) ? Date.parse(end) : undefined;
}

function linesIn(rows: readonly MemberRow[]): number[] {
  return rows.map(({ line }) => line);
}
