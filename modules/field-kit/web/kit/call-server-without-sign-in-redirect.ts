import { type Envelope, wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { exchangeRefreshToken, oneWindowAtATime } from '#web/http/token/exchange-refresh-token.ts';
import { currentLocale } from '#web/i18n/locale.ts';
import { readTokens, storeToken } from '#web/session/session.ts';

/** No network, no server, or an answer that says nothing about the call. */
export class ServerUnreachable extends Error {}

/** The session has ended. The kit stays open: what is recorded waits until its owner signs in again. */
export class SignedOut extends Error {}

/** The server refused the call. */
export class CallRefused extends Error {
  readonly data: unknown;

  constructor(message: string, data: unknown) {
    super(message);
    this.data = data;
  }
}

/** Ms for an answer: a line that answers later is as good as none. */
const timeout = 30_000;

/** Headers of a call of the officer who is signed in. */
export function headersOfSignedInOfficer(token = readTokens('admin').token): Record<string, string> {
  return {
    accept: 'application/json',
    'think-lang': currentLocale(),
    server: 'true',
    ...(token === '' ? {} : { batoken: token }),
  };
}

async function exchange(path: string, body: unknown, token: string): Promise<Envelope> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { ...headersOfSignedInOfficer(token), 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(timeout),
  }).catch(() => {
    throw new ServerUnreachable();
  });
  const envelope = (await response.json().catch(() => undefined)) as Envelope | undefined;
  // the page of a gateway, or of a server that starts
  if (!response.ok || typeof envelope?.code !== 'number') throw new ServerUnreachable();
  return envelope;
}

/**
 * A call that never leads away from the page, as other calls do when a session has ended: an officer on site must not lose
 * the screen.
 */
export async function callServerWithoutSignInRedirect<T>(path: string, body: unknown, open = false): Promise<T> {
  const { token } = readTokens('admin');
  if (token === '' && !open) throw new SignedOut();
  let envelope = await exchange(path, body, open ? '' : token);
  if (envelope.code === wireCode.refresh) envelope = await exchange(path, body, await refresh(token));
  if (envelope.code === wireCode.ok) return envelope.data as T;
  if (envelope.code === wireCode.redirect || envelope.code === wireCode.refresh) throw new SignedOut();
  throw new CallRefused(envelope.msg, envelope.data);
}

/** Exchanges an expired token, alone among the windows of the browser. */
async function refresh(used: string): Promise<string> {
  return oneWindowAtATime('admin', async () => {
    const { token, refreshToken } = readTokens('admin');
    if (token !== used && token !== '') return token;
    if (refreshToken === '') throw new SignedOut();
    const { code, data } = await exchangeRefreshToken('admin', token, refreshToken).catch(() => {
      throw new ServerUnreachable();
    });
    const fresh = (data as { token?: string } | null)?.token;
    if (code !== wireCode.ok || !fresh) throw new SignedOut();
    storeToken('admin', fresh);
    return fresh;
  });
}
