import { html } from 'hono/html';
import type { AnswerOf } from '../../dispatch/operation.js';
import { t } from '../../http/pages/language.js';
import { ServiceError } from '../../platform/errors.js';
import type { Calls, PageRequest } from './calls.js';
import { pathView } from './document-views.js';
import { answerReadingPage, type Markup } from './layout.js';
import { pageAddress } from './tree.js';

type Comparison = AnswerOf<'documents.diff'>;

/** Responds with a page that shows a version's changes since the version before. */
export async function changesPage(c: PageRequest, calls: Calls, path: string): Promise<Response> {
  const comparison = await compare(calls, { path, to: c.req.query('changes') ?? '' });
  const { title } = await calls.ask('documents.read', { query: { path, offset: '0' } });
  const content = changesView(path, title, comparison);
  return answerReadingPage(c, calls, { title: t('document.changesOf', { title }), content, openTo: path, path });
}

async function compare(calls: Calls, query: Readonly<Record<string, string>>): Promise<Comparison> {
  try {
    return await calls.ask('documents.diff', { query });
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'not_text') {
      return { hunks: [], binary: true, truncated: false };
    }
    throw error;
  }
}

function changesView(path: string, title: string, { hunks, binary }: Comparison): Markup {
  const nothing = binary ? t('document.notCompared') : t('document.sameText');
  return html`${pathView(path)}
<h1>${t('document.changesOf', { title })}</h1>
<p><a href="${pageAddress(path)}?versions">${t('document.allVersions')}</a></p>
${hunks.length === 0 ? html`<p class="lead">${nothing}</p>` : hunks.map((hunk) => hunkView(hunk))}`;
}

function hunkView({ new_start: start, lines }: Comparison['hunks'][number]): Markup {
  return html`<h2 class="place">${t('document.line', { line: Math.max(1, start) })}</h2>
<pre class="changes" tabindex="0">${lines.map((line) => lineView(line))}</pre>`;
}

function lineView(line: string): Markup {
  switch (line[0]) {
    case '+':
      return html`<ins>${line}\n</ins>`;
    case '-':
      return html`<del>${line}\n</del>`;
    default:
      return html`${line}\n`;
  }
}
