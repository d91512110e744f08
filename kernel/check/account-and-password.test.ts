import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isAccountName, isPassword } from '#kernel/check/account-and-password.ts';

describe('account', () => {
  it.each(['abc', 'a_1', 'Zhang_San', 'a23456789012345'])('accepts %s', (value) =>
    expect(isAccountName(value)).toBe(true),
  );
  it.each(['ab', '1abc', '_abc', 'a234567890123456', 'ab c', 'ab-c', '张三丰', 'abc\n', 'abç'])('refuses %j', (value) =>
    expect(isAccountName(value)).toBe(false),
  );
});

describe('password', () => {
  it.each(['123456', 'a'.repeat(32), '密码密码密码', 'with space', '!@#$%^*()'])('accepts %s', (value) =>
    expect(isPassword(value)).toBe(true),
  );
  it.each(['12345', 'a'.repeat(33), 'line\nbreak', '123456\n', ''])('refuses %j', (value) =>
    expect(isPassword(value)).toBe(false),
  );

  it('refuses each forbidden character in any position', () => {
    fc.assert(
      fc.property(fc.constantFrom('&', '<', '>', '"', "'"), fc.nat(8), (bad, at) => {
        expect(isPassword(`${'x'.repeat(at)}${bad}${'x'.repeat(8 - at)}`)).toBe(false);
      }),
    );
  });
});
