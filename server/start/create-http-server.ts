import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { PublicPage } from '#kernel/module/module.ts';
import { matchPublicPagePath } from '#kernel/module/public-page/match-public-page-path.ts';
import { type Text, text, textIn } from '#kernel/text/text.ts';
import { wireCode } from '#kernel/wire/response-envelope-refusal-list-page-and-row-property-types.ts';
import { DatabaseUnavailableError } from '#server/db/driver/database-availability.ts';
import { isConflict } from '#server/db/driver/retry-on-version-conflict-or-deadlock.ts';
import type { Log } from '#server/log.ts';
import { malformed } from '#server/refusal.ts';
import {
  answerDatabaseConflict,
  answerDatabaseUnavailable,
  answerStatementTimeout,
  isStatementTimeout,
} from '../http/answer-database-outage-conflict-or-timeout.ts';
import { allowCrossOrigin } from '../http/connection/allow-cross-origin.ts';
import { answerClientError } from '../http/connection/answer-malformed-http.ts';
import { constantSecurityHeaders } from '../http/connection/constant-security-headers.ts';
import { discardRestOfRequestBody } from '../http/connection/discard-rest-of-request-body.ts';
import { envelope } from '../http/connection/encode-response-envelope.ts';
import { endSlowRequestBodies } from '../http/connection/end-slow-request-bodies.ts';
import { endUnreadResponses } from '../http/connection/end-unread-responses.ts';
import { mayReadMetrics } from '../http/connection/may-read-metrics.ts';
import { parseJsonBodies } from '../http/connection/parse-json-bodies.ts';
import { isMalformedForm, parseMultipartForms } from '../http/connection/parse-multipart-forms.ts';
import { parseQueryStringAsPhp } from '../http/connection/parse-query-string-as-php.ts';
import { processFewLargeBodiesAtOnce } from '../http/connection/process-few-large-bodies-at-once.ts';
import { queueCallsAboveConcurrencyLimit } from '../http/connection/queue-calls-above-concurrency-limit.ts';
import { type Dispatcher, dispatchCall, localeOfRequest } from '../http/dispatch-call-to-controller.ts';
import { serveExistingPrecompressedWebFiles } from '../http/files/serve-existing-precompressed-web-files.ts';
import { refuseBlockedAddresses } from '../http/refuse-calls-from-blocked-ip-addresses.ts';
import { compressShortAnswersAtOnce, leastCompressed } from './compress-short-answers-at-once.ts';

const bodyLimit = 1024 * 1024;
/** Maximum duration of a request in ms. Long, for slow uploads; stalled-senders limits how slow. */
const requestTimeout = 45 * 60_000;
/**
 * Maximum duration of the headers in ms, and interval of the check: a client that sends a byte a second occupies a
 * connection.
 */
const headersTimeout = 20_000;
const connectionsCheckingInterval = 5000;

const fault: Text = text(
  '系统开小差了，已记录（编号 {id}），请稍后再试',
  'Something went wrong and was recorded (ID {id}). Try again later',
);

const tooLarge: Text = text('提交的内容过大', 'The request is too large');

export interface HttpServerOptions extends Dispatcher {
  log: Log;
  /** Folder of the built web part. Undefined: only the API is served. */
  webRoot?: string;
  /** The public pages that are served as `light.html`. */
  lightPages?: readonly Pick<PublicPage, 'path'>[];
  /** Operational endpoints. */
  health: { ready(): Promise<boolean>; metrics(): Promise<{ type: string; body: string }> };
  /** Other hosts that pages may read from and send files to; may change at any time. */
  foreignHosts?: () => readonly string[];
  /** Hosts that pages may embed in frames; may change at any time. */
  frameHosts?: () => readonly string[];
  registerRoutes?(app: FastifyInstance, inOrder: <T>(work: () => Promise<T>) => Promise<T>): Promise<void> | void;
}

/** Creates the HTTP server: one port, security headers, limits, calls and the web part. */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = createFastify(options);
  endUnreadResponses(app.server);
  endSlowRequestBodies(app.server);
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) =>
    answerFault(error, request, reply),
  );
  addHooks(app, options);
  refuseBlockedAddresses(app, options.engine);
  allowCrossOrigin(app, options.engine.config.allowedOrigins);
  await app.register(cookie);
  compressShortAnswersAtOnce(app, frugal.zlibOptions);
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: leastCompressed, ...frugal });
  await parseMultipartForms(app);
  processFewLargeBodiesAtOnce(app);
  parseJsonBodies(app);

  addOperationalRoutes(app, options);
  // while the database is unavailable no call finishes soon, so queueing would only delay the refusal
  const inOrder = queueCallsAboveConcurrencyLimit({ unlessNow: () => options.engine.db.away() });
  await options.registerRoutes?.(app, inOrder);

  const page = options.webRoot ? readPage(options.webRoot, 'index.html') : undefined;
  const lightPage = options.webRoot ? readPage(options.webRoot, 'light.html') : undefined;
  // under `npm run dev` in a fresh clone nothing is built: Vite serves the pages
  if (options.webRoot && page !== undefined)
    await serveExistingPrecompressedWebFiles(app, options.webRoot, options.engine.config.offline);
  const sendPage = (request: FastifyRequest, reply: FastifyReply) => {
    if (!page) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    const isLight = lightPage !== undefined && isLightPage(request, options.lightPages ?? []);
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-cache')
      .send(isLight ? lightPage : page);
  };

  for (const area of ['admin', 'api'] as const) {
    app.route<{ Params: { controller: string; action: string } }>({
      method: ['GET', 'POST', 'DELETE'],
      url: `/${area}/:controller/:action`,
      handler: (request, reply) => {
        if (wantsPage(request)) return sendPage(request, reply);
        const work = () =>
          dispatchCall(options, area, request.params.controller, request.params.action, request, reply);
        // uploads arrive during their call, at the speed of the sender's line; other bodies are complete by now
        return request.isMultipart() ? work() : inOrder(work);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    if (request.method === 'GET' && wantsPage(request)) return sendPage(request, reply);
    const locale = localeOfRequest(request);
    return reply
      .code(404)
      .type('application/json; charset=utf-8')
      .send(JSON.stringify({ code: 404, message: locale === 'en' ? 'Error requesting address' : '请求地址错误' }));
  });
  return app;
}

/** Fastify with this server's limits. */
function createFastify(options: HttpServerOptions): FastifyInstance {
  return Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit,
    requestTimeout,
    keepAliveTimeout: 72_000,
    connectionTimeout: 0,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: [...options.engine.config.trustProxy],
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: 500,
      querystringParser: parseQueryStringAsPhp,
    },
    http: { maxHeaderSize: 16 * 1024, headersTimeout, connectionsCheckingInterval },
    forceCloseConnections: true,
    clientErrorHandler: answerClientError,
  }) as unknown as FastifyInstance;
}

/** Headers of every response, and a log line for every call. */
function addHooks(app: FastifyInstance, options: HttpServerOptions): void {
  const policyNow = policyOf(options);
  const always = constantSecurityHeaders();
  app.addHook('onRequest', (request, reply, done) => {
    // default; files, pages and cacheable actions set their own
    reply
      .headers(always)
      .header('X-Request-Id', request.id)
      .header('Content-Security-Policy', policyNow())
      .header('Cache-Control', 'no-store');
    done();
  });
  app.addHook('onResponse', async (request, reply) => {
    const took = Math.round(reply.elapsedTime * 10) / 10;
    const line = { req: request, res: reply, took };
    if (reply.statusCode >= 500 && reply.statusCode !== 503) request.log.error(line, 'request');
    else request.log.debug(line, 'request');
  });
}

/** `/health`, `/ready` and `/metrics`. */
function addOperationalRoutes(app: FastifyInstance, options: HttpServerOptions): void {
  app.get('/health', { compress: false }, async (_request, reply) =>
    reply.type('application/json').send({ status: 'ok' }),
  );
  app.get('/ready', { compress: false }, async (_request, reply) => {
    const ready = await options.health.ready();
    return reply
      .code(ready ? 200 : 503)
      .type('application/json')
      .send({ status: ready ? 'ready' : 'starting' });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, options.engine.config.metricsToken)) {
      return reply
        .code(403)
        .type('text/plain; charset=utf-8')
        .send('只有本机或持令牌者可读 Only this machine or who sends METRICS_TOKEN\n');
    }
    const { type, body } = await options.health.metrics();
    return reply.type(type).send(body);
  });
}

/** Compression with small windows (brotli 256 kB instead of 4 MB), because every running response holds one. */
const frugal = {
  brotliOptions: { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 4, [zlib.constants.BROTLI_PARAM_LGWIN]: 18 } },
  zlibOptions: { level: 5, windowBits: 14, memLevel: 7 },
};

const none: readonly string[] = [];

/** The present policy; rebuilt only when the hosts change. */
function policyOf({
  foreignHosts = () => none,
  frameHosts = () => none,
}: Pick<HttpServerOptions, 'foreignHosts' | 'frameHosts'>) {
  let hosts: readonly string[] | undefined;
  let frames: readonly string[] | undefined;
  let policy = '';
  return () => {
    const [now, framed] = [foreignHosts(), frameHosts()];
    if (now !== hosts || framed !== frames) {
      hosts = now;
      frames = framed;
      policy = contentSecurityPolicy(now, framed);
    }
    return policy;
  };
}

/** Sources that pages may load from and connect to: this server, file storage and maps. */
function contentSecurityPolicy(hosts: readonly string[], frames: readonly string[]): string {
  const directives: Readonly<Record<string, readonly string[]>> = {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    // antd writes component styles into the page
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:', 'blob:', ...hosts],
    'font-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...hosts],
    'worker-src': ["'self'", 'blob:'],
    // files, and embedded pages of connected systems and menu entries, which are sandboxed
    'frame-src': ["'self'", ...hosts, ...frames],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join(';');
}

/** Whether a request is for a page rather than a call: they share URLs. */
function wantsPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' || request.headers.server !== undefined) return false;
  const query = request.query as Record<string, unknown> | undefined;
  return query?.server === undefined && String(request.headers.accept ?? '').includes('text/html');
}

/** Whether the address is of one of these pages. */
function isLightPage({ url }: FastifyRequest, pages: readonly Pick<PublicPage, 'path'>[]): boolean {
  const [pathname = ''] = url.split('?');
  return pages.some((page) => matchPublicPagePath(page, pathname) !== undefined);
}

function readPage(webRoot: string, name: 'index.html' | 'light.html'): string | undefined {
  try {
    return fs.readFileSync(path.join(webRoot, name), 'utf8');
  } catch {
    return undefined;
  }
}

/** SQLSTATEs of text that PostgreSQL cannot store: NUL characters, and lone surrogates in JSON. */
const unstorable: ReadonlySet<string> = new Set(['22021', '22P05']);

/**
 * Responds to errors. Refusals of the framework (bad JSON, too large a body) are reported to the caller; our own faults
 * only by a number.
 */
function answerFault(
  error: Error & { statusCode?: number; code?: string },
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof DatabaseUnavailableError) return answerDatabaseUnavailable(error, request, reply);
  if (isConflict(error)) {
    request.log.warn({ err: error, req: request }, 'conflict');
    return answerDatabaseConflict(request, reply);
  }
  if (isStatementTimeout(error)) {
    request.log.warn({ err: error, req: request }, 'statement timeout');
    return answerStatementTimeout(request, reply);
  }
  const locale = localeOfRequest(request);
  const status = error.statusCode ?? 500;
  reply.type('application/json; charset=utf-8');
  if (status === 413) {
    const refusal = envelope(wireCode.refused, tooLarge[locale], { reason: 'too_large' });
    void discardRestOfRequestBody(request.raw).then(() => reply.code(200).send(refusal));
    return reply;
  }
  // a client that disconnected during its body gets no response
  const cutOff = request.raw.destroyed && !request.raw.complete;
  if ((status >= 400 && status < 500) || unstorable.has(error.code ?? '') || isMalformedForm(error) || cutOff)
    return reply.code(200).send(envelope(wireCode.refused, malformed[locale], { reason: 'parameter' }));
  request.log.error({ err: error, req: request }, 'fault');
  const message = textIn(fault, locale, { id: request.id });
  return reply.code(500).send(envelope(wireCode.refused, message, { reason: 'unavailable', request_id: request.id }));
}
