import { type Locale, text, textIn } from '#kernel/text/text.ts';
import { onBehalfOf } from '#server/caller.ts';
import type { Queryable } from '#server/db/open-database.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import { boolean, integer, object } from '#server/open-api/json-schema-shorthands.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { scoreLog } from '../../contract/member-points-change-log.ts';

/** Most points of a day: one more for each consecutive day, up to seven (domain reference Appendix G). */
const mostPoints = 7;

const texts = {
  done: text('签到成功，积分 +{points}', 'Checked in: +{points} {points|point|points}'),
  already: text('今天已经签到', 'You have already checked in today'),
  memo: text('每日签到（连续 {streak} 天）', 'Daily check-in (day {streak} in a row)'),
};

const today = sql`(now() at time zone 'Asia/Shanghai')::date`;

const checkIn = { done: boolean, streak: integer, next: integer };
export const checkInSchema = object(checkIn);

/** State of a member's daily check-in; `next`: points of the next one. */
export async function readCheckIn(
  db: Queryable,
  memberId: number,
): Promise<{ done: boolean; streak: number; next: number }> {
  const row = await db.row<{ done: boolean; streak: number }>(sql`
    select day = ${today} as done, streak from member_check_in where member_id = ${memberId} and day >= ${today} - 1 order by day desc limit 1`);
  const streak = row?.streak ?? 0;
  return { done: row?.done ?? false, streak, next: Math.min(streak + 1, mostPoints) };
}

/** `POST dailyCheckIn`: once a day, enforced by the primary key; adds the points through the score log. */
export const dailyCheckIn = call({
  gate: 'login',
  methods: ['POST'],
  secret: true,
  summary: text('每日签到', 'Daily check-in'),
  answer: object({ points: integer, ...checkIn }),
  async run({ engine, caller }) {
    const { locale } = caller;
    const points = await engine.db.transaction(async (tx) => {
      const made = await tx.row<{ streak: number }>(sql`
        insert into member_check_in (member_id, day, streak)
        values (${caller.id}, ${today}, 1 + coalesce((select streak from member_check_in where member_id = ${caller.id} and day = ${today} - 1), 0))
        on conflict do nothing returning streak`);
      if (!made) throw new Refused(texts.already, { data: { reason: 'repeated' } });
      const score = Math.min(made.streak, mostPoints);
      const memo = (of: Locale) => textIn(texts.memo, of, { streak: made.streak });
      const input = { user_id: caller.id, score, memo: memo('zh-cn') };
      const set = { memo_en: memo('en') };
      await write(engine, scoreLog, onBehalfOf(caller), { operation: 'add', input, set, unread: true }, tx);
      return score;
    });
    return new Answer({ points, ...(await readCheckIn(engine.db, caller.id)) }, textIn(texts.done, locale, { points }));
  },
});
