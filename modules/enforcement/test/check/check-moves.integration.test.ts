import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { sql } from '#server/db/sql.ts';
import type { Client } from '../../../../test/support/test-engine.ts';
import { check } from '../../contract/check/enforcement-check.ts';
import { neighbour, ok } from '../draw/draw-fixture.ts';
import { CheckFixture, registered, type Step, usualLife } from './check-fixture.ts';

/** Moves of checks in every state, for everybody, and in any order; and what drafts checks. */
let on: CheckFixture;
beforeAll(async () => {
  on = await CheckFixture.start();
}, 120_000);
afterAll(() => on.app.close());

const { states, moves } = check.life as NonNullable<typeof check.life>;
const moveNames = Object.keys(moves) as (keyof typeof moves)[];
const setState = (id: number, status: string) =>
  on.app.db.query(sql`update enforcement_check set status = ${status}, version = version + 1 where id = ${id}`);

test('in every state, no move is possible but those that lead out of it, whoever makes it', async () => {
  const id = await on.upTo('notify');
  const [elsewhere] = await on.officers(1, undefined, neighbour);
  for (const status of Object.keys(states)) {
    await setState(id, status);
    for (const name of moveNames.filter((one) => !(moves[one].from as readonly string[]).includes(status))) {
      const { code, data } = await on.move(id, name, {}, on.leader);
      expect([status, name, code, (data as { reason?: string } | null)?.reason]).toEqual([
        status,
        name,
        0,
        'bad_transition',
      ]);
    }
    // those of the enterprise read, the neighbour's officers see nothing, and nobody else is let in
    for (const name of moveNames) {
      expect((await on.owner.post(`/api/enforcement.check/${name}`, { id })).code, `${status} ${name} owner`).not.toBe(
        1,
      );
      expect((await on.move(id, name, {}, elsewhere?.client)).code, `${status} ${name} neighbour`).not.toBe(1);
      expect((await on.move(id, name, {}, on.on.nobody)).code, `${status} ${name} nobody`).not.toBe(1);
    }
    expect((await on.row(id)).status).toBe(status);
  }
});

test('no path of moves reaches a sealed check without an approval, published items and two certified officers', async () => {
  const meddling = [
    'expire',
    'renew',
    'retire',
    'publish',
    'cancel',
    'reject',
    'return',
    'refuse',
    'transfer',
  ] as const;
  type Deed = Step | (typeof meddling)[number];
  const [first, second] = on.pair;
  const world = { certified: true, published: true };
  const certify = async (certified: boolean) => {
    world.certified = certified;
    const until = addDays(shanghaiToday(), certified ? 300 : -1);
    await on.app.db.query(sql`update library_officer set cert_valid_to = ${until}::date where id = ${second.id}`);
  };
  const publishItem = async (published: boolean) => {
    world.published = published;
    const status = published ? 'published' : 'retired';
    await on.app.db.query(sql`update library_check_item set status = ${status} where id = ${on.items[0] ?? 0}`);
  };
  const does: Readonly<Partial<Record<Deed, (id: number) => Promise<unknown>>>> = {
    expire: () => certify(false),
    renew: () => certify(true),
    retire: () => publishItem(false),
    publish: () => publishItem(true),
    cancel: (id) => on.move(id, 'cancel', { reason: '企业申请改期' }),
    reject: (id) => on.move(id, 'reject', { reason: '依据不充分' }, on.leader),
    return: (id) => on.move(id, 'return', { reason: '请补充照片' }, on.leader),
    refuse: (id) => on.move(id, 'refuse', { refusal_reason: 'other', summary: '拒绝开门' }, first.client),
    transfer: (id) => on.move(id, 'transfer', { transferred_to: '市公安局', reason: '涉嫌犯罪' }),
  };
  // mostly forward, so that walks get far, with anything in between
  const deed = fc.oneof(
    { weight: 5, arbitrary: fc.constant('next' as const) },
    { weight: 1, arbitrary: fc.constantFrom(...meddling, ...usualLife) },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(deed, { minLength: 12, maxLength: 24 }), async (walk) => {
      await certify(true);
      await publishItem(true);
      const id = await on.upTo(undefined);
      let step = 0;
      for (const one of walk) {
        const before = (await on.row(id)).status;
        const next = one === 'next' ? (usualLife[step] ?? 'close') : one;
        const meddled = does[next];
        if (meddled && one !== 'next') await meddled(id);
        else if ((await on.step(id, next as Step).catch(() => ({ code: 0 }))).code === 1 && one === 'next') step += 1;
        const after = await on.row(id);
        if (after.status === before) continue;
        if (after.status === 'approved')
          expect([world, after.approved_by]).toEqual([{ certified: true, published: true }, expect.anything()]);
        if (['dispatched', 'on_site', 'submitted'].includes(String(after.status)))
          expect([after.status, world.certified]).toEqual([after.status, true]);
        if (['submitted', 'reviewed', 'closed'].includes(String(after.status))) {
          const proof = await on.app.db.row(sql`select count(*) filter (where o.arrived_at is not null)::int as arrived,
            (select count(*)::int from history h where h.resource = 'enforcement/check' and h.row_id = ${id} and h.move = 'approve') > 0 as approved
            from enforcement_check_officer o where o.check_id = ${id}`);
          expect(proof).toEqual({ arrived: 2, approved: true });
        }
      }
    }),
    { numRuns: 12 },
  );
  await certify(true);
  await publishItem(true);
}, 120_000);

describe('checks are drafted', () => {
  const drafts = (of: string, id: number) =>
    on.app.db.rows<{ id: number; enterprise_id: number; source: string; officers: number; items: number }>(sql`
      select c.id, c.enterprise_id, c.source,
        (select count(*)::int from enforcement_check_officer o where o.check_id = c.id) as officers,
        (select count(*)::int from enforcement_check_answer a where a.check_id = c.id) as items
      from enforcement_check c where c.${sql.id(of)} = ${id} order by c.id`);
  const act = (resource: string, name: string, id: number, who: Client = on.clerk) =>
    who.post(`/admin/enforcement.${resource}/${name}`, { ids: [id] });

  test('from a published draw, one of each enterprise with its pair, however often', async () => {
    await on.on.enterprises(6, { type: 'homestay' });
    await on.officers(4);
    const plan = await on.on.plan({ types: ['homestay'], count: 3 });
    await on.app.db.query(
      sql`insert into enforcement_plan_item (plan_id, item_id) select ${plan}, i from unnest(${[...on.items]}::bigint[]) i`,
    );
    const draw = await on.on.drawn(plan, { count: 3 });
    expect((await act('draw', 'draftChecks', draw)).code, 'before publication').toBe(0);
    ok(await on.on.move(draw, 'publish'));
    const twice = await Promise.all([act('draw', 'draftChecks', draw), act('draw', 'draftChecks', draw)]);
    expect(twice.filter(({ code }) => code === 1).length).toBeLessThanOrEqual(1);
    const made = await drafts('draw_id', draw);
    expect(new Set(made.map(({ enterprise_id }) => enterprise_id)).size).toBe(3);
    expect(made.map(({ source, officers, items }) => [source, officers, items])).toEqual(
      Array(3).fill(['random', 2, on.items.length]),
    );
    const by = ok(await on.add({ plan_id: plan, items: [] })).id;
    expect(await on.answers(by), 'by hand, with the items of the plan').toHaveLength(on.items.length);

    // what was drawn is void, and so is what nobody has begun; a check begun meanwhile is left to its officers
    const [begun] = made.map(({ id }) => id);
    await on.app.db.query(sql`update enforcement_check set status = 'on_site' where id = ${begun ?? 0}`);
    const states = () =>
      on.app.db.rows<{ status: string }>(sql`select status from enforcement_check where draw_id = ${draw} order by id`);
    ok(await on.on.move(draw, 'void', { void_reason: '名单遗漏企业', step: 'request' }));
    expect((await states()).map(({ status }) => status)).toEqual(['on_site', 'draft', 'draft']);
    ok(await on.on.move(draw, 'void', { step: 'approve' }, on.on.admin));
    expect((await states()).map(({ status }) => status)).toEqual(['on_site', 'cancelled', 'cancelled']);
  });

  test('to recheck what was found, once at a time', async () => {
    const id = await on.upTo('record');
    const [one = 0, other = 0] = await on.answers(id);
    ok(await on.answer(one, { answer: 'no', note: '未悬挂许可证' }));
    ok(await on.answer(other));
    ok(await on.step(id, 'submit'));
    ok(await on.move(id, 'review', { result_code: 'ordered_to_correct' }, on.leader));
    ok(await act('check', 'recheck', id));
    expect(await drafts('recheck_of', id)).toEqual([
      expect.objectContaining({ source: 'recheck', officers: 2, items: 1 }),
    ]);
    expect((await act('check', 'recheck', id)).code).toBe(0);
    // a closed check is offered, too, once its recheck is over
    expect(check.acts?.recheck?.on).toEqual(['status', 'reviewed', 'closed']);
    for (const step of ['publish', 'close'] as const) ok(await on.step(id, step));
    await on.app.db.query(sql`update enforcement_check set status = 'cancelled' where recheck_of = ${id}`);
    ok(await act('check', 'recheck', id));
  });

  test('from what a roadside check found', async () => {
    const { id } = ok(
      await on.clerk.post<{ id: number }>('/admin/enforcement.roadsideCheck/add', {
        plate: '云AD12345',
        result: 'held',
        headcount: 30,
        problems: '包车牌与线路不一致',
        area_code: '530102',
      }),
    );
    ok(await act('roadsideCheck', 'draftCheck', id));
    expect(await drafts('roadside_check_id', id)).toEqual([expect.objectContaining({ source: 'case' })]);
  });
});

test('every refusal of a check has its message in both languages, with the article that it rests on (Appendix H)', async () => {
  type Refused = { readonly path: string; readonly body: object; readonly who?: Client };
  const english = { 'think-lang': 'en' };
  const expectRefusal = async (name: string, zh: RegExp, en: RegExp, { path, body, who = on.leader }: Refused) => {
    for (const [language, wanted] of [
      [{}, zh],
      [english, en],
    ] as const) {
      const answer = await who.post(path, body, language);
      const said = JSON.stringify([answer.msg, (answer.data as { errors?: unknown } | null)?.errors ?? null]);
      expect.soft([name, answer.status, answer.code]).toEqual([name, 200, answer.code === 403 ? 403 : 0]);
      expect.soft(said, name).toMatch(wanted);
    }
  };
  const at = (move: string) => `/admin/enforcement.check/${move}`;
  const applied = await on.upTo('apply');
  const alone = ok(await on.add({ officers: [{ officer_id: on.pair[0].id }] })).id;
  ok(await on.step(alone, 'apply'));
  const special = ok(await on.add({ source: 'special', check_reason: '投诉集中' })).id;
  ok(await on.step(special, 'apply'));
  const accepted = await on.upTo('accept');
  const entered = await on.upTo('scanIn');
  const recording = await on.upTo('record');
  const submitted = await on.upTo('submit');
  const drafted = ok(await on.add()).id;
  const [elsewhere] = await on.officers(1, undefined, neighbour);
  const [first] = on.pair;
  const form = on.form({ enterprise_id: on.enterprise });
  const now = Math.floor(Date.now() / 1000);

  await on.app.db.query(sql`update library_check_item set status = 'retired' where id = ${on.items[0] ?? 0}`);
  await expectRefusal(
    'unpublished',
    /检查事项未公布，不能实施：.+国办发〔2024〕54号/,
    /Item not published, cannot be used: .+No\. 54/,
    {
      path: at('approve'),
      body: { id: applied },
    },
  );
  await on.app.db.query(sql`update library_check_item set status = 'published' where id = ${on.items[0] ?? 0}`);

  const scanIn = async (id: number, more: object = {}): Promise<Refused> => ({
    path: at('scanIn'),
    body: { id, ...(await on.scan(id)), ...more },
    who: first.client,
  });
  const certify = (until: string) =>
    on.app.db.query(sql`update library_officer set cert_valid_to = ${until}::date where id = ${on.pair[1].id}`);
  const entry = await scanIn(accepted);
  await certify('2020-01-01');
  await expectRefusal(
    'certificate ended between approval and visit',
    /执法证已于 2020-01-01 到期，不能执法（行政处罚法第四十二条）/,
    /expired on 2020-01-01 .+Art\. 42/,
    entry,
  );
  await certify('2099-01-01');
  const gone = await on.anotherEnterprise('owner of the cancelled');
  const atGone = await on.upTo('accept', { enterprise_id: gone });
  await on.app.db.query(sql`update enterprise set status = 'cancelled', version = version + 1 where id = ${gone}`);
  const passed = await on.upTo('accept');
  await on.app.db.query(
    sql`update enforcement_check set window_from = now() - interval '3 days', window_to = now() - interval '2 days', version = version + 1 where id = ${passed}`,
  );
  const photographed = await on.app.db.row<{ id: number }>(
    sql`select id from library_check_item where status = 'published' and evidence = 'photo' and answer_kind = 'yes_no_na' order by id limit 1`,
  );
  const answered = await on.upTo('answer', { items: [{ item_id: photographed?.id }] });

  const cases: readonly (readonly [name: string, zh: RegExp, en: RegExp, refused: Refused])[] = [
    ['enterprise cancelled meanwhile', /“已注销”/, /“Deregistered”/, await scanIn(atGone)],
    [
      'a scan 400 m away',
      /距登记地址约 40\d 米，超过 300 米，请说明原因并拍照/,
      /about 40\d m from the registered address, more than 300 m/,
      await scanIn(accepted, {
        evidence_place: { lng: registered.lng + 0.004, lat: registered.lat, from: 'device', accuracy: 12 },
      }),
    ],
    [
      'a time that has passed',
      /约定的检查时间是 .+ 至 .+，现在不能入企/,
      /The visit was arranged for .+ to .+/,
      await scanIn(passed),
    ],
    [
      'a required picture missing',
      /须拍照佐证：/,
      /Pictures are required: /,
      { path: at('submit'), body: { id: answered, ...on.signed() }, who: first.client },
    ],
    [
      'one officer',
      /不得少于两人（行政处罚法第四十二条）/,
      /At least two officers .+Art\. 42/,
      { path: at('approve'), body: { id: alone } },
    ],
    ['own draft', /不能批准该检查/, /cannot approve it/, { path: at('approve'), body: { id: applied }, who: on.clerk }],
    ['special check', /须由负责人批准/, /approval of a leader/, { path: at('approve'), body: { id: special } }],
    ['no reason', /国办发〔2024〕54号/, /No\. 54/, { path: at('approveSpecial'), body: { id: special } }],
    [
      'order of times',
      /检查结束时间必须晚于开始时间/,
      /must end after it begins/,
      { path: at('add'), body: { ...form, window_from: now + 600, window_to: now } },
    ],
    [
      'past day',
      /完成期限不得早于今天/,
      /Cannot be before today/,
      { path: at('add'), body: { ...form, due_on: '2020-01-01' } },
    ],
    ['empty', /必填|内容不能为空/, /Required|cannot be empty/, { path: at('add'), body: { ...form, basis: '' } }],
    [
      'wrong state',
      /当前状态（起草中）不允许该操作/,
      /Not allowed in the current status \(Draft\)/,
      { path: at('publish'), body: { id: drafted } },
    ],
    ['not found', /记录不存在/, /Record not found/, { path: at('approve'), body: { id: 999_999_999 } }],
    [
      'elsewhere',
      /记录不存在/,
      /Record not found/,
      { path: at('cancel'), body: { id: drafted, reason: '不是本地的检查' }, who: elsewhere?.client ?? on.leader },
    ],
    [
      'changed meanwhile',
      /数据已被他人修改，请刷新/,
      /Changed by someone else, please refresh/,
      { path: at('edit'), body: { ...form, id: drafted, version: 999 } },
    ],
    [
      'not an officer of it',
      /只有本检查的执法人员可以办理/,
      /Only the officers of this check/,
      { path: at('record'), body: { id: entered, credentials_shown: '1' } },
    ],
    [
      'code of nobody',
      /行政处罚法第四十二条/,
      /Art\. 42/,
      { path: at('scanIn'), body: { id: accepted, arrival_code: '0000000000', evidence_at: now }, who: first.client },
    ],
    [
      'no credentials',
      /须先出示执法证件并告知权利义务（行政处罚法第五十五条）/,
      /Art\. 55/,
      { path: at('record'), body: { id: entered, credentials_shown: '0' }, who: first.client },
    ],
    [
      'items open',
      /还有 2 项未检查/,
      /2 items are not answered/,
      { path: at('submit'), body: { id: recording, ...on.signed() }, who: first.client },
    ],
    [
      'party did not sign',
      /须当事人签名/,
      /The party must sign/,
      { path: at('submit'), body: { id: recording, ...on.signed({ signature_object: null }) }, who: first.client },
    ],
    [
      'no witness',
      /须有见证人签名或者现场照片、录像/,
      /needs a witness’s signature/,
      {
        path: at('submit'),
        body: {
          id: recording,
          ...on.signed({ signature_object: null, refused_to_sign: '1', refusal_note: '当事人拒绝签字' }),
        },
        who: first.client,
      },
    ],
    [
      'own review',
      /参加检查的执法人员不能审核该检查/,
      /officers of a check cannot review it/,
      { path: at('review'), body: { id: submitted, result_code: 'no_problem' }, who: first.client },
    ],
    [
      'result without problems',
      /没有登记问题，结果不能是“发现问题已责令改正”/,
      /No problem is recorded/,
      { path: at('review'), body: { id: submitted, result_code: 'ordered_to_correct' } },
    ],
  ];
  for (const [name, zh, en, refused] of cases) await expectRefusal(name, zh, en, refused);
});
