// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest';
import { fileCdnUrl } from './file-cdn-url.ts';
import { storePublicSettings } from './public-settings.ts';

afterEach(() => storePublicSettings({}));

test('only public files are read from the CDN', () => {
  const open = '/storage/default/20261122/a.png';
  expect(fileCdnUrl(open)).toBe(open);
  storePublicSettings({ upload: { cdn_url: 'https://cdn.example.gov.cn/' } });
  expect(fileCdnUrl(open)).toBe(`https://cdn.example.gov.cn${open}`);
  for (const other of ['/storage/private/a.png', '/storage/result/a.xlsx', 'blob:x', '/api/ajax/buildSuffixSvg', ''])
    expect(fileCdnUrl(other)).toBe(other);
});
