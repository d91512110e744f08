import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ERRORS, Server, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isSuffixAllowed } from '#kernel/file-types.ts';
import { isPrivateFile } from '#kernel/kind/file.ts';
import { text } from '#kernel/text.ts';
import { wireCode } from '#kernel/wire.ts';
import type { Caller } from '#server/caller.ts';
import { signLink } from '#server/files/file-link.ts';
import { cleanFileName, suffixOf } from '#server/files/file-name.ts';
import { measureFile } from '#server/files/receive.ts';
import { beginResumable, endResumable, isResumableId, pieceFile, readResumable } from '#server/files/resumable-rows.ts';
import { ResumableStore } from '#server/files/resumable-store.ts';
import { storeUpload } from '#server/files/store-upload.ts';
import { demandOf } from '#server/files/upload-field.ts';
import { megabytes, refuseType, refuseUpload, uploadMessages, uploadRules } from '#server/files/upload-rules.ts';
import { badParameter, notFound, Refused } from '#server/refusal.ts';
import type { Action } from './controller.ts';
import { type Dispatcher, deviceOf, identifyCounted, localeOf, mustNotLook } from './dispatch.ts';
import { okEnvelope, refusalEnvelope } from './envelope.ts';
import { originOf, storageFolder } from './file-routes.ts';
import { noteAttempt } from './operation-log.ts';

/** Counted as a call like any other, and what is refused of it is told as of any other. */
const action: Action = { gate: 'login', title: text('分段上传', 'Chunked upload'), handle: () => undefined };
const pieces = 'application/offset+octet-stream';
/** Of what we refuse; the protocol's own refusals have theirs. */
const refusedStatus = 422;
const unspoken = ['upload-defer-length', 'upload-concat'];

/** Clients of the protocol read the status and not the envelope. */
function statusOf({ code, data }: Refused): number {
  if (code !== wireCode.refused) return 401;
  const { reason } = (data ?? {}) as { reason?: string };
  return reason === 'too_frequent' ? 429 : reason === 'parameter' ? 400 : 404;
}

/** What a file that comes in pieces is asked about before its first byte. */
interface Sender {
  readonly caller: Caller & { type: 'admin' | 'member' };
  readonly origin: string;
  /** Tells the operation log that it was refused, or failed. */
  note(error: unknown, sent?: Readonly<Record<string, unknown>>): void;
}

/**
 * `/{admin|api}/ajax/resumable`: files in pieces by the tus protocol 1.0 (creation, termination). Whoever is signed in may
 * begin one, its sender alone goes on with it; once whole it is checked, counted and stored as an upload in one go is, and
 * the last piece is answered as `upload` is. Refusals are envelopes with HTTP 4xx, as clients of that protocol expect.
 */
export function resumableRoute(app: FastifyInstance, on: Dispatcher): void {
  const { engine } = on;
  const storage = storageFolder(engine);
  const store = new ResumableStore(engine.db, storage);
  const senders = new WeakMap<IncomingMessage, Sender>();
  const senderOf = (request: { runtime?: { node?: { req: unknown } } | undefined }): Sender => {
    const sender = senders.get(request.runtime?.node?.req as IncomingMessage);
    if (!sender) throw ERRORS.UNKNOWN_ERROR;
    return sender;
  };

  const serverOf = (area: 'admin' | 'api') =>
    new Server({
      path: `/${area}/ajax/resumable`,
      datastore: store,
      relativeLocation: true,
      namingFunction: () => randomBytes(16).toString('hex'),
      maxSize: () => uploadRules(engine).maxsize,
      async onUploadCreate(request, upload) {
        const sender = senderOf(request);
        await toldAsEnvelope(sender, () => begin(sender, upload), { ...upload.metadata, size: upload.size });
        return {};
      },
      async onUploadFinish(request, upload) {
        const sender = senderOf(request);
        const body = await toldAsEnvelope(sender, () => finish(sender, upload), { ...upload.metadata });
        return { status_code: 200, headers: { 'Content-Type': 'application/json; charset=utf-8' }, body };
      },
      // never more of a fault of ours than that there was one
      onResponseError(request, error) {
        const sender = senders.get(request.runtime?.node?.req as IncomingMessage);
        if ('status_code' in error) {
          // what was refused here was noted where it was, with what was sent
          if (error.status_code !== refusedStatus) sender?.note(badParameter(error.body, error.body));
          return undefined;
        }
        sender?.note(error);
        engine.log.error({ err: error }, 'resumable upload');
        return ERRORS.UNKNOWN_ERROR;
      },
    });

  /** What can be known before it comes: its name, its size, whether its sender may begin one more. */
  async function begin({ caller }: Sender, { id, size = 0, metadata = {} }: Upload): Promise<void> {
    const rules = uploadRules(engine);
    const name = cleanFileName(metadata.filename ?? '');
    if (!name || size <= 0) throw refuseUpload('incomplete');
    if (size > rules.maxsize) throw refuseUpload('size', { size: megabytes(size), max: megabytes(rules.maxsize) });
    if (!isSuffixAllowed(suffixOf(name), rules.mimetype)) throw refuseType(suffixOf(name), rules.mimetype);
    const demand = demandOf(engine, caller, metadata.of ?? undefined, name);
    const begun = await beginResumable(engine.db, {
      ...{ id, name, size, owner_type: caller.type, owner_id: caller.id, area_code: caller.areaCode || null },
      ...{ topic: metadata.topic ?? 'default', private: demand?.private ?? metadata.private === '1' },
    });
    if (!begun) throw refuseUpload('pending');
  }

  async function finish({ caller, origin }: Sender, { id }: Upload): Promise<string> {
    const whole = `${pieceFile(storage, id)}.whole`;
    // from here on it is nobody's to go on with, whoever else sent its last piece
    await fs.rename(pieceFile(storage, id), whole).catch(() => {
      throw notFound();
    });
    try {
      const row = await readResumable(engine.db, id);
      if (!row) throw notFound();
      const file = await storeUpload(engine.db, {
        ...{
          folder: storage,
          stream: await measureFile(whole),
          name: row.name,
          topic: row.topic,
          private: row.private,
        },
        ...{ uploader: { type: row.owner_type, id: row.owner_id }, rules: uploadRules(engine), origin },
        ...(row.area_code ? { areaCode: row.area_code } : {}),
      });
      const full_url = isPrivateFile(file.url) ? `${origin}${signLink(engine, caller, file.url)}` : file.full_url;
      return okEnvelope({ file: { ...file, full_url } }, uploadMessages.uploaded[caller.locale]);
    } finally {
      await fs.rm(whole, { force: true });
      await endResumable(engine.db, { id });
    }
  }

  app.addContentTypeParser(pieces, (_request, payload, done) => done(null, payload));
  for (const area of ['admin', 'api'] as const) {
    const server = serverOf(area);
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const locale = localeOf(request);
      const query = request.query as Record<string, unknown>;
      let caller: Caller | undefined;
      const note: Sender['note'] = (error, sent) => {
        const params = sent ?? { ...query, id: (request.params as { id?: string }).id };
        // whether a piece came is asked, not done
        if (caller && request.method !== 'HEAD')
          noteAttempt(
            on,
            { app: area, controller: 'ajax', action: 'resumable', own: action, caller, request, params },
            error,
          );
      };
      try {
        const name = `${area}/ajax/resumable`;
        caller = await identifyCounted(on, area, action, name, request, reply, query, deviceOf(request, locale));
        await on.limiter.check(action, name, caller, reply, query);
        mustNotLook(caller, action, request.method);
        // extensions of the protocol that are not spoken here: the sender’s to mend, and no fault of ours
        if (unspoken.some((header) => request.headers[header] !== undefined))
          throw badParameter(
            '上传前须说明文件大小，且不能分段合并',
            'Say the size of the file first; parts cannot be joined',
          );
        const { id } = request.params as { id?: string };
        if (id !== undefined) await checkOwner(caller, id);
        senders.set(request.raw, { caller: caller as Sender['caller'], origin: originOf(request), note });
      } catch (error) {
        note(error);
        if (!(error instanceof Refused)) throw error;
        return reply.code(statusOf(error)).type('application/json; charset=utf-8').send(refusalEnvelope(error, locale));
      }
      for (const [name, value] of Object.entries(reply.getHeaders()))
        if (value !== undefined) reply.raw.setHeader(name, value);
      reply.hijack();
      await server.handle(request.raw, reply.raw);
      return reply;
    };
    app.post(`/${area}/ajax/resumable`, handler);
    app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `/${area}/ajax/resumable/:id`, handler });
  }

  /** Somebody else's is not there. */
  async function checkOwner({ type, id: owner }: Caller, id: string): Promise<void> {
    const row = isResumableId(id) ? await readResumable(engine.db, id) : undefined;
    if (!row || row.owner_type !== type || row.owner_id !== owner) throw notFound();
  }
}

async function toldAsEnvelope<T>(
  { caller: { locale }, note }: Sender,
  work: () => Promise<T>,
  sent: Readonly<Record<string, unknown>>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    note(error, sent);
    throw Object.assign(new Error(error.message), { status_code: refusedStatus, body: refusalEnvelope(error, locale) });
  }
}
