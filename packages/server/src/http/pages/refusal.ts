import type { ServiceError } from '../../platform/errors.js';
import { failureText, t } from './language.js';
import { noticeView } from './notice.js';
import { pagePaths } from './paths.js';

/** The parts of a request that show whether a browser or a program sent it. */
interface RequestHead {
  readonly method: string;
  header(name: string): string | undefined;
}

/**
 * Whether a browser opened a URL or sent a form, so that a person reads the error. A request with a credential in a
 * header comes from a program. On API routes `text/html` alone is not enough, because some HTTP libraries always send
 * it.
 */
export function isForPerson({ method, header }: RequestHead, isApi: boolean): boolean {
  if (!['GET', 'HEAD', 'POST'].includes(method) || header('authorization') !== undefined || header('x-api-key')) {
    return false;
  }
  const accept = header('accept') ?? '';
  return header('sec-fetch-mode') === 'navigate' || accept.includes(isApi ? 'application/xhtml+xml' : 'text/html');
}

/** Renders an error as a page with a link to continue. `next` is the URL to return to after signing in. */
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
