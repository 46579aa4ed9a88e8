import { routes } from '@tessera/contract';
import type { ServiceError } from '../../platform/errors.js';
import { failureText, t } from './language.js';
import { noticeView } from './notice.js';
import { pagePaths } from './paths.js';

/** What tells a browser from a program. */
interface RequestHead {
  readonly method: string;
  header(name: string): string | undefined;
}

/**
 * Whether a browser opens an address or sends a form, so that a refusal is read by a person. A credential in a header is a
 * program's. On a route of the API, `text/html` alone does not count: some HTTP libraries send it with every request.
 */
export function isForPerson({ method, header }: RequestHead, isApi: boolean): boolean {
  if (!['GET', 'HEAD', 'POST'].includes(method) || header('authorization') !== undefined || header('x-api-key')) {
    return false;
  }
  const accept = header('accept') ?? '';
  return header('sec-fetch-mode') === 'navigate' || accept.includes(isApi ? 'application/xhtml+xml' : 'text/html');
}

const apiRoots = new Set(Object.values(routes).map(({ path }) => path.split('/')[1]));

/** Whether a path belongs to the API, by its first part. */
export function isApiPath(path: string): boolean {
  return apiRoots.has(path.split('/')[1] ?? '');
}

/** A refusal as a page: what happened, and where to go on. `next` is the address to come back to after signing in. */
export function refusalView(refusal: ServiceError, next: string): ReturnType<typeof noticeView> {
  const { status, code, message } = refusal;
  if (code === 'route_not_found') {
    return noticeView({
      title: t('absent'),
      message: t('absent.address'),
      link: firstPage(),
    });
  }
  if (status === 401) {
    const href = `${pagePaths.signIn}?${new URLSearchParams({ next })}`;
    return noticeView({ title: t('signIn.needed'), message, link: { href, text: t('signIn') } });
  }
  const title = status === 404 ? t('absent') : t('failed');
  return noticeView({ title, message: failureText(refusal), link: firstPage() });
}

const firstPage = () => ({ href: '/', text: t('absent.first') });
