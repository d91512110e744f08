import { describe, expect, it } from 'vitest';
import { findDivision, listLeaves, readCalendar, readDivisionCodes, readDivisions } from '#data/reference/read.ts';
import { isInChina } from '#kernel/check/coordinate.ts';
import { computeDue, type TimeUnit } from '#kernel/time/deadline.ts';
import { isDate, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { makeCalendar } from '#kernel/time/working-calendar.ts';

describe('divisions', () => {
  const divisions = readDivisions();

  it('are all there', () => {
    const count = (level: number) => divisions.filter((division) => division.level === level).length;
    expect([count(1), count(2), count(3)]).toEqual([34, 342, 2849]);
    expect(new Set(divisions.map(({ code }) => code)).size).toBe(divisions.length);
    expect(readDivisionCodes()).toEqual(divisions.map(({ code }) => code));
  });

  it('each have a parent one level up, listed before them', () => {
    const seen = new Map<string, number>();
    for (const { code, parent, level } of divisions) {
      if (parent === null) expect(level).toBe(1);
      else expect(seen.get(parent)).toBe(level - 1);
      seen.set(code, level);
    }
  });

  it('each have a name, a short name, a reading and a centre in China', () => {
    for (const division of divisions) {
      expect(division.name['zh-cn']).toMatch(/^\p{Script=Han}+$/u);
      expect(division.name.en).toMatch(/^[A-Z]/);
      expect(division.placeholder || division.shortName.length >= 2).toBe(true);
      expect(division.pinyin).toMatch(/^[a-z]+$/);
      expect(division.initials).toHaveLength(division.shortName.length);
      expect(isInChina([division.lng, division.lat]), division.fullName).toBe(true);
    }
  });

  it('know newly founded counties', () => {
    for (const code of ['653228', '653229', '659012']) expect(findDivision(code)?.level).toBe(3);
    expect(findDivision('999999')).toBeUndefined();
  });

  it('read as people write them', () => {
    expect(findDivision('530126')).toMatchObject({
      name: { 'zh-cn': '石林彝族自治县', en: 'Shilin' },
      shortName: '石林',
      initials: 'sl',
      fullName: '云南省昆明市石林彝族自治县',
      parent: '530100',
      leaf: true,
    });
    expect(findDivision('110101')?.fullName).toBe('北京市东城区');
    expect(findDivision('429004')?.fullName).toBe('湖北省仙桃市');
    expect(findDivision('500229')?.fullName).toBe('重庆市城口县');
    expect(findDivision('110100')?.fullName).toBe('北京市');
    expect(findDivision('610100')?.name.en).toBe('Xi’an');
    expect(findDivision('141100')?.name.en).toBe('Lüliang');
    expect(findDivision('540000')?.name.en).toBe('Xizang');
  });

  it('know where an enterprise can have its seat', () => {
    expect(listLeaves('530100')).toHaveLength(14);
    expect(listLeaves('441900').map(({ code }) => code)).toEqual(['441900']);
    expect(listLeaves('810000').map(({ code }) => code)).toEqual(['810000']);
    expect(listLeaves('100000')).toHaveLength(2849 + 4 + 3);
    const leaves = divisions.filter(({ leaf, level }) => leaf && level < 3).map(({ code }) => code);
    expect(leaves).toEqual(['441900', '442000', '460400', '620200', '710000', '810000', '820000']);
  });
});

describe('calendar', () => {
  const entries = readCalendar();
  const calendar = makeCalendar(entries);

  it('reaches from 2004 to 2026', () => {
    expect(new Set(entries.map(({ date }) => date.slice(0, 4))).size).toBe(23);
    expect(calendar.announcedUntil).toBe('2026-12-31');
    expect(calendar.isAnnounced('2003-12-31')).toBe(false);
  });

  it('lists each day once, in order, make-up days on weekends only', () => {
    for (const [index, { date, kind, name }] of entries.entries()) {
      expect(isDate(date)).toBe(true);
      expect(date > (entries[index - 1]?.date ?? '')).toBe(true);
      expect(name['zh-cn'] && name.en).toBeTruthy();
      if (kind === 'makeup') expect([0, 6]).toContain(weekdayOf(date));
    }
  });

  it('knows the make-up Sunday before Mid-Autumn 2026', () => {
    expect(calendar.isWorkday('2026-09-20')).toBe(true);
    expect(calendar.isWorkday('2026-10-08')).toBe(true);
    expect(calendar.isWorkday('2026-10-07')).toBe(false);
  });

  it.each<[number, TimeUnit, string, string]>([
    [2, 'workingDay', '2026-09-18', '2026-09-21'],
    [2, 'workingDay', '2026-02-13', '2026-02-24'],
    [7, 'workingDay', '2026-02-10', '2026-02-26'],
    [5, 'workingDay', '2026-09-30', '2026-10-13'],
    [15, 'day', '2026-09-22', '2026-10-08'],
    [60, 'day', '2026-03-15', '2026-05-14'],
    [90, 'day', '2026-07-01', '2026-09-29'],
  ])('%i %s from %s is %s', (amount, unit, start, due) => {
    const rule = {
      code: 'test',
      version: 1,
      unit,
      amount,
      roll: 'nextWorkday',
      startNextDay: true,
      article: { 'zh-cn': '测试', en: 'Test' },
      validFrom: '2000-01-01',
      validTo: null,
    } as const;
    expect(computeDue(rule, start, calendar)).toEqual({ due: `${due}T23:59:59+08:00`, estimated: false });
  });
});
