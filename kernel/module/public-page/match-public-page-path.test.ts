import { expect, test } from 'vitest';
import { matchPublicPagePath } from './match-public-page-path.ts';

test.each([
  ['/complaint/:no?', '/complaint', {}],
  ['/complaint/:no?', '/complaint/', {}],
  ['/complaint/:no?', '/Complaint/TS2026', { no: 'TS2026' }],
  ['/complaint/:no?', '/complaint/%E4%B8%80', { no: '一' }],
  ['/complaint/:no?', '/complaint/%', { no: '%' }],
  ['/complaint/:no?', '/complaints', undefined],
  ['/complaint/:no?', '/complaint/a/b', undefined],
  ['/complaint/:no?', '/admin/complaint', undefined],
  ['/spots', '/spots', {}],
  ['/spots', '/spots/1', undefined],
  ['/spots', '/', undefined],
  ['/draw/:id', '/draw', undefined],
  ['/draw/:id', '/draw/7', { id: '7' }],
])('%s finds in %s: %o', (path, pathname, found) => {
  expect(matchPublicPagePath({ path }, pathname)).toEqual(found);
});
