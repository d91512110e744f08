import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLocalCall } from './client-address.ts';

/**
 * Who may read /metrics: whoever is on this machine, or sends the token of the settings. What a proxy passes on is not
 * from this machine, whether or not the proxy is, and whether or not it is believed.
 */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isLocalCall(request)) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (value: string) => createHash('sha256').update(value).digest();
