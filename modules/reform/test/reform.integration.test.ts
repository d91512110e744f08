import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Move } from '#kernel/declaration/lifecycle.ts';
import { movesFrom } from '#kernel/lifecycle/lifecycle.ts';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { type Mover, proveMoves } from '../../../test/support/prove-moves-in-every-state.ts';
import { order } from '../contract/correction-order.ts';
import { lastDayOfCorrectionTerm } from '../server/last-day-of-correction-term.ts';
import { overdueCorrectionRiskContributor } from '../server/overdue-correction-risk-contributor.ts';
import { errorsOf, ok, ReformFixture } from './reform-fixture.ts';

/** Correction orders from the notice to the review of what the enterprise did. */
let on: ReformFixture;
beforeAll(async () => {
  on = await ReformFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const opinion = '照片清楚，已改正';

test('an order is issued with its notice, read, handed in with a picture of every problem, reviewed and closed', async () => {
  const one = await on.agency();
  const { id } = ok(await on.add(one, [{ problem: '未公示许可证' }, { problem: '合同缺页' }]));
  expect((await one.owner.get('/api/reform.order/edit', { id })).code, 'a draft is the office’s').toBe(0);
  const issued = ok(await on.move(id, 'issue', { service: 'electronic', consented: '1' })).row;
  expect(issued).toMatchObject({
    status: 'issued',
    no: expect.stringMatching(/^ZG\d{10}$/),
    notice_no: expect.stringMatching(/文旅改字〔\d{4}〕\d+号$/),
    due_on: lastDayOfCorrectionTerm(on.app.engine.reference.calendar(), shanghaiToday(), 15),
  });
  expect(issued.officer_names).toMatch(/^执法\d+（YN-R\d+）、执法\d+（YN-R\d+）$/);
  const [notice] = await on.app.db.rows<{ id: number; status: string }>(
    sql`select id, status from document where about = ${`reform/order:${id}`}`,
  );
  expect(notice?.status).toBe('delivered');

  const seen = ok(
    await one.owner.get<{ row: { _moves: string[]; problem_count: number } }>('/api/reform.order/edit', { id }),
  ).row;
  expect(seen.problem_count).toBe(2);
  expect(seen._moves).toContain('read');
  ok(await on.move(id, 'read', {}, one.owner, 'api'));
  expect(await on.app.db.row(sql`select status from document where id = ${notice?.id ?? 0}`)).toEqual({
    status: 'served',
  });

  const [first = 0, second = 0] = await on.problems(id);
  ok(await on.send(one, first, { captured_at: Math.floor(Date.now() / 1000) + 5 }));
  const early = await on.move(id, 'submit', { statement: '已全部改正' }, one.owner, 'api');
  expect([early.code, early.msg]).toEqual([0, '每个问题至少一张整改后照片，还缺 1 个问题的']);
  ok(await on.send(one, second, { captured_at: 1_700_000_000 }));
  expect(
    await on.app.db.rows(sql`select doubt, round from reform_evidence where order_id = ${id} order by id`),
  ).toEqual([
    { doubt: null, round: 1 },
    { doubt: 'earlier', round: 1 },
  ]);
  ok(await on.move(id, 'submit', { statement: '已全部改正' }, one.owner, 'api'));
  expect(errorsOf(await on.send(one, first)), 'what was handed in is closed').not.toEqual({});

  // an officer of the order reviews it; a leader closes it
  const stranger = await on.stranger();
  expect((await on.move(id, 'approve', { opinion }, stranger)).msg).toBe('只能由本责令的执法人员或执法队长复核');
  ok(await on.move(id, 'approve', { opinion }, await on.officer()));
  ok(await on.move(id, 'close'));
  expect(await on.row(id)).toMatchObject({ status: 'closed', late: '0', days_used: 0, closed_on: shanghaiToday() });
  const chain = await on.app.db.rows<{ event: string }>(
    sql`select event from chain_entry where stream = ${`reform/order:${id}`} order by seq`,
  );
  expect(chain.map(({ event }) => event)).toEqual(
    ['issued', 'read', 'submitted', 'approved', 'closed'].map((event) => `reform/order.${event}`),
  );
  const after = await on.move(id, 'submit', { statement: '再次提交' }, one.owner, 'api');
  expect((after.data as { reason?: string }).reason).toBe('bad_transition');
});

test('nobody else’s order is found, and officers who may not act issue nothing', async () => {
  const [one, other] = [await on.agency(), await on.agency()];
  const id = await on.issued(one);
  const [problem = 0] = await on.problems(id);
  for (const name of ['submit', 'requestExtension']) {
    const answer = await on.move(id, name, { statement: '已改正', extension_days: 3 }, other.owner, 'api');
    expect([answer.code, answer.msg], name).toEqual([0, '记录不存在']);
  }
  expect((await on.send(other, problem)).code).toBe(0);

  const alone = ok(await on.add(one, [{ problem: '未公示' }], { officers: on.officers.slice(0, 1) }));
  const refused = await on.move(alone.id, 'issue', { service: 'direct' });
  expect(errorsOf(refused).officers).toEqual(['执法人员不得少于两人（行政处罚法第四十二条）']);
  const empty = ok(await on.add(one, []));
  expect(errorsOf(await on.move(empty.id, 'issue', { service: 'direct' })).problems).toEqual(['请至少填写一个问题']);
  expect(errorsOf(await on.add(one, [{ problem: '未公示' }], { term_days: 91 })).term_days).toHaveLength(1);
});

test('serious problems are reviewed on site; what fails is ordered once more, and then becomes a case', async () => {
  const one = await on.agency();
  const id = await on.issued(one, [{ problem: '消防通道堵塞', severity: '4' }]);
  ok(await on.handIn(one, id));
  expect(await on.status(id)).toBe('need_onsite');
  const row = await on.row(id);
  expect(row.due_at, 'ten working days').toBeGreaterThan(Date.now() / 1000 + 9 * 86_400);
  const signature = (name: string) => ({ name });
  const visit = async () => ({
    opinion: '通道仍堆放杂物',
    evidence_files: [await on.picture('reform1')],
    evidence_place: { lng: 102.7, lat: 25.04 },
    signature_officer: signature('甲'),
    signature_second: signature('乙'),
  });
  const officer = await on.officer();
  ok(await on.move(id, 'failOnsite', await visit(), officer));
  ok(await on.move(id, 'reissue', { term_days: 5, service: 'electronic', consented: '1' }));
  expect(await on.row(id)).toMatchObject({ status: 'issued', second: '1', unanswered: 1 });
  ok(await on.move(id, 'read', {}, one.owner, 'api'));
  ok(await on.handIn(one, id));
  ok(await on.move(id, 'failOnsite', await visit(), officer));
  const again = await on.move(id, 'reissue', { term_days: 5, service: 'electronic', consented: '1' });
  expect(again.msg).toBe('已再次责令改正，仍未改正的应当立案');
  ok(await on.move(id, 'escalate', { reason: '两次责令仍未改正' }));
  expect(await on.status(id)).toBe('escalated');
});

test('a picture is not taken away while it is handed in, and one of a time to come is marked', async () => {
  const one = await on.agency();
  for (let n = 0; n < 3; n += 1) {
    const id = await on.issued(one);
    const [problem = 0] = await on.problems(id);
    const { id: picture } = ok(await on.send(one, problem, { captured_at: 4_000_000_000 }));
    expect(await on.app.db.row(sql`select doubt from reform_evidence where id = ${picture}`)).toEqual({
      doubt: 'future',
    });
    await Promise.all([
      on.move(id, 'submit', { statement: '已全部改正' }, one.owner, 'api'),
      one.owner.post('/api/reform.evidence/del', { ids: [picture] }),
    ]);
    const { n: pictures } = (await on.app.db.row<{ n: number }>(
      sql`select count(*)::int as n from reform_evidence where order_id = ${id}`,
    )) ?? { n: 0 };
    expect([await on.status(id), pictures]).toEqual(pictures ? ['submitted', 1] : ['read', 0]);
  }
});

test('nothing is ordered of an enterprise that is gone', async () => {
  const one = await on.agency();
  const { id } = ok(await on.add(one, [{ problem: '未公示' }]));
  await on.app.db.query(sql`update enterprise set status = 'cancelled', version = version + 1 where id = ${one.id}`);
  expect(errorsOf(await on.move(id, 'issue', { service: 'direct' })).enterprise_id?.[0]).toContain('已注销');
  expect(await on.status(id)).toBe('draft');
});

test('an order handed in after its last day was late, whoever noticed; time the office took is not the enterprise’s', async () => {
  const one = await on.agency();
  const passed = (id: number, days: number) =>
    on.app.db.query(
      sql`update reform_order set due_on = ${addDays(shanghaiToday(), -days)}::date, version = version + 1 where id = ${id}`,
    );
  const late = await on.issued(one);
  await passed(late, 2);
  ok(await on.handIn(one, late));
  expect((await on.row(late)).late).toBe('1');
  const asked = await on.issued(one);
  const extension = { extension_days: 5, extension_reason: '装修工期未完' };
  ok(await on.move(asked, 'requestExtension', extension, one.owner, 'api'));
  await passed(asked, 30);
  ok(await on.move(asked, 'grantExtension'));
  expect((await on.row(asked)).due_on).toBe(
    lastDayOfCorrectionTerm(on.app.engine.reference.calendar(), shanghaiToday(), 5),
  );
});

test('one extension, asked for in time and granted by a leader, moves the last day', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const ask = (days = 10) =>
    on.move(id, 'requestExtension', { extension_days: days, extension_reason: '装修工期未完' }, one.owner, 'api');
  expect(errorsOf(await ask(16)).extension_days).toHaveLength(1);
  ok(await ask());
  expect((await ask()).msg).toBe('只能申请一次延期');
  const { due_on } = await on.row(id);
  ok(await on.move(id, 'grantExtension'));
  const extended = await on.row(id);
  expect(extended.due_on).toBe(lastDayOfCorrectionTerm(on.app.engine.reference.calendar(), due_on ?? '', 10));
  expect(new Date((extended.due_at ?? 0) * 1000 + 8 * 3_600_000).toISOString().slice(0, 10), 'its clock too').toBe(
    extended.due_on,
  );
  const late = await on.issued(one);
  await on.app.db.query(sql`update reform_order set due_on = ${addDays(shanghaiToday(), -1)} where id = ${late}`);
  const refused = await on.move(
    late,
    'requestExtension',
    { extension_days: 3, extension_reason: '工期' },
    one.owner,
    'api',
  );
  expect(refused.code).toBe(0);
});

test('a returned correction needs new pictures of what was not corrected', async () => {
  const one = await on.agency();
  const id = await on.issued(one, [{ problem: '未公示许可证' }, { problem: '合同缺页' }]);
  ok(await on.handIn(one, id));
  const [, second = 0] = await on.problems(id);
  const foreign = await on.issued(one);
  const [strange = 0] = await on.problems(foreign);
  const back = { days: 5, reason: '第二项照片看不清' };
  const officer = await on.officer();
  expect(errorsOf(await on.move(id, 'return', { ...back, problem_ids: [strange] }, officer))).not.toEqual({});
  ok(await on.move(id, 'return', { ...back, problem_ids: [second] }, officer));
  expect(await on.row(id)).toMatchObject({ status: 'returned', unanswered: 1 });
  // a picture more of the first, and away again: what was accepted of it stays
  const [first = 0] = await on.problems(id);
  const { id: more } = ok(await on.send(one, first));
  ok(await one.owner.post('/api/reform.evidence/del', { ids: [more] }));
  expect((await on.row(id)).unanswered).toBe(1);
  ok(await on.send(one, second));
  ok(await on.move(id, 'submit', { statement: '已补拍照片' }, one.owner, 'api'));
  expect((await on.row(id)).rounds).toBe(2);
});

test('the day after the last day makes it overdue, which blocks rewards until it is corrected', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const yesterday = addDays(shanghaiToday(), -1);
  await on.app.db.query(sql`update reform_order set due_on = ${yesterday} where id = ${id}`);
  await on.app.db.query(sql`
    update deadline set warn_at = now(), due_at = now() - interval '1 minute',
      warnings = jsonb_build_array(jsonb_build_object('at', floor(extract(epoch from now()))::bigint, 'fact', 'overdue', 'left', 0))
    where resource = 'reform/order' and row_id = ${id} and clock = 'correction' and status <> 'done'`);
  await emitDeadlineEvents(on.app.engine);
  expect(await on.row(id)).toMatchObject({ status: 'overdue', late: '1' });
  const messages = await on.app.db.rows<{ content: string }>(
    sql`select content from message_notice where template_code = 'reform_overdue' and user_id is not null`,
  );
  expect(messages.map(({ content }) => content)).toEqual([expect.stringContaining('已逾期')]);
  const claim = await on.app.db.row<{ id: number }>(sql`
    with p as (
      insert into reward_policy (name, doc_no, starts_on, ends_on, budget, declare_hours, area_code, status)
      values ('引客入昆', '昆文旅发〔2026〕9号', ${addDays(shanghaiToday(), -9)}, ${addDays(shanghaiToday(), 9)}, 100000, 0, '530100', 'open') returning id)
    insert into reward_application (no, policy_id, enterprise_id, kind) select 'JL2026900001', p.id, ${one.id}, 'overnight' from p returning id`);
  const apply = () => one.owner.post('/api/reward.application/apply', { id: claim?.id });
  const { no } = await on.row(id);
  expect(errorsOf(await apply()).enterprise_id).toEqual([`企业有逾期未改的整改（${no}），改正之前不能申领奖励`]);
  const risk = await on.app.db.rows<{ enterprise_id: number; share: string; n: number }>(
    overdueCorrectionRiskContributor.select({
      asOf: sql`now()`,
      halfLife: sql`180`,
      model: sql`1`,
      one: (column) => sql`${column} = ${one.id}`,
    }),
  );
  expect(risk).toMatchObject([{ enterprise_id: one.id, row_ids: [id] }]);
  ok(await on.handIn(one, id));
  expect(await on.row(id)).toMatchObject({ status: 'submitted', late: '1' });
  expect(errorsOf(await apply())).not.toHaveProperty('enterprise_id');
});

test('a check that ends with an order drafts it, with its findings as problems and their pictures', async () => {
  const one = await on.agency();
  const picture = await on.picture();
  const row = await on.app.db.row<{ id: number }>(sql`
    with c as (
      insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on,
        notify_mode, status, submitted_at)
      select 'JC530102202611280001', 'routine', '旅游法', 'tourism', d.id, 'enterprise', ${one.id}, ${one.name}, '530102', current_date, 'direct',
        'submitted', now() from auth_department d order by d.id limit 1 returning id),
    o as (insert into enforcement_check_officer (check_id, officer_id, weigh) select c.id, o.id, o.n from c, unnest(${[...on.officers]}::bigint[])
      with ordinality o (id, n)),
    a as (insert into enforcement_check_answer (check_id, item_id, answer, problem, note, evidence, weigh, status)
      select c.id, i.id, case when i.n = 1 then 'no' else 'yes' end, i.n = 1, '未见许可证', array[${picture}], i.n, 'answered'
      from c, (select id, row_number() over (order by id) as n from library_check_item where status = 'published' order by id limit 2) i)
    select id from c`);
  const chief = await on.app.client({ officer: 'admin' });
  const review = { id: row?.id, result_code: 'ordered_to_correct', result_note: '责令限期改正' };
  ok(await chief.post('/admin/enforcement.check/review', review));
  const drafted = await on.app.db.rows<{ id: number }>(
    sql`select id from reform_order where check_id = ${row?.id ?? 0}`,
  );
  expect(drafted).toHaveLength(1);
  const id = drafted[0]?.id ?? 0;
  expect(await on.row(id)).toMatchObject({
    status: 'draft',
    enterprise_id: one.id,
    officers: on.officers,
    problem_count: 1,
  });
  const [found] = await on.app.db.rows(
    sql`select problem, before, severity from reform_problem where order_id = ${id}`,
  );
  expect(found).toMatchObject({ problem: expect.stringMatching(/：未见许可证$/), before: [picture] });
  // a notice names the law: a provision that the library did not know is entered first
  const giveLaw = (law: string) => on.app.db.query(sql`update reform_problem set law = ${law} where order_id = ${id}`);
  const issue = { service: 'electronic', consented: '1' };
  await giveLaw('待补充');
  expect(errorsOf(await on.move(id, 'issue', issue)).problems?.[0]).toContain('违反的条款');
  await giveLaw('《旅游法》第二十八条');
  // ordered once more for the same item, it is marked as repeated
  ok(await on.move(id, 'issue', issue));
  const again = ok(
    await on.add(one, [
      {
        problem: '仍未公示',
        item_id:
          (await on.app.db.row<{ item_id: number }>(sql`select item_id from reform_problem where order_id = ${id}`))
            ?.item_id ?? null,
      },
    ]),
  );
  expect(
    await on.app.db.row(sql`select repeats from reform_problem where order_id = ${again.id}`),
    'already in the draft',
  ).toEqual({
    repeats: 1,
  });
  ok(await on.move(again.id, 'issue', { service: 'direct' }));
  expect(await on.app.db.row(sql`select repeated, repeats from reform_problem where order_id = ${again.id}`)).toEqual({
    repeated: true,
    repeats: 1,
  });
  const documents = await on.app.db.rows(
    sql`select code, status from document where about = ${`reform/order:${again.id}`} order by code`,
  );
  expect(documents).toEqual([
    { code: 'reform/notice', status: 'issued' },
    { code: 'reform/receipt', status: 'issued' },
  ]);
});

test('a check with more findings than a page is reviewed, and all of them are in its order', async () => {
  const one = await on.agency();
  const found = 120;
  const row = await on.app.db.row<{ id: number }>(sql`
    with i as (
      insert into library_check_item (code, name, kinds, category, content, basis, methods, evidence, answer_kind, severity, revision, effective_from, status)
      select 'MANY-' || n, '公示事项' || n, '{agency}', 'general', '查看是否公示', '旅游法第四十八条', '{site}', 'none', 'yes_no_na', '3', 1, '2020-01-01', 'published'
      from generate_series(1, ${found}::int) n returning id),
    c as (
      insert into enforcement_check (check_no, source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on,
        notify_mode, status, submitted_at)
      select 'JC530102202611280002', 'routine', '旅游法', 'tourism', d.id, 'enterprise', ${one.id}, ${one.name}, '530102', current_date, 'direct',
        'submitted', now() from auth_department d order by d.id limit 1 returning id),
    o as (insert into enforcement_check_officer (check_id, officer_id, weigh) select c.id, o.id, o.n from c, unnest(${[...on.officers]}::bigint[])
      with ordinality o (id, n)),
    a as (insert into enforcement_check_answer (check_id, item_id, answer, problem, note, weigh, status)
      select c.id, i.id, 'no', true, '未公示', i.id, 'answered' from c, i)
    select id from c`);
  const chief = await on.app.client({ officer: 'admin' });
  const review = { id: row?.id, result_code: 'ordered_to_correct', result_note: '责令限期改正' };
  ok(await chief.post('/admin/enforcement.check/review', review));
  const drafted = await on.app.db.row<{ id: number }>(
    sql`select id from reform_order where check_id = ${row?.id ?? 0}`,
  );
  const id = drafted?.id ?? 0;
  expect(await on.row(id)).toMatchObject({ status: 'draft', problem_count: found });
  ok(await on.move(id, 'issue', { service: 'electronic', consented: '1' }));
  expect((await on.row(id)).status).toBe('issued');
});

test('in each state exactly the declared moves are open, to officers and to the enterprise', async () => {
  const one = await on.agency();
  const id = await on.issued(one);
  const { life } = order;
  if (!life) throw new Error('no life');
  const moves = Object.entries<Move>(life.moves);
  const sides = [
    { side: 'admin', actor: 'admin', who: on.county },
    { side: 'api', actor: 'member', who: one.owner },
  ] as const;
  type Offered = { _moves: string[]; _blocked?: Record<string, unknown> };
  for (const state of Object.keys(life.states)) {
    await on.app.db.query(sql`update reform_order set status = ${state} where id = ${id}`);
    for (const { side, actor, who } of sides) {
      const open = movesFrom(life, state, actor);
      const { row } = ok(await who.get<{ row: Offered }>(`/${side}/reform.order/edit`, { id }));
      expect(open, `${state} ${actor}: nothing else is offered`).toEqual(expect.arrayContaining(row._moves));
      for (const [name, { by = ['admin'] }] of moves) {
        if (open.includes(name) || !(by as readonly string[]).includes(actor)) continue;
        const answer = await on.move(id, name, {}, who, side);
        expect([state, name, answer.code, (answer.data as { reason?: string }).reason]).toEqual([
          state,
          name,
          0,
          'bad_transition',
        ]);
      }
    }
  }
});

test('people of the enterprise sign for an order, correct it and ask for time as their role allows, nobody else does', async () => {
  const one = await on.agency();
  const other = await on.agency();
  const inRole = async (role: 'operator' | 'viewer'): Promise<Mover> => {
    const username = `reform_${role}`;
    await placePerson(on.app.db, one.id, await on.app.member(username), role);
    return { client: await on.app.client({ member: username }), side: 'api', role };
  };
  const id = await on.issued(one);
  const [problem] = await on.problems(id);
  await proveMoves(order, {
    movers: {
      owner: { client: one.owner, side: 'api', role: 'owner' },
      operator: await inRole('operator'),
      viewer: await inRole('viewer'),
      stranger: { client: other.owner, side: 'api', role: 'owner', foreign: true },
    },
    inputs: {
      submit: { statement: '已全部改正' },
      requestExtension: { extension_days: 5, extension_reason: '装修工期未完' },
    },
    async place(state) {
      await on.app.db.query(sql`
        with p as (update reform_problem set answered = true where id = ${problem ?? 0})
        update reform_order set status = ${state}, extension = null, due_on = ${addDays(shanghaiToday(), 9)}::date, version = version + 1 where id = ${id}`);
      return id;
    },
  });
});

test('an order on paper is served with its receipt and corrected on the spot; a withdrawn one voids its documents', async () => {
  const one = await on.agency();
  const onTheSpot = { kind: 'on_the_spot', term_days: null };
  const documents = (id: number) =>
    on.app.db.rows(sql`select code, status from document where about = ${`reform/order:${id}`} order by code`);
  const { id } = ok(await on.add(one, [{ problem: '导览图过期' }], onTheSpot));
  const issued = ok(await on.move(id, 'issue', { service: 'direct' })).row;
  expect(issued.due_on).toBe(shanghaiToday());
  const serve = { received_by: '王经理', evidence_files: [await on.picture()] };
  const early = await on.move(id, 'serve', { ...serve, served_on: addDays(shanghaiToday(), -1) });
  expect(errorsOf(early).served_on).toEqual(['送达日期不能早于下达日期']);
  ok(await on.move(id, 'serve', { ...serve, served_on: shanghaiToday() }));
  expect(await on.row(id)).toMatchObject({ status: 'read', received_by: '王经理' });
  expect(await documents(id)).toEqual([
    { code: 'reform/notice', status: 'served' },
    { code: 'reform/receipt', status: 'served' },
  ]);
  ok(await on.move(id, 'correctOnSpot', { opinion: '已更换', evidence_files: [await on.picture()] }));
  expect(await on.row(id)).toMatchObject({ status: 'closed', late: '0' });

  const withdrawn = await on.issued(one);
  const ask = { extension_days: 3, extension_reason: '装修工期未完' };
  ok(await on.move(withdrawn, 'requestExtension', ask, one.owner, 'api'));
  ok(await on.move(withdrawn, 'refuseExtension', { reason: '理由不足以延期' }));
  expect((await on.move(withdrawn, 'requestExtension', ask, one.owner, 'api')).msg).toBe('只能申请一次延期');
  ok(await on.move(withdrawn, 'cancel', { reason: '对象有误，撤销' }));
  expect(await documents(withdrawn)).toEqual([{ code: 'reform/notice', status: 'void' }]);
});
