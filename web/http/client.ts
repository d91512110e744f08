import type { Envelope, Refusal } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { loadingOverlay } from '#web/feedback/loading-overlay.ts';
import { toast } from '#web/feedback/toast.ts';
import { currentLocale, translate } from '#web/i18n/locale.ts';
import { areaPaths, currentArea, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { browserId } from '#web/session/browser-id.ts';
import { requestSecondFactorVerification } from '#web/session/request-second-factor-verification.ts';
import { forgetSession, isSignedIn, readTokens } from '#web/session/session.ts';
import { noteSessionEnd } from '#web/session/session-end-reason.ts';
import { setSessionLocked } from '#web/session/session-lock.ts';
import { appendQuery } from './append-query.ts';
import { callErrorTexts, httpStatusText, isToastSuppressed, pageNotFoundText } from './call-error-texts.ts';
import { type UnsentWrite, WireError } from './error-of-http-call.ts';
import { endIdempotencyKey, idempotencyKeyOf } from './idempotency-key.ts';
import { pathOfRoute } from './named-routes.ts';
import { goTo } from './navigate-by-router.ts';
import { refreshToken, wasTokenExchanged } from './refresh-session-token.ts';
import { noteServerTime } from './server-clock.ts';
import { noteServerConnectivity } from './server-connectivity.ts';

export { isCancelled, WireError } from './error-of-http-call.ts';

export interface CallOptions {
  /** Show the server's message (or "Operation successful") when the call succeeds. */
  successMessage?: boolean;
  /** Show no error message: the caller handles the WireError. */
  quiet?: boolean;
  signal?: AbortSignal;
  /** Cover the page until the call is answered. */
  loading?: boolean;
  /** What to do with an identical call in progress: cancel it (default), or let both run. */
  duplicate?: 'cancel' | 'allow';
  /** The `Idempotency-Key` of an earlier attempt. Default: a new key. */
  key?: string;
  /** Timeout in ms. Default: 10 s, none for uploads. */
  timeout?: number;
  area?: 'admin' | 'api';
}

/** Timeout of a call in ms (specification §9). */
export const defaultTimeout = 10_000;

type Method = 'GET' | 'POST' | 'DELETE';

interface Call {
  method: Method;
  url: string;
  body?: unknown;
  options: CallOptions;
}

/** Reads: resolves to the `data` of the envelope. */
export function get<T>(path: string, params?: Record<string, unknown>, options: CallOptions = {}): Promise<T> {
  return run<T>({ method: 'GET', url: appendQuery(path, params), options });
}

/** Writes: FormData is sent as it is, everything else as JSON. */
export function post<T>(path: string, body?: unknown, options: CallOptions = {}): Promise<T> {
  return run<T>({ method: 'POST', url: path, body, options });
}

/** Deletes: `del('/admin/enterprise.licence/del', { ids: [1, 2] })`. */
export function del<T>(path: string, params?: Record<string, unknown>, options: CallOptions = {}): Promise<T> {
  return run<T>({ method: 'DELETE', url: appendQuery(path, params), options });
}

/** A URL that carries token and language itself, for images, downloads and event streams. */
export function urlWithToken(
  path: string,
  params: Record<string, unknown> = {},
  area: 'admin' | 'api' = areaPaths().app,
): string {
  const token = readTokens(area === 'admin' ? 'admin' : 'member').token;
  const name = area === 'admin' ? 'batoken' : 'ba-user-token';
  return appendQuery(path, { ...params, ...(token ? { [name]: token } : {}), lang: currentLocale(), server: 1 });
}

async function run<T>(call: Call): Promise<T> {
  if (call.options.loading) loadingOverlay.begin();
  try {
    return await answer<T>(call);
  } catch (error) {
    if (error instanceof WireError && !error.cancelled && !call.options.quiet && !isToastSuppressed(error.message)) {
      toast.error(
        error.message,
        error.requestId ? translate(callErrorTexts.requestId, { id: error.requestId }) : undefined,
      );
    }
    throw error;
  } finally {
    if (call.options.loading) loadingOverlay.end();
  }
}

/** Reasons a call has been repeated for; each at most once. */
type After = Readonly<{ refreshed?: true; confirmed?: true }>;

/** Sends a call and reads its envelope. It is sent once more after a refreshed token or a verified identity. */
async function answer<T>(call: Call, after: After = {}): Promise<T> {
  const area: SignInArea =
    call.options.area === 'api' ? 'member' : call.options.area === 'admin' ? 'admin' : currentArea();
  const tokens = { admin: readTokens('admin').token, member: readTokens('member').token };
  const { envelope, requestId } = await exchangePatiently(call, tokens);
  if (envelope.code === wireCode.ok) {
    if (call.options.successMessage) toast.success(envelope.msg || translate(callErrorTexts.success));
    return envelope.data as T;
  }
  if (envelope.code === wireCode.refresh && !after.refreshed) {
    const owner = ownerOf(envelope.data) ?? area;
    await refreshToken(owner, tokens[owner]);
    return answer<T>(call, { ...after, refreshed: true });
  }
  const details = { code: envelope.code, status: 200, data: envelope.data, ...(requestId ? { requestId } : {}) };
  if (envelope.code === wireCode.redirect) {
    const to = readRedirect(envelope.data, area);
    if (to.ends && !after.refreshed && (await wasTokenExchanged(to.owner, tokens[to.owner])))
      return answer<T>(call, { ...after, refreshed: true });
    const followed = follow(to);
    throw new WireError(envelope.msg, { ...details, cancelled: followed });
  }
  const confirmation = isToConfirm(envelope) && !after.confirmed ? requestSecondFactorVerification() : undefined;
  if (await confirmation) return answer<T>(call, { ...after, confirmed: true });
  throw new WireError(envelope.msg || translate(callErrorTexts.abnormal), {
    ...details,
    cancelled: confirmation !== undefined,
  });
}

const isToConfirm = ({ data }: Envelope): boolean => (data as Refusal | null)?.reason === 'confirm_first';

/** Whose token a 409 is about: its data names the type of the expired token. */
function ownerOf(data: unknown): SignInArea | undefined {
  const type = (data as { type?: unknown } | null)?.type;
  if (typeof type !== 'string') return undefined;
  return type.startsWith('user') ? 'member' : 'admin';
}

/** Target of a 302, the area of the target, and whether it ends the session of that area. */
function readRedirect(data: unknown, area: SignInArea) {
  const { routeName, routePath, reason } = (data ?? {}) as { routeName?: string; routePath?: string; reason?: string };
  const path = (routeName ? pathOfRoute(routeName) : undefined) ?? routePath;
  const owner: SignInArea = path?.startsWith('/user') ? 'member' : path?.startsWith('/admin') ? 'admin' : area;
  const locks = reason === 'session_locked';
  return { path, owner, locks, ends: !locks && path !== '/admin' && path !== '/user' };
}

/**
 * 302: navigates to the target the server names. The session of the area ends, unless the target is inside the area
 * (the user is signed in already) or the session is only locked. A user working in one area stays there when the other
 * area demands sign-in: that call has simply failed. Returns whether it navigated or locked.
 */
function follow({ path, owner, locks, ends }: ReturnType<typeof readRedirect>): boolean {
  if (locks && isSignedIn('admin')) {
    setSessionLocked(true);
    return true;
  }
  if (ends && isSignedIn(owner)) noteSessionEnd(owner, 'ended');
  if (ends || locks) forgetSession(owner);
  if (owner !== currentArea() && isSignedIn(currentArea())) return false;
  if (path) goTo(path, { replace: true });
  else toast.error(translate(pageNotFoundText));
  return true;
}

interface Exchange {
  envelope: Envelope;
  requestId?: string;
}

/** Longest pause in s after which a read is repeated automatically. */
const longestPause = 5;

/**
 * A read that finds the server without its database is repeated once, when `Retry-After` asks for it. A write is left
 * to the caller: repeated under the same key, it is never executed twice.
 */
async function exchangePatiently(call: Call, tokens: Readonly<Record<SignInArea, string>>): Promise<Exchange> {
  try {
    return await exchange(call, tokens);
  } catch (error) {
    const pause = call.method === 'GET' && error instanceof WireError ? error.retryAfter : undefined;
    if (pause === undefined || pause > longestPause) throw error;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pause * 1000);
      const giveUp = () => {
        clearTimeout(timer);
        resolve();
      };
      call.options.signal?.addEventListener('abort', giveUp, { once: true });
    });
    // It must not cancel an identical call made meanwhile.
    return exchange({ ...call, options: { ...call.options, duplicate: 'allow' } }, tokens);
  }
}

const inFlight = new Map<string, AbortController>();

const causes = { duplicate: 'duplicate', timeout: 'timeout' } as const;

/** One HTTP exchange: headers, timeout, cancellation, and every failure below the envelope. */
async function exchange(call: Call, tokens: Readonly<Record<SignInArea, string>>): Promise<Exchange> {
  const { method, url, body, options } = call;
  const isForm = body instanceof FormData;
  const text = method !== 'POST' || isForm ? undefined : JSON.stringify(body ?? {});
  const written = method === 'GET' || isForm ? undefined : [method, url, text].join('\n');
  const once = written === undefined ? undefined : (options.key ?? idempotencyKeyOf(written));
  const controller = new AbortController();
  const key = isForm ? undefined : [method, url, tokens.admin, tokens.member, text].join('\n');
  if (key !== undefined) takePlace(key, controller, options.duplicate ?? 'cancel');

  const abort = (): void => controller.abort();
  options.signal?.addEventListener('abort', abort);
  if (options.signal?.aborted) abort();
  const limit = options.timeout ?? (isForm ? 0 : defaultTimeout);
  const timer = limit > 0 ? setTimeout(() => controller.abort(causes.timeout), limit) : undefined;
  try {
    const sentAt = Date.now();
    const response = await fetch(url, {
      method,
      headers: {
        ...headersOf(tokens, text !== undefined),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
        ...(method === 'POST' && !(tokens.admin && tokens.member) ? { 'x-device': browserId() } : {}),
      },
      body: isForm ? body : (text ?? null),
      signal: controller.signal,
      credentials: 'same-origin',
    });
    noteServerConnectivity(!(response.status >= 502 && response.status <= 504));
    const answered = await readEnvelope(response, url, sentAt);
    if (written !== undefined && once !== undefined) endIdempotencyKey(written, once);
    return answered;
  } catch (error) {
    if (error instanceof WireError) throw error;
    if (!controller.signal.aborted) noteServerConnectivity(false);
    throw failureOf(controller.signal, call, once);
  } finally {
    clearTimeout(timer);
    options.signal?.removeEventListener('abort', abort);
    if (key !== undefined && inFlight.get(key) === controller) inFlight.delete(key);
  }
}

/** The newest of identical calls runs; the previous one is cancelled. */
function takePlace(key: string, controller: AbortController, duplicate: 'cancel' | 'allow'): void {
  if (duplicate === 'cancel') inFlight.get(key)?.abort(causes.duplicate);
  inFlight.set(key, controller);
}

function headersOf(tokens: Readonly<Record<SignInArea, string>>, json: boolean): Record<string, string> {
  return {
    accept: 'application/json',
    'think-lang': currentLocale(),
    server: 'true',
    ...(json ? { 'content-type': 'application/json' } : {}),
    ...(tokens.admin ? { batoken: tokens.admin } : {}),
    ...(tokens.member ? { 'ba-user-token': tokens.member } : {}),
  };
}

/** Whether an answer was made by the server just now. A cacheable answer may be as old as its `max-age`. */
const isFresh = (response: Response): boolean =>
  !/max-age=[1-9]|immutable/i.test(response.headers.get('cache-control') ?? '');

async function readEnvelope(response: Response, url: string, sentAt: number): Promise<Exchange> {
  const receivedAt = Date.now();
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const content: unknown = await response
    .text()
    .then((text) => JSON.parse(text) as unknown)
    .catch((error: unknown) => {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    });
  const envelope = isEnvelope(content) ? content : undefined;
  if (envelope && response.ok) {
    if (isFresh(response)) noteServerTime(envelope.time, sentAt, receivedAt);
    return { envelope, ...(requestId ? { requestId } : {}) };
  }
  const status = httpStatusText(response.status);
  // Without its database the server answers 503, and says whether a write may have been executed.
  const away = response.status === 503;
  const itself =
    status === callErrorTexts.abnormal || (away && (envelope?.data as Refusal | null)?.reason === 'unavailable');
  const message = itself && envelope?.msg ? envelope.msg : translate(status, { url });
  const pause = away ? Number(response.headers.get('retry-after') ?? Number.NaN) : Number.NaN;
  throw new WireError(message, {
    code: envelope?.code ?? 0,
    status: response.status,
    data: envelope?.data,
    ...(requestId ? { requestId } : {}),
    ...(Number.isFinite(pause) ? { retryAfter: pause } : {}),
  });
}

const isEnvelope = (content: unknown): content is Envelope =>
  typeof content === 'object' && content !== null && 'code' in content && 'msg' in content;

/** Error for a call without an answer. */
function failureOf(signal: AbortSignal, { method, url, body }: Call, key: string | undefined): WireError {
  if (signal.reason === causes.duplicate) {
    const message = translate(callErrorTexts.duplicate);
    console.info(`${message}: ${method} ${url}`);
    return new WireError(message, { code: 0, cancelled: true });
  }
  const unsent =
    method === 'POST' && key !== undefined ? { unsent: { url, body: (body ?? {}) as UnsentWrite['body'], key } } : {};
  if (signal.reason === causes.timeout) return new WireError(translate(callErrorTexts.timeout), { code: 0, ...unsent });
  if (signal.aborted) return new WireError('aborted', { code: 0, cancelled: true });
  return new WireError(translate(navigator.onLine ? callErrorTexts.serverException : callErrorTexts.disconnected), {
    code: 0,
    ...unsent,
  });
}
