import { isIP } from 'node:net';

/** Named ranges: this machine, its link, private networks. */
const named: ReadonlySet<string> = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Parses the proxies whose `X-Forwarded-…` headers are trusted: addresses, ranges, names of ranges; or `none`.
 * Undefined: an entry is invalid. `0.0.0.0/0` would trust everybody.
 */
export function readTrustedProxies(written: string): readonly string[] | undefined {
  const proxies = written.split(',').map((one) => one.trim().toLowerCase());
  if (proxies.length === 1 && proxies[0] === 'none') return [];
  return proxies.every(isProxy) ? proxies : undefined;
}

function isProxy(one: string): boolean {
  if (named.has(one)) return true;
  const [address = '', bits, ...more] = one.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
