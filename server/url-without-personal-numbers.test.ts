import { expect, test } from 'vitest';
import { urlWithoutPersonalNumbers } from './url-without-personal-numbers.ts';

test.each([
  ['/a', '/a'],
  ['/a?page=1&limit=20', '/a?page=1&limit=20'],
  ['/a?who=13800001111&page=1', '/a?who=[personal]&page=1'],
  ['/a?q=%2B86%20138-0000-1111', '/a?q=[personal]'],
  ['/a?q=+86+13800001111', '/a?q=[personal]'],
  ['/a?search[0][val]=%E5%BC%A0%2013800001111', '/a?search[0][val]=[personal]'],
  ['/a?id_no=53010219900101001X', '/a?id_no=[personal]'],
  ['/a?id_no=530102199001010018', '/a?id_no=[personal]'],
  ['/a?code=91530102MA0000001K&since=1763740800000', '/a?code=91530102MA0000001K&since=1763740800000'],
  ['/a?q=%zz13800001111', '/a?q=[personal]'],
])('%s is logged as %s', (url, logged) => expect(urlWithoutPersonalNumbers(url)).toBe(logged));
