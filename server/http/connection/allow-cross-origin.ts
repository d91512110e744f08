import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Headers that BuildAdmin clients send (§2.1), and for which a browser asks permission in a preflight. */
const allowedHeaders = [
  'think-lang',
  'server',
  'ba-user-token',
  'batoken',
  'Authorization',
  'Content-Type',
  'If-Match',
  'If-Modified-Since',
  'If-None-Match',
  'If-Unmodified-Since',
  'X-CSRF-TOKEN',
  'X-Requested-With',
  'Idempotency-Key',
  'Last-Event-ID',
].join(', ');
const exposedHeaders = [
  'X-Request-Id',
  'Retry-After',
  'X-Rate-Limit-Limit',
  'X-Rate-Limit-Remaining',
  'X-Rate-Limit-Reset',
  'Content-Disposition',
].join(', ');
/** Seconds for which a browser may cache a preflight. */
const maxAge = '86400';

/**
 * Handles cross-origin requests. Pages of the listed hosts and of our own, at any port, may call with credentials. For
 * others a preflight returns `*` as the contract requires, which excludes credentials, and the response has no
 * permission to be read.
 */
export function allowCrossOrigin(app: FastifyInstance, hosts: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Vary', 'Origin');
    const origin = allowedOrigin(request, hosts);
    if (origin === undefined) return;
    reply.header('Access-Control-Allow-Origin', origin);
    reply.header('Access-Control-Allow-Credentials', 'true');
    reply.header('Access-Control-Expose-Headers', exposedHeaders);
  });
  app.options('/*', async (request, reply) => {
    const requested = request.headers['access-control-request-headers'];
    if (!reply.hasHeader('Access-Control-Allow-Origin')) reply.header('Access-Control-Allow-Origin', '*');
    return reply
      .header('Access-Control-Allow-Methods', 'GET, POST, DELETE')
      .header('Access-Control-Allow-Headers', requested === undefined ? allowedHeaders : String(requested))
      .header('Access-Control-Max-Age', maxAge)
      .code(204)
      .send();
  });
}

/** The origin of the calling page if it is allowed; undefined if there is none or it is not. */
function allowedOrigin(request: FastifyRequest, hosts: readonly string[]): string | undefined {
  const { origin } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return undefined;
  const { protocol, hostname } = new URL(origin);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  const ours = hostname === request.hostname || hosts.includes('*') || hosts.includes(hostname);
  return ours ? origin : undefined;
}
