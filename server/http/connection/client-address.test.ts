import type { FastifyRequest } from 'fastify';
import { expect, test } from 'vitest';
import { ipForLimits } from '#server/limit/ip-address-or-ipv6-network-counted-by-limits.ts';
import { clientAddress } from './client-address.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['::FFFF:cb00:7109', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:0:0:9::', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['64:ff9b::1.2.3.4', '64:ff9b:0:0::/64'],
  ['', ''],
  ['unknown', 'unknown'],
])('limits count %s as %s', (ip, counted) => {
  expect(ipForLimits(ip)).toBe(counted);
});

test('neighbours of one network are one, and those of the next are not', () => {
  const at = (host: string) => ipForLimits(`2001:db8:0:1:${host}`);
  expect(at('a:b:c:d')).toBe(at('1:2:3:4'));
  expect(ipForLimits('2001:db8:0:2::1')).not.toBe(at('a:b:c:d'));
});

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ["'; drop table", '10.0.0.1'],
  ['127.evil', '10.0.0.1'],
  ['2001:DB8::0:1', '2001:db8::1'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
])('an address that is told as %s is %s', (ip, address) => {
  expect(
    clientAddress({ ip, raw: { socket: { remoteAddress: '::ffff:10.0.0.1' } } } as unknown as FastifyRequest),
  ).toBe(address);
});
