import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseDateText, parseMomentText, parseSerialDate } from './parse-date-text.ts';
import { addDays, isDate } from './shanghai-time.ts';

test('dates are parsed in all notations', () => {
  for (const written of [
    '2024-05-03',
    '2024-5-3',
    '2024/5/3',
    '2024/05/03',
    '2024.5.3',
    '2024。5。3',
    '20240503',
    '2024年5月3日',
    '2024年05月03日',
    '2024 年 5 月 3 日',
    '2024年5月3号',
    '２０２４－５－３',
    '２０２４／５／３',
    '２０２４０５０３',
    '２０２４年５月３日',
    ' 2024-5-3\u3000',
    '2024\u200b-5-3',
    '2024/5/3 0:00',
    '2024/5/3 0:00:00',
    '2024-05-03 23:59:59',
    '2024-05-03T00:00:00',
    '2024-05-03T00:00:00.000',
    '2024-05-02T16:00:00.000Z',
    '2024-05-03T23:00:00+08:00',
    '2024年5月3日 星期五',
    '2024年5月3日星期五',
    '2024/5/3 周五',
    '2024/5/3 上午 12:00:00',
    '2024/5/3 下午 3:20',
    '2024/5/3 12:00:00 AM',
    '2024年5月3日 8:30',
  ])
    expect(parseDateText(written), written).toBe('2024-05-03');
});

test('invalid and ambiguous dates are refused', () => {
  for (const written of [
    '',
    '2027-02-30',
    '2027/2/30',
    '20270230',
    '2027年2月30日',
    '2023-02-29',
    '2024-13-01',
    '2024-00-10',
    '0000-01-01',
    '2024-5',
    '202405',
    '2024年5月',
    '2024年5月3',
    '24-5-3',
    '5/3/2024',
    '03.05.2024',
    '2024-5/3',
    '2024-5-3 25:00',
    '2024-5-3 10:60',
    '2024-5-3 abc',
    '2024-5-33',
    '202405033',
    '1714665600',
    '45415',
    '五月三日',
    'x'.repeat(100),
    `2024-05-03${' '.repeat(100)}`,
  ])
    expect(parseDateText(written), written).toBeUndefined();
});

test('moments are parsed with their time', () => {
  for (const [written, meant] of [
    ['2024/5/1 0:00', '2024-05-01 00:00:00'],
    ['2024/5/1 9:05', '2024-05-01 09:05:00'],
    ['２０２４／５／１　９：０５', '2024-05-01 09:05:00'],
    ['2024-05-01T09:05:07', '2024-05-01 09:05:07'],
    ['2024年5月1日 下午 3:20', '2024-05-01 15:20:00'],
    ['2024/5/1 上午 12:00:00', '2024-05-01 00:00:00'],
    ['2024/5/1 12:00 PM', '2024-05-01 12:00:00'],
    ['2024-05-01T09:05:07Z', '2024-05-01 17:05:07'],
    ['20240501', '2024-05-01 00:00:00'],
  ] as const)
    expect(parseMomentText(written), written).toBe(meant);
  for (const written of ['2024-5-1 24:00', '9:05', '2024-5-1 上午 13:00', '2024-02-30 9:05'])
    expect(parseMomentText(written), written).toBeUndefined();
});

test('the serial numbers of spreadsheets are days', () => {
  expect(parseSerialDate('45413')).toBe('2024-05-01 00:00:00');
  expect(parseSerialDate('45413.5')).toBe('2024-05-01 12:00:00');
  expect(parseSerialDate('45413.3784722222')).toBe('2024-05-01 09:05:00');
  for (const written of ['5', '9999', '73050', '454130', '20240501', '-45413', '45413x', ''])
    expect(parseSerialDate(written), written).toBeUndefined();
});

test('every day survives every way of writing it', () => {
  const day = fc.integer({ min: 0, max: 60_000 }).map((offset) => addDays('1930-01-01', offset));
  fc.assert(
    fc.property(day, (iso) => {
      const [year, month, date] = iso.split('-').map(Number);
      for (const one of [
        iso,
        iso.replaceAll('-', ''),
        `${year}/${month}/${date}`,
        `${year}.${month}.${date}`,
        `${year}年${month}月${date}日`,
      ])
        expect(parseDateText(one)).toBe(iso);
    }),
  );
});

test('every result is a valid date', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[\d年月日:/. T-]{0,20}$/), (text) => {
      const day = parseDateText(text);
      expect(day === undefined || isDate(day)).toBe(true);
    }),
  );
});
