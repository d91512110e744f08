import { expect, test } from 'vitest';
import { text } from '../text/text.ts';
import { field } from './field.ts';
import { checkCodesThatOpenRows, codeSpellings, parseScannedCode } from './parse-scanned-code.ts';

test('a scanned text is a code, or an address with a code at its end', () => {
  expect(parseScannedCode(' 7KQ2-M9 ')).toEqual({ path: undefined, code: '7KQ2-M9' });
  expect(parseScannedCode('https://wl.example.gov.cn/check/7KQ2M9')).toEqual({ path: '/check/', code: '7KQ2M9' });
  expect(parseScannedCode('https://wl.example.gov.cn/enterprise/s/ab/')).toEqual({
    path: '/enterprise/s/',
    code: 'ab',
  });
  for (const none of ['', '  ', 'https://', 'https://wl.example.gov.cn/', 'x'.repeat(501)])
    expect(parseScannedCode(none), none).toBeUndefined();
  expect(codeSpellings('7kq2-m9')).toEqual(['7kq2-m9', '7KQ2-M9', '7KQ2M9']);
});

test('a code must be a text that is readable by everybody who sees the row', () => {
  const label = text('字段', 'Field');
  const fields = {
    code: field.text(label),
    n: field.integer(label),
    mobile: field.mobile(label, { privacy: 'masked' }),
    kept: field.text(label, { reads: 'edit' }),
  };
  expect(() => checkCodesThatOpenRows('a/b', { code: '/check/' }, fields)).not.toThrow();
  const faults: Record<string, string>[] = [
    { n: '' },
    { mobile: '' },
    { kept: '' },
    { none: '' },
    { toString: '' },
    { code: 'check' },
  ];
  for (const wrong of faults)
    expect(() => checkCodesThatOpenRows('a/b', wrong, fields), JSON.stringify(wrong)).toThrow();
});
