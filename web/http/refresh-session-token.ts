import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { toast } from '#web/feedback/toast.ts';
import { exchangeRefreshToken, oneWindowAtATime } from '#web/http/token/exchange-refresh-token.ts';
import { translate } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';
import { forgetSession, readTokens, storeToken } from '#web/session/session.ts';
import { noteSessionEnd } from '#web/session/session-end-reason.ts';
import { callErrorTexts } from './call-error-texts.ts';
import { WireError } from './error-of-http-call.ts';
import { isAdminLoginPath, isUserLoginPath, routeNames } from './named-routes.ts';
import { goTo } from './navigate-by-router.ts';

const running: Partial<Record<SignInArea, Promise<void>>> = {};

/**
 * Called by a request that was answered 409. The first one refreshes the token, the others wait for it. When this
 * resolves, each repeats itself with the token now stored. On a sign-in page that token may be empty; the request is
 * then repeated without one.
 */
export function refreshToken(area: SignInArea, used: string): Promise<void> {
  const current = readTokens(area).token;
  if (current && current !== used) return Promise.resolve(); // Another request, or another window, was faster.
  running[area] ??= oneWindowAtATime(area, () => refresh(area, used)).finally(() => {
    delete running[area];
  });
  return running[area];
}

const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

/**
 * Whether another window has exchanged the token that was used, so that the refused request can be repeated. Waits for
 * a window that is refreshing: for its lock, or two seconds where Web Locks are missing.
 */
export async function wasTokenExchanged(area: SignInArea, used: string): Promise<boolean> {
  let turns = 'locks' in navigator ? 1 : 40;
  for (;;) {
    const { token, refreshToken: secret } = readTokens(area);
    if (token !== '' && token !== used) return true;
    if (used === '' || !secret || turns-- === 0) return false;
    await oneWindowAtATime(area, pause);
  }
}

async function refresh(area: SignInArea, used: string): Promise<void> {
  const { token, refreshToken: secret } = readTokens(area);
  if (token && token !== used) return;
  if (!secret) return giveUp(area, '');
  // a refusal ends the session; a network failure only fails the requests that waited
  const answer = await exchangeRefreshToken(area, token, secret).catch(() => {
    throw new WireError(translate(navigator.onLine ? callErrorTexts.serverException : callErrorTexts.disconnected), {
      code: 0,
    });
  });
  const fresh = (answer.data as { token?: string } | null)?.token;
  if (answer.code === wireCode.ok && fresh) storeToken(area, fresh);
  // Without locks, two windows may have refreshed at once; one of them has the new token.
  else if ('locks' in navigator || !(await wasTokenExchanged(area, used))) giveUp(area, answer.msg);
}

/** Ends the session: removes its tokens and opens the sign-in page, unless it is open already. */
function giveUp(area: SignInArea, message: string): void {
  if (readTokens(area).token) noteSessionEnd(area, 'ended');
  forgetSession(area);
  if (area === 'admin' ? isAdminLoginPath() : isUserLoginPath()) return;
  if (message) toast.error(message);
  goTo(area === 'admin' ? routeNames.adminLogin : routeNames.userLogin);
  throw new WireError(message, { code: wireCode.refresh, status: 200, cancelled: true });
}
