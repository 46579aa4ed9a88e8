import type { Markup } from '../../http/pages/layout.js';
import { noticeView } from '../../http/pages/notice.js';
import type { LinkState } from './link.js';

/** Says plainly why a link does not work. */
export function closedView(state: Exclude<LinkState['kind'], 'open'>): Markup {
  const views = {
    revoked: {
      title: 'This link was revoked',
      message: 'The person who shared it has ended your access. Ask them for a new link.',
    },
    expired: {
      title: 'This link has expired',
      message: 'It worked for a limited time only. Ask the person who shared it for a new one.',
    },
    unknown: {
      title: 'This link does not work',
      message:
        'It may have been replaced by a newer link, or not copied whole. Ask the person who shared it for a new one.',
    },
  } as const;
  return noticeView(views[state]);
}
