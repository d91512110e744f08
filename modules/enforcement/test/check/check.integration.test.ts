import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import { emitDeadlineEvents } from '#server/write/row-set/emit-deadline-events.ts';
import { write } from '#server/write/write-pipeline.ts';
import type { Client } from '../../../../test/support/test-engine.ts';
import { waitForSubscribers } from '../../../../test/support/wait-for-subscribers.ts';
import { watchStatements } from '../../../../test/support/watch-statements.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { arrivalCodeAt, arrivalSecretSource } from '../../contract/check/officer-arrival-one-time-code.ts';
import { errorsOf, ok } from '../draw/draw-fixture.ts';
import { CheckFixture, registered, seconds, usualLife } from './check-fixture.ts';

/** The life of a check against a database: what the law demands at every step, and what goes wrong on the way. */
let on: CheckFixture;
beforeAll(async () => {
  on = await CheckFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const memberSees = async (id: number): Promise<boolean> => {
  const { list } = ok(await on.owner.get<{ list: { id: number }[] }>('/api/enforcement.check/index'));
  return list.some((one) => one.id === id);
};

test('a check goes from the draft to its published result, and the enterprise learns of it with the notice', async () => {
  const id = await on.upTo('approve');
  expect(await on.row(id)).toMatchObject({
    check_no: expect.stringMatching(/^JC530102\d{8}\d{4,}$/),
    status: 'approved',
  });
  expect(await memberSees(id), 'before the notice').toBe(false);
  ok(await on.step(id, 'notify'));
  expect(await memberSees(id)).toBe(true);
  for (const step of ['dispatch', 'accept', 'scanIn', 'record', 'answer', 'submit'] as const)
    ok(await on.step(id, step));
  expect(await on.row(id)).toMatchObject({
    status: 'submitted',
    distance: 0,
    seal: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  for (const step of ['review', 'publish', 'close'] as const) ok(await on.step(id, step));
  const { list } = ok(
    await on.on.nobody.get<{ list: Record<string, unknown>[] }>('/api/enforcement.check/published', { limit: 100 }),
  );
  expect(list.find(({ result_code }) => result_code === 'no_problem')).toBeDefined();
  const messages = await on.app.db.rows<{ template_code: string }>(
    sql`select template_code from message_notice where resource = 'enforcement/check' and row_id = ${id} order by id`,
  );
  expect(messages.map(({ template_code }) => template_code)).toEqual([
    'check_notice',
    'check_assigned',
    'check_assigned',
    'check_begun',
    'check_reviewed',
  ]);
});

test('a notice that nobody of the enterprise can receive here is served on paper', async () => {
  const [enterprise_id = 0] = await on.on.enterprises(1);
  const id = await on.upTo('approve', { enterprise_id });
  expect(errorsOf(await on.step(id, 'notify')).notice_receipt?.[0]).toContain('请送达纸质通知书');
  const receipt = await on.picture(on.pair[0]);
  await on.app.db.query(
    sql`update routine_attachment set admin_id = (select id from auth_admin where username = 'city') where url = ${receipt}`,
  );
  ok(await on.move(id, 'notify', { notice_receipt: receipt }));
  expect(await on.row(id)).toMatchObject({ status: 'notified', notice_receipt: receipt });
});

test('an unannounced check is seen by the enterprise when the officers are there', async () => {
  const id = await on.upTo('approve', { notify_mode: 'direct', direct_reason: 'defeats' });
  expect((await on.step(id, 'notify')).msg).toBe('直接实施的检查不提前通知');
  for (const step of ['dispatch', 'accept'] as const) ok(await on.step(id, step));
  expect(await memberSees(id)).toBe(false);
  ok(await on.step(id, 'scanIn'));
  expect(await memberSees(id)).toBe(true);
});

describe('approval', () => {
  test('needs two certified officers who are not recused', async () => {
    const one = ok(await on.add({ officers: [{ officer_id: on.pair[0].id }] })).id;
    ok(await on.step(one, 'apply'));
    expect(errorsOf(await on.step(one, 'approve')).officers).toEqual(['执法人员不得少于两人（行政处罚法第四十二条）']);
    const id = await on.upTo('apply', { enterprise_id: on.enterprise });
    await on.app.db.query(sql`insert into library_recusal (officer_id, enterprise_id, reason, from_on)
      values (${on.pair[1].id}, ${on.enterprise}, '亲属在该企业任职', ${shanghaiToday()}::date)`);
    expect(errorsOf(await on.step(id, 'approve')).officers?.[0]).toContain('回避');
    await on.app.db.query(sql`delete from library_recusal where officer_id = ${on.pair[1].id}`);
    ok(await on.step(id, 'approve'));
  });

  test('needs published items, another person, and a leader for special checks', async () => {
    const id = await on.upTo('apply');
    await on.app.db.query(sql`update library_check_item set status = 'retired' where id = ${on.items[0] ?? 0}`);
    expect(errorsOf(await on.step(id, 'approve')).items?.[0]).toContain('检查事项未公布，不能实施');
    await on.app.db.query(sql`update library_check_item set status = 'published' where id = ${on.items[0] ?? 0}`);
    expect((await on.move(id, 'approve')).msg).toBe('起草或提交检查的人员不能批准该检查');
    const special = ok(await on.add({ source: 'special', check_reason: '投诉集中' })).id;
    ok(await on.step(special, 'apply'));
    expect((await on.step(special, 'approve')).msg).toBe('专项检查须由负责人批准');
    expect(errorsOf(await on.move(special, 'approveSpecial', {}, on.leader)).opinion).toHaveLength(1);
    ok(await on.move(special, 'approveSpecial', { opinion: '同意开展专项检查' }, on.leader));
    expect((await on.row(special)).check_no).toMatch(/^JC530102/);
  });

  test('is four statements in a transaction: its enterprise is locked, and the check is read, judged and stored', async () => {
    const id = await on.upTo('apply');
    // with certificate and lead, as cycles and draws draft them
    await on.app.db.query(sql`update enforcement_check_officer o set lead = o.officer_id = ${on.pair[0].id}, cert_no = f.cert_no
      from library_officer f where f.id = o.officer_id and o.check_id = ${id}`);
    const { engine, statements } = watchStatements(on.app.engine);
    const leader = await on.app.officer('admin');
    await write(engine, check, leader, { operation: 'move', move: 'approve', id, input: {} });
    expect(statements).toHaveLength(6);
    expect([statements[0], statements[5]]).toEqual(['begin', 'commit']);
    expect(await on.row(id)).toMatchObject({ status: 'approved', team: expect.stringContaining(on.pair[0].cert) });
  });
});

describe('after the approval', () => {
  const owner = 'owner of the checked';
  const ofClassA = async () => {
    const enterprise_id = await on.anotherEnterprise(owner);
    await on.app.db.query(sql`update enterprise set risk_class = 'A' where id = ${enterprise_id}`);
    return enterprise_id;
  };
  const edit = (id: number, input: object) => on.clerk.post('/admin/enforcement.check/edit', { id, ...input });

  test('a visit that the limits refuse is not reached by way of another day, other officers or a hidden reason', async () => {
    const enterprise_id = await ofClassA();
    await on.upTo('approve', { enterprise_id });
    const year = seconds() + 367 * 86_400;
    const due_on = addDays(shanghaiToday(), 368);
    const later = { enterprise_id, due_on, window_from: year, window_to: year + 3600 };
    const [third, fourth] = await on.officers(2);
    const pair = [{ officer_id: third?.id }, { officer_id: fourth?.id }];
    const id = await on.upTo('approve', { ...later, officers: pair });
    const now = { window_from: seconds() - 60, window_to: seconds() + 3600 };
    expect(errorsOf(await edit(id, now)).window_from?.[0]).toContain('本年度检查次数已达上限 1');
    ok(await edit(id, { window_from: year + 60 }));
    // an officer who found nothing there three times
    await on.app.db.query(sql`
      with c as (
        insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode, started_at, status, result_code)
        select 'case', '旅游法', 'lodging', 1, 'enterprise', id, name, area_code, current_date, 'direct', ${addDays(due_on, -40)}::date + n * interval '1 day', 'closed', 'no_problem'
        from enterprise, generate_series(1, 3) n where id = ${enterprise_id} returning id)
      insert into enforcement_check_officer (check_id, officer_id) select id, ${on.pair[0].id} from c`);
    const others = [...pair, { officer_id: on.pair[0].id }];
    expect(errorsOf(await edit(id, { officers: others })).officers?.[0]).toContain('均未发现问题');

    const hidden = ok(await on.add({ enterprise_id, direct_reason: 'emergency' })).id;
    expect((await on.row(hidden)).direct_reason, 'only of checks without notice').toBeNull();
    ok(await on.step(hidden, 'apply'));
    expect(errorsOf(await on.step(hidden, 'approve')).enterprise_id?.[0]).toContain('本年度检查次数已达上限');
  });

  test('an enterprise that was told is told again; a time that was told is not taken away or put into the past', async () => {
    const id = await on.upTo('notify');
    ok(await edit(id, { window_to: seconds() + 900 }));
    expect(errorsOf(await edit(id, { window_from: null, window_to: null })).window_from).toHaveLength(1);
    const past = { window_from: seconds() - 7200, window_to: seconds() - 3600 };
    expect(errorsOf(await edit(id, past)).window_to?.[0]).toContain('检查时间已过');
    const messages = await on.app.db.rows<{ template_code: string }>(
      sql`select template_code from message_notice where resource = 'enforcement/check' and row_id = ${id} and user_id is not null order by id`,
    );
    expect(messages.map(({ template_code }) => template_code)).toEqual(['check_notice', 'check_rearranged']);
    const unannounced = await on.upTo('approve', { notify_mode: 'direct', direct_reason: 'defeats' });
    ok(await edit(unannounced, { window_to: seconds() + 900 }));
    ok(await on.move(unannounced, 'cancel', { reason: '改期另行检查' }));
    expect(
      await on.app.db.rows(
        sql`select from message_notice where resource = 'enforcement/check' and row_id = ${unannounced}`,
      ),
      'nobody learns of a check without notice',
    ).toEqual([]);
  });
});

describe('the visit', () => {
  test('is refused to an officer whose certificate ended, until another takes over', async () => {
    const [third, fourth] = await on.officers(2);
    const id = await on.upTo('accept', { officers: [{ officer_id: on.pair[0].id }, { officer_id: third?.id }] });
    await on.app.db.query(
      sql`update library_officer set cert_valid_to = ${addDays(shanghaiToday(), -1)}::date where id = ${third?.id ?? 0}`,
    );
    const scan = async (colleague: typeof third) =>
      on.move(id, 'scanIn', await on.scan(id, colleague), on.pair[0].client);
    expect(errorsOf(await scan(third)).officers?.[0]).toContain('执法证已于');
    const { row } = ok(
      await on.clerk.get<{ row: { officers: { id: number }[] } }>('/admin/enforcement.check/edit', { id }),
    );
    const officers = [{ id: row.officers[0]?.id }, { officer_id: fourth?.id }];
    ok(await on.clerk.post('/admin/enforcement.check/edit', { id, officers }));
    ok(await scan(fourth));
  });

  test('needs both officers, each in a session of their own, so that nobody acts for both', async () => {
    const id = await on.upTo('accept');
    const [first, second] = on.pair;
    const scan = async (more: object, who = first.client, colleague = second) =>
      errorsOf(await on.move(id, 'scanIn', { ...(await on.scan(id, colleague)), ...more }, who));
    for (const arrival_code of [second.cert, '', '0000000001', '12345'])
      expect((await scan({ arrival_code })).arrival_code, arrival_code).toHaveLength(1);
    expect((await scan({}, first.client, first)).arrival_code?.[0], 'their own').toContain('不得少于两人');
    const elsewhere = await on.upTo('accept');
    const { arrival_code } = await on.scan(elsewhere);
    expect((await scan({ arrival_code })).arrival_code, 'of another check').toHaveLength(1);
    expect((await scan({}, on.leader)).officers).toEqual(['只有本检查的执法人员可以办理']);
    for (const other of [on.leader, on.clerk])
      expect((await other.get('/admin/enforcement.check/arrivalCode', { id })).msg).toContain('只有本检查的执法人员');
    expect((await on.owner.get('/admin/enforcement.check/arrivalCode', { id })).code).not.toBe(1);
    // a phone two hours wrong is noted
    const late = await arrivalCodeAt(on.app.engine.seal.hash(arrivalSecretSource(id, second.id)), seconds() - 7200);
    ok(await on.move(id, 'scanIn', { ...(await on.scan(id)), arrival_code: late }, first.client));
    expect((await on.row(id)).flags).toEqual(['clock_off']);
    const arrived = await on.app.db.rows(
      sql`select officer_id from enforcement_check_officer where check_id = ${id} and arrived_at is not null order by officer_id`,
    );
    expect(arrived).toEqual([{ officer_id: first.id }, { officer_id: second.id }]);
  });

  test('needs the time arranged, and the place or a reason with a picture, also where there is no position', async () => {
    const id = await on.upTo('accept');
    const [first, second] = on.pair;
    const scan = async (more: object, who = first) =>
      on.move(id, 'scanIn', { ...(await on.scan(id, who === first ? second : first)), ...more }, who.client);
    const nowhere = await scan({ evidence_place: null });
    expect(errorsOf(nowhere).place_reason).toEqual(['没有定位，请说明所在位置并拍照']);
    const far = { evidence_place: { lng: registered.lng + 0.004, lat: registered.lat, from: 'device', accuracy: 240 } };
    expect(errorsOf(await scan(far)).place_reason?.[0]).toMatch(/距登记地址约 40\d 米/);
    const reason = { ...far, place_reason: '经营地址已搬迁至隔壁', evidence_files: [await on.picture(second)] };
    const late = seconds() - 7200;
    await on.app.db.query(
      sql`update enforcement_check set window_from = now() - interval '3 hours', window_to = now() - interval '1 hour', approved_at = now() - interval '1 day', version = version + 1 where id = ${id}`,
    );
    expect(errorsOf(await scan(reason, second)).window_from?.[0]).toContain('现在不能入企');
    // made in time, and sent when there was a network again
    ok(await scan({ ...reason, evidence_at: late }, second));
    expect((await on.row(id)).flags).toEqual(['clock_off', 'inaccurate', 'far']);
  });

  test('is not made at an enterprise that was deregistered meanwhile', async () => {
    const gone = await on.anotherEnterprise('owner of the gone');
    const id = await on.upTo('accept', { enterprise_id: gone });
    await on.app.db.query(sql`update enterprise set status = 'cancelled', version = version + 1 where id = ${gone}`);
    const refused = await on.step(id, 'scanIn');
    expect([refused.code, JSON.stringify(refused.data) + refused.msg]).toEqual([0, expect.stringContaining('已注销')]);
    ok(await on.move(id, 'cancel', { reason: '企业已注销' }));
  });
});

describe('the record', () => {
  test('is answered by its officers while they record, and never after it is sealed', async () => {
    const id = await on.upTo('scanIn');
    const [answer = 0] = await on.answers(id);
    expect(errorsOf(await on.move(id, 'record', {}, on.pair[0].client)).credentials_shown?.[0]).toContain(
      '出示执法证件',
    );
    expect((await on.answer(answer)).code, 'before the credentials are shown').toBe(0);
    ok(await on.step(id, 'record'));
    expect(errorsOf(await on.answer(answer, { answer: 'yes' }, on.leader)).answer).toHaveLength(1);
    expect(errorsOf(await on.answer(answer, { answer: 'no' })).note).toEqual(['不符合的，须写明情况']);
    for (const step of ['answer', 'submit'] as const) ok(await on.step(id, step));
    expect((await on.answer(answer)).code).toBe(0);
    expect((await on.clerk.post('/admin/enforcement.check/edit', { id, basis: '改' })).code).toBe(0);
  });

  test('is complete: every item, required pictures, signatures or a witnessed refusal', async () => {
    const wanting = await on.app.db.row<{ id: number }>(
      sql`select id from library_check_item where status = 'published' and evidence = 'photo' and answer_kind = 'yes_no_na' order by id limit 1`,
    );
    const id = await on.upTo('record', { items: [...on.items, wanting?.id].map((item_id) => ({ item_id })) });
    const [first] = on.pair;
    const submit = (more: object) => on.move(id, 'submit', on.signed(more as Record<string, unknown>), first.client);
    expect(errorsOf(await submit({})).items?.[0]).toContain('还有 3 项未检查');
    ok(await on.step(id, 'answer'));
    expect(errorsOf(await submit({})).items?.[0]).toContain('须拍照佐证');
    const last = (await on.answers(id)).at(-1) ?? 0;
    ok(await on.answer(last, { answer: 'yes', evidence: [await on.picture(first, 300)] }));
    expect(errorsOf(await submit({ signature_object: null })).signature_object).toHaveLength(1);
    const refusal = { signature_object: null, refused_to_sign: '1', refusal_note: '现场负责人看过后拒绝签字' };
    expect(errorsOf(await submit(refusal)).signature_witness).toHaveLength(1);
    ok(await submit({ ...refusal, signature_witness: { name: '李见证' }, evidence_at: seconds() - 7200 }));
    expect((await on.row(id)).flags).toEqual(['clock_off', 'old_picture', 'typed_signature']);
  });

  test('is reviewed by somebody who was not there, with a result that fits what was found', async () => {
    const id = await on.upTo('record');
    const [one = 0, other = 0] = await on.answers(id);
    ok(await on.answer(one, { answer: 'no', note: '未悬挂许可证' }));
    ok(await on.answer(other));
    ok(await on.step(id, 'submit'));
    const review = (result_code: string, who = on.leader) => on.move(id, 'review', { result_code }, who);
    expect(errorsOf(await review('ordered_to_correct', on.pair[1].client)).result_code?.[0]).toContain('不能审核');
    expect(errorsOf(await review('no_problem')).result_code?.[0]).toContain('登记了 1 项问题');
    ok(await on.move(id, 'return', { reason: '请补充照片' }, on.leader));
    ok(await on.step(id, 'record'));
    ok(await on.step(id, 'submit'));
    ok(await review('ordered_to_correct'));
    expect((await on.step(id, 'close')).code).toBe(0);
  });

  test('is replaced by proof where the enterprise refuses to be checked', async () => {
    const id = await on.upTo('scanIn');
    const [first] = on.pair;
    const refuse = { refusal_reason: 'other', summary: '负责人拒绝开门' };
    expect(errorsOf(await on.move(id, 'refuse', refuse, first.client)).evidence_files).toHaveLength(1);
    ok(await on.move(id, 'refuse', { ...refuse, evidence_files: [await on.picture(first)] }, first.client));
    expect(errorsOf(await on.step(id, 'review')).result_code?.[0]).toContain('被拒绝的检查');
    ok(await on.move(id, 'review', { result_code: 'uncooperative' }, on.leader));
  });
});

test('the enterprise reads who comes and the result, and not who decided or why a colleague sent it back', async () => {
  const id = await on.upTo('apply');
  ok(await on.move(id, 'reject', { reason: '举报人张三的材料不足' }, on.leader));
  for (const step of usualLife.slice(0, usualLife.indexOf('review') + 1)) ok(await on.step(id, step));
  const whole = async (name: 'edit' | 'timeline') =>
    JSON.stringify(ok(await on.owner.get(`/api/enforcement.check/${name}`, { id })));
  const [row, timeline] = [await whole('edit'), await whole('timeline')];
  expect(row).toContain(on.pair[0].cert);
  const account = await on.app.db.row<{ username: string }>(
    sql`select username from auth_admin where id = ${on.pair[0].admin}`,
  );
  for (const seen of [row, timeline]) {
    expect(seen).not.toContain('张三');
    expect(seen).not.toContain(`"${account?.username}"`);
    expect(seen).not.toContain('超级管理组');
  }
});

test('what is sealed is what is stored, also if an answer comes in at that moment', async () => {
  for (let n = 0; n < 4; n += 1) {
    const id = await on.upTo('answer');
    const [one = 0] = await on.answers(id);
    const answer = () => on.answer(one, { answer: 'no', note: '刚刚发现' });
    const submit = () => on.step(id, 'submit');
    const both = n % 2 ? [submit(), answer()] : [answer(), submit()];
    for (const { code, msg } of await Promise.all(both)) expect([0, 1], msg).toContain(code);
    expect((await on.row(id)).status).toBe('submitted');
    const sealed = await on.app.db.row<{ problems: number; stored: number }>(sql`
      select substring(payload from '"problems":([0-9]+)')::int as problems, (select count(*)::int from enforcement_check_answer where check_id = ${id} and problem) as stored
      from chain_entry where stream = ${`enforcement/check:${id}`} and event = 'enforcement/check.submitted'`);
    expect(sealed?.problems).toBe(sealed?.stored);
  }
});

test('an appeal is answered by somebody who was not there, before the next one is filed', async () => {
  const id = await on.upTo('review');
  const appeal = () =>
    on.owner.post<{ id: number }>('/api/enforcement.checkAppeal/add', { check_id: id, reason: '照片不是在我店拍摄的' });
  const filed = await Promise.all([appeal(), appeal()]);
  expect(filed.map(({ code }) => code).sort()).toEqual([0, 1]);
  const found = filed.find(({ code }) => code === 1)?.data.id;
  const dismiss = (who: Client) =>
    who.post('/admin/enforcement.checkAppeal/dismiss', { id: found, answer: '经核实，照片为现场拍摄' });
  expect(errorsOf(await dismiss(on.pair[0].client)).answer?.[0]).toContain('不能答复');
  ok(await dismiss(on.leader));
  ok(await appeal());
});

test('the same submission twice seals once', async () => {
  const id = await on.upTo('answer');
  const key = { 'idempotency-key': 'submission-of-a-check-0001' };
  const body = { id, ...on.signed() };
  const twice = await Promise.all(
    [1, 2].map(() => on.pair[0].client.post('/admin/enforcement.check/submit', body, key)),
  );
  expect(twice.map(({ code }) => code).filter((code) => code === 1).length).toBeGreaterThanOrEqual(1);
  const count = await on.app.db.row<{ n: number }>(
    sql`select count(*)::int as n from history where resource = 'enforcement/check' and row_id = ${id} and move = 'submit'`,
  );
  expect(count?.n).toBe(1);
});

test('the enterprise verifies the officers, and rates the check without being known', async () => {
  const id = await on.upTo('answer');
  const verify = (code: string) => on.owner.get('/api/enforcement.check/verifyOfficer', { id, code });
  expect(ok(await verify(on.pair[1].cert))).toMatchObject({ cert_no: on.pair[1].cert });
  expect((await verify('YN-0')).msg).toContain('不是本次检查的执法人员');
  const rate = (body: object) =>
    on.owner.post('/api/enforcement.check/rate', { id, score: 5, tags: ['polite'], ...body });
  expect((await rate({})).code, 'before the end').toBe(0);
  ok(await on.step(id, 'submit'));
  const stranger = await on.app.client({ member: 'a stranger' });
  expect((await stranger.post('/api/enforcement.check/rate', { id, score: 1 })).code).toBe(0);
  ok(await rate({}));
  expect((await rate({ score: 1 })).msg).toContain('已评价过');
  const stored = await on.app.db.rows(sql`select * from enforcement_check_rating`);
  expect(stored).toEqual([expect.objectContaining({ score: 5, month: shanghaiToday().slice(0, 7) })]);
  expect(JSON.stringify(stored)).not.toMatch(/"(check_id|enterprise_id|user_id|createtime)"/);
  const traces = await on.app.db.row(sql`select 1 as one from history where note ilike '%rate%' or move = 'rate'`);
  expect(traces).toBeUndefined();
  const groups = () =>
    on.leader.get<{ list: { n: number; score: number | null }[] }>('/admin/enforcement.checkRatings/groups');
  expect(ok(await groups()).list).toEqual([expect.objectContaining({ n: 1, released: 0, score: null, tags: [] })]);
  expect((await on.pair[0].client.get('/admin/enforcement.checkRatings/groups')).code).not.toBe(1);
});

/** Every table of the product with the number of its rows. */
async function countRows(): Promise<Map<string, number>> {
  const tables = await on.app.db.rows<{ name: string }>(
    sql`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
  );
  const counts = tables.map(({ name }) => sql`select ${name}::text as name, count(*)::int as n from ${sql.id(name)}`);
  const rows = await on.app.db.rows<{ name: string; n: number }>(sql.join(counts, ' union all '));
  return new Map(rows.map(({ name, n }) => [name, n]));
}

test('a rating leaves one row without a name, and nothing anywhere else', async () => {
  const id = await on.upTo('submit');
  const check = await on.row(id);
  const atRest = async () => {
    await waitForSubscribers(on.app.db);
    // refused calls of earlier tests are written within a second
    await on.app.server.refusals.flush();
  };
  await atRest();
  const before = await countRows();
  const retried = { 'idempotency-key': 'a key that names its member' };
  ok(await on.owner.post('/api/enforcement.check/rate', { id, score: 2, tags: ['rude'] }, retried));
  await atRest();
  const after = await countRows();
  const grown = [...after].filter(([name, n]) => n !== before.get(name)).map(([name]) => name);
  expect(grown).toEqual(['enforcement_check_rating']);
  expect(await on.row(id)).toEqual(check);
  const columns = await on.app.db.rows<{ name: string }>(sql`
    select attname::text as name from pg_attribute where attrelid = 'enforcement_check_rating'::regclass and attnum > 0 and not attisdropped order by 1`);
  expect(columns.map(({ name }) => name)).toEqual([
    'area_code',
    'department_id',
    'domain',
    'key',
    'month',
    'quarter',
    'released',
    'score',
    'tags',
  ]);
  // what the officer, the office and the owner see of the check says nothing of it
  const seen = await Promise.all(
    [on.pair[0].client, on.leader].flatMap((who) => [
      who.get('/admin/enforcement.check/edit', { id }),
      who.get('/admin/enforcement.check/readRecord', { id }),
      who.get('/admin/enforcement.check/timeline', { id }),
    ]),
  );
  for (const one of seen) {
    expect(one.code).toBe(1);
    expect(JSON.stringify(one.data)).not.toMatch(/rating|rude|态度生硬|评价/);
  }
  expect(
    ok(await on.pair[0].client.get<{ ratable: boolean }>('/admin/enforcement.check/readRecord', { id })).ratable,
  ).toBe(false);
});

test('ratings of a department become readable five at a time', async () => {
  await on.app.db.query(sql`delete from enforcement_check_rating`);
  const rated = await Promise.all(Array.from({ length: 6 }, () => on.upTo('submit')));
  const groups = async () =>
    ok(
      await on.leader.get<{ list: { n: number; released: number; score: number | null; tags: unknown[] }[] }>(
        '/admin/enforcement.checkRatings/groups',
      ),
    ).list[0];
  const rate = async (id: number, score: number) =>
    ok(await on.owner.post('/api/enforcement.check/rate', { id, score, tags: ['polite'] }));
  const [last = 0, ...first] = rated;
  for (const [at, id] of first.entries()) {
    await rate(id, at + 1);
    const [released, score] = at < 4 ? [0, null] : [5, 3];
    expect(await groups()).toMatchObject({ n: at + 1, released, score });
  }
  expect((await groups())?.tags).toEqual([{ tag: 'polite', n: 5 }]);
  await rate(last, 1);
  expect(await groups()).toMatchObject({ n: 6, released: 5, score: 3 });
});

test('the enterprise objects to a check, and the office answers', async () => {
  const id = await on.upTo('review');
  const { id: appeal } = ok(
    await on.owner.post<{ id: number }>('/api/enforcement.checkAppeal/add', {
      check_id: id,
      reason: '现场记录与实际情况不符',
    }),
  );
  ok(await on.clerk.post('/admin/enforcement.checkAppeal/uphold', { id: appeal, answer: '经核实，笔录已更正' }));
  const { row } = ok(await on.owner.get<{ row: object }>('/api/enforcement.checkAppeal/edit', { id: appeal }));
  expect(row).toMatchObject({ status: 'upheld', answer: '经核实，笔录已更正' });
  const told = await on.app.db.rows(sql`
    select content from message_notice where template_code = 'check_appeal_answered' and row_id = ${appeal} and user_id is not null`);
  expect(told).toEqual([{ content: expect.stringMatching(/异议成立。经核实，笔录已更正/) }]);
});

test('the day after a check was due, its officers and those who approve are told, once and not of one begun', async () => {
  const late = await on.upTo('dispatch');
  const begun = await on.upTo('scanIn');
  await on.app.db.query(sql`
    update deadline set due_at = now() - interval '1 minute', warn_at = now(),
      warnings = jsonb_build_array(jsonb_build_object('at', floor(extract(epoch from now()))::bigint, 'fact', 'overdue', 'left', 0))
    where resource = 'enforcement/check' and row_id in (${late}, ${begun}) and clock = 'visit' and status <> 'done'`);
  await emitDeadlineEvents(on.app.engine);
  const told = () =>
    on.app.db.rows<{ admin_id: number; row_id: number }>(
      sql`select admin_id, row_id, content from message_notice where template_code = 'check_day_passed' order by admin_id`,
    );
  await expect.poll(async () => (await told()).length, { timeout: 60_000 }).toBeGreaterThan(0);
  const rows = await told();
  expect([...new Set(rows.map(({ row_id }) => row_id))]).toEqual([late]);
  const accounts = rows.map(({ admin_id }) => admin_id);
  expect(accounts).toEqual(expect.arrayContaining(on.pair.map(({ admin }) => admin)));
  expect(accounts.length, 'those who approve too').toBeGreaterThan(2);
  expect(new Set(accounts).size, 'each once').toBe(accounts.length);
  expect(JSON.stringify(rows)).toContain('至今未实施');
});

test('the mobile of an officer of a check is shown in full for a reason only, and the look is logged (K.10)', async () => {
  const id = on.pair[1].id;
  const masked = ok(await on.leader.get<{ row: { mobile: string } }>('/admin/library.officer/edit', { id })).row.mobile;
  expect(masked).toContain('*');
  const reveal = (reason: string) =>
    on.leader.post<{ row: { mobile: string } }>('/admin/library.officer/reveal', { id, fields: ['mobile'], reason });
  expect((await reveal(' ')).code).toBe(0);
  expect(await on.app.db.rows(sql`select 1 as one from reveal_log`)).toEqual([]);
  expect(ok(await reveal('检查前联系同行人员')).row.mobile).not.toContain('*');
  expect(await on.app.db.rows(sql`select resource, row_id, fields, reason from reveal_log`)).toEqual([
    { resource: 'library/officer', row_id: id, fields: ['mobile'], reason: '检查前联系同行人员' },
  ]);
});
