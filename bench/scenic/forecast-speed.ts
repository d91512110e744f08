import { setTimeout as sleep } from 'node:timers/promises';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { generateAttendance } from '#modules/scenic/test/forecast/generated-attendance.ts';
import type { Database } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { runCronJobNow } from '#server/jobs/cron-jobs-and-their-runs.ts';
import type { MeasuredServers } from '../support/measured-servers.ts';
import { residentBytes } from '../support/process-use.ts';
import type { Finding } from '../support/report.ts';

const spots = 900;
const days = 460;
/** The forecast of all spots has to be done within this time, in seconds. */
const longest = 20;

/** Invents spots with more than a year of days each, and a reading a minute from 8:00 to 14:00 of today. */
export async function loadSpotsWithHistory(db: Database, log: (line: string) => void): Promise<void> {
  const today = shanghaiToday();
  const made = await db.row<{ first: number }>(sql`
    with made as (insert into scenic_spot (name, name_en, enterprise_id, grade, area_code, place, duty_phone, instant_max, daily_max)
    select '测量景区 ' || n, 'Measured spot ' || n, (select min(id) from enterprise), '4a', (select min(area_code) from enterprise),
      point(102.7, 25.0), '0871-67711278', 2000, 8000 from generate_series(1, ${spots}::int) n returning id) select min(id) as first from made`);
  const first = made?.first ?? 0;
  for (let n = 0; n < spots; n++) {
    const rows = generateAttendance(n, { from: addDays(today, -days), days }).map(({ date, reserved, curve }) => ({
      date,
      reserved,
      inside: Array.from(curve, (value) => (Number.isNaN(value) ? null : value)),
    }));
    await db.query(sql`
      insert into scenic_day_curve (spot_id, day, inside, reserved)
      select ${first + n}, n.date, array_fill(null::int, array[32]) || n.inside || array_fill(null::int, array[24]), n.reserved
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (date date, inside int[], reserved int)`);
    if ((n + 1) % 300 === 0) log(`${n + 1} of ${spots} spots have ${days} days each`);
  }
  await db.query(sql`
    insert into scenic_flow (of_id, source, at, inside) select s.id, 'gate', m, 300 + extract(epoch from m)::bigint % 97
    from scenic_spot s cross join generate_series(${`${today}T08:00:00+08:00`}::timestamptz, ${`${today}T14:00:00+08:00`}::timestamptz, interval '1 minute') m
    where s.id >= ${first}`);
  await db.query('analyze scenic_spot, scenic_day_curve, scenic_flow');
}

/** The forecast of the day, four times; then the nightly round with sixty days to test, and one with yesterday alone. */
export async function measureForecastSpeed(
  { db, product }: MeasuredServers,
  report: (finding: Finding) => void,
): Promise<void> {
  const describe = ({ seconds: took, grown }: { seconds: number; grown: number }) =>
    `${took.toFixed(1)} s, memory +${grown.toFixed(0)} MB`;
  const runs = [];
  for (let n = 0; n < 4; n++) runs.push(await timeJob(db, product.pid, 'forecast_visitors'));
  const seconds = Math.max(...runs.map((run) => run.seconds));
  report({
    name: 'forecast',
    title: `${spots} spots, ${days} days each: the rest of today forecast`,
    seen: `${runs.map(describe).join('; ')} (≤ ${longest} s)`,
    met: seconds <= longest,
    values: { seconds },
  });
  const first = await timeJob(db, product.pid, 'test_visitor_forecasts');
  report({
    name: 'forecast-first-night',
    title: `${spots} spots: sixty days tested, once`,
    seen: describe(first),
    values: first,
  });
  await db.query(sql`delete from scenic_forecast_error where day >= ${addDays(shanghaiToday(), -1)}::date`);
  const night = await timeJob(db, product.pid, 'test_visitor_forecasts');
  report({
    name: 'forecast-night',
    title: `${spots} spots: yesterday tested, seven days forecast`,
    seen: describe(night),
    values: night,
  });
}

async function timeJob(db: Database, pid: number, name: string): Promise<{ seconds: number; grown: number }> {
  const before = residentBytes(pid);
  const begun = await db.row<{ at: string }>(sql`select clock_timestamp()::text as at`);
  const started = performance.now();
  await runCronJobNow(db, name, 'bench');
  let most = before;
  for (;;) {
    await sleep(100);
    most = Math.max(most, residentBytes(pid));
    const seconds = (performance.now() - started) / 1000;
    if (seconds > 3600) throw new Error(`${name} did not end in an hour`);
    // only when it has ended can it be run again
    const run = await db.row<{ made: number; open: boolean }>(sql`
      select (select count(*)::int from scenic_forecast where made_at >= ${begun?.at ?? ''}::timestamptz) as made,
        exists (select from schedule_run where name = ${name} and status in ('waiting', 'running')) as open`);
    if (run && run.made >= spots && !run.open) return { seconds, grown: (most - before) / 2 ** 20 };
  }
}
