import { field } from '#kernel/field/field.ts';
import { text, textIn } from '#kernel/text/text.ts';
import { isDate, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { missingYear } from '#kernel/time/working-calendar.ts';
import { sql } from '#server/db/sql.ts';
import { Answer } from '#server/http/connection/encode-response-envelope.ts';
import type { Call, Controller } from '#server/http/controller.ts';
import { type CallWithValidatedInput, call } from '#server/http/declare-http-call-with-validated-input.ts';
import { storeAnswer } from '#server/http/run-call-idempotently.ts';
import { operationLogLineOfCall } from '#server/http/write-operation-log-of-calls.ts';
import { enumOf, integer, list, object, orNull, string } from '#server/open-api/json-schema-shorthands.ts';
import { badParameter, invalid } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { calendarDay } from '../contract/holiday-or-make-up-workday.ts';
import type { SpecialDay } from '../contract/special-calendar-days-answer.ts';

/** Maximum days read or marked per call: a year and a little more. */
const mostDays = 400;

const texts = {
  saved: text('已保存 {n} 天', '{n} {n|day|days} saved'),
  days: text('一次最多 {n} 天，每天一行', 'At most {n} {n|day|days} at a time, one row per day'),
  day: text(
    '第 {n} 天写得不对：日期应如 2026-10-01，并注明是放假还是上班',
    'Day {n} is not written correctly: a date such as 2026-10-01, and whether it is a day off or a working day',
  ),
  name: text('年历', 'Calendar year'),
};

interface RequestedDay {
  date: string;
  kind: string | null;
  name: string;
  announced: '0' | '1';
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

const daysInput = {
  from: field.date(text('自', 'From'), { required: true }),
  to: field.date(text('至', 'To'), { required: true }),
};
const markInput = { source: field.text(text('来源', 'Source'), { max: 100 }) };

/**
 * `GET days?from=2026-01-01&to=2026-12-31`: days that differ from the plain week, and the year that should have been
 * announced and is missing.
 */
async function days({ engine, input: { from, to } }: CallWithValidatedInput<typeof daysInput>) {
  if (to < from || Number(to.slice(0, 4)) - Number(from.slice(0, 4)) > 5) throw badParameter();
  const calendar = engine.reference.calendar();
  const found = await engine.db.rows<SpecialDay>(
    sql`select date, kind, name, name_en, case when announced then '1' else '0' end as announced from system_calendar
      where date between ${from} and ${to} order by date limit ${6 * mostDays}`,
  );
  const years: number[] = [];
  for (let year = Number(from.slice(0, 4)); year <= Number(to.slice(0, 4)); year += 1) {
    if (calendar.isAnnounced(`${year}-01-01`)) years.push(year);
  }
  return { days: found, announced: years, missing: missingYear(calendar, shanghaiToday()) ?? null };
}

/** `POST mark {days: [{date, kind, name}], source}`: marks days. A kind of null resets a day to the plain week. */
async function mark(made: CallWithValidatedInput<typeof markInput>): Promise<Answer<{ days: number }>> {
  const { engine, caller, once } = made;
  const { source } = made.input;
  const requested = readDays(made);
  const answer = new Answer({ days: requested.length }, textIn(texts.saved, caller.locale, { n: requested.length }));
  await engine.db.transaction(async (tx) => {
    const dates = requested.map((one) => one.date);
    const rows = await tx.rows<{ id: number; date: string }>(
      sql`select id, date from system_calendar where date = any(${dates}::date[]) order by date for update`,
    );
    const ids = new Map(rows.map((one) => [one.date, one.id]));
    const log = operationLogLineOfCall(made, calendarDay, 'mark', texts.name);
    for (const { date, kind, name, announced } of requested) {
      const id = ids.get(date);
      const order = { log: { ...log, data: JSON.stringify({ date, kind, name }) }, unread: true } as const;
      if (kind === null) {
        if (id !== undefined)
          await write(engine, calendarDay, caller, { ...order, operation: 'del', id, input: {} }, tx);
        continue;
      }
      const input = { date, kind, name, announced, ...(source ? { source } : {}) };
      if (id === undefined) await write(engine, calendarDay, caller, { ...order, operation: 'add', input }, tx);
      else await write(engine, calendarDay, caller, { ...order, operation: 'edit', id, input }, tx);
    }
    await storeAnswer(tx, once, answer);
  });
  engine.wakeRelay();
  return answer;
}

function readDays({ body, caller }: Call): RequestedDay[] {
  const fail = (message: keyof typeof texts, n: number) =>
    invalid({ days: [textIn(texts[message], caller.locale, { n })] });
  const sent = body.days;
  if (!Array.isArray(sent) || sent.length === 0 || sent.length > mostDays) throw fail('days', mostDays);
  const read = sent.map((one: unknown, place) => {
    if (typeof one !== 'object' || one === null) throw fail('day', place + 1);
    const { date, kind, name, announced } = one as Readonly<Record<string, unknown>>;
    if (typeof date !== 'string' || !isDate(date) || (kind !== null && typeof kind !== 'string'))
      throw fail('day', place + 1);
    return {
      date,
      kind,
      name: textOf(name),
      announced: announced === '1' || announced === true ? ('1' as const) : ('0' as const),
    };
  });
  if (new Set(read.map((one) => one.date)).size < read.length) throw fail('days', mostDays);
  return read;
}

/** Calls of the year view of the calendar: reads a year, and marks many days at once. */
export const calendarYearEditorController: Controller = {
  app: 'admin',
  name: calendarDay.name.replace('/', '.'),
  actions: {
    days: call({
      gate: 'login',
      summary: text('一段时间内与周末不同的日子', 'Days in a period that differ from weekends'),
      input: daysInput,
      answer: object({
        days: list(
          object({
            date: string,
            kind: enumOf('holiday', 'makeup', 'workday'),
            name: string,
            name_en: orNull(string),
            announced: enumOf('0', '1'),
          }),
        ),
        announced: list(integer),
        missing: orNull(integer),
      }),
      run: days,
    }),
    mark: call({
      gate: 'rule',
      node: `${calendarDay.name}/edit`,
      methods: ['POST'],
      silent: true,
      keepsKey: true,
      summary: text('标记若干天；kind 为 null 即恢复平常', 'Mark days; kind null restores the normal day'),
      input: markInput,
      checkedInRun: {
        days: field.textarea(
          text('各天（数组：date、kind、name、announced）', 'Days (array: date, kind, name, announced)'),
          { required: true },
        ),
      },
      answer: object({ days: integer }),
      run: mark,
    }),
  },
};
