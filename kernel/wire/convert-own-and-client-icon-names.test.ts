import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modules } from '#modules/registry.ts';
import { toClientIconName, toOwnIconName } from './convert-own-and-client-icon-names.ts';

test('a shared icon name leads back to the declared one', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z][a-z-]{0,20}$/), (name) => toOwnIconName(toClientIconName(name)) === name),
  );
});

test('names of the other icon set are mapped to ours', () => {
  expect(['el-icon-School', 'el-icon-MoonNight', 'fa fa-cogs', 'bank', ''].map(toOwnIconName)).toEqual([
    'bank',
    'moon-night',
    'setting',
    'bank',
    '',
  ]);
});

test('every icon of the menu is drawn by BuildAdmin clients too', () => {
  const shipped = modules.flatMap((one) => [one.icon, ...one.entries.map((entry) => entry.icon ?? '')]);
  expect(shipped.filter((name) => name !== '' && toClientIconName(name) === name)).toEqual([]);
});
