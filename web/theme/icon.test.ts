import { expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import { productIcons } from './icon.tsx';

test('every icon of the shipped menu is bundled: another one would load the whole set', () => {
  const shipped = modules.flatMap((one) => [one.icon, ...one.entries.map((entry) => entry.icon ?? '')]);
  expect(shipped.filter((name) => name !== '' && !productIcons.includes(name))).toEqual([]);
});
