import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { plainAddress } from '#server/limit/limit-address.ts';

/**
 * Where a call comes from: the connection's own address, or the one told by a proxy that is believed (TRUST_PROXY). A
 * proxy may pass on what its client wrote; what is no address is not one.
 */
export function clientAddress(request: FastifyRequest): string {
  const address = request.ip;
  return plainAddress(isIP(address ?? '') ? address : (request.raw.socket.remoteAddress ?? ''));
}

/** Whether a call was made on this machine by somebody no proxy stands for. */
export function isLocalCall(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': passedOn, forwarded } = request.headers;
  return passedOn === undefined && forwarded === undefined && loopback.test(clientAddress(request));
}

const loopback = /^(127\.|::1$)/;
