import { isIPv6 } from 'node:net';

/**
 * What is counted of an address: of IPv6 the first 64 bits, for whoever has one such address has them all. IPv4 written
 * as IPv6 counts as what it is.
 */
export function addressOf(ip: string): string {
  const plain = ip.replace(/%.*$/, '').toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain);
  if (mapped?.[1]) return mapped[1];
  if (!isIPv6(plain)) return plain;
  const [before = '', after] = plain.split('::');
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const head = groups(before);
  const tail = groups(after ?? '');
  const gap = after === undefined ? 0 : 8 - head.length - tail.length - (plain.includes('.') ? 1 : 0);
  const all = [...head, ...Array<string>(Math.max(gap, 0)).fill('0'), ...tail];
  return `${all
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
