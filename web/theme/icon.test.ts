import { expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import { productIcons } from './icon.tsx';

test('every icon of the shipped menu comes with the page: one that does not brings the whole set', () => {
  const shipped = modules.flatMap((one) => [one.icon, ...one.entries.map((entry) => entry.icon ?? '')]);
  expect(shipped.filter((name) => name !== '' && !productIcons.includes(name))).toEqual([]);
});
