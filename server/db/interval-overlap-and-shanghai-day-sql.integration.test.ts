import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../test/support/test-engine.ts';
import {
  containsMoment,
  type IntervalSql,
  intervalsOverlapSql,
  lastDayOf,
  shareShanghaiDay,
} from './interval-overlap-and-shanghai-day-sql.ts';
import { sql } from './sql.ts';

/** Intervals in SQL are half open like those of `kernel/time/half-open-interval-in-unix-seconds.ts`. */
let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const at = (moment: string) => sql`${`${moment}+08:00`}::timestamptz`;
const spell = (from: string, to: string): IntervalSql => ({ from: at(from), to: at(to) });

test('intervals that only touch do not overlap, and one until 24:00 ends on that day', async () => {
  const day = spell('2026-11-27T08:00:00', '2026-11-27T24:00:00');
  const second = spell('2026-11-27T08:00:00', '2026-11-28T00:00:01');
  const next = spell('2026-11-28T00:00:00', '2026-11-28T10:00:00');
  const row =
    await app.db.row(sql`select ${intervalsOverlapSql(day, next)} as touch, ${intervalsOverlapSql(next, second)} as meet,
    ${shareShanghaiDay(day, next)} as days_touch, ${shareShanghaiDay(next, second)} as days_meet,
    ${containsMoment(next, at('2026-11-28T00:00:00'))} as first, ${containsMoment(next, at('2026-11-28T10:00:00'))} as last,
    ${lastDayOf(day)}::text as ends, ${lastDayOf(second)}::text as ends_later, ${lastDayOf(spell('2026-11-28T00:00:00', '2026-11-28T00:00:00'))}::text as none`);
  expect(row).toEqual({
    touch: false,
    meet: true,
    days_touch: false,
    days_meet: true,
    first: true,
    last: false,
    ends: '2026-11-27',
    ends_later: '2026-11-28',
    none: '2026-11-28',
  });
});
