import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPrivateFile } from '#kernel/kind/linked/file.ts';
import { text } from '#kernel/text/text.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { openThumbnail } from '#server/files/create-and-remove-thumbnails.ts';
import { buildDefaultAvatarSvg } from '#server/files/default-avatar-svg-with-initial.ts';
import { fileTypeIconSvg } from '#server/files/file-type-icon-svg.ts';
import {
  downloadName,
  findResultFile,
  resultFolder,
  resultUrl,
} from '#server/files/name-find-and-remove-job-result-files.ts';
import { fileLinkLifetime, signLink, verifyFileTicket } from '#server/files/sign-and-verify-file-links.ts';
import { maxSignedFileLinks, signFileLinksForCaller } from '#server/files/sign-file-links-for-caller.ts';
import { type Attachment, isInObjectStorage } from '#server/files/storage/attachment-row-and-wire-form.ts';
import { objectStore } from '#server/files/storage/client-of-oss-or-s3-object-storage.ts';
import { contentDisposition, openStoredFile } from '#server/files/storage/open-stored-file.ts';
import { refuseUpload, uploadRules } from '#server/files/storage/upload-rules-and-refusals.ts';
import { fileRequirementsOfUploadField } from '#server/files/upload/file-requirements-of-field-named-by-upload.ts';
import { storeUpload } from '#server/files/upload/store-upload.ts';
import { initialOfName } from '#server/http/connection/avatar-url.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { type Call, type Controller, responseSent } from '#server/http/controller.ts';
import { idempotencyKeyOfUpload, storeAnswer } from '#server/http/run-call-idempotently.ts';
import { badParameter } from '#server/refusal.ts';

const uploaded = text('文件上传成功！', 'File uploaded successfully!');

export const storageFolder = (engine: Engine) => path.join(engine.config.dataDir, 'storage');
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

const isYes = (value: unknown) => value === '1' || value === 'true';

/** `fileLinks`: URLs that open the requested files for five minutes. Files the caller may not open are omitted. */
async function answerLinks({ engine, caller, params }: Call) {
  const requested: unknown = params.urls ?? params['urls[]'];
  const urls = (Array.isArray(requested) ? requested : [requested]) as unknown[];
  if (urls.length > maxSignedFileLinks || !urls.every((url): url is string => typeof url === 'string'))
    throw badParameter();
  const links = await signFileLinksForCaller(engine, caller, urls);
  return { list: [...links].map(([url, one]) => ({ url, ...one })), expires_in: fileLinkLifetime };
}

/** Receives the single file of a multipart call (wire contract §2.8). */
export async function receiveUpload(
  call: Call,
  uploader: { type: 'admin' | 'member'; id: number },
  options: { private?: boolean; topic?: string; accept?: string } = {},
) {
  const { engine, request, caller, query } = call;
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const rules = uploadRules(engine);
  const part = await request.file({ limits: { fileSize: rules.maxsize + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const topic = options.topic ?? (typeof query.topic === 'string' ? query.topic : 'default');
  // unread parts are discarded with the connection
  const demand = fileRequirementsOfUploadField(engine, caller, query.of, part.filename);
  const accept = options.accept ?? demand?.accept;
  const isPrivate =
    options.private ??
    demand?.private ??
    (isYes(query.private) || isYes((part.fields.private as { value?: unknown } | undefined)?.value));
  const sha256 = (part.fields.sha256 as { value?: unknown } | undefined)?.value;
  const answerFile = (file: Attachment) => {
    // the uploader sees the file at once
    const linked = isPrivateFile(file.url) && caller.sessionId > 0;
    const full_url = linked ? `${originOf(request)}${signLink(engine, caller, file.url)}` : file.full_url;
    return new Answer({ file: { ...file, full_url } }, uploaded[caller.locale]);
  };
  const file = await storeUpload(engine.db, {
    folder: storageFolder(engine),
    stream: part.file,
    name: part.filename,
    topic,
    uploader,
    rules,
    origin: originOf(request),
    private: isPrivate,
    ...(typeof sha256 === 'string' ? { sha256 } : {}),
    ...(caller.areaCode ? { areaCode: caller.areaCode } : {}),
    ...(accept ? { accept } : {}),
    afterStore: (tx, stored, sha256) =>
      storeAnswer(
        tx,
        idempotencyKeyOfUpload(call, { sha256, name: part.filename, topic, private: isPrivate }),
        answerFile(stored),
      ),
  });
  return answerFile(file);
}

export function uploadControllers(): Controller[] {
  const links = { gate: 'login', methods: ['GET'], silent: true, handle: answerLinks } as const;
  const icon = ({ query, reply }: Call) => {
    const svg = fileTypeIconSvg(
      String(query.suffix ?? ''),
      typeof query.background === 'string' && query.background ? query.background : undefined,
    );
    void reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(svg);
    return responseSent;
  };
  const avatar = ({ query, reply }: Call) => {
    const svg = buildDefaultAvatarSvg(initialOfName(query.name));
    void reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(svg);
    return responseSent;
  };
  return [
    {
      app: 'admin',
      name: 'ajax',
      actions: {
        upload: {
          gate: 'login',
          methods: ['POST'],
          silent: true,
          keepsKey: true,
          handle: (call) => receiveUpload(call, { type: 'admin', id: call.caller.id }),
        },
        fileLinks: links,
        buildSuffixSvg: { gate: 'login', handle: icon },
      },
    },
    {
      app: 'api',
      name: 'ajax',
      actions: {
        upload: {
          gate: 'login',
          methods: ['POST'],
          keepsKey: true,
          handle: (call) => receiveUpload(call, { type: 'member', id: call.caller.id }),
        },
        fileLinks: links,
        buildSuffixSvg: { gate: 'none', handle: icon },
        defaultAvatar: { gate: 'none', handle: avatar },
      },
    },
  ];
}

/** Types of the results of jobs, by suffix. */
const resultTypes: Readonly<Record<string, string>> = {
  csv: 'text/csv; charset=utf-8',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** `GET /storage/…`: public files for everybody, private files and results for holders of a signed link. */
export function storageRoute(app: FastifyInstance, engine: Engine): void {
  app.get('/storage/result/:name', async (request, reply) => {
    const { name } = request.params as { name: string };
    if (!(await mayOpen(request, resultUrl(name)))) return refuseLink(reply);
    const file = await findResultFile(resultFolder(engine), name);
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply
      .type(resultTypes[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream')
      .header('Content-Disposition', contentDisposition(false, downloadName(name)))
      .header('Cache-Control', 'private, no-store')
      .send(createReadStream(file));
  });
  app.get('/storage/*', async (request, reply) => {
    const url = decodePath(request);
    // checked before the file is looked up, so that callers without a link do not learn which files exist
    const opened = isPrivateFile(url) ? await mayOpen(request, url) : undefined;
    if (isPrivateFile(url) && !opened) return refuseLink(reply);
    const query = request.query as Record<string, unknown>;
    const stored = await openStoredFile(storageFolder(engine), url, {
      range: request.headers.range,
      ifNoneMatch: request.headers['if-none-match'],
      ifRange: request.headers['if-range'] as string | undefined,
      download: query.download !== undefined,
      name: opened?.name ?? undefined,
    });
    if (!stored)
      return (await sendElsewhere(reply, url)) ?? reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    const small = query.thumb
      ? await openThumbnail(storageFolder(engine), stored.path, url, Number(query.thumb))
      : undefined;
    if (small) return reply.headers(smallHeaders(stored.headers)).send(createReadStream(small));
    return send(reply, stored);
  });
  /** Files in object storage are served from there; pages link to the address on this server. */
  const sendElsewhere = async (reply: FastifyReply, url: string) => {
    const store = objectStore(engine);
    if (!store || isPrivateFile(url) || !(await isInObjectStorage(engine.db, url))) return undefined;
    return reply.header('Cache-Control', 'public, max-age=3600').redirect(`${store.publicUrl}${url}`, 302);
  };
  const mayOpen = (request: FastifyRequest, url: string) =>
    verifyFileTicket(engine, url, (request.query as Record<string, unknown>).ticket);
}

/** Headers of a file's thumbnail: those of the file without its length and hash. */
const smallHeaders = (headers: Readonly<Record<string, string>>) => ({
  ...Object.fromEntries(
    Object.entries(headers).filter(
      ([name]) => !['content-length', 'content-range', 'etag', 'accept-ranges'].includes(name),
    ),
  ),
  'content-type': 'image/webp',
});

const refuseLink = (reply: FastifyReply) =>
  reply
    .code(403)
    .type('text/plain; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send('链接已失效，请回到原页面重新打开。\nThis link is no longer valid; open the file from its page again.\n');

function decodePath(request: FastifyRequest): string {
  try {
    return decodeURIComponent(request.url.split('?')[0] as string);
  } catch {
    throw badParameter();
  }
}

function send(reply: FastifyReply, stored: NonNullable<Awaited<ReturnType<typeof openStoredFile>>>): FastifyReply {
  reply.code(stored.status).headers(stored.headers);
  return stored.body ? reply.send(stored.body()) : reply.send();
}
