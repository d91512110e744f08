import type { IncomingMessage } from 'node:http';
import type { Server } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { text } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import type { Caller } from '#server/caller.ts';
import { isResumableId, readResumable } from '#server/files/upload/begin-read-and-end-resumable-uploads.ts';
import { readUploadRight, type UploadRight } from '#server/files/upload/upload-right-of-ticket-holder.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import { refusalEnvelope } from '../connection/encode-response-envelope.ts';
import type { Action } from '../controller.ts';
import {
  type Dispatcher,
  deviceOfRequest,
  identifyCallerWithinRateLimit,
  localeOfRequest,
  refuseWhileImpersonating,
} from '../dispatch-call-to-controller.ts';
import { logRefusedAttempt } from '../write-operation-log-of-calls.ts';
import type { ResumableUploadCaller } from './caller-of-resumable-upload.ts';
import { originOf } from './upload-controllers-and-storage-route.ts';

/** For rate limits and the operation log, which treat it like any other call. */
const action: Action = { gate: 'login', title: text('分段上传', 'Chunked upload'), handle: () => undefined };
/** With the ticket of somebody without an account, as in `X-Upload-Ticket` (`files/upload/upload-right-of-ticket-holder.ts`). */
const actionOfTicket: Action = { ...action, gate: 'none' };
const ticketHeader = 'x-upload-ticket';
const pieces = 'application/offset+octet-stream';
const unspoken = ['upload-defer-length', 'upload-concat'];

/** Clients of the protocol read the HTTP status and not the envelope. */
function statusOf({ code, data }: Refused): number {
  if (code !== wireCode.refused) return 401;
  const { reason } = (data ?? {}) as { reason?: string };
  return reason === 'too_frequent' ? 429 : reason === 'parameter' ? 400 : 404;
}

/**
 * `/{admin|api}/ajax/resumable`: uploads in pieces by the tus protocol 1.0 (creation, termination). Whoever is signed
 * in, or has a ticket for uploads, may start one; only its sender may continue. The complete file is checked, counted and stored like a single
 * upload, and the last piece gets the response of `upload`. Refusals are envelopes with HTTP 4xx, as clients of the
 * protocol expect.
 */
export function resumableUploadRoute(app: FastifyInstance, on: Dispatcher): void {
  const { engine } = on;
  const senders = new WeakMap<IncomingMessage, ResumableUploadCaller>();
  app.addContentTypeParser(pieces, (_request, payload, done) => done(null, payload));
  for (const area of ['admin', 'api'] as const) {
    let loaded: Promise<Server> | undefined;
    const serverOf = () => {
      loaded ??= import('./tus-upload-server.ts').then((it) => it.createTusUploadServer(engine, area, senders));
      return loaded;
    };
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeOfRequest(request);
      const device = deviceOfRequest(request, locale);
      const query = request.query as Record<string, unknown>;
      const ticket = area === 'api' ? request.headers[ticketHeader] : undefined;
      const called = typeof ticket === 'string' ? actionOfTicket : action;
      let caller: Caller | undefined;
      const note: ResumableUploadCaller['note'] = (error, sent) => {
        const params = sent ?? { ...query, id: (request.params as { id?: string }).id };
        // HEAD only reads how much has arrived
        if (caller && request.method !== 'HEAD')
          logRefusedAttempt(
            on,
            { app: area, controller: 'ajax', action: 'resumable', own: called, caller, request, params },
            error,
          );
      };
      try {
        const name = `${area}/ajax/resumable`;
        caller = await identifyCallerWithinRateLimit(on, area, called, name, request, reply, query, device);
        await on.limiter.check(called, name, caller, reply, query);
        refuseWhileImpersonating(caller, called, request.method);
        // unsupported extensions of the protocol are a fault of the client
        if (unspoken.some((header) => request.headers[header] !== undefined))
          throw badParameter(
            '上传前须说明文件大小，且不能分段合并',
            'State the file size first. Concatenated uploads are not supported',
          );
        const right = typeof ticket === 'string' ? await readUploadRight(engine, ticket) : undefined;
        const owner = right ? ({ type: 'member', id: 0 } as const) : accountOf(caller);
        const { id } = request.params as { id?: string };
        if (id !== undefined) await checkOwner(owner, right, id);
        senders.set(request.raw, {
          caller,
          owner,
          right,
          origin: originOf(request),
          note,
        });
      } catch (error) {
        note(error);
        if (!(error instanceof Refused)) throw error;
        return reply.code(statusOf(error)).type('application/json; charset=utf-8').send(refusalEnvelope(error, locale));
      }
      const server = await serverOf();
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await server.handle(request.raw, reply.raw);
      return reply;
    };
    app.post(`/${area}/ajax/resumable`, handler);
    app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `/${area}/ajax/resumable/:id`, handler });
  }

  /** Refuses uploads of other accounts, or of another ticket, as not found. */
  async function checkOwner(owner: UploadOwner, right: UploadRight | undefined, id: string): Promise<void> {
    const row = isResumableId(id) ? await readResumable(engine.db, id) : undefined;
    const isTheirs = row?.owner_type === owner.type && row.owner_id === owner.id;
    if (!isTheirs || (right && row?.topic !== right.topic)) throw notFound();
  }
}

type UploadOwner = ResumableUploadCaller['owner'];

/** Without a ticket the call needs a session, so its caller is an account. */
const accountOf = ({ type, id }: Caller): UploadOwner => ({ type: type === 'admin' ? 'admin' : 'member', id });
