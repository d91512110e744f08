import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#kernel/text/text.ts';
import { type Caller, guestCaller } from '#server/caller.ts';
import { deviceOfRequest, localeOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { asInterfaceRefusal, type InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';

/** Calls of one address in a minute, unless the call has a limit of its own. */
const usual = 120;

/** Whose calls count together, and how many there may be in a minute. */
interface OpenCallLimit {
  /** The name under which they are counted. */
  readonly name: string;
  readonly perMinute?: number;
  /** Parameters that identify the person a call is about, by whom it is counted then; see `Action.perMinuteFor`. */
  readonly per?: readonly string[];
  readonly params?: Readonly<Record<string, unknown>>;
}

export interface OpenAnswer {
  readonly type: string;
  readonly body: string;
}

/** Writes a refusal in the form of a protocol. */
export type WriteRefusal = (
  refusal: InterfaceRefusal,
  locale: Locale,
  request: FastifyRequest,
) => OpenAnswer & { readonly status: number };

/** Sends a refusal in the form of a protocol. */
export function sendOpenRefusal(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: InterfaceRefusal,
  refuse: WriteRefusal,
): FastifyReply {
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter);
  const { status, type, body } = refuse(refusal, localeOfRequest(request), request);
  return reply.code(status).type(type).send(body);
}

/**
 * Answers a call that anybody may make, within the limit of the address. Data is sent under its hash, and never cached without being
 * requested again, so that what was withdrawn is gone at once. `refuse` writes a refusal in the form of the protocol.
 */
export async function answerOpenCall(
  { limiter }: Pick<RouteServices, 'limiter'>,
  { name, perMinute = usual, per, params = {} }: OpenCallLimit,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: (caller: Caller) => Promise<OpenAnswer>,
  refuse: WriteRefusal,
): Promise<FastifyReply> {
  const caller = guestCaller(deviceOfRequest(request, localeOfRequest(request)));
  try {
    const limit = { gate: 'none', perMinute, ...(per && { perMinuteFor: per }), handle: () => null } as const;
    await limiter.check(limit, name, caller, reply, params);
    const { type, body } = await answer(caller);
    const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
    reply.header('ETag', tag).header('Cache-Control', 'no-cache').header('Vary', 'think-lang').type(type);
    reply.header('Access-Control-Allow-Origin', '*');
    if (request.headers['if-none-match'] === tag) return await reply.code(304).send();
    return await reply.send(body);
  } catch (error) {
    const refusal = asInterfaceRefusal(error, caller.locale);
    if (!refusal) throw error;
    return sendOpenRefusal(request, reply, refusal, refuse);
  }
}
