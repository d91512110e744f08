import { expect, it } from 'vitest';
import { readEveryPage } from './read-every-page.ts';

const findFaults = readEveryPage('en');

it('English pages contain no Chinese', { timeout: 600_000 }, async () => {
  expect(await findFaults((phrase) => /\p{Script=Han}/u.test(phrase))).toEqual([]);
});
