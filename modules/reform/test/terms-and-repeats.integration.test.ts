import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, daysBetween, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { notifyDueWork } from '#modules/message/server/notify-handlers-of-due-work.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { lastDayOfCorrectionTerm } from '../server/last-day-of-correction-term.ts';
import { errorsOf, ok, ReformFixture } from './reform-fixture.ts';

/** Terms, extensions and receipts of orders, what counts as late, and problems that are repeated. */
let on: ReformFixture;
beforeAll(async () => {
  on = await ReformFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const asked = { extension_days: 5, extension_reason: '装修工期未完' };
const opinion = '照片清楚，已改正';
const electronic = { service: 'electronic', consented: '1' };

/** The last day was so many days ago. */
const dueDaysAgo = (id: number, days: number) =>
  on.app.db.query(
    sql`update reform_order set due_on = ${addDays(shanghaiToday(), -days)}::date, version = version + 1 where id = ${id}`,
  );

test('an extension that the office has not decided ends with what is handed in', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  ok(await on.move(id, 'requestExtension', asked, one.owner, 'api'));
  ok(await on.handIn(one, id));
  expect(await on.row(id)).toMatchObject({ status: 'submitted', extension: 'withdrawn', late: '0' });
  expect((await on.move(id, 'grantExtension')).code).toBe(0);
  // it was never decided: after a return it can be asked for again
  ok(await on.move(id, 'return', { days: 3, reason: '照片看不清楚' }, await on.officer()));
  ok(await on.move(id, 'requestExtension', asked, one.owner, 'api'));
  ok(await on.move(id, 'cancel', { reason: '对象有误，撤销' }));
  expect(await on.row(id)).toMatchObject({ status: 'cancelled', extension: 'withdrawn' });
});

test('days that the office leaves a request undecided are not late, those after them are', async () => {
  const one = await on.agency();
  const handedIn = async (daysAgo: number) => {
    const id = await on.issued(one);
    ok(await on.move(id, 'requestExtension', asked, one.owner, 'api'));
    await dueDaysAgo(id, daysAgo);
    ok(await on.handIn(one, id));
    return (await on.row(id)).late;
  };
  expect(await handedIn(2)).toBe('0');
  expect(await handedIn(40)).toBe('1');
});

test('a granted extension takes back the lapse it came too late for, not one of an earlier submission', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  await dueDaysAgo(id, 1);
  ok(await on.handIn(one, id));
  expect(await on.row(id)).toMatchObject({ late: '1', late_round: 1 });
  ok(await on.move(id, 'return', { days: 3, reason: '照片看不清楚' }, await on.officer()));
  ok(await on.move(id, 'requestExtension', asked, one.owner, 'api'));
  await dueDaysAgo(id, 1);
  await on.app.db.query(sql`update reform_order set status = 'overdue', version = version + 1 where id = ${id}`);
  ok(await on.move(id, 'grantExtension'));
  expect(await on.row(id)).toMatchObject({ status: 'read', late: '1', extension: 'granted' });
});

test('nothing is handed in before the order is signed for; who never did signs by handing in what is overdue', async () => {
  const one = await on.agency();
  const { id } = ok(await on.add(one, [{ problem: '未公示许可证' }]));
  ok(await on.move(id, 'issue', electronic));
  const early = await on.handIn(one, id);
  expect([early.code, (early.data as { reason?: string }).reason]).toEqual([0, 'bad_transition']);
  await on.app.db.query(sql`
    update reform_order set status = 'overdue', late = true, late_round = 1, due_on = ${addDays(shanghaiToday(), -1)}::date,
      version = version + 1 where id = ${id}`);
  ok(await on.move(id, 'submit', { statement: '已全部改正' }, one.owner, 'api'));
  expect(await on.row(id)).toMatchObject({ read_at: expect.any(Number), received_by: expect.stringMatching(/./) });
  expect(await on.app.db.row(sql`select status from document where about = ${`reform/order:${id}`}`)).toEqual({
    status: 'served',
  });
});

test('the second order is served on or after the day on which it was issued', async () => {
  const one = await on.agency();
  const { id } = ok(await on.add(one, [{ problem: '消防通道堆放杂物' }]));
  ok(await on.move(id, 'issue', { service: 'direct' }));
  await on.app.db.query(sql`
    update reform_order set status = 'onsite_failed', issued_on = issued_on - 20, issued_at = issued_at - interval '20 days',
      version = version + 1 where id = ${id}`);
  ok(await on.move(id, 'reissue', { term_days: 5, service: 'direct' }));
  const serve = async (served_on: string) =>
    on.move(id, 'serve', { received_by: '王经理', evidence_files: [await on.picture()], served_on });
  expect(errorsOf(await serve(addDays(shanghaiToday(), -1))).served_on).toEqual(['送达日期不能早于下达日期']);
  ok(await serve(shanghaiToday()));
});

test('an order served on a holiday runs from the next day, and one whose account is disabled is not issued', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  expect((await on.row(id)).due_on).toBe(
    lastDayOfCorrectionTerm(on.app.engine.reference.calendar(), shanghaiToday(), 15),
  );
  const { id: draft } = ok(await on.add(one, [{ problem: '未公示许可证' }]));
  const setAccount = (status: string) =>
    on.app.db.query(sql`update auth_admin set status = ${status} where username = 'reform2'`);
  await setAccount('0');
  expect(errorsOf(await on.move(draft, 'issue', electronic)).officers?.[0]).toContain('账号已停用');
  await setAccount('1');
  ok(await on.move(draft, 'issue', electronic));
});

interface Marks {
  readonly [column: string]: unknown;
  readonly repeats: number;
  readonly repeated: boolean;
}

test('a problem is no longer repeated once the earlier order is withdrawn, or another item is entered', async () => {
  const one = await on.agency();
  const [first, second] = await on.app.db.rows<{ id: number }>(
    sql`select id from library_check_item where status = 'published' order by id limit 2`,
  );
  const marksOf = (order: number) =>
    on.app.db.row<Marks>(sql`select repeats, repeated from reform_problem where order_id = ${order}`);
  const problem = (item_id: number | undefined) => [{ problem: '未公示许可证', item_id: item_id ?? null }];
  const earlier = await on.issued(one, problem(first?.id));
  const middle = await on.issued(one, problem(first?.id));
  const later = await on.issued(one, problem(first?.id));
  expect(await marksOf(earlier)).toEqual({ repeats: 0, repeated: false });
  expect(await marksOf(later)).toEqual({ repeats: 2, repeated: true });
  ok(await on.move(middle, 'cancel', { reason: '对象有误，撤销' }));
  expect(await marksOf(later)).toEqual({ repeats: 1, repeated: true });
  ok(await on.move(earlier, 'cancel', { reason: '对象有误，撤销' }));
  expect(await marksOf(later)).toEqual({ repeats: 0, repeated: false });

  const { id: draft } = ok(await on.add(one, problem(first?.id)));
  expect(await marksOf(draft)).toEqual({ repeats: 1, repeated: true });
  const { row } = ok(
    await on.county.get<{ row: { version: number; problems: Record<string, unknown>[] } }>('/admin/reform.order/edit', {
      id: draft,
    }),
  );
  const problems = row.problems.map((written) => ({ ...written, item_id: second?.id }));
  ok(await on.county.post('/admin/reform.order/edit', { id: draft, version: row.version, problems }));
  expect(await marksOf(draft)).toEqual({ repeats: 0, repeated: false });
  ok(await on.move(draft, 'issue', electronic));
  expect(await marksOf(draft)).toEqual({ repeats: 0, repeated: false });
  await on.issued(one, problem(first?.id));
  const { list } = ok(
    await on.county.get<{ list: Record<string, unknown>[] }>('/admin/reform.problem/measure', {
      name: 'repeated',
      by: 'item_id',
    }),
  );
  expect(list.filter(({ item_id }) => item_id === first?.id)).toEqual([
    { item_id: first?.id, item_id_title: expect.stringMatching(/./), value: 50 },
  ]);
});

test('figures count what was corrected in time, the mean days, and problems of orders in force', async () => {
  const one = await on.agency();
  const officer = await on.officer();
  const closed = async (days: number) => {
    const id = await on.issued(one);
    ok(await on.handIn(one, id));
    ok(await on.move(id, 'approve', { opinion }, officer));
    await on.app.db.query(sql`update reform_order set issued_on = issued_on - ${days}::int where id = ${id}`);
    ok(await on.move(id, 'close'));
    return id;
  };
  await closed(4);
  await closed(9);
  const escalated = await on.issued(one);
  await on.app.db.query(
    sql`update reform_order set status = 'onsite_failed', version = version + 1 where id = ${escalated}`,
  );
  ok(await on.move(escalated, 'escalate', { reason: '两次责令仍未改正' }));
  const withdrawn = await on.issued(one);
  ok(await on.move(withdrawn, 'cancel', { reason: '对象有误，撤销' }));
  const figure = async (resource: string, name: string, search: object[]) =>
    ok(await on.county.get<{ list: { value: number }[] }>(`/admin/${resource}/measure`, { name, search })).list[0]
      ?.value;
  const ofOne = [{ field: 'enterprise_id', operator: '=', val: String(one.id) }];
  expect(await figure('reform.order', 'on_time', ofOne), 'two of three').toBe(66.7);
  expect(await figure('reform.order', 'days', ofOne)).toBe(6.5);
  expect(await figure('reform.order', 'orders', ofOne)).toBe(4);
  const before = await figure('reform.problem', 'problems', []);
  const gone = await on.issued(one);
  expect(await figure('reform.problem', 'problems', [])).toBe(Number(before) + 1);
  ok(await on.move(gone, 'cancel', { reason: '对象有误，撤销' }));
  expect(await figure('reform.problem', 'problems', [])).toBe(before);
});

test('the enterprise and the officers are reminded three days and one day before the last day, on it and after it', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const { due_on } = await on.row(id);
  const clock = sql`resource = 'reform/order' and row_id = ${id} and clock = 'correction' and status <> 'done'`;
  const stored = await on.app.db.rows<{ day: string; fact: string; left: number }>(sql`
    select to_char(to_timestamp((w->>'at')::bigint) at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI') as day, w->>'fact' as fact, (w->>'left')::int as left
    from deadline, jsonb_array_elements(warnings) w where ${clock} order by 1`);
  const day = (n: number) => addDays(due_on ?? '', n);
  expect(stored).toEqual([
    { day: `${day(-3)} 09:00`, fact: 'due_soon', left: 3 },
    { day: `${day(-1)} 09:00`, fact: 'due_soon', left: 1 },
    { day: `${day(0)} 09:00`, fact: 'due_soon', left: 0 },
    { day: `${day(1)} 00:00`, fact: 'overdue', left: 0 },
    { day: `${day(1)} 09:00`, fact: 'overdue', left: -1 },
  ]);
  await on.app.db.query(sql`delete from message_due`);
  // days pass: what was announced for a day lies further back by as many
  const pass = async (days: number) => {
    await on.app.db.query(sql`delete from message_notice`);
    await on.app.db.query(sql`
      update deadline set due_at = due_at - ${days}::int * interval '1 day', warn_at = warn_at - ${days}::int * interval '1 day',
        warnings = (select jsonb_agg(jsonb_set(w, '{at}', to_jsonb((w->>'at')::bigint - ${days}::int * 86400)) order by w->>'at') from jsonb_array_elements(warnings) w)
      where ${clock}`);
    await on.app.db.query(sql`
      update reform_order set due_on = due_on - ${days}::int, due_at = due_at - ${days}::int * interval '1 day', version = version + 1 where id = ${id}`);
    await emitDeadlineEvents(on.app.engine);
    await notifyDueWork(on.app.engine);
    return on.app.db.rows<{ code: string; officer: boolean }>(sql`
      select template_code as code, admin_id is not null as officer from message_notice group by 1, 2 order by 1, 2`);
  };
  const both = (code: string) => [
    { code, officer: false },
    { code, officer: true },
  ];
  const left = daysBetween(shanghaiToday(), due_on ?? '');
  expect(await pass(left - 4), 'four days before').toEqual([]);
  expect(await pass(1), 'three days').toEqual(both('work_due'));
  expect(await pass(1), 'two days').toEqual([]);
  expect(await pass(1), 'one day').toEqual(both('work_due'));
  expect(await pass(1), 'the last day').toEqual(both('work_due'));
  expect((await on.row(id)).status).toBe('read');
  expect(await pass(1), 'the day after').toEqual(
    expect.arrayContaining([...both('work_overdue'), { code: 'reform_overdue', officer: false }]),
  );
  expect((await on.row(id)).status).toBe('overdue');
});
