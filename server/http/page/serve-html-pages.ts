import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { asLocale, type Locale } from '#kernel/text/text.ts';
import { guestCaller } from '#server/caller.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { Refused } from '#server/refusal.ts';
import { clientAddress } from '../connection/client-address.ts';
import type { Action } from '../controller.ts';
import type { RateLimiter } from '../limit-requests-per-minute-by-account-and-address.ts';
import type { PageAnswer, PageRequest, ServedPage } from './html-page-types.ts';

/** Pages a minute for one address, which may be a whole office behind one line. */
const limit: Action = { gate: 'none', perMinute: 300, handle: () => undefined };

const longestParameter = 200;

interface PageServices {
  readonly engine: Engine;
  readonly limiter: RateLimiter;
  /** Runs a page in its turn, as calls do. */
  inOrder<T>(work: () => Promise<T>): Promise<T>;
}

/** What somebody typed into an address, as the database and other addresses take it. */
const cleaned = (value: string): string => value.replaceAll('\0', '').trim().slice(0, longestParameter).toWellFormed();

/** Serves the pages that modules make on the server. */
export function serveHtmlPages(
  app: FastifyInstance,
  modules: readonly { readonly pages?: readonly ServedPage[] }[],
  services: PageServices,
): void {
  for (const page of modules.flatMap(({ pages }) => pages ?? []))
    app.get(page.path, async (request, reply) => {
      const locale = readLocale(request);
      try {
        const caller = guestCaller({ locale, ip: clientAddress(request) });
        await services.limiter.check(limit, page.path, caller, reply, {});
        const answer = await services.inOrder(() => page.read(pageRequest(services, request, locale)));
        return send(request, reply, answer);
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        // the page itself refuses nothing: this is the limit of calls
        return reply
          .code(429)
          .type('text/plain; charset=utf-8')
          .send(`${error.messageIn(locale)}\n`);
      }
    });
}

function readLocale(request: FastifyRequest): Locale {
  const { lang } = request.query as Record<string, unknown>;
  return asLocale(typeof lang === 'string' && lang !== '' ? lang : request.headers['accept-language']);
}

function pageRequest({ engine }: PageServices, request: FastifyRequest, locale: Locale): PageRequest {
  const query = request.query as Record<string, unknown>;
  const params = Object.fromEntries(
    Object.entries(request.params as Record<string, string>).map(([name, value]) => [name, cleaned(value)]),
  );
  return {
    engine,
    locale,
    params,
    origin: `${request.protocol}://${request.host}`,
    parameter(name) {
      const value = query[name];
      return typeof value === 'string' ? cleaned(value) : '';
    },
  };
}

function send(request: FastifyRequest, reply: FastifyReply, answer: PageAnswer): FastifyReply {
  if (answer.redirect !== undefined) return reply.header('Cache-Control', 'no-store').redirect(answer.redirect, 302);
  const { body, status = 200, type = 'text/html' } = answer;
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  const policy = String(reply.getHeader('Content-Security-Policy') ?? '');
  reply
    .code(status)
    .header('Content-Security-Policy', policy.replace("script-src 'self'", "script-src 'none'"))
    // asked for again each time: what is taken offline is gone at once
    .header('Cache-Control', 'no-cache')
    .header('ETag', etag)
    .header('Vary', 'Accept-Language')
    .type(`${type}; charset=utf-8`);
  if (status === 200 && request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.send(body);
}
