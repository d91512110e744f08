import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Text, text } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { DatabaseUnavailableError } from '#server/db/driver/database-availability.ts';
import { envelope } from './connection/encode-response-envelope.ts';
import { localeOfRequest } from './dispatch-call-to-controller.ts';

/** Seconds after which a client may retry; a restart of the database takes about as long. */
const retryAfter = 2;

const texts: Readonly<Record<'away' | 'uncertain' | 'conflict', Text>> = {
  away: text('数据库暂时连接不上，请稍后再试', 'The database is temporarily unreachable. Try again later'),
  uncertain: text(
    '数据库连接中断，无法确定这次操作是否已生效，请先核对结果再重试',
    'The database connection was lost and it is unknown whether the operation took effect. Check the result before trying again',
  ),
  conflict: text(
    '别人正在修改相关内容，这次操作没有完成，请再试一次',
    'Somebody else is changing what this depends on, and the operation was not completed. Try again',
  ),
};

const tooSlow = text(
  '数据太多，未能在限定的时间内完成，请缩小范围（增加条件、缩短时间段）后再试',
  'There is too much data to finish in the time allowed. Narrow it down (more conditions, a shorter period) and try again',
);

/**
 * Responds with 503 in the usual envelope. If it is unknown whether a write took effect, `data.outcome` says so, and
 * repeating the call with the same `Idempotency-Key` clarifies it. Single calls are not logged, because it is not a
 * fault of the program.
 */
export function answerDatabaseUnavailable(
  error: DatabaseUnavailableError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  return answerWith(error.uncertain && request.method !== 'GET' ? 'uncertain' : 'away', request, reply);
}

function answerWith(why: keyof typeof texts, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const data = {
    reason: 'unavailable',
    retry_after: retryAfter,
    ...(why === 'uncertain' ? { outcome: 'unknown' } : {}),
  };
  return reply
    .code(503)
    .header('Retry-After', retryAfter)
    .type('application/json; charset=utf-8')
    .send(envelope(wireCode.refused, texts[why][localeOfRequest(request)], data));
}

/** Responds with 503 to a call that gave way to another one which changed the same rows at the same time. */
export const answerDatabaseConflict = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerWith('conflict', request, reply);

/** SQLSTATE `query_canceled`: the statement ran longer than `statement_timeout`. */
export const isStatementTimeout = (error: { readonly code?: unknown }): boolean => error.code === '57014';

/**
 * Refuses a call of which a statement took too long, and says what its user can do. It is no fault, and sent again the same
 * call would only take as long again.
 */
export const answerStatementTimeout = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  reply
    .code(200)
    .type('application/json; charset=utf-8')
    .send(envelope(wireCode.refused, tooSlow[localeOfRequest(request)], { reason: 'too_slow' }));
