import { html } from 'hono/html';
import { type Markup, page } from '../../identity/pages/layout.js';
import { noticeView } from '../../identity/pages/sign-in-views.js';
import type { LinkState } from './link.js';

/** Where magic links lead. */
export const readerLinkPath = '/r';

// Relative, because the address that links start with may have a path of its own.
const relativeAction = readerLinkPath.slice(1);

/** The page of a link that works: a form that exchanges it, so that merely fetching the page uses nothing up. */
export function openView(view: { readonly workspaceName: string; readonly token: string }): Markup {
  return page(
    view.workspaceName,
    html`<p>Somebody shared <strong>${view.workspaceName}</strong> with you. You can read it without signing in.</p>
<form method="post" action="${relativeAction}">
<input type="hidden" name="token" value="${view.token}">
<button>Open ${view.workspaceName}</button>
</form>
<p class="soft">Anyone with this link can view without signing in, so share it only with people who may read this.</p>`,
  );
}

/** Says plainly why a link does not work. */
export function closedView(state: Exclude<LinkState['kind'], 'open'>): Markup {
  const views = {
    revoked: {
      title: 'This link was revoked',
      message: 'Whoever shared it has ended your access. Ask them for a new link.',
    },
    expired: {
      title: 'This link has expired',
      message: 'It worked for a limited time only. Ask whoever shared it for a new one.',
    },
    unknown: {
      title: 'This link does not work',
      message: 'It may have been replaced by a newer link, or not copied whole. Ask whoever shared it for a new one.',
    },
  } as const;
  return noticeView(views[state]);
}

/** A form that was not sent from the link's own page. */
export function foreignFormView(): Markup {
  return noticeView({
    title: 'Not allowed',
    message: 'This form was not sent from this site. Open the link itself again.',
  });
}
