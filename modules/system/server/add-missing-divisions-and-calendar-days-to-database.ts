import { readCalendar, readDivisionCodes, readDivisions } from '#data/reference/read.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { recalculateClocks } from '#server/write/row-set/recalculate-deadline-clocks.ts';

/**
 * Loads divisions and working calendar into the database; existing rows stay. Running deadlines are recalculated if
 * days were added.
 */
export async function addMissingDivisionsAndCalendarDays(engine: Engine): Promise<void> {
  const { db, reference } = engine;
  // existing codes are in memory: sending three thousand rows to find out took 0.1 to 0.2 s of every start
  const codes = readDivisionCodes();
  const missing = new Set(codes.join() === reference.codes() ? [] : codes.filter((one) => !reference.areas().has(one)));
  const toAdd = missing.size === 0 ? [] : readDivisions().filter(({ code }) => missing.has(code));
  const divisions = toAdd.map((one) => ({
    code: one.code,
    name: one.name['zh-cn'],
    short_name: one.shortName,
    full_name: one.fullName,
    pinyin: `${one.pinyin} ${one.initials}`,
    level: String(one.level),
    parent_code: one.parent,
    lng: one.lng,
    lat: one.lat,
  }));
  const days = readCalendar()
    .filter(({ date }) => !reference.hasDay(date))
    .map((one) => ({
      date: one.date,
      kind: one.kind,
      name: one.name['zh-cn'],
      name_en: one.name.en,
      source: '国务院办公厅放假安排',
    }));
  if (divisions.length === 0 && days.length === 0) return;
  const added = await db.transaction(async (tx) => {
    const areas =
      divisions.length > 0 &&
      (await tx.query(
        `insert into system_area (code, name, short_name, full_name, pinyin, level, parent_code, lng, lat)
       select code, name, short_name, full_name, pinyin, level, parent_code, lng, lat
       from jsonb_to_recordset($1::jsonb) as r(code text, name text, short_name text, full_name text, pinyin text, level text, parent_code text, lng float8, lat float8)
       where not exists (select from system_area a where a.code = r.code) order by code`,
        [JSON.stringify(divisions)],
      ));
    const calendar =
      days.length > 0 &&
      (await tx.query(
        `insert into system_calendar (date, kind, name, name_en, source, announced) select date, kind, name, name_en, source, true
        from jsonb_to_recordset($1::jsonb) as r(date date, kind text, name text, name_en text, source text)
       where not exists (select from system_calendar c where c.date = r.date) order by date`,
        [JSON.stringify(days)],
      ));
    return { areas: areas ? (areas.rowCount ?? 0) : 0, days: calendar ? (calendar.rowCount ?? 0) : 0 };
  });
  if (added.areas > 0) await db.query('analyze system_area');
  if (added.areas + added.days > 0) await reference.reload();
  if (added.days > 0) await recalculateClocks(engine);
}
