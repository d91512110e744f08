import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const loopback = /^(127\.|::1$|::ffff:127\.)/;

/**
 * Who may read /metrics: whoever is on this machine, or sends the token of the settings. Behind a proxy on this machine
 * the address is the one the proxy was called from, so visitors from outside do not pass for local ones.
 */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (loopback.test(request.ip)) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (value: string) => createHash('sha256').update(value).digest();
