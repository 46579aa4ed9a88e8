import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, languages } from '@tessera/contract';
import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { parseAccept } from 'hono/utils/accept';
import type { ServiceError } from '../../platform/errors.js';
import { partsIn, type TextKey, type TextValues, textIn } from '../../platform/languages/index.js';
import { cookieOf, type RequestVariables } from '../request.js';

/** The languages of a request: what its person or browser chose, and that of the workspace whose page it asks for. */
interface RequestLanguages {
  readonly chosen: Language | undefined;
  workspace?: Language;
}

// Every view of a page has texts: passing a language through all of them would make it a parameter of each.
const current = new AsyncLocalStorage<RequestLanguages>();

const cookieName = 'svc_language';
const cookieSeconds = 400 * 86_400;

/** Answers in the language that the person chose, else in the first one of the browser that there is. */
export const withLanguage: MiddlewareHandler<RequestVariables> = (c, next) =>
  current.run({ chosen: languageOf(cookieOf(c, cookieName)) ?? askedLanguage(c) }, next);

/** The language of a workspace's pages, where neither the person nor the browser asks for one. */
export function useWorkspaceLanguage(language: Language | undefined): void {
  const languages = current.getStore();
  if (languages !== undefined && language !== undefined) {
    languages.workspace = language;
  }
}

/** The language of the page that is being made. */
export function pageLanguage(): Language {
  return requestLanguage() ?? current.getStore()?.workspace ?? 'en';
}

/** The language that the person or the browser chose; undefined where neither asks for one that there is. */
export function requestLanguage(): Language | undefined {
  return current.getStore()?.chosen;
}

/** A text of the page. */
export function t(key: TextKey, values?: TextValues): string {
  return textIn(pageLanguage(), key, values);
}

/** A text of the page with values that are markup. */
export function tWith<Value>(key: TextKey, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return partsIn(pageLanguage(), key).map(({ text, value }) => (value === undefined ? text : (values[value] ?? text)));
}

/** What a refusal says to a person: of those that customers meet, in their language. */
export function failureText({ code, message, headers }: ServiceError): string {
  const seconds = Number(headers['Retry-After'] ?? 0);
  return code === 'rate_limited' && seconds > 0 ? t('failed.tooMany', { count: seconds }) : message;
}

/** Whether someone chose a language in this browser, and which. */
export function keptLanguage(c: Context<RequestVariables>): Language | undefined {
  return languageOf(cookieOf(c, cookieName));
}

/** Keeps the choice of a person in their browser; undefined leaves it to the browser again. */
export function keepLanguage(c: Context<RequestVariables>, language: Language | undefined): void {
  const prefix = c.get('cookiePrefix');
  setCookie(c, prefix + cookieName, language ?? '', {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    secure: prefix !== '',
    maxAge: language === undefined ? 0 : cookieSeconds,
  });
}

/** The language of a value that names one. */
export function languageOf(value: string | undefined): Language | undefined {
  return languages.find((language) => language === value);
}

function askedLanguage(c: Context<RequestVariables>): Language | undefined {
  for (const { type, q } of parseAccept(c.req.header('accept-language') ?? '')) {
    const language = languageOf(type.toLowerCase().split('-')[0]);
    if (language !== undefined && q > 0) {
      return language;
    }
  }
  return undefined;
}
