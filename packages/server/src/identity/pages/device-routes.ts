import { html } from 'hono/html';
import { enterByAddress, enterByPerson } from '../../http/address-limit.js';
import { t, tWith } from '../../http/pages/language.js';
import { alert, type Markup, page } from '../../http/pages/layout.js';
import { noticeView } from '../../http/pages/notice.js';
import { pagePaths } from '../../http/pages/paths.js';
import {
  asSignedIn,
  formFields,
  type PageApp,
  type PageContext,
  signedInPrincipal,
  toSignIn,
} from '../../http/pages/requests.js';
import type { Services } from '../../platform/services.js';
import { decideAuthorization, findPending } from '../device/queries.js';
import { canonicalUserCode } from '../device/user-code.js';
import { recordForPerson } from '../people/record.js';
import type { PageDependencies } from './dependencies.js';

/** Adds the verification page of the device flow. */
export function addDeviceRoutes(app: PageApp, dependencies: PageDependencies): void {
  app.get(pagePaths.device, (c) => showDevice(c, dependencies));
  app.post(pagePaths.device, (c) => decide(c, dependencies));
}

async function showDevice(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const typed = c.req.query('user_code');
  const principal = await signedInPrincipal(c, services);
  if (principal === undefined) {
    return toSignIn(c, devicePath(typed));
  }
  if (typed === undefined) {
    return c.html(userCodeView({}));
  }
  const userCode = canonicalUserCode(typed);
  await countUserCode(c, services, principal.personId);
  const waiting = userCode && (await services.database.asSystem((tx) => findPending(tx, userCode, services.clock())));
  if (!waiting) {
    return c.html(userCodeView({ problem: t('device.unknown') }), 404);
  }
  const { user_code, device } = waiting;
  return c.html(confirmDeviceView({ userCode: user_code, device, email: principal.email ?? '' }));
}

async function decide(c: PageContext, dependencies: PageDependencies): Promise<Response> {
  const { services } = dependencies;
  const field = await formFields(c);
  const principal = await signedInPrincipal(c, services);
  const userCode = canonicalUserCode(field('user_code'));
  if (principal === undefined) {
    return toSignIn(c, devicePath(userCode));
  }
  await countUserCode(c, services, principal.personId);
  const status = field('decision') === 'approve' ? 'approved' : 'denied';
  const decision = { status, personId: principal.personId, at: services.clock() } as const;
  const decided =
    userCode &&
    (await asSignedIn(c, services, async (transaction) => {
      const found = await decideAuthorization(transaction, { userCode, ...decision });
      if (found !== undefined) {
        const { personId, at } = decision;
        const requestId = c.get('requestId');
        await recordForPerson(transaction, { action: `device.${status}`, personId, at, target: personId, requestId });
      }
      return found;
    }));
  if (!decided) {
    return c.html(userCodeView({ problem: t('device.unknown') }), 404);
  }
  const view =
    status === 'approved'
      ? {
          title: t('device.connected'),
          message: t('device.connectedText', { device: decided.device }),
        }
      : { title: t('device.refused'), message: t('device.refusedText', { device: decided.device }) };
  return c.html(noticeView(view));
}

// RFC 8628, section 5.1: codes are short, so the rate of attempts must be limited.
async function countUserCode(c: PageContext, services: Services, personId: string): Promise<void> {
  await enterByAddress(c, services, 'user_codes');
  await enterByPerson(services, 'user_codes', personId);
}

function devicePath(userCode: string | undefined): string {
  return userCode === undefined
    ? pagePaths.device
    : `${pagePaths.device}?${new URLSearchParams({ user_code: userCode })}`;
}

/** Renders the form for the code that a device shows. */
export function userCodeView(view: { problem?: string }): Markup {
  return page(
    t('account.device'),
    html`${alert(view.problem)}
<form method="get" action="${pagePaths.device}">
<label for="user_code">${t('device.label')}</label>
<input id="user_code" class="code" name="user_code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="20" required autofocus>
<button>${t('device.continue')}</button>
</form>`,
  );
}

/** Renders the page on which the signed-in person confirms one device. */
export function confirmDeviceView(view: { userCode: string; device: string; email: string }): Markup {
  return page(
    t('device.confirm'),
    html`<p>${tWith('device.shows', { device: html`<strong>${view.device}</strong>` })}</p>
<output>${view.userCode}</output>
<p>${tWith('device.acts', { email: html`<strong>${view.email}</strong>` })}</p>
<form method="post" action="${pagePaths.device}">
<input type="hidden" name="user_code" value="${view.userCode}">
<button name="decision" value="approve">${t('device.yes')}</button>
<button class="quiet" name="decision" value="deny">${t('refuse')}</button>
</form>`,
  );
}
