import type { DashboardText } from '@tessera/languages/dashboard';
import { createElement, Fragment, type ReactNode } from 'react';

type Messages = Readonly<Record<DashboardText, string>>;
type Names<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never;
type Values<Text extends string, Value> = [Names<Text>] extends [never]
  ? []
  : [values: Readonly<Record<Names<Text>, Value>>];

/** The language of the page, which the server selects. English in tests without a page. */
export const language: string = globalThis.document?.documentElement.lang || 'en';

const imports: Readonly<Record<string, () => Promise<{ messages: Messages }>>> = {
  de: () => import('@tessera/languages/dashboard/de'),
  fr: () => import('@tessera/languages/dashboard/fr'),
  es: () => import('@tessera/languages/dashboard/es'),
};
const translations = imports[language];
let messages: Partial<Messages> | undefined;
const plurals = new Intl.PluralRules(language);
const numbers = new Intl.NumberFormat(language);

/** Loads the messages of the page's language; if that fails, text is English. Nothing may be rendered before. */
export async function loadMessages(): Promise<void> {
  messages = (await translations?.().catch(() => undefined))?.messages ?? {};
}

/** Returns a text in the language of the page with its values. Numbers are formatted. */
export function textOf<Text extends DashboardText>(text: Text, ...[values]: Values<Text, string | number>): string {
  return partsOf(text, values ?? {}).join('');
}

/** Returns a text in the language of the page with values that are markup. */
export function nodesOf<Text extends DashboardText>(text: Text, ...[values]: Values<Text, ReactNode>): ReactNode {
  return createElement(Fragment, null, ...partsOf<ReactNode>(text, values ?? {}));
}

function partsOf<Value>(text: DashboardText, values: Readonly<Record<string, Value>>): (Value | string)[] {
  if (translations !== undefined && messages === undefined) {
    throw new Error(`Requested before the messages are loaded: ${text}`);
  }
  const forms = (messages?.[text] ?? text).split('|');
  const { count } = values;
  const form = typeof count === 'number' && plurals.select(count) !== 'one' ? forms.at(-1) : forms[0];
  return (form ?? '').split(/\{(\w+)\}/).map((part, index) => {
    const value = index % 2 === 0 ? part : values[part];
    return typeof value === 'number' ? numbers.format(value) : (value ?? '');
  });
}

const and = new Intl.ListFormat(language, { type: 'conjunction' });

/** Names in a sentence: "Staff, Press and Course buyers". */
export function listOf(names: Iterable<string>): string {
  return and.format(names);
}
