import { type Locale, text } from '#kernel/text/text.ts';
import { isDate } from '#kernel/time/calendar.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { disposition } from '#server/files/storage/open-stored-file.ts';
import { answered, type Call, type Controller } from '#server/http/controller.ts';
import { requireMemberCentrePage } from '#server/http/require-member-centre-page.ts';
import { badParameter, badValue } from '#server/refusal.ts';
import { csvStream } from '#server/sheets/csv-writer.ts';

/** Most lines of a page, and of a downloaded statement. */
const mostOfPage = 100;
const mostOfStatement = 50_000;

const texts = {
  time: text('时间', 'Time'),
  before: text('变动前', 'Before'),
  after: text('变动后', 'After'),
  memo: text('备注', 'Remarks'),
};

/** The logs of balance and score that a member may read of the own account (wire contract §2.9). */
const logs = {
  balance: { table: 'user_money_log', column: 'money', cents: true, label: text('余额变动', 'Balance changes') },
  integral: { table: 'user_score_log', column: 'score', cents: false, label: text('积分变动', 'Points changes') },
} as const;
type LogName = keyof typeof logs;

const wordOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/** `from` and `to`: dates in Shanghai, inclusive; `way`: `in` or `out`. */
function readFilter({ query, caller }: Call, column: string): Sql {
  const [from, to] = ['from', 'to'].map((name): string | null => {
    const given = wordOf(query[name]);
    if (given !== '' && !isDate(given)) throw badValue(given);
    return given || null;
  });
  const way = wordOf(query.way);
  if (way !== '' && way !== 'in' && way !== 'out') throw badValue(way);
  return sql`l.user_id = ${caller.id}
    and (${from ?? null}::date is null or l.createtime >= ${from ?? null}::date::timestamp at time zone 'Asia/Shanghai')
    and (${to ?? null}::date is null or l.createtime < (${to ?? null}::date + 1)::timestamp at time zone 'Asia/Shanghai')
    and ${way === '' ? sql`true` : way === 'in' ? sql`l.${sql.id(column)} > 0` : sql`l.${sql.id(column)} < 0`}`;
}

function readWhole(value: unknown, otherwise: number, most: number): number {
  if (value === undefined || value === '') return otherwise;
  const given = Number(value);
  if (!Number.isSafeInteger(given) || given < 1) throw badValue(String(value));
  return Math.min(given, most);
}

/** Formats an amount: yuan with two decimals, points unchanged. */
const amount = (column: string, cents: boolean): Sql =>
  cents ? sql`to_char(l.${sql.id(column)} / 100.0, 'FM9999999990.00')` : sql`l.${sql.id(column)}`;

/** SQL for the reason of a change of points, on alias `l`, in the reader's language where the platform wrote it. */
export const scoreMemoSql = (locale: Locale): Sql => (locale === 'en' ? sql`coalesce(l.memo_en, l.memo)` : sql`l.memo`);

const columnsOf = (name: LogName, locale: Locale): Sql => {
  const { column, cents } = logs[name];
  const memo = name === 'integral' ? scoreMemoSql(locale) : sql`l.memo`;
  return sql`${amount(column, cents)} as ${sql.id(column)}, ${amount('before', cents)} as before, ${amount('after', cents)} as after, ${memo} as memo`;
};

const page = (name: LogName) => async (call: Call) => {
  requireMemberCentrePage(call, `account/${name}`);
  const { table, column } = logs[name];
  const where = readFilter(call, column);
  const limit = readWhole(call.query.limit, 10, mostOfPage);
  const skipped = (readWhole(call.query.page, 1, 1_000_000) - 1) * limit;
  const { db } = call.engine;
  const [list, total] = await Promise.all([
    db.rows(sql`select l.id, l.user_id, ${columnsOf(name, call.caller.locale)}, floor(extract(epoch from l.createtime))::bigint as createtime
      from ${sql.id(table)} l where ${where} order by l.id desc limit ${limit} offset ${skipped}`),
    db.row<{ n: number }>(sql`select count(*)::int as n from ${sql.id(table)} l where ${where}`),
  ]);
  return { list, total: total?.n ?? 0 };
};

/** `GET statement?of=balance`: the filtered lines as a spreadsheet to download. */
async function takeStatement(call: Call) {
  const { query, engine, reply, caller } = call;
  const name = wordOf(query.of);
  if (name !== 'balance' && name !== 'integral') throw badParameter();
  requireMemberCentrePage(call, `account/${name}`);
  const { table, column, label } = logs[name];
  const rows = await engine.db.rows<Record<string, unknown>>(sql`
    select to_char(l.createtime at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as time, ${columnsOf(name, caller.locale)}
    from ${sql.id(table)} l where ${readFilter(call, column)} order by l.id desc limit ${mostOfStatement}`);
  const names = ['time', column, 'before', 'after', 'memo'] as const;
  const sheet = {
    name: label[caller.locale],
    columns: names.map((one) => ({
      label: (one === column ? label : texts[one as keyof typeof texts])[caller.locale],
      ...(one === 'time' || one === 'memo' ? {} : { number: logs[name].cents ? ('0.00' as const) : ('0' as const) }),
    })),
    rows: rows.map((row) => names.map((one) => String(row[one]))),
  };
  await reply
    .type('text/csv; charset=utf-8')
    .header('Content-Disposition', disposition(false, `${label[caller.locale]}.csv`))
    .send(csvStream(sheet));
  return answered;
}

export const balanceAndPointsLogController: Controller = {
  app: 'api',
  name: 'account',
  actions: {
    balance: { gate: 'login', handle: page('balance') },
    integral: { gate: 'login', handle: page('integral') },
    statement: { gate: 'login', perMinute: 10, handle: takeStatement },
  },
};
