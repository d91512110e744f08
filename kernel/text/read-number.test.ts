import { expect, test } from 'vitest';
import { toPlainText } from '../check/normalise-width-spaces-and-dashes.ts';
import { isRoundedText, parseMoneyText, parseNumberText } from './parse-number-text.ts';

test('numbers are parsed from any keyboard', () => {
  for (const [written, meant] of [
    ['1280.5', '1280.5'],
    ['1280。5', '1280.5'],
    ['1280．5', '1280.5'],
    ['１２３', '123'],
    ['１，２８０．５０', '1280.50'],
    ['1,280.5', '1280.5'],
    ['12,345,678', '12345678'],
    ['1，280', '1280'],
    ['1 280 000', '1280000'],
    [' 42\u3000', '42'],
    ['4\u200b2', '42'],
    ['－5', '-5'],
    ['−5', '-5'],
    ['- 5', '-5'],
    ['+5', '5'],
    ['-0.0', '0.0'],
    ['007', '7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['123456789012345678', '123456789012345678'],
  ] as const)
    expect(parseNumberText(written), written).toBe(meant);
});

test('ambiguous and invalid numbers are refused', () => {
  for (const written of [
    '',
    ' ',
    '.',
    '-',
    '1,5',
    '1,28',
    '1,2800',
    '12 5',
    '1.2.3',
    '1。2。3',
    '1,280,5',
    '1 280,000',
    '--5',
    '5-',
    '3人',
    '1e3',
    '5.30102E+17',
    '0x10',
    'NaN',
    'Infinity',
    '十二',
    '1'.repeat(41),
  ])
    expect(parseNumberText(written), written).toBeUndefined();
});

test('an amount may have a currency sign', () => {
  for (const [written, meant] of [
    ['￥1,280.50', '1280.50'],
    ['¥1280', '1280'],
    ['-¥ 5', '-5'],
    ['1280元', '1280'],
    ['1280。5 元整', '1280.5'],
    ['RMB 12', '12'],
  ] as const)
    expect(parseMoneyText(written), written).toBe(meant);
  for (const written of ['元', '¥', '¥¥5', '5¥', '1280美元', '1.28万元', '1,5元'])
    expect(parseMoneyText(written), written).toBeUndefined();
});

test('a long number rounded by a spreadsheet is recognised', () => {
  for (const written of ['5.30102E+17', '5.3E+17', '5E+17', '１.3888E＋10', '1.2e+100'])
    expect(isRoundedText(written), written).toBe(true);
  for (const written of ['530102199001011234', 'E+17', '12.5E+17', '5.30102', 'A5E+17', '5E17', '5E+1'])
    expect(isRoundedText(written), written).toBe(false);
});

test('full-width characters become half-width, and invisible ones are removed', () => {
  expect(toPlainText('\ufeffＡＢ－１２\u3000ｘ\u00ad\u202e ')).toBe('AB-12 x');
});
