import { memberRoleNames } from '#kernel/declaration/account-types-and-member-role-names.ts';
import type { MemberHome } from '#kernel/module/member-home-page-declaration.ts';
import type { Screen } from '#kernel/module/module.ts';
import { text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { call } from '#server/http/declare-http-call-with-validated-input.ts';
import type { JsonSchema } from '#server/http/json-schema-and-call-description-types.ts';
import { hasMemberCentrePage, requireMemberCentrePage } from '#server/http/member-centre-page-permission.ts';
import { enumOf, integer, key, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { readMemberHomeRows, readMemberTasks } from '#server/read/list/read-tasks-and-home-rows-of-member.ts';
import { checkInSchema, dailyCheckIn, readCheckIn } from './member-daily-check-in-for-points.ts';
import { ownBalanceAndPointsLogController, scoreMemoSql } from './own-balance-and-points-log-controller.ts';
import { readFirstSteps, readHeldRecords, readOfferedActions, readRecentNotices } from './read-member-home-sections.ts';

/** Log lines shown at the end of the overview. */
const mostRecent = 5;

/** When a row is due: a moment, a date, or neither. */
const moment: JsonSchema<number | string | null> = { type: ['integer', 'string', 'null'] };

interface Recent {
  [column: string]: unknown;
  of: 'score' | 'money';
  id: number;
  change: string;
  memo: string;
  createtime: number;
}

const overview = object({
  days: list(string),
  score: list(integer),
  money: list(string),
  sign_ins: list(integer),
  login_days: integer,
  recent: list(object({ of: enumOf('score', 'money'), id: key, change: string, memo: string, createtime: integer })),
  check_in: checkInSchema,
  todo: list(object({ resource: string, title: string, tone: string, count: integer, path: string })),
  today: list(
    object({
      resource: string,
      title: string,
      count: integer,
      path: string,
      none: orNull(string),
      rows: list(
        object({
          id: key,
          title: string,
          at: moment,
          state: string,
          tone: string,
        }),
      ),
    }),
  ),
  acts: list(object({ resource: string, title: string, path: string })),
  standings: list(
    object(
      {
        resource: string,
        id: key,
        title: string,
        state: string,
        tone: string,
        to: string,
        // null: the record is the member; `to` names its screen
        role: orNull(enumOf(...memberRoleNames)),
      },
      ['resource', 'id', 'title', 'role', 'state', 'tone'],
    ),
  ),
  decided: list(object({ id: key, kind: string, label: string, content: string, createtime: integer })),
  begins: list(object({ label: string, text: string, to: string })),
});

/** `GET overview`: sums and sign-ins of the last seven days (wire contract §2.9), and the sections of the home page. */
const readOverview = (home: () => MemberHome, screens: readonly Screen[]) => async (call: Call) => {
  requireMemberCentrePage(call, 'account/overview');
  const { engine, caller } = call;
  const { db } = engine;
  const ofDay = (column: string) => {
    const at = sql.raw(column);
    return sql`${at} >= d.day at time zone 'Asia/Shanghai' and ${at} < (d.day + interval '1 day') at time zone 'Asia/Shanghai'`;
  };
  const sum = (table: string, column: string) => sql`
    (select coalesce(sum(l.${sql.id(column)}), 0)::bigint from ${sql.id(table)} l where l.user_id = ${caller.id} and ${ofDay('l.createtime')})`;
  const [days, recent, check_in, todo, today, acts, standings, decided, logged] = await Promise.all([
    db.rows<{ day: string; score: number; money: string; sign_ins: number }>(sql`
      select to_char(d.day, 'YYYY-MM-DD') as day, ${sum('user_score_log', 'score')} as score,
        to_char(${sum('user_money_log', 'money')} / 100.0, 'FM9999999990.00') as money,
        (select count(*)::int from member_sign_in s where s.member_id = ${caller.id} and ${ofDay('s.createtime')}) as sign_ins
      from generate_series(date_trunc('day', now() at time zone 'Asia/Shanghai') - interval '6 days', now() at time zone 'Asia/Shanghai', interval '1 day') d (day)`),
    db.rows<Recent>(sql`
      select * from (
        (select 'score' as of, id, score::text as change, ${scoreMemoSql(caller.locale)} as memo, floor(extract(epoch from createtime))::bigint as createtime
          from user_score_log l where user_id = ${caller.id} and ${hasMemberCentrePage(call, 'account/integral')} order by id desc limit ${mostRecent})
        union all
        (select 'money', id, to_char(money / 100.0, 'FM9999999990.00'), memo, floor(extract(epoch from createtime))::bigint
          from user_money_log where user_id = ${caller.id} and ${hasMemberCentrePage(call, 'account/balance')} order by id desc limit ${mostRecent})
      ) both_logs order by createtime desc, of, id desc limit ${mostRecent}`),
    readCheckIn(db, caller.id),
    readMemberTasks(engine, caller, home().lines),
    readMemberHomeRows(engine, caller, home().rows),
    readOfferedActions(engine, caller, home().acts),
    readHeldRecords(engine, caller, screens),
    readRecentNotices(engine, caller),
    db.row<{ n: number }>(sql`select count(distinct (createtime at time zone 'Asia/Shanghai')::date)::int as n
      from member_sign_in where member_id = ${caller.id}`),
  ]);
  return {
    days: days.map((one) => one.day),
    // only logs whose page the member's group may open
    score: hasMemberCentrePage(call, 'account/integral') ? days.map((one) => Number(one.score)) : [],
    money: hasMemberCentrePage(call, 'account/balance') ? days.map((one) => one.money) : [],
    sign_ins: days.map((one) => one.sign_ins),
    login_days: logged?.n ?? 0,
    recent,
    check_in,
    todo,
    today,
    acts,
    standings,
    decided,
    begins: standings.length === 0 ? readFirstSteps(home().begins, caller) : [],
  };
};

/** Calls of the member's home page: overview, daily check-in, and logs of balance and points. */
export const memberHomePageAndSevenDayTotalsControllers = (
  home: () => MemberHome,
  screens: readonly Screen[],
): readonly Controller[] => [
  {
    app: 'api',
    name: 'account',
    actions: {
      overview: call({
        gate: 'login',
        summary: text(
          '会员首页：待办、签到与近七天的变动',
          'Member home: to-dos, check-in and changes of the last seven days',
        ),
        answer: overview,
        run: readOverview(home, screens),
      }),
      dailyCheckIn,
    },
  },
  ownBalanceAndPointsLogController,
];
