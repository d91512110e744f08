import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const places = [
  ['云南省', 'Yunnan'],
  ['昆明市', 'Kunming'],
  ['官渡区', 'Guandu'],
] as const;

beforeEach(() => vi.resetModules());
// files after this one share its modules, of which one has remembered the language
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function speaking(lang: string) {
  vi.stubGlobal('window', { location: { search: `?lang=${lang}`, pathname: '/admin', hash: '' } });
  const { setEnglishDivisionNames: learnPlaceNames, translateDivisionName: placeName } = await import(
    './translate-division-name.ts'
  );
  learnPlaceNames(places);
  return placeName;
}

test('an English page shows the English name of a division, the smallest part first', async () => {
  const named = await speaking('en');
  expect(['昆明市', '云南省昆明市官渡区', '昆明市官渡区', '新区', '昆明市新区', ''].map(named)).toEqual([
    'Kunming',
    'Guandu, Kunming, Yunnan',
    'Guandu, Kunming',
    '新区',
    '昆明市新区',
    '',
  ]);
});

test('a Chinese page shows the name as it is', async () => {
  expect((await speaking('zh-cn'))('昆明市')).toBe('昆明市');
});
