import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, daysBetween, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { notifyDueWork } from '#modules/message/server/notify-officers-and-members-of-due-and-overdue-work.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import type { Client } from '../../../test/support/test-engine.ts';
import { lastDayOfCorrectionTerm } from '../server/last-day-of-correction-term.ts';
import { errorsOf, ok, ReformFixture } from './reform-fixture.ts';

/** Terms, extensions and receipts of orders, what counts as late, problems that are repeated, and what is refused. */
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
  const today = shanghaiToday();
  const fifteenth = addDays(today, 15);
  await on.app.db.query(sql`insert into system_calendar (date, kind, name)
    select u, 'holiday', '假' from unnest(${[today, fifteenth]}::date[]) u on conflict (date) do update set kind = 'holiday'`);
  await on.app.engine.reference.reload();
  const id = await on.issued(one);
  const { due_on } = await on.row(id);
  expect(due_on).toBe(lastDayOfCorrectionTerm(on.app.engine.reference.calendar(), today, 15));
  expect(daysBetween(today, due_on ?? ''), 'the last day would be a holiday').toBeGreaterThan(15);
  await on.app.db.query(sql`delete from system_calendar where name = '假'`);
  await on.app.engine.reference.reload();
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
  // nine in the morning is brought forward to midnight, so that the test holds at any hour
  await on.app.db.query(sql`
    update deadline set warn_at = date_trunc('day', warn_at, 'Asia/Shanghai'), warnings = (select jsonb_agg(jsonb_set(w, '{at}',
      to_jsonb(extract(epoch from date_trunc('day', to_timestamp((w->>'at')::bigint), 'Asia/Shanghai'))::bigint)) order by w->>'at')
      from jsonb_array_elements(warnings) w) where ${clock}`);
  const texts = (template: string) =>
    on.app.db.rows<{ mobile: string; content: string }>(
      sql`select mobile, content from message_sms where template_code = ${template} and row_id = ${id} order by id`,
    );
  const enterpriseAndOfficer = ['13800138000', '13888001234'];
  const expectTexts = (n: number) =>
    expect.poll(async () => (await texts('reform_due')).length, { timeout: 60_000 }).toBe(n);
  expect(
    (await texts('reform_ordered')).map(({ mobile }) => mobile),
    'the order itself',
  ).toEqual(['13800138000']);
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
  await expectTexts(2);
  expect(await pass(1), 'two days').toEqual([]);
  expect(await pass(1), 'one day').toEqual(both('work_due'));
  await expectTexts(4);
  expect(await pass(1), 'the last day').toEqual(both('work_due'));
  await expectTexts(6);
  expect((await on.row(id)).status).toBe('read');
  expect(await pass(1), 'the day after').toEqual(
    expect.arrayContaining([...both('work_overdue'), { code: 'reform_overdue', officer: false }]),
  );
  expect((await on.row(id)).status).toBe('overdue');
  // by text message too: on the three days before to the enterprise and its officers, afterwards to leaders as well
  const sent = await texts('reform_due');
  expect(sent.map(({ mobile }) => mobile).toSorted()).toEqual(
    [...enterpriseAndOfficer, ...enterpriseAndOfficer, ...enterpriseAndOfficer].toSorted(),
  );
  expect(sent[0]?.content).toMatch(/的整改 ZG\d{10} 截止日为 .+，请按期完成并提交整改情况。/);
  const overdue = async () => (await texts('reform_overdue')).map(({ mobile }) => mobile);
  await expect.poll(overdue, { timeout: 60_000 }).toEqual(expect.arrayContaining(enterpriseAndOfficer));
  const late = await overdue();
  expect(late).toHaveLength(new Set(late).size);
});

test('every refusal of a correction has its message in both languages, with the article that it rests on (Appendix H)', async () => {
  type Body = Readonly<Record<string, unknown>>;
  type Call = readonly [path: string, body: Body, who?: Client];
  const expectRefusal = async (name: string, zh: RegExp, en: RegExp, [path, body, who = on.county]: Call) => {
    for (const [language, wanted] of [
      [{}, zh],
      [{ 'think-lang': 'en' }, en],
    ] as const) {
      const answer = await who.post(path, body, language);
      const written = JSON.stringify([answer.msg, (answer.data as { errors?: unknown } | null)?.errors ?? null]);
      expect.soft([name, answer.status, answer.code]).toEqual([name, 200, 0]);
      expect.soft(written, name).toMatch(wanted);
    }
  };
  const [one, other] = [await on.agency(), await on.agency()];
  const officer = await on.officer();
  const at = (id: number, move: string, input: Body = {}, who?: Client): Call => [
    `/admin/reform.order/${move}`,
    { id, ...input },
    who,
  ];
  const byOwner = (id: number, move: string, input: Body = {}, who = one.owner): Call => [
    `/api/reform.order/${move}`,
    { id, ...input },
    who,
  ];
  const draft = async (problems = [{ problem: '未公示许可证' }], more: Body = {}) =>
    ok(await on.add(one, problems, more)).id;
  const form = (more: Body): Call => [
    '/admin/reform.order/add',
    { enterprise_id: one.id, source: 'patrol', officers: on.officers, kind: 'within_term', term_days: 15, ...more },
  ];
  const direct = { service: 'direct' };
  const ask = { extension_days: 5, extension_reason: '装修工期未完' };
  const statement = { statement: '已全部改正' };
  const drafted = await draft();
  const noLaw = await draft();
  await on.app.db.query(sql`update reform_problem set law = '待补充' where order_id = ${noLaw}`);
  const read = await on.issued(one);
  const onTheSpot = await on.issued(one, undefined, { kind: 'on_the_spot', term_days: null });
  const passed = await on.issued(one);
  await on.app.db.query(
    sql`update reform_order set due_on = ${addDays(shanghaiToday(), -1)}::date where id = ${passed}`,
  );
  const asked = await on.issued(one);
  ok(await on.move(asked, 'requestExtension', ask, one.owner, 'api'));
  const unread = await draft();
  ok(await on.move(unread, 'issue', direct));
  const submitted = await on.issued(one);
  ok(await on.handIn(one, submitted));
  const closed = await on.issued(one);
  ok(await on.handIn(one, closed));
  ok(await on.move(closed, 'approve', { opinion: '照片清楚，已改正' }, officer));
  ok(await on.move(closed, 'close'));
  const [ofClosed] = await on.problems(closed);
  const severe = await on.issued(one, [{ problem: '消防通道堵塞', severity: '4' }]);
  ok(await on.handIn(one, severe));
  const failed = await on.issued(one);
  await on.app.db.query(sql`update reform_order set status = 'onsite_failed', second = true where id = ${failed}`);
  const [ofRead = 0, ofSubmitted = 0] = [...(await on.problems(read)), ...(await on.problems(submitted))];
  const sent = await on.app.db.row<{ id: number }>(sql`select id from reform_evidence where order_id = ${submitted}`);
  const receipt = { received_by: '王经理', evidence_files: [await on.picture()] };
  const review = { opinion };
  const gone = ok(await on.add(other, [{ problem: '未公示' }])).id;
  await on.app.db.query(sql`update enterprise set status = 'cancelled' where id = ${other.id}`);
  const stranger = await on.stranger();
  const elsewhere = await on.app.client({ officer: 'county2' });
  const nine = await Promise.all(Array.from({ length: 10 }, () => one.paper()));

  const certify = (until: string) =>
    on.app.db.query(sql`update library_officer set cert_valid_to = ${until}::date where id = ${on.officers[1] ?? 0}`);
  await certify('2020-01-01');
  await expectRefusal(
    'certificate ended',
    /执法证已于 2020-01-01 到期，不能执法（行政处罚法第四十二条）/,
    /expired on 2020-01-01 .+Art\. 42/,
    at(drafted, 'issue', direct),
  );
  await certify('2099-01-01');

  const cases: readonly (readonly [name: string, zh: RegExp, en: RegExp, call: Call])[] = [
    ['no enterprise', /必填/, /Required/, form({ enterprise_id: null })],
    ['term too long', /90/, /90/, form({ term_days: 91 })],
    ['no term', /必填/, /Required/, form({ term_days: null })],
    ['complaint without number', /必填/, /Required/, form({ source: 'complaint' })],
    [
      'one officer',
      /不得少于两人（行政处罚法第四十二条）/,
      /At least two officers .+Art\. 42/,
      at(await draft(undefined, { officers: on.officers.slice(0, 1) }), 'issue', direct),
    ],
    ['no problem', /请至少填写一个问题/, /at least one problem/, at(await draft([]), 'issue', direct)],
    ['no provision', /还没有写明违反的条款/, /is not entered yet/, at(noLaw, 'issue', direct)],
    [
      'not agreed',
      /企业已确认同意电子送达：须先确认/,
      /agreed to electronic service: .*confirm/i,
      at(drafted, 'issue', { service: 'electronic', consented: '0' }),
    ],
    ['enterprise gone', /已注销/, /Deregistered/, at(gone, 'issue', direct)],
    [
      'wrong state',
      /当前状态（起草中）不允许该操作/,
      /Not allowed in the current status \(Draft\)/,
      at(drafted, 'close'),
    ],
    ['not found', /记录不存在/, /Record not found/, at(999_999_999, 'issue', direct)],
    ['another office', /记录不存在/, /Record not found/, at(drafted, 'issue', direct, elsewhere)],
    [
      'changed meanwhile',
      /数据已被他人修改，请刷新/,
      /Changed by someone else, please refresh/,
      ['/admin/reform.order/edit', { id: drafted, version: 999, term_days: 10 }],
    ],
    ['issued is closed', /待签收|当前状态/, /status|Awaiting receipt/, ['/admin/reform.order/del', { ids: [unread] }]],
    [
      'served to come',
      /送达日期不能晚于今天/,
      /cannot be later than today/,
      at(unread, 'serve', { ...receipt, served_on: addDays(shanghaiToday(), 1) }),
    ],
    [
      'served before',
      /送达日期不能早于下达日期/,
      /cannot be earlier than the date of issue/,
      at(unread, 'serve', { ...receipt, served_on: addDays(shanghaiToday(), -1) }),
    ],
    [
      'no receipt',
      /至少提交 1 个文件|必填/,
      /At least 1 file|Required/,
      at(unread, 'serve', { ...receipt, evidence_files: [], served_on: shanghaiToday() }),
    ],
    ['another enterprise’s', /记录不存在/, /Record not found/, byOwner(read, 'submit', statement, other.owner)],
    ['no picture', /每个问题至少一张整改后照片，还缺 1 个问题的/, /missing for 1/, byOwner(read, 'submit', statement)],
    ['not signed for', /当前状态（待签收）/, /Awaiting receipt/, byOwner(unread, 'submit', statement)],
    ['no statement', /必填|至少/, /Required|at least/i, byOwner(read, 'submit', { statement: '' })],
    ['too many pictures', /9/, /9/, ['/api/reform.evidence/add', { problem_id: ofRead, photos: nine }, one.owner]],
    [
      'picture after handing in',
      /待复核/,
      /Awaiting review/,
      ['/api/reform.evidence/add', { problem_id: ofSubmitted, photos: nine.slice(0, 1) }, one.owner],
    ],
    [
      'picture after closing',
      /已办结/,
      /Closed/,
      ['/api/reform.evidence/add', { problem_id: ofClosed, photos: nine.slice(0, 1) }, one.owner],
    ],
    ['handed in after closing', /当前状态（已办结）/, /status \(Closed\)/, byOwner(closed, 'submit', statement)],
    [
      'picture handed in',
      /待复核|已提交的照片不能删除/,
      /Awaiting review|cannot be deleted/,
      ['/api/reform.evidence/del', { ids: [sent?.id] }, one.owner],
    ],
    [
      'extension too late',
      /须在截止日前申请延期/,
      /before the last day has passed/,
      byOwner(passed, 'requestExtension', ask),
    ],
    ['extension twice', /只能申请一次延期/, /only once/, byOwner(asked, 'requestExtension', ask)],
    [
      'extension on the spot',
      /责令当场改正的，不能延期/,
      /cannot be extended/,
      byOwner(onTheSpot, 'requestExtension', ask),
    ],
    ['extension too long', /15/, /15/, byOwner(read, 'requestExtension', { ...ask, extension_days: 16 })],
    ['nothing asked for', /企业没有申请延期/, /No extension was requested/, at(read, 'grantExtension')],
    [
      'not on the spot',
      /由企业提交整改情况/,
      /hands in what it corrected/,
      at(read, 'correctOnSpot', { ...review, evidence_files: [await on.picture()] }),
    ],
    [
      'another officer’s',
      /只能由本责令的执法人员或执法队长复核/,
      /Only an officer of this order or a squad leader/,
      at(submitted, 'approve', review, stranger),
    ],
    ['no findings', /必填/, /Required/, at(submitted, 'approve', {}, officer)],
    [
      'problem of another order',
      /不是本责令的问题|不存在|无效/,
      /Not a problem of this order|not exist|invalid|not found/i,
      at(submitted, 'return', { days: 5, reason: '第二项照片看不清', problem_ids: [ofRead] }, officer),
    ],
    ['severe, remotely', /当前状态（待现场复查）/, /Awaiting on-site review/, at(severe, 'approve', review, officer)],
    [
      'one signature on site',
      /必填/,
      /Required/,
      at(severe, 'passOnsite', { ...review, signature_officer: { name: '甲' } }, officer),
    ],
    [
      'a third order',
      /已再次责令改正，仍未改正的应当立案/,
      /becomes a case/,
      at(failed, 'reissue', { term_days: 5, ...direct }),
    ],
  ];
  for (const [name, zh, en, call] of cases) await expectRefusal(name, zh, en, call);
  // none of them left anything behind
  expect((await on.row(read)).status).toBe('read');
  expect((await on.row(submitted)).status).toBe('submitted');
});
