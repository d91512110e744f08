import fc from 'fast-check';
import qs from 'qs';
import { expect, test } from 'vitest';
import { parseQueryStringAsPhp } from './parse-query-string-as-php.ts';

const general = (written: string) => qs.parse(written, { depth: 4, arrayLimit: 500, parameterLimit: 500 });

test('a query string of a list', () => {
  expect(
    parseQueryStringAsPhp(
      'limit=20&search[0][field]=status&search%5B0%5D%5Bval%5D=%E6%AD%A3+%E5%B8%B8&search[1][field]=a&total',
    ),
  ).toEqual({ limit: '20', search: [{ field: 'status', val: '正 常' }, { field: 'a' }], total: '' });
  expect(parseQueryStringAsPhp('')).toEqual({});
});

test('is read as the general reader reads it, whatever it says', () => {
  const name = fc.constantFrom(
    'a',
    'b',
    'search',
    'toString',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '',
    '1',
    'á',
  );
  const bracket = fc.oneof(
    fc.constantFrom(
      '[0]',
      '[1]',
      '[2]',
      '[00]',
      '[]',
      '[field]',
      '[val]',
      '[toString]',
      '[__proto__]',
      '[99]',
      '[100]',
      '[',
      ']',
    ),
    fc.constantFrom('%5B0%5D', '%5Bfield%5D', '.a'),
  );
  const key = fc.tuple(name, fc.array(bracket, { maxLength: 3 })).map(([first, rest]) => first + rest.join(''));
  const value = fc.constantFrom('', '1', 'x+y', '%E6%AD%A3', '%', '%zz', 'a,b', '%00', '=', 'a=b', '&#20851;');
  const pair = fc.oneof(
    fc.tuple(key, value).map(([one, other]) => `${one}=${other}`),
    key,
    fc.constantFrom('', '=', '&'),
  );
  fc.assert(
    fc.property(fc.array(pair, { maxLength: 8 }), (pairs) => {
      const written = pairs.join('&');
      expect(parseQueryStringAsPhp(written)).toStrictEqual(general(written));
    }),
    { numRuns: 5000 },
  );
});

test('conditions of a list are read as the general reader reads them', () => {
  const part = fc.constantFrom('field', 'operator', 'val');
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(3), part, fc.string()), { maxLength: 10 }), (all) => {
      const written = all.map(([at, name, value]) => `search[${at}][${name}]=${encodeURIComponent(value)}`).join('&');
      expect(parseQueryStringAsPhp(written)).toStrictEqual(general(written));
    }),
  );
});
