import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { parseHolidayNotice } from '../contract/parse-holiday-notice.ts';
import type { SpecialDays } from '../contract/special-calendar-days-answer.ts';

let app: TestApp;
let chief: Client;
let county: Client;

beforeAll(async () => {
  app = await startApp();
  [chief, county] = await Promise.all([app.client({ officer: 'admin' }), app.client({ officer: 'county1' })]);
});
afterAll(() => app.close());

/** A year that no other test and no retry uses. */
let last = 2030;
const freshYear = () => {
  last += 1;
  return last;
};
const read = async (year: number, client = chief) =>
  (await client.get<SpecialDays>('/admin/system.calendar/days', { from: `${year}-01-01`, to: `${year}-12-31` })).data;
const mark = (days: unknown, more: object = {}, headers: Record<string, string> = {}) =>
  chief.post<{ reason?: string; errors?: Record<string, string[]> }>(
    '/admin/system.calendar/mark',
    { days, ...more },
    headers,
  );

test('a notice is imported as the days of its year, all or none, with their history; then the year is announced', async () => {
  const year = freshYear();
  expect((await read(year)).announced).toEqual([]);
  const { days } = parseHolidayNotice('元旦：1月1日至3日放假，共3天。1月4日（周六）上班。', year);
  const announced = days.map((one) => ({ ...one, announced: '1' }));
  const wrong = await mark([...announced, { date: `${year}-05-01`, kind: 'feast', name: '劳动节' }]);
  expect(wrong).toMatchObject({ code: 0, data: { reason: 'invalid', errors: { kind: ['选项无效，请从列表中选择'] } } });
  expect((await read(year)).days).toEqual([]);

  const key = { 'idempotency-key': `calendar-${year}` };
  const [saved, again] = [
    await mark(announced, { source: '通知' }, key),
    await mark(announced, { source: '通知' }, key),
  ];
  expect([saved.code, saved.msg, again.msg]).toEqual([1, '已保存 4 天', '已保存 4 天']);
  const now = await read(year);
  expect(now.announced).toEqual([year]);
  expect(now.days.map(({ date, kind }) => `${date} ${kind}`)).toEqual([
    `${year}-01-01 holiday`,
    `${year}-01-02 holiday`,
    `${year}-01-03 holiday`,
    `${year}-01-04 makeup`,
  ]);
  const events = await app.db.rows(
    `select from history where resource = 'system/calendar' and row_id in (select id from system_calendar where date between $1 and $2)`,
    [`${year}-01-01`, `${year}-12-31`],
  );
  expect(events, 'one event per day, none for the repeated call').toHaveLength(4);
});

test('days can be marked again and reset; days marked by hand announce no year', async () => {
  const year = freshYear();
  const day = (date: string, kind: string | null) => ({ date, kind, name: '庙会' });
  expect((await mark([day(`${year}-03-01`, 'holiday'), day(`${year}-03-02`, 'holiday')])).code).toBe(1);
  expect(
    (await mark([day(`${year}-03-01`, null), day(`${year}-03-02`, 'workday'), day(`${year}-03-03`, null)])).code,
  ).toBe(1);
  const { days, announced } = await read(year);
  expect(days).toEqual([{ date: `${year}-03-02`, kind: 'workday', name: '庙会', name_en: null, announced: '0' }]);
  expect(announced).toEqual([]);
  await expect.poll(() => app.engine.reference.calendar().isWorkday(`${year}-03-01`)).toBe(true);
});

test('invalid days are refused with the day, and nobody marks days without permission', async () => {
  const nonsense = [
    'x',
    [],
    [1],
    [{ date: '2033-02-30', kind: 'holiday', name: 'x' }],
    [{ date: '2033-02-01', kind: 7 }],
  ];
  for (const days of nonsense)
    expect((await mark(days)).data, JSON.stringify(days)).toMatchObject({ reason: 'invalid' });
  const twice = { date: '2033-02-01', kind: 'holiday', name: 'x' };
  expect((await mark([twice, twice])).data.reason).toBe('invalid');
  expect((await mark(Array.from({ length: 401 }, () => twice))).data.reason).toBe('invalid');
  expect((await mark([{ date: '2033-02-01', kind: 'holiday', name: '' }])).data).toMatchObject({
    errors: { name: ['必填'] },
  });
  expect((await county.post('/admin/system.calendar/mark', { days: [twice] })).code).not.toBe(1);
  expect((await read(2033, county)).days).toEqual([]);
  for (const query of [{}, { from: '2026-01-01', to: 'x' }, { from: '1900-01-01', to: '2999-01-01' }])
    expect((await chief.get('/admin/system.calendar/days', query)).code).toBe(0);
});
