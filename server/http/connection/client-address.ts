import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { normalizeIp } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';

/**
 * The client's address: that of the connection, or the one forwarded by a trusted proxy (TRUST_PROXY). A proxy may
 * forward text of its client; text that is no address is ignored.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = request.ip;
  return normalizeIp(isIP(address ?? '') ? address : (request.raw.socket.remoteAddress ?? ''));
}

/** Whether a call comes from this machine without a proxy. */
export function isLocalCall(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': passedOn, forwarded } = request.headers;
  return passedOn === undefined && forwarded === undefined && loopback.test(clientAddress(request));
}

const loopback = /^(127\.|::1$)/;
