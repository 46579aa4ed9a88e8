import { textOf } from '../../text.js';

/** A condition on a field in the editor. */
export interface Condition {
  readonly field: string;
  readonly operator: Operator;
  readonly value: string;
}

/** How a condition compares. */
export type Operator = 'is' | 'in' | 'gte' | 'lte' | 'ne' | 'exists' | 'absent';

/** The operators with their names. */
export const operators: readonly { value: Operator; label: string }[] = [
  { value: 'is', label: textOf('is') },
  { value: 'in', label: textOf('is one of') },
  { value: 'ne', label: textOf('is not') },
  { value: 'gte', label: textOf('at least') },
  { value: 'lte', label: textOf('at most') },
  { value: 'exists', label: textOf('has a value') },
  { value: 'absent', label: textOf('has none') },
];

type Types = Readonly<Record<string, string>>;

/** The service's filter for these conditions. Undefined if none of them is complete. */
export function filterOf(conditions: readonly Condition[], types: Types): Record<string, unknown> | undefined {
  const complete = conditions.filter(
    ({ field, operator, value }) =>
      field !== '' && (value.trim() !== '' || operator === 'exists' || operator === 'absent'),
  );
  if (complete.length === 0) {
    return undefined;
  }
  const filter = new Map<string, unknown>();
  for (const condition of complete) {
    const { field } = condition;
    const range = rangeOf(condition, types[field]);
    const before = filter.get(field);
    filter.set(field, typeof before === 'object' && typeof range === 'object' ? { ...before, ...range } : range);
  }
  return Object.fromEntries(filter);
}

function rangeOf({ operator, value }: Condition, type: string | undefined): unknown {
  const typed = (text: string): unknown => typedValue(text.trim(), type);
  switch (operator) {
    case 'is':
      return typed(value);
    case 'in':
      return {
        in: value
          .split(',')
          .filter((text) => text.trim() !== '')
          .map(typed),
      };
    case 'exists':
    case 'absent':
      return { exists: operator === 'exists' };
    default:
      return { [operator]: typed(value) };
  }
}

function typedValue(text: string, type: string | undefined): unknown {
  if (text === 'true' || text === 'false') {
    return text === 'true';
  }
  return type === 'number' && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}

/** The conditions of a stored filter. Undefined if the editor cannot show them. */
export function conditionsOf(filter: Readonly<Record<string, unknown>>): Condition[] | undefined {
  const conditions: Condition[] = [];
  for (const [field, wanted] of Object.entries(filter)) {
    if (typeof wanted !== 'object' || wanted === null) {
      conditions.push({ field, operator: 'is', value: String(wanted) });
      continue;
    }
    for (const [operator, value] of Object.entries(wanted)) {
      const condition = conditionOf(field, operator, value);
      if (condition === undefined) {
        return undefined;
      }
      conditions.push(condition);
    }
  }
  return conditions;
}

/** A stored filter in words. If the editor cannot show it, returns its JSON. */
export function filterInWords(filter: Readonly<Record<string, unknown>>): string {
  const words = conditionsOf(filter)?.map(conditionInWords) ?? [JSON.stringify(filter)];
  return words.reduce((one, other) => textOf('{one} and {other}', { one, other }));
}

/** A condition in words: "price at least 100". */
export function conditionInWords({ field, operator, value }: Condition): string {
  return [field, operators.find((each) => each.value === operator)?.label, value].join(' ').trim();
}

/** The conditions as text for a URL. Undefined if there are none. */
export function conditionsText(conditions: readonly Condition[]): string | undefined {
  return conditions.length === 0
    ? undefined
    : JSON.stringify(conditions.map(({ field, operator, value }) => [field, operator, value]));
}

/** Parses the output of `conditionsText`. Ignores invalid conditions, because a person can edit the URL. */
export function conditionsIn(text: string | undefined): Condition[] {
  try {
    const values: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(values) ? values.flatMap((part) => conditionIn(part) ?? []) : [];
  } catch {
    return [];
  }
}

function conditionIn(part: unknown): Condition | undefined {
  if (!Array.isArray(part) || !part.every((each) => typeof each === 'string')) {
    return undefined;
  }
  const [field, name, value = ''] = part;
  const operator = operators.find((each) => each.value === name)?.value;
  return field === undefined || operator === undefined ? undefined : { field, operator, value };
}

function conditionOf(field: string, operator: string, value: unknown): Condition | undefined {
  if (operator === 'exists') {
    return { field, operator: value === true ? 'exists' : 'absent', value: '' };
  }
  if (operator === 'in' && Array.isArray(value)) {
    return { field, operator: 'in', value: value.join(', ') };
  }
  return operator === 'gte' || operator === 'lte' || operator === 'ne'
    ? { field, operator, value: String(value) }
    : undefined;
}
