import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isBlockedAddress, parseBlockedAddresses } from './refuse-calls-from-blocked-ip-addresses.ts';

test('addresses and networks of both families, and what is neither', () => {
  const { list, wrong } = parseBlockedAddresses(
    ' 203.0.113.7\n10.1.0.0/16\r\n\n2001:db8::/32,::1\nx\n10.0.0.0/33\n1.2.3.4/x\nfe80::1%eth0',
  );
  expect(wrong).toEqual(['x', '10.0.0.0/33', '1.2.3.4/x', 'fe80::1%eth0']);
  const shut = ['203.0.113.7', '10.1.255.1', '2001:db8:1::5', '::1', '::ffff:203.0.113.7'];
  expect(shut.map((one) => isBlockedAddress(list, one))).toEqual(shut.map(() => true));
  const open = ['203.0.113.8', '10.2.0.1', '2001:db9::1', '', 'unknown'];
  expect(open.map((one) => isBlockedAddress(list, one))).toEqual(open.map(() => false));
});

test('a network shuts out what shares its first bits, and nothing else', () => {
  const number = (address: string) => address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), fc.integer({ min: 1, max: 32 }), (net, address, bits) => {
      const size = 2 ** (32 - bits);
      const same = Math.floor(number(net) / size) === Math.floor(number(address) / size);
      expect(isBlockedAddress(parseBlockedAddresses(`${net}/${bits}`).list, address)).toBe(same);
    }),
  );
});
