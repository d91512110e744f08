import { isIP } from 'node:net';

/**
 * The address that limits count. For IPv6 it is the /64 network, the least that one subscriber has; an IPv4 address
 * counts by itself, in any notation. Every limit by address uses it, in SQL too.
 */
export function ipForLimits(ip: string): string {
  const plain = normalizeIp(ip);
  return isIP(plain) === 6 ? `${groupsOf(plain).slice(0, 4).join(':')}::/64` : plain;
}

/** An address in one notation: without zone, in lower case, IPv4 also where IPv6 wraps it. */
export function normalizeIp(ip: string): string {
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
