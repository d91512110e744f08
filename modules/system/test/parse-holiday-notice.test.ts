import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCalendar } from '#data/reference/read.ts';
import { addDays, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { parseHolidayNotice } from '../contract/parse-holiday-notice.ts';

const of2026 = `国务院办公厅关于2026年
部分节假日安排的通知
国办发明电〔2025〕7号

各省、自治区、直辖市人民政府，国务院各部委、各直属机构：
经国务院批准，现将2026年元旦、春节等假日放假调休日期的具体安排通知如下。
一、元旦：1月1日（周四）至3日（周六）放假调休，共3天。1月4日（周日）上班。
二、春节：2月15日（农历腊月二十八、周日）至23日（农历正月初七、周一）放假调休，共9天。2月14日（周六）、2月28日（周六）上班。
三、清明节：4月4日（周六）至6日（周一）放假，共3天。
四、劳动节：5月1日（周五）至5日（周二）放假调休，共5天。5月9日（周六）上班。
五、端午节：6月19日（周五）至21日（周日）放假，共3天。
六、中秋节：9月25日（周五）至27日（周日）放假，共3天。
七、国庆节：10月1日（周四）至7日（周三）放假调休，共7天。9月20日（周日）、10月10日（周六）上班。
节假日期间，各地区、各部门要妥善安排好值班和安全、保卫、疫情防控等工作。
国务院办公厅
2025年11月4日`;

const on = (notice: ReturnType<typeof parseHolidayNotice>, kind: string) =>
  notice.days.filter((one) => one.kind === kind).map((one) => one.date);

describe('a holiday notice', () => {
  it('is parsed as published, and agrees with the calendar', () => {
    const read = parseHolidayNotice(of2026, 2030);
    expect(read.faults).toEqual([]);
    const published = readCalendar().filter((one) => one.date.startsWith('2026'));
    expect(read.days.map(({ date, kind }) => ({ date, kind }))).toEqual(
      published.map(({ date, kind }) => ({ date, kind })),
    );
    expect(read.days.find((one) => one.date === '2026-02-14')?.name).toBe('春节调休');
  });

  it('is parsed as one sentence, over the end of a year and as a list', () => {
    const spring = parseHolidayNotice(
      '春节：2月15日至23日放假调休，共9天。2月14日（周六）、2月28日（周六）上班。',
      2026,
    );
    expect([on(spring, 'holiday').length, on(spring, 'makeup')]).toEqual([9, ['2026-02-14', '2026-02-28']]);
    expect(spring).toMatchObject({ year: undefined, faults: [] });
    const newYear = ['2023-12-30', '2023-12-31', '2024-01-01'];
    expect(on(parseHolidayNotice('元旦：2023年12月30日至2024年1月1日放假调休，共3天。', 2024), 'holiday')).toEqual(
      newYear,
    );
    expect(on(parseHolidayNotice('一、元旦：12月30日至1月1日放假', 2024), 'holiday')).toEqual(newYear);
    expect(parseHolidayNotice('2027-01-01 放假 元旦\n2027/1/3，元旦调休，上班\n2027-01-02,holiday', 2026).days).toEqual(
      [
        { date: '2027-01-01', kind: 'holiday', name: '元旦' },
        { date: '2027-01-02', kind: 'holiday', name: '放假' },
        { date: '2027-01-03', kind: 'makeup', name: '元旦调休' },
      ],
    );
  });

  it('is reported with its contradictions', () => {
    const faults = (written: string) => parseHolidayNotice(written, 2026).faults.map((one) => one.why['zh-cn']);
    expect(faults('元旦：1月1日至3日放假，共4天。')).toEqual(['共几天与起止日期不符']);
    expect(faults('元旦：1月1日（周五）放假。')).toEqual(['星期与日期不符']);
    expect(faults('元旦：1月5日（周一）上班。')).toEqual(['这一天本来就上班']);
    expect(faults('元旦：1月4日放假。1月4日上班。')).toEqual(['同一天既放假又上班']);
    expect(faults('春节：2月30日放假。')).toEqual(['没有这一天']);
    expect(faults('春节：2月23日至15日放假。')).toEqual(['起止日期颠倒']);
    expect(faults('春节：2月15日至23日。')).toEqual(['没有写明放假还是上班']);
    expect(parseHolidayNotice('随便写点什么', 2026)).toEqual({ year: undefined, days: [], faults: [] });
  });

  it('is refused at worst, and each of its periods is reported as written', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'12345月日年至、（）周六。：放假上班共天 -') }),
        (written) => void parseHolidayNotice(written, 2026),
      ),
    );
    const start = fc.integer({ min: 0, max: 340 }).map((n) => addDays('2027-01-01', n));
    fc.assert(
      fc.property(start, fc.integer({ min: 1, max: 9 }), (from, length) => {
        const to = addDays(from, length);
        const describeDay = (day: string) =>
          `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日（周${'日一二三四五六'[weekdayOf(day)]}）`;
        const read = parseHolidayNotice(
          `某节：${describeDay(from)}至${describeDay(to)}放假，共${length + 1}天。`,
          2027,
        );
        expect(read.faults).toEqual([]);
        expect([on(read, 'holiday').length, read.days[0]?.date, read.days.at(-1)?.date]).toEqual([
          length + 1,
          from,
          to,
        ]);
      }),
    );
  });
});
