import { daysBetween, toShanghaiDate } from '#kernel/time/shanghai-time.ts';
import type { HolidayPanel } from '#modules/wall-screen/contract/date-and-holiday-panel.ts';
import { sql } from '#server/db/sql.ts';
import { type PanelRequest, readPanelArea } from '#server/wall-panel/read-panel-area-and-day-range.ts';

interface Day {
  date: string;
  kind: 'holiday' | 'makeup' | 'workday';
  name: string;
  name_en: string | null;
}

/** Reads the kind of today's date from the published calendar, and the next holiday. */
export async function readKindOfTodayAndNextHolidayPanel(context: PanelRequest): Promise<HolidayPanel> {
  const { database, now = new Date() } = context;
  const area = await readPanelArea(context);
  const date = toShanghaiDate(now.toISOString());
  const days = await database.rows<Day>(
    sql`select date::text as date, kind, name, name_en from system_calendar
        where date >= ${date}::date and date < ${date}::date + 366 order by date`,
  );
  const today = days.find((one) => one.date === date);
  const next = days.find((one) => one.kind === 'holiday' && one.date > date && one.name !== today?.name);
  const called = (day: Day) => (context.locale === 'en' && day.name_en) || day.name;
  return {
    asof: Math.floor(now.getTime() / 1000),
    source: 'calendar',
    state: days.length > 0 ? 'ok' : 'empty',
    area,
    date,
    today: today ? { kind: today.kind, name: called(today) } : null,
    next: next ? { name: called(next), date: next.date, days: daysBetween(date, next.date) } : null,
  };
}
