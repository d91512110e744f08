import { gzipSync, type ZlibOptions } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Bytes from which answers are compressed. */
export const leastCompressed = 2048;
/** Bytes up to which one is compressed at once: meanwhile nothing else is answered. */
const mostAtOnce = 32_768;

/**
 * Compresses short JSON answers for programs, which accept gzip but not Brotli as browsers do. The twenty kilobytes that answer a
 * thousand readings, whose storing takes some twenty milliseconds, take about one of the processor through a stream and a thread,
 * and mostly less than a tenth of that at once. Other answers are left to the framework.
 */
export function compressShortAnswersAtOnce(app: FastifyInstance, options: ZlibOptions): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!(typeof payload === 'string' || Buffer.isBuffer(payload))) return done(null, payload);
    const length = Buffer.byteLength(payload);
    const isShort = length >= leastCompressed && length <= mostAtOnce;
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json');
    const isFree = isJson && !reply.hasHeader('content-encoding');
    if (!(isShort && isFree && acceptsOnlyGzip(request.headers['accept-encoding']))) return done(null, payload);
    const packed = gzipSync(payload, options);
    void reply
      .header('content-encoding', 'gzip')
      .header('vary', [reply.getHeader('vary'), 'accept-encoding'].filter(Boolean).join(', '))
      .header('content-length', packed.length);
    done(null, packed);
  });
}

/** Whether gzip is accepted and Brotli, which packs better, is not. A header with qualities is left to the framework. */
const acceptsOnlyGzip = (accepted: string | string[] | undefined): boolean =>
  typeof accepted === 'string' && /\bgzip\b/i.test(accepted) && !/\bbr\b|[;*]/i.test(accepted);
