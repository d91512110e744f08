import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Locale } from '#kernel/text/text.ts';
import { guestCaller } from '#server/caller.ts';
import { bodyTextOfSignedRequest } from '#server/http/connection/parse-json-bodies.ts';
import { deviceOfRequest, localeOfRequest } from '#server/http/dispatch-call-to-controller.ts';
import type { RouteServices } from '#server/platform/server-module-declaration.ts';
import { splitSignedUrl } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { type InterfaceErrorCode, interfaceErrors } from '../../contract/error-codes-of-signed-calls.ts';
import { asInterfaceRefusal, type InterfaceRefusal } from '../refusal/refusal-with-http-status-and-code.ts';
import {
  type SigningApplication,
  verifySignatureStatusAddressAndQuotaOfApplication,
} from '../signing/verify-signature-status-address-and-quota-of-application.ts';
import type { RequestLog } from '../signing/write-api-request-log-in-batches.ts';

/** A signed call, as its handler receives it. */
export interface SignedCall {
  readonly by: SigningApplication;
  readonly request: FastifyRequest;
  readonly device: ReturnType<typeof deviceOfRequest>;
}

/** What a handler answers: the body, also as encoded JSON, and the number of rows in it for the log. */
export interface SignedAnswer {
  readonly status?: 200 | 201;
  readonly body: unknown;
  readonly rows?: number;
}

/** A header of a request; empty: it was not sent. */
export const headerOf = (request: FastifyRequest, name: string): string => {
  const sent = request.headers[name];
  return typeof sent === 'string' ? sent : '';
};

/** Sends a refusal with its HTTP status, code, message and the ID by which the request is found in the log. */
export function sendRefusal(request: FastifyRequest, reply: FastifyReply, refusal: InterfaceRefusal, locale: Locale) {
  const { status } = interfaceErrors[refusal.code];
  if (refusal.retryAfter !== undefined) reply.header('Retry-After', refusal.retryAfter);
  const error = {
    code: refusal.code,
    message: refusal.messageIn(locale),
    request_id: request.id,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
  };
  return reply.code(status).type('application/json; charset=utf-8').send(JSON.stringify({ error }));
}

/** Refusals by the limits of the application itself. */
const counted: ReadonlySet<InterfaceErrorCode> = new Set(['too_frequent', 'quota']);

/**
 * Answers a call that an application signed: verifies the signature, runs `handle`, and logs the call. Calls that are refused
 * before they count for the application count as those of a guest at their address; above that limit they are not logged.
 */
export async function runSignedCall(
  { engine, limiter }: Pick<RouteServices, 'engine' | 'limiter'>,
  log: RequestLog,
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (call: SignedCall) => Promise<SignedAnswer>,
): Promise<FastifyReply> {
  const locale = localeOfRequest(request);
  const device = deviceOfRequest(request, locale);
  const { path, query } = splitSignedUrl(request.url);
  const body = bodyTextOfSignedRequest(request);
  let application: number | undefined;
  let isVerified = false;
  const note = (status: number, outcome: string, rows: number) => {
    if (application === undefined) return;
    log.note({
      application_id: application,
      method: request.method,
      path: path.slice(0, 200),
      http_status: status,
      outcome,
      took: Math.round(reply.elapsedTime),
      rows,
      request_id: request.id,
      body_hash: body === '' ? null : createHash('sha256').update(body).digest('hex'),
      ip: device.ip,
    });
  };
  try {
    const signed = {
      method: request.method,
      path,
      query,
      body,
      appKey: headerOf(request, 'x-app-key'),
      timestamp: headerOf(request, 'x-timestamp'),
      nonce: headerOf(request, 'x-nonce'),
      sign: headerOf(request, 'x-sign'),
    };
    const by = await verifySignatureStatusAddressAndQuotaOfApplication(engine, signed, device.ip, (id) => {
      application = id;
    });
    isVerified = true;
    const { status = 200, body: answer, rows = 0 } = await handle({ by, request, device });
    note(status, 'ok', rows);
    return await reply
      .code(status)
      .type('application/json; charset=utf-8')
      .send(Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  } catch (error) {
    let refusal = asInterfaceRefusal(error, locale);
    if (!refusal) throw error;
    let isNoted = true;
    if (!isVerified && !counted.has(refusal.code))
      await limiter
        .check({ gate: 'none', handle: () => null }, 'open/v1', guestCaller(device), reply, {})
        .catch((limited: unknown) => {
          isNoted = false;
          refusal = asInterfaceRefusal(limited, locale) ?? refusal;
        });
    if (isNoted) note(interfaceErrors[refusal.code].status, refusal.code, 0);
    return sendRefusal(request, reply, refusal, locale);
  }
}
