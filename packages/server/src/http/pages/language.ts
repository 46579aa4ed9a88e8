import type { Language } from '@tessera/contract';
import { languageOf, partsIn, type TextKey, type TextValues, textIn } from '@tessera/languages';
import type { Context, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { parseAccept } from 'hono/utils/accept';
import { CallStore } from '../../platform/call-store.js';
import type { ServiceError } from '../../platform/errors.js';
import { cookieOf, type RequestVariables } from '../request.js';
import { isApiPath } from './paths.js';

/** The languages of a request: that of the person or browser, and that of the requested workspace. */
interface RequestLanguages {
  readonly chosen: Language | undefined;
  workspace?: Language;
}

// Every view contains text, so passing the language explicitly would add a parameter to each view.
const current = new CallStore<RequestLanguages>();

const cookieName = 'svc_language';
const cookieSeconds = 400 * 86_400;

/** Selects the language that the person chose, else the first language of the browser that is supported. */
export const withLanguage: MiddlewareHandler<RequestVariables> = (c, next) => {
  const isProgram = c.req.header('authorization') !== undefined || c.req.header('x-api-key') !== undefined;
  // API responses to programs contain no translated text.
  return isProgram && isApiPath(c.req.path)
    ? next()
    : current.run({ chosen: languageOf(cookieOf(c, cookieName)) ?? requestedLanguage(c) }, next);
};

/** Sets the language of a workspace's pages, used if neither the person nor the browser selects one. */
export function useWorkspaceLanguage(language: Language | undefined): void {
  const languages = current.value;
  if (languages !== undefined && language !== undefined) {
    languages.workspace = language;
  }
}

/** The language of the current page. */
export function pageLanguage(): Language {
  return requestLanguage() ?? current.value?.workspace ?? 'en';
}

/** The language of the person or browser; undefined if neither selects a supported one. */
export function requestLanguage(): Language | undefined {
  return current.value?.chosen;
}

/** Returns a message of the page. */
export function t(key: TextKey, values?: TextValues): string {
  return textIn(pageLanguage(), key, values);
}

/** Returns a message of the page with values that are markup. */
export function tWith<Value>(key: TextKey, values: Readonly<Record<string, Value>>): (string | Value)[] {
  return partsIn(pageLanguage(), key).map(({ text, value }) => (value === undefined ? text : (values[value] ?? text)));
}

/** Returns the message of a refusal for a person, translated if customers can see it. */
export function failureText({ code, message, headers }: ServiceError): string {
  const seconds = Number(headers['Retry-After'] ?? 0);
  return code === 'rate_limited' && seconds > 0 ? t('failed.tooMany', { count: seconds }) : message;
}

/** Returns the language stored in the browser, if any. */
export function keptLanguage(c: Context<RequestVariables>): Language | undefined {
  return languageOf(cookieOf(c, cookieName));
}

/** Stores a person's language in the browser; undefined deletes it. */
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

function requestedLanguage(c: Context<RequestVariables>): Language | undefined {
  for (const { type, q } of parseAccept(c.req.header('accept-language') ?? '')) {
    const language = languageOf(type);
    if (language !== undefined && q > 0) {
      return language;
    }
  }
  return undefined;
}
