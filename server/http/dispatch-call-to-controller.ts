import type { FastifyReply, FastifyRequest } from 'fastify';
import { asLocale, type Locale } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { accountOfCaller } from '#server/auth/account-reference.ts';
import type { Authenticator } from '#server/auth/authenticate-session-token.ts';
import { requireSecondFactorIfSetUp } from '#server/auth/identity-confirmation-for-sensitive-actions.ts';
import { type Caller, can, guestCaller } from '#server/caller.ts';
import { retryIfConnectionBroke } from '#server/db/driver/database-availability.ts';
import { retryOnConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { removePersonalNumbers } from '#server/jobs/error-without-personal-numbers.ts';
import { badParameter, forbidden, Refused } from '#server/refusal.ts';
import { clientAddress } from './connection/client-address.ts';
import { encodeAnswer, refusalEnvelope } from './connection/encode-response-envelope.ts';
import { normaliseBody } from './connection/normalise-request-body-values.ts';
import { isSameOriginRequest } from './connection/same-origin.ts';
import { type Action, type Call, type ControllerTable, type RefusedRow, responseSent } from './controller.ts';
import type { RateLimiter } from './limit-requests-per-minute-by-account-and-address.ts';
import type { RefusalLog } from './log-refused-calls.ts';
import { hasIdempotencyKey, runIdempotently } from './run-call-idempotently.ts';
import { logOperation, logRefusedAttempt } from './write-operation-log-of-calls.ts';

const json = 'application/json; charset=utf-8';

export const refuseWithoutSignIn = (area: 'admin' | 'api') =>
  new Refused(
    { 'zh-cn': '请先登录！', en: area === 'admin' ? 'Please login first' : 'Please login first！' },
    { code: 302, data: { routePath: area === 'admin' ? '/admin/login' : '/user/login' } },
  );

const onlyLooking = new Refused(
  {
    'zh-cn': '正以管理组的视角查看，不能修改；请先退出查看',
    en: 'You are viewing as a group and cannot make changes. Exit this view first',
  },
  { data: { reason: 'viewing' } },
);

export interface Dispatcher {
  engine: Engine;
  controllers: ControllerTable;
  authenticator: Authenticator;
  limiter: RateLimiter;
  refusals: RefusalLog;
}

/** Language of a call: from header or URL. Unknown ones become Chinese. */
export const localeOfRequest = (request: FastifyRequest): Locale =>
  asLocale(request.headers['think-lang'] ?? (request.query as Record<string, unknown>)?.lang);

/** Handles one call of the form `/{app}/{controller}/{action}`. */
export async function dispatchCall(
  on: Dispatcher,
  app: 'admin' | 'api',
  controller: string,
  action: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const locale = localeOfRequest(request);
  const query = (request.query ?? {}) as Record<string, unknown>;
  const device = deviceOfRequest(request, locale);
  reply.type(json);
  let caller: Caller | undefined;
  let params: Readonly<Record<string, unknown>> = query;
  const found = on.controllers.find(app, controller, action);
  const note = (error: unknown, row?: RefusedRow) => {
    if (found && caller)
      logRefusedAttempt(on, { app, controller, action, own: found, caller, request, params }, error, row);
  };
  try {
    const body = normaliseBody(request.body);
    params = { ...query, ...body };
    if (!found && !on.controllers.hasController(app, controller))
      return await reply
        .code(404)
        .send(JSON.stringify({ code: 404, message: locale === 'en' ? 'Error requesting address' : '请求地址错误' }));
    // the name in one notation, because limits and keys are counted by it
    const name = `${app}/${controller.replaceAll('/', '.')}/${action}`.toLowerCase();
    caller = await identifyCallerWithinRateLimit(on, app, found, name, request, reply, params, device);
    if (!found)
      return await reply
        .code(404)
        .send(JSON.stringify({ code: 404, message: locale === 'en' ? 'Error requesting address' : '请求地址错误' }));
    await on.limiter.check(found, name, caller, reply, params);
    if (found.gate === 'rule' && !can(caller, found.node ?? `${controller.replaceAll('.', '/')}/${action}`))
      throw forbidden();
    refuseWhileImpersonating(caller, found, request.method);
    if (!(found.methods ?? ['GET']).includes(request.method as 'GET')) throw badParameter();
    if (found.confirmed) await requireSecondFactorIfSetUp(on.engine.db, accountOfCaller(caller), caller.sessionId);
    const call: Call = {
      engine: on.engine,
      caller,
      request,
      reply,
      method: request.method,
      query,
      body,
      params,
      path: request.url.split('?')[0] as string,
      once: undefined,
      noteRefused: note,
    };
    // logged where it is executed, because a repeat does nothing
    const work = async (keyed: Call) => {
      const result = await found.handle(keyed);
      await logOperation(keyed, app, controller, action, found, true);
      return result;
    };
    const once = () => runIdempotently(call, name, found, work);
    const again = () => retryIfConnectionBroke(() => retryOnConflict(once));
    const result = await (found.secret ? work(call) : hasIdempotencyKey(call) ? again() : once());
    if (result === responseSent || reply.sent) return reply;
    if (found.answerLifetime) reply.header('Cache-Control', `private, max-age=${found.answerLifetime}`);
    return await reply.send(encodeAnswer(result));
  } catch (error) {
    note(error);
    if (!(error instanceof Refused)) throw error;
    request.log.info(
      {
        refused: removePersonalNumbers(error.message),
        code: error.code,
        reason: (error.data as { reason?: string } | null)?.reason,
        actor: caller?.name ?? '',
      },
      'refused',
    );
    return sendRefusal(request, reply, refusalEnvelope(error, locale));
  }
}

/** Milliseconds after which a client may retry a refused stream. */
const refusedRetry = 60_000;

/** Refuses an event stream with an event of that stream: browsers report any other response as a failure. */
function sendRefusal(request: FastifyRequest, reply: FastifyReply, envelope: string): FastifyReply {
  if (request.headers.accept !== 'text/event-stream') return reply.send(envelope);
  return reply
    .type('text/event-stream; charset=utf-8')
    .send(`retry: ${refusedRetry}\nevent: refused\ndata: ${envelope}\n\n`);
}

/** Refuses writes while a super administrator views the back office as a group. */
export function refuseWhileImpersonating({ viewing }: Caller, { whileViewing }: Action, method: string): void {
  if (viewing !== undefined && method !== 'GET' && !whileViewing) throw onlyLooking;
}

/** Device and language of a call, before its caller is identified. */
export const deviceOfRequest = (request: FastifyRequest, locale: Locale) => ({
  locale,
  ip: clientAddress(request),
  userAgent: String(request.headers['user-agent'] ?? '').slice(0, 255),
  requestId: request.id,
});

/** Identifies the caller. Calls without a valid token count against the rate limit of guests. */
export async function identifyCallerWithinRateLimit(
  on: Pick<Dispatcher, 'authenticator' | 'limiter'>,
  app: 'admin' | 'api',
  action: Action | undefined,
  name: string,
  request: FastifyRequest,
  reply: FastifyReply,
  params: Record<string, unknown>,
  device: ReturnType<typeof deviceOfRequest>,
): Promise<Caller> {
  try {
    return await identifyCaller(on, app, action, request, params, device);
  } catch (error) {
    if (action && error instanceof Refused && error.code === wireCode.redirect)
      await on.limiter.check(action, name, guestCaller(device), reply, params);
    throw error;
  }
}

/**
 * The caller of the area's token, from header, parameter or cookie. Actions with gate `none` ignore an invalid token.
 */
export async function identifyCaller(
  on: Pick<Dispatcher, 'authenticator'>,
  app: 'admin' | 'api',
  action: Action | undefined,
  request: FastifyRequest,
  params: Record<string, unknown>,
  device: Parameters<typeof guestCaller>[0] & { locale: Locale; ip: string; userAgent: string; requestId: string },
): Promise<Caller> {
  const name = app === 'admin' ? 'batoken' : 'ba-user-token';
  const token = tokenOfRequest(request, params, name);
  const open = action?.gate === 'none';
  let caller: Caller | undefined;
  try {
    caller =
      token === ''
        ? undefined
        : await on.authenticator.authenticate(token, app === 'admin' ? 'admin' : 'member', device);
  } catch (error) {
    if (!open || !(error instanceof Refused)) throw error;
  }
  if (!caller && !open) throw refuseWithoutSignIn(app);
  return caller ?? guestCaller(device);
}

export function tokenOfRequest(
  request: FastifyRequest,
  params: Readonly<Record<string, unknown>>,
  name: 'batoken' | 'ba-user-token',
): string {
  const given =
    request.headers[name] ?? params[name] ?? (isSameOriginRequest(request) ? request.cookies?.[name] : undefined);
  return typeof given === 'string' ? given : '';
}
