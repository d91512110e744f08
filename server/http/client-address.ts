import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

/**
 * Where a call comes from: the connection's own address, or the one told by a proxy that is believed (TRUST_PROXY). A
 * proxy may pass on what its client wrote; what is no address is not one.
 */
export function clientAddress(request: FastifyRequest): string {
  const told = request.ip;
  return plainAddress(isIP(told ?? '') ? told : (request.raw.socket.remoteAddress ?? ''));
}

/**
 * What limits count as one. Whoever has an IPv6 address has at least the 2⁶⁴ of its network, so that is what is counted;
 * an IPv4 address is counted by itself, however it is written. For every limit that goes by address, here and in SQL.
 */
export function limitAddress(ip: string): string {
  const plain = plainAddress(ip);
  return isIP(plain) === 6 ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** Whether a call was made on this machine by somebody no proxy stands for. */
export function isLocalCall(request: FastifyRequest): boolean {
  const { 'x-forwarded-for': passedOn, forwarded } = request.headers;
  return passedOn === undefined && forwarded === undefined && loopback.test(clientAddress(request));
}

const loopback = /^(127\.|::1$)/;

/** One way to write an address: no zone, lower case, an IPv4 address as such also where IPv6 wraps it. */
function plainAddress(ip: string): string {
  const bare = ip.split('%', 1)[0] as string;
  if (isIP(bare) !== 6) return bare;
  const groups = groupsOf(bare);
  const wrapped = groups.slice(0, 5).every((group) => group === '0') && groups[5] === 'ffff';
  if (!wrapped) return new URL(`http://[${bare}]`).hostname.slice(1, -1);
  return groups
    .slice(6)
    .flatMap((group) => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 255])
    .join('.');
}

/** The eight groups of an IPv6 address. */
function groupsOf(ip: string): string[] {
  const [before = '', after] = new URL(`http://[${ip}]`).hostname.slice(1, -1).split('::');
  const [head, tail] = [before, after ?? ''].map((part) => part.split(':').filter(Boolean)) as [string[], string[]];
  return [...head, ...Array<string>(8 - head.length - tail.length).fill('0'), ...tail];
}
