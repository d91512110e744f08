// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { storePublicSettings } from './public-settings.ts';
import { shownAddress } from './shown-address.ts';

afterEach(() => storePublicSettings({}));

test('what everybody may open is read from the CDN that is set, and nothing else', () => {
  const open = '/storage/default/20261122/a.png';
  expect(shownAddress(open)).toBe(open);
  storePublicSettings({ upload: { cdn_url: 'https://cdn.example.gov.cn/' } });
  expect(shownAddress(open)).toBe(`https://cdn.example.gov.cn${open}`);
  for (const other of ['/storage/private/a.png', '/storage/result/a.xlsx', 'blob:x', '/api/ajax/buildSuffixSvg', ''])
    expect(shownAddress(other)).toBe(other);
});
