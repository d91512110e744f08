import { field } from '#kernel/field/field.ts';
import { type Locale, text } from '#kernel/text/text.ts';
import { type Sql, sql } from '#server/db/sql.ts';
import { contentDisposition } from '#server/files/storage/open-stored-file.ts';
import { type Controller, responseSent } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { requireMemberCentrePage } from '#server/http/member-centre-page-permission.ts';
import { integer, key, list, object, string } from '#server/open-api/json-schema-shorthands.ts';
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

const filter = {
  from: field.date(text('开始日期', 'Start date')),
  to: field.date(text('结束日期', 'End date')),
  way: field.select(text('收支', 'Increase or decrease'), {
    options: { in: text('增加', 'Increase'), out: text('减少', 'Decrease') },
  }),
};
const pageInput = {
  page: field.integer(text('页码', 'Page'), { min: 1 }),
  limit: field.integer(text(`每页条数，至多 ${mostOfPage}`, `Rows per page, at most ${mostOfPage}`), { min: 1 }),
  ...filter,
};

/** Days are those of Shanghai; `to` is included. */
function whereOfFilter(
  { caller, input: { from, to, way } }: CallWithValidatedInput<typeof filter>,
  column: string,
): Sql {
  return sql`l.user_id = ${caller.id}
    and (${from}::date is null or l.createtime >= ${from}::date::timestamp at time zone 'Asia/Shanghai')
    and (${to}::date is null or l.createtime < (${to}::date + 1)::timestamp at time zone 'Asia/Shanghai')
    and ${way === null ? sql`true` : way === 'in' ? sql`l.${sql.id(column)} > 0` : sql`l.${sql.id(column)} < 0`}`;
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

/** The filtered lines of one log, newest first. */
async function readPage<R extends object>(name: LogName, made: CallWithValidatedInput<typeof pageInput>) {
  requireMemberCentrePage(made, `account/${name}`);
  const { table, column } = logs[name];
  const { engine, caller, input } = made;
  const where = whereOfFilter(made, column);
  const limit = Math.min(input.limit ?? 10, mostOfPage);
  const skipped = (Math.min(input.page ?? 1, 1_000_000) - 1) * limit;
  const [found, total] = await Promise.all([
    engine.db.rows<R>(sql`select l.id, l.user_id, ${columnsOf(name, caller.locale)}, floor(extract(epoch from l.createtime))::bigint as createtime
      from ${sql.id(table)} l where ${where} order by l.id desc limit ${limit} offset ${skipped}`),
    engine.db.row<{ n: number }>(sql`select count(*)::int as n from ${sql.id(table)} l where ${where}`),
  ]);
  return { list: found, total: total?.n ?? 0 };
}

interface Change {
  [column: string]: unknown;
  id: number;
  user_id: number;
  memo: string;
  createtime: number;
}
const change = { id: key, user_id: key, memo: string, createtime: integer };

const balance = call({
  gate: 'login',
  summary: text('本人余额变动', 'Own balance changes'),
  input: pageInput,
  answer: object({ list: list(object({ ...change, money: string, before: string, after: string })), total: integer }),
  run: (made) => readPage<Change & { money: string; before: string; after: string }>('balance', made),
});

const integral = call({
  gate: 'login',
  summary: text('本人积分变动', 'Own points changes'),
  input: pageInput,
  answer: object({
    list: list(object({ ...change, score: integer, before: integer, after: integer })),
    total: integer,
  }),
  run: (made) => readPage<Change & { score: number; before: number; after: number }>('integral', made),
});

const statement = call({
  gate: 'login',
  limit: { perMinute: 10 },
  summary: text('本人余额或积分变动的表格（CSV）', 'Own balance or points changes as a table (CSV)'),
  input: {
    of: field.select(text('哪一本', 'Balance or points'), {
      required: true,
      options: { balance: text('余额', 'Balance'), integral: text('积分', 'Points') },
    }),
    ...filter,
  },
  raw: 'text/csv',
  async run(made) {
    const { input, engine, reply, caller } = made;
    const name = input.of;
    requireMemberCentrePage(made, `account/${name}`);
    const { table, column, label } = logs[name];
    const rows = await engine.db.rows<Record<string, unknown>>(sql`
      select to_char(l.createtime at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as time, ${columnsOf(name, caller.locale)}
      from ${sql.id(table)} l where ${whereOfFilter(made, column)} order by l.id desc limit ${mostOfStatement}`);
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
      .header('Content-Disposition', contentDisposition(false, `${label[caller.locale]}.csv`))
      .send(csvStream(sheet));
    return responseSent;
  },
});

export const ownBalanceAndPointsLogController: Controller = {
  app: 'api',
  name: 'account',
  actions: { balance, integral, statement },
};
