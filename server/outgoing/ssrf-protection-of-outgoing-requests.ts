import dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { OutgoingError } from './outgoing-request-error.ts';

/** Named private networks for `INNER_NETWORKS`. */
const named: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Ranges that are not on the public internet (IANA special-purpose registries, RFC 6890 and successors). */
const notPublic = listOnce([
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
]);
/** The part of IPv6 assigned to hosts. */
const globalIpv6 = listOnce(['2000::/3']);

/** Parses `INNER_NETWORKS` into ranges; undefined if a part of it is no address, range or name. */
export function parseInnerNetworks(written: string): readonly string[] | undefined {
  const parts = written.split(',').map((one) => one.trim().toLowerCase());
  if (parts.length === 1 && (parts[0] === 'none' || parts[0] === '')) return [];
  return parts.every((one) => named[one] || isRange(one)) ? parts.flatMap((one) => named[one] ?? [one]) : undefined;
}

function isRange(one: string): boolean {
  const [address = '', bits, ...more] = one.split('/');
  const version = isIP(address);
  if (version === 0 || address.includes('%') || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** Built on first use, because it takes six milliseconds. */
function listOnce(ranges: readonly string[]): () => BlockList {
  let list: BlockList | undefined;
  return () => {
    list ??= listOf(ranges);
    return list;
  };
}

function listOf(ranges: readonly string[]): BlockList {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = '', bits] = range.split('/');
    const version = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    list.addSubnet(address, bits === undefined ? (version === 'ipv4' ? 32 : 128) : Number(bits), version);
  }
  return list;
}

const within = (list: BlockList, address: string) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The IPv4 address in `::ffff:127.0.0.1` and in `64:ff9b::7f00:1` (RFC 6052); other addresses unchanged. */
function plainAddress(address: string): string {
  const bare = address.replace(/%.*$/, '');
  if (isIP(bare) !== 6) return bare;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const last = /^(?:::ffff|64:ff9b:):(?:([\da-f]{1,4}):)?([\da-f]{1,4})$/.exec(canonical);
  if (!last) return bare;
  const [high, low] = [Number.parseInt(last[1] ?? '0', 16), Number.parseInt(last[2] ?? '0', 16)];
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/** Whether an address is on the public internet, in a network opened by the operator, or closed. */
export function networkKindOf(address: string, innerNetworks: readonly string[]): 'public' | 'inner' | 'closed' {
  const plain = plainAddress(address);
  if (isIP(plain) === 0) return 'closed';
  if (innerNetworks.length > 0 && within(listOf(innerNetworks), plain)) return 'inner';
  if (within(notPublic(), plain)) return 'closed';
  return isIP(plain) === 4 || within(globalIpv6(), plain) ? 'public' : 'closed';
}

/** Conditions of a connection: unencrypted ones are limited to networks opened by the operator. */
export interface OutgoingAddressRule {
  readonly innerNetworks: readonly string[];
  readonly encrypted: boolean;
}

export function mayConnectToAddress(address: string, { innerNetworks, encrypted }: OutgoingAddressRule): boolean {
  const place = networkKindOf(address, innerNetworks);
  return place === 'inner' || (place === 'public' && encrypted);
}

/**
 * The reason why a typed URL can never be called, without looking up its name; undefined if it may be. Names are judged
 * at the time of the call, by the address connected to.
 */
export function whyUrlIsForbidden(
  address: string | URL,
  { innerNetworks }: Pick<OutgoingAddressRule, 'innerNetworks'>,
): 'scheme' | 'closed' | undefined {
  if (!URL.canParse(address)) return 'scheme';
  const { protocol, hostname, username, password } = new URL(address);
  if (username || password || !['http:', 'https:'].includes(protocol)) return 'scheme';
  if (protocol === 'http:' && innerNetworks.length === 0) return 'scheme';
  const literal = hostname.replace(/^\[|\]$/g, '');
  const host = /^localhost\.?$|\.localhost\.?$/.test(literal) ? '127.0.0.1' : literal;
  if (isIP(host) === 0) return undefined;
  return mayConnectToAddress(host, { innerNetworks, encrypted: protocol === 'https:' }) ? undefined : 'closed';
}

/**
 * DNS lookup for one connection that returns allowed addresses only. The checked address is the one connected to,
 * whatever the name resolves to next time (DNS rebinding).
 */
export const lookUpAllowedAddress =
  (rule: OutgoingAddressRule): LookupFunction =>
  (host, options, done) => {
    dns.lookup(host, { ...options, all: true }, (error, found) => {
      if (error) {
        done(error, '');
        return;
      }
      const open = found.filter(({ address }) => mayConnectToAddress(address, rule));
      const [first] = open;
      if (!first) done(new OutgoingError('closed'), '');
      else if (options.all) done(null, open);
      else done(null, first.address, first.family);
    });
  };

/** The allowed address of a host, for libraries that connect themselves. Throws if there is none. */
export function resolveAllowedAddress(host: string, rule: OutgoingAddressRule): Promise<string> {
  const literal = host.replace(/^\[|\]$/g, '');
  if (isIP(literal)) {
    if (mayConnectToAddress(literal, rule)) return Promise.resolve(literal);
    return Promise.reject(new OutgoingError('closed'));
  }
  return new Promise((resolve, reject) => {
    lookUpAllowedAddress(rule)(literal, { all: false }, (error, address) => {
      if (error) reject(error instanceof OutgoingError ? error : new OutgoingError('unreachable', { cause: error }));
      else resolve(String(address));
    });
  });
}
