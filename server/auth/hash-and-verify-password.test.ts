import { expect, test } from 'vitest';
import { hashPassword, verifyDummyPassword, verifyPassword } from './hash-and-verify-password.ts';

test('hashes run one after the other, also after a failure', async () => {
  const broken = await Promise.all(Array.from({ length: 8 }, () => verifyPassword('no hash at all', 'x')));
  expect(broken).toEqual(Array<boolean>(8).fill(false));
  const hashes = await Promise.all(['one', 'two', 'three', 'four', 'five'].map(hashPassword));
  const checked = await Promise.all([
    ...hashes.map((hash, at) => verifyPassword(hash, ['one', 'two', 'three', 'four', 'five'][at] ?? '')),
    verifyPassword(hashes[0] ?? '', 'two'),
    verifyDummyPassword('one'),
  ]);
  expect(checked).toEqual([true, true, true, true, true, false, false]);
});
