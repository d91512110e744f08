import { createReadStream } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { text } from '#kernel/text.ts';
import type { Authenticator } from '#server/auth/authenticate.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine.ts';
import { openStored } from '#server/files/open-stored.ts';
import { storeUpload } from '#server/files/store-upload.ts';
import { buildSuffixSvg } from '#server/files/suffix-svg.ts';
import { defaultUploadRules, refuseUpload } from '#server/files/upload-rules.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { Answer } from '#server/http/envelope.ts';
import { findResultFile } from '#server/jobs/result-file.ts';
import { badParameter } from '#server/refusal.ts';
import { resultFolder } from '#server/transfer/export.ts';

const uploaded = text('文件上传成功！', 'File uploaded successfully!');

export const storageFolder = (engine: Engine) => path.join(engine.config.dataDir, 'storage');
export const originOf = (request: FastifyRequest) => `${request.protocol}://${request.host}`;

const isYes = (value: unknown) => value === '1' || value === 'true';

/** Takes in the one file of a multipart call for an uploader (wire contract §2.8). */
export async function takeUpload(
  call: Call,
  uploader: { type: 'admin' | 'member'; id: number },
  options: { private?: boolean; topic?: string; accept?: string } = {},
) {
  const { engine, request, caller, query } = call;
  if (!request.isMultipart()) throw refuseUpload('incomplete');
  const part = await request.file({ limits: { fileSize: defaultUploadRules.maxsize + 1, files: 1 } });
  if (!part) throw refuseUpload('incomplete');
  const topic = options.topic ?? (typeof query.topic === 'string' ? query.topic : 'default');
  const file = await storeUpload(engine.db, {
    folder: storageFolder(engine),
    stream: part.file,
    name: part.filename,
    topic,
    uploader,
    rules: defaultUploadRules,
    origin: originOf(request),
    private:
      options.private ??
      (isYes(query.private) || isYes((part.fields.private as { value?: unknown } | undefined)?.value)),
    ...(caller.areaCode ? { areaCode: caller.areaCode } : {}),
    ...(options.accept ? { accept: options.accept } : {}),
  });
  return new Answer({ file }, uploaded[caller.locale]);
}

export function uploadControllers(): Controller[] {
  const icon = ({ query, reply }: Call) => {
    const svg = buildSuffixSvg(
      String(query.suffix ?? ''),
      typeof query.background === 'string' && query.background ? query.background : undefined,
    );
    void reply.type('image/svg+xml').header('Cache-Control', 'public, max-age=86400').send(svg);
    return answered;
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
          handle: (call) => takeUpload(call, { type: 'admin', id: call.caller.id }),
        },
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
          handle: (call) => takeUpload(call, { type: 'member', id: call.caller.id }),
        },
        buildSuffixSvg: { gate: 'none', handle: icon },
      },
    },
  ];
}

/** `GET /storage/…`: public files to everybody, private ones to whoever's cookie or token says they are signed in. */
export function storageRoute(
  app: FastifyInstance,
  { engine, authenticator }: { engine: Engine; authenticator: Authenticator },
): void {
  app.get('/storage/result/:name', async (request, reply) => {
    if (!(await mayOpen(request))) return reply.code(403).type('text/plain; charset=utf-8').send('Forbidden');
    const { name } = request.params as { name: string };
    const file = await findResultFile(resultFolder(engine), name);
    if (!file) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    const type = name.endsWith('.csv')
      ? 'text/csv; charset=utf-8'
      : 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
    return reply
      .type(type)
      .header('Content-Disposition', `attachment; filename="${name}"`)
      .header('Cache-Control', 'private, no-store')
      .send(createReadStream(file));
  });
  app.get('/storage/*', async (request, reply) => {
    const query = request.query as Record<string, unknown>;
    const stored = await openStored(storageFolder(engine), decodePath(request), {
      range: request.headers.range,
      ifNoneMatch: request.headers['if-none-match'],
      ifRange: request.headers['if-range'] as string | undefined,
      download: query.download !== undefined,
    });
    if (!stored) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    if (stored.private && !(await mayOpen(request, decodePath(request))))
      return reply.code(403).type('text/plain; charset=utf-8').send('Forbidden');
    return send(reply, stored);
  });

  /** Officers open every private file, members those they sent themselves. */
  async function mayOpen(request: FastifyRequest, url?: string): Promise<boolean> {
    const token = (request as { cookies?: Record<string, string | undefined> }).cookies?.xj_file ?? '';
    const device = { locale: 'zh-cn' as const, ip: request.ip, userAgent: '', requestId: request.id };
    for (const type of ['admin', 'member'] as const) {
      const caller = await authenticator.authenticate(token, type, device).catch(() => undefined);
      if (!caller) continue;
      if (type === 'admin' || url === undefined) return true;
      if (await engine.db.row(sql`select 1 from attachment where url = ${url} and user_id = ${caller.id}`)) return true;
    }
    return false;
  }
}

function decodePath(request: FastifyRequest): string {
  try {
    return decodeURIComponent(request.url.split('?')[0] as string);
  } catch {
    throw badParameter();
  }
}

function send(reply: FastifyReply, stored: NonNullable<Awaited<ReturnType<typeof openStored>>>): FastifyReply {
  reply.code(stored.status).headers(stored.headers);
  return stored.body ? reply.send(stored.body()) : reply.send();
}
