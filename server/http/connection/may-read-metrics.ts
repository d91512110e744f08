import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { isLocalCall } from './client-address.ts';

/**
 * Whether the caller may read /metrics: from this machine, or with the token of the settings. Forwarded calls do not
 * count as local, whether or not the proxy is local or trusted.
 */
export function mayReadMetrics(request: FastifyRequest, token: string | undefined): boolean {
  if (isLocalCall(request)) return true;
  const given = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
  return token !== undefined && given !== undefined && timingSafeEqual(digest(given), digest(token));
}

const digest = (value: string) => createHash('sha256').update(value).digest();
