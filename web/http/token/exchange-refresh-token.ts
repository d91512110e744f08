import type { Envelope } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import type { SignInArea } from '#web/session/admin-or-member-area.ts';

/**
 * One window at a time: the refresh deletes the old token, so a second refresh with it would be refused and sign out.
 */
export const oneWindowAtATime = <T>(area: SignInArea, work: () => Promise<T>): Promise<T> =>
  'locks' in navigator ? (navigator.locks.request(`refresh-${area}`, work) as Promise<T>) : work();

/** Asks for a new token in exchange for an expired one. Rejects if there is no answer. */
export const exchangeRefreshToken = (area: SignInArea, token: string, refresh_token: string): Promise<Envelope> =>
  fetch('/api/common/refreshToken', {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'think-lang': currentLocale(),
      server: 'true',
      [area === 'admin' ? 'batoken' : 'ba-user-token']: token,
    },
    body: JSON.stringify({ refresh_token }),
    signal: AbortSignal.timeout(10_000),
  }).then((response) => response.json() as Promise<Envelope>);
