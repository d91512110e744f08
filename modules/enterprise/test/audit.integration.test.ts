import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import { licence } from '#modules/enterprise/contract/licence.ts';
import { staff } from '#modules/enterprise/contract/staff.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { Refused } from '#server/refusal.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';
import { activeEnterprise, addEnterprise, move, uploadMaterials } from './form.ts';
import { placePerson } from './people.ts';

let on: TestEngine;
let chief: Caller;
let county: Caller;
let city: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  await uploadMaterials(on.engine);
  [chief, county, city] = await Promise.all([on.officer('admin'), on.officer('county1'), on.officer('city')]);
  chief = { ...chief, areaCode: '530100' };
});
afterAll(() => on.close());
afterEach(() => void vi.useRealTimers());

/** Sets the engine's clock; the database has its own. */
const at = (instant: string) => vi.useFakeTimers({ now: new Date(instant), toFake: ['Date'] });
const read = async (id: number) =>
  (await on.db.row<{ row: Record<string, unknown> }>(sql`select to_jsonb(e) as row from enterprise e where id = ${id}`))
    ?.row as Record<string, unknown>;
const dueOf = async (id: number) =>
  (
    await on.db.row<{ due: string | null }>(
      sql`select to_char(due_at at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS') as due from enterprise where id = ${id}`,
    )
  )?.due;
const clocks = (id: number) =>
  on.db.rows<{ move: string; status: string; estimated: boolean }>(
    sql`select move, status, estimated from deadline where resource = 'enterprise/enterprise' and row_id = ${id} order by id`,
  );
const messagesOf = (id: number) =>
  on.db.rows<{ template_code: string; mobile: string; content: string }>(
    sql`select template_code, mobile, content from message_sms where row_id = ${id} and resource = 'enterprise/enterprise' order by id`,
  );
const withCheckDigit = (number: string) => `${number}${idNumberCheckDigit(number)}`;
const refusalOf = async (work: Promise<unknown>): Promise<Refused> => {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error;
  return error;
};
const errorsOf = async (work: Promise<unknown>) =>
  ((await refusalOf(work)).data as { errors: Record<string, string[]> }).errors;
const explained = { explanations: [{ key: 'business_license', value: '照片已能看清' }] };
const returned = (id: number, who = county) =>
  move(on.engine, who, id, 'return', {
    cause: 'unclear',
    reason: '营业执照照片不清',
    marks: [{ key: 'business_license', value: '看不清' }],
  });

describe('the limit of five working days', () => {
  test.each([
    // 2026: 14 and 28 February are make-up workdays, 15 to 23 February is Spring Festival
    ['a Thursday before Spring Festival', '2026-02-12T09:00:00+08:00', '2026-02-26 23:59:59'],
    ['late in the evening counts as that day', '2026-02-12T23:59:59+08:00', '2026-02-26 23:59:59'],
    ['a minute later as the next', '2026-02-13T00:00:01+08:00', '2026-02-27 23:59:59'],
    ['the make-up Saturday itself', '2026-02-14T10:00:00+08:00', '2026-02-28 23:59:59'],
    ['in the holiday', '2026-02-18T10:00:00+08:00', '2026-02-28 23:59:59'],
    ['over the make-up Saturday of National Day', '2026-10-08T10:00:00+08:00', '2026-10-14 23:59:59'],
    ['an ordinary week', '2026-11-16T10:00:00+08:00', '2026-11-23 23:59:59'],
  ])('%s', async (_what, instant, due) => {
    const id = await addEnterprise(on.engine, county);
    at(instant);
    await move(on.engine, county, id, 'submit');
    expect(await dueOf(id)).toBe(due);
    expect(await clocks(id)).toEqual([{ move: 'submit', status: 'running', estimated: false }]);
  });

  test('is marked as estimated when it reaches a year without an announced calendar', async () => {
    const id = await addEnterprise(on.engine, county);
    at('2026-12-30T10:00:00+08:00');
    await move(on.engine, county, id, 'submit');
    expect(await clocks(id)).toEqual([{ move: 'submit', status: 'running', estimated: true }]);
  });

  test('covers both levels, stops with a return, restarts with the next submission, and ends with the audit', async () => {
    const id = await addEnterprise(on.engine, county);
    at('2026-11-16T10:00:00+08:00');
    await move(on.engine, county, id, 'submit');
    at('2026-11-18T10:00:00+08:00');
    await move(on.engine, county, id, 'accept');
    await move(on.engine, county, id, 'firstPass', { checked: '1' });
    expect(await dueOf(id), 'continued').toBe('2026-11-23 23:59:59');
    expect(await clocks(id)).toHaveLength(1);
    await returned(id, city);
    expect(await dueOf(id)).toBeNull();
    expect((await clocks(id)).map((one) => one.status)).toEqual(['done']);
    at('2026-11-19T10:00:00+08:00');
    await move(on.engine, county, id, 'submit', explained);
    expect(await dueOf(id)).toBe('2026-11-26 23:59:59');
    await move(on.engine, county, id, 'firstPass', { checked: '1' });
    await move(on.engine, city, id, 'finalPass');
    expect(await dueOf(id)).toBeNull();
    expect((await clocks(id)).map((one) => one.status)).toEqual(['done', 'done']);
  });

  test('follows the version of the rule in force, cited with its article', async () => {
    await on.db.query(
      `insert into system_time_rule (code, name, unit, amount, article, valid_from) values ('enterprise_audit', '企业登记审核', 'workingDay', 2, '新规定', '2026-11-17')`,
    );
    await on.engine.reference.reload();
    const [before, after] = [await addEnterprise(on.engine, county), await addEnterprise(on.engine, county)];
    at('2026-11-16T10:00:00+08:00');
    await move(on.engine, county, before, 'submit');
    at('2026-11-17T10:00:00+08:00');
    await move(on.engine, county, after, 'submit');
    expect([await dueOf(before), await dueOf(after)]).toEqual(['2026-11-23 23:59:59', '2026-11-19 23:59:59']);
    const articles = await on.db.rows<{ article: string }>(
      sql`select article from deadline where row_id in (${before}, ${after}) order by id`,
    );
    expect(articles[1]?.article).toBe('新规定');
    expect(articles[0]?.article).not.toBe('新规定');
    await on.db.query(`delete from system_time_rule where article = '新规定'`);
    await on.engine.reference.reload();
  });
});

describe('two levels of audit', () => {
  test('from draft to active: each level in turn, with notices, code, risk class and events', async () => {
    const id = await addEnterprise(on.engine, county);
    expect(await read(id)).toMatchObject({
      status: 'draft',
      source: 'admin',
      query_no: null,
      sup_code: null,
    });
    await move(on.engine, county, id, 'submit');
    const submitted = await read(id);
    expect(submitted?.query_no).toMatch(/^QY\d{14}$/);
    await move(on.engine, county, id, 'accept');
    expect(
      (await refusalOf(move(on.engine, county, id, 'finalPass'))).code,
      'a county does not pass the second level',
    ).toBe(401);
    expect(await errorsOf(move(on.engine, county, id, 'firstPass', { checked: '0' }))).toEqual({
      checked: ['须先确认'],
    });
    expect(await errorsOf(move(on.engine, county, id, 'firstPass', {}))).toEqual({ checked: ['必填'] });
    await move(on.engine, county, id, 'firstPass', { checked: '1', audit_remark: '材料齐全' });
    await move(on.engine, city, id, 'finalPass', { audit_remark: '同意' });
    expect(await read(id)).toMatchObject({
      status: 'active',
      risk_class: 'B',
      credit_grade: 'B',
      sup_code: expect.stringMatching(/^[0-9a-f]{32}$/),
      audit_remark: '同意',
    });
    const events = await on.db.rows<{ name: string; area_code: string }>(
      sql`select name, area_code from event where resource = 'enterprise/enterprise' and row_id = ${id} order by id`,
    );
    expect(events).toEqual(
      [
        'enterprise/enterprise.added',
        'enterprise/enterprise.submitted',
        'enterprise/enterprise.accepted',
        'enterprise/enterprise.first_passed',
        'enterprise/enterprise.activated',
      ].map((name) => ({ name, area_code: '530102' })),
    );
    expect((await messagesOf(id)).map((one) => one.template_code)).toEqual([
      'enterprise_submitted',
      'enterprise_activated',
    ]);
    const history = await on.db.rows(
      sql`select action, move, from_status, to_status, actor_name, note from history where resource = 'enterprise/enterprise' and row_id = ${id} order by id`,
    );
    expect(history).toEqual([
      { action: 'add', move: null, from_status: null, to_status: null, actor_name: 'county1', note: null },
      {
        action: 'move',
        move: 'submit',
        from_status: 'draft',
        to_status: 'submitted',
        actor_name: 'county1',
        note: null,
      },
      {
        action: 'move',
        move: 'accept',
        from_status: 'submitted',
        to_status: 'first_review',
        actor_name: 'county1',
        note: null,
      },
      {
        action: 'move',
        move: 'firstPass',
        from_status: 'first_review',
        to_status: 'final_review',
        actor_name: 'county1',
        note: '材料齐全',
      },
      {
        action: 'move',
        move: 'finalPass',
        from_status: 'final_review',
        to_status: 'active',
        actor_name: 'city',
        note: '同意',
      },
    ]);
  });

  test('one level settles simple types', async () => {
    for (const type of ['shop', 'restaurant', 'script_game', 'other']) {
      const id = await addEnterprise(on.engine, county, { ent_type: type });
      await move(on.engine, county, id, 'submit');
      await move(on.engine, county, id, 'firstPass', { checked: '1' });
      expect(await read(id)).toMatchObject({ status: 'active', sup_code: expect.stringMatching(/\w/), due_at: null });
      expect((await clocks(id)).map((one) => one.status)).toEqual(['done']);
      const events = await on.db.rows(
        sql`select 1 from event where row_id = ${id} and name = 'enterprise/enterprise.activated'`,
      );
      expect(events).toHaveLength(1);
    }
  });

  test('a submission must be complete and its licence valid', async () => {
    const id = await addEnterprise(on.engine, county, { business_license: null });
    expect(await errorsOf(move(on.engine, county, id, 'submit'))).toEqual({ business_license: ['请先补全后再提交'] });
    expect(await read(id)).toMatchObject({ status: 'draft', submitted_at: null });
    expect(await errorsOf(addEnterprise(on.engine, county, { license_expire: '2020-01-01' }))).toEqual({
      license_expire: [expect.stringMatching(/^执照已过期：请换证后上传/)],
    });
  });

  test('a return names the errors and allows corrections; other states lock the form', async () => {
    const id = await addEnterprise(on.engine, county);
    const edit = () =>
      write(on.engine, enterprise, county, { operation: 'edit', id, input: { address: '北京路 200 号' } });
    await move(on.engine, county, id, 'submit');
    expect((await refusalOf(edit())).data).toEqual({ reason: 'bad_transition', from: 'submitted' });
    expect(Object.keys(await errorsOf(move(on.engine, county, id, 'return', { reason: '短' })))).toEqual(
      expect.arrayContaining(['cause', 'reason']),
    );
    await returned(id);
    expect(await read(id)).toMatchObject({
      status: 'returned',
      reject_count: 1,
      audit_remark: '证照不清：营业执照照片不清',
      marks: [{ key: 'business_license', value: '看不清' }],
    });
    await edit();
    const { query_no } = await read(id);
    await move(on.engine, chief, id, 'submit', explained);
    expect(await read(id), 'the query number of its applicant').toMatchObject({
      status: 'submitted',
      marks: null,
      address: '北京路 200 号',
      query_no,
    });
  });

  test('the fourth return within thirty days closes it for a day, a rejection at once', async () => {
    const id = await addEnterprise(on.engine, county);
    for (let round = 0; round < 4; round++) {
      await move(on.engine, chief, id, 'submit', explained);
      await returned(id);
    }
    const locked = await refusalOf(move(on.engine, chief, id, 'submit', explained));
    expect([locked.data, locked.messageIn('zh-cn')]).toEqual([
      { reason: 'locked', hours: 24 },
      '30 日内退回超过 3 次，请 24 小时后再提交',
    ]);
    await on.db.query(sql`update history set createtime = createtime - interval '23 hours' where row_id = ${id}`);
    expect((await refusalOf(move(on.engine, chief, id, 'submit', explained))).data).toEqual({
      reason: 'locked',
      hours: 1,
    });
    await on.db.query(sql`update history set createtime = createtime - interval '61 minutes' where row_id = ${id}`);
    await move(on.engine, chief, id, 'submit', explained);
    await move(on.engine, county, id, 'reject', { reason: '不符合准入条件' });
    expect((await refusalOf(move(on.engine, chief, id, 'submit', explained))).data).toEqual({
      reason: 'locked',
      hours: 24,
    });
    await on.db.query(sql`update history set createtime = createtime - interval '31 days' where row_id = ${id}`);
    await move(on.engine, chief, id, 'submit', explained);
  });

  test('no enterprise passes once its licence has expired', async () => {
    const id = await addEnterprise(on.engine, county);
    await move(on.engine, county, id, 'submit');
    await on.db.query(sql`update enterprise set license_expire = '2026-01-01' where id = ${id}`);
    const refused = await refusalOf(move(on.engine, county, id, 'firstPass', { checked: '1' }));
    expect(refused.messageIn('zh-cn')).toBe('营业执照已过期，请退回修改');
    await move(on.engine, county, id, 'return', { cause: 'unclear', reason: '执照已过期，请换证' });
  });

  test('a grade must fit the type, whichever of them is sent', async () => {
    const wrong = { grade: ['“五星”与所选的企业类型不符'] };
    expect(await errorsOf(addEnterprise(on.engine, county, { ent_type: 'shop', grade: 'star5' }))).toEqual(wrong);
    const id = await addEnterprise(on.engine, county, { ent_type: 'hotel', grade: 'star5' });
    const edit = (input: Record<string, unknown>) =>
      errorsOf(write(on.engine, enterprise, county, { operation: 'edit', id, input }));
    expect(await edit({ ent_type: 'shop' })).toEqual(wrong);
    await write(on.engine, enterprise, county, {
      operation: 'edit',
      id,
      input: { ent_type: 'shop', grade: 'none' },
    });
  });

  test('a branch needs an active agency above it', async () => {
    expect(await errorsOf(addEnterprise(on.engine, county, { ent_type: 'agency_branch' }))).toEqual({
      parent_id: ['请选择所属旅行社'],
    });
    const hotel = await activeEnterprise(on.engine, chief);
    expect(await errorsOf(addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: hotel }))).toEqual({
      parent_id: ['选项无效，请从列表中选择'],
    });
    const agency = await activeEnterprise(on.engine, chief, { ent_type: 'agency' });
    expect(await addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: agency })).toBeGreaterThan(0);
    await move(on.engine, chief, agency, 'suspend', { document_no: '停1号', reason: '存在安全隐患' });
    const [message] =
      (await errorsOf(addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: agency }))).parent_id ??
      [];
    expect(message).toMatch(/^企业“.+”现为“停业整顿”，须为“正常经营”或“变更审核中”$/);
    const elsewhere = await activeEnterprise(on.engine, await on.officer('admin'), {
      ent_type: 'agency',
      area_code: '532901',
    });
    const hidden = await errorsOf(
      addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: elsewhere }),
    );
    expect(hidden, 'out of sight and not there get the same words').toEqual(
      await errorsOf(addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: 99_999_999 })),
    );
  });
});

describe('an active enterprise', () => {
  test('registered details change only after a new review; the old ones hold until then', async () => {
    const id = await activeEnterprise(on.engine, chief);
    const before = await read(id);
    expect(
      Object.keys(
        await errorsOf(
          write(on.engine, enterprise, chief, {
            operation: 'edit',
            id,
            input: { name: '换个名字', legal_person: '王强' },
          }),
        ),
      ),
    ).toEqual(['name', 'legal_person']);
    await write(on.engine, enterprise, chief, { operation: 'edit', id, input: { short_name: '测试' } });
    expect(await errorsOf(move(on.engine, chief, id, 'change', { reason: '只有理由，没有内容' }))).toEqual({
      name: ['请至少填写一项变更'],
    });
    await move(on.engine, chief, id, 'change', {
      name: '新名字大饭店',
      business_license: '/storage/private/test/licence-2.png',
      reason: '更名并换证',
    });
    expect(await read(id)).toMatchObject({
      status: 'change_pending',
      name: before.name,
      pending: [
        { key: 'name', value: '新名字大饭店' },
        { key: 'business_license', value: '/storage/private/test/licence-2.png' },
      ],
    });
    expect(await dueOf(id)).not.toBeNull();
    await move(on.engine, chief, id, 'changeReject', { reason: '证明材料不足' });
    expect(await read(id)).toMatchObject({
      status: 'active',
      name: before.name,
      pending: null,
      audit_remark: '证明材料不足',
    });
    await move(on.engine, chief, id, 'change', { name: '新名字大饭店', reason: '更名并换证' });
    await move(on.engine, chief, id, 'changePass');
    expect(await read(id), 'nor does the old refusal stand').toMatchObject({
      status: 'active',
      name: '新名字大饭店',
      pending: null,
      due_at: null,
      audit_remark: null,
    });
    const [last] = await on.db.rows<{ changes: Record<string, unknown> }>(
      sql`select changes from history where resource = 'enterprise/enterprise' and row_id = ${id} order by id desc limit 1`,
    );
    expect(last?.changes).toMatchObject({ name: [before.name, '新名字大饭店'], status: ['change_pending', 'active'] });
  });

  test('a change to a file that is not there is refused', async () => {
    const id = await activeEnterprise(on.engine, chief);
    expect(
      await errorsOf(
        move(on.engine, chief, id, 'change', { business_license: '/storage/nowhere.png', reason: '更名并换证' }),
      ),
    ).toEqual({ business_license: ['请重新上传文件'] });
  });

  async function withLicences(): Promise<{ id: number; licences: () => Promise<string[]> }> {
    const id = await activeEnterprise(on.engine, chief);
    for (const kind of ['business', 'fire']) {
      await write(on.engine, licence, chief, {
        operation: 'add',
        input: { enterprise_id: id, kind, license_no: `${kind}-${id}`, issued_by: '昆明市', issue_date: '2024-01-01' },
      });
    }
    return {
      id,
      licences: async () =>
        (
          await on.db.rows<{ validity: string }>(
            sql`select validity from enterprise_licence where enterprise_id = ${id} order by id`,
          )
        ).map((one) => one.validity),
    };
  }

  test('that is cancelled loses its licences, each with a history entry', async () => {
    const { id, licences } = await withLicences();
    expect(await licences()).toEqual(['valid', 'valid']);
    await move(on.engine, chief, id, 'cancel', { reason: '停止经营，申请注销' });
    expect(await read(id)).toMatchObject({ status: 'cancelled', due_at: null });
    expect(await licences()).toEqual(['cancelled', 'cancelled']);
    const history = await on.db.rows<{ changes: unknown }>(
      sql`select changes from history where resource = 'enterprise/licence' and action = 'edit' and row_id in (select id from enterprise_licence where enterprise_id = ${id})`,
    );
    expect(history.map((one) => one.changes)).toEqual([
      { validity: ['valid', 'cancelled'] },
      { validity: ['valid', 'cancelled'] },
    ]);
    expect(
      (await refusalOf(move(on.engine, chief, id, 'resume', { document_no: '1', reason: '恢复经营' }))).data,
    ).toEqual({ reason: 'bad_transition', from: 'cancelled', allowed: [] });
    expect(
      await addEnterprise(on.engine, chief, { uscc: (await read(id)).uscc }),
      'its code is free again',
    ).toBeGreaterThan(id);
  });

  test('is revoked by two people, together with its licences, and its principal is barred', async () => {
    const { id, licences } = await withLicences();
    const input = { document_no: '昆文旅罚〔2026〕1号', reason: '严重违法经营' };
    const second: Caller = { ...chief, id: city.id, name: city.name };
    await move(on.engine, chief, id, 'revoke', input);
    expect(await read(id)).toMatchObject({
      status: 'active',
      approval: {
        move: 'revoke',
        from: 'active',
        next: 'confirm',
        taken: [{ step: 'propose', by: chief.id, name: chief.name }],
        input,
      },
    });
    expect(await licences()).toEqual(['valid', 'valid']);
    const same = await refusalOf(move(on.engine, chief, id, 'revoke', input));
    expect([same.code, same.messageIn('zh-cn')]).toEqual([0, '同一人不能完成两个审批步骤']);
    expect((await refusalOf(move(on.engine, county, id, 'revoke', input))).code, 'without the node').toBe(401);
    const proposer: Caller = { ...second, super: false, nodes: new Set(['enterprise/enterprise/revoke:propose']) };
    expect(
      (await refusalOf(move(on.engine, proposer, id, 'revoke', input))).code,
      'with the node of the other step',
    ).toBe(401);
    await move(on.engine, second, id, 'revoke', input);
    expect(await read(id)).toMatchObject({ status: 'revoked', approval: null });
    expect(await licences()).toEqual(['revoked', 'revoked']);
    const barred = await on.db.row<{ name: string; basis: string; years: number }>(
      sql`select name, basis, extract(year from age(until, current_date))::int as years from enterprise_barred_person where enterprise_id = ${id}`,
    );
    expect(barred).toEqual({ name: '欧阳明', basis: '昆文旅罚〔2026〕1号', years: 3 });
    const history = await on.db.rows<{ move: string; to_status: string | null }>(
      sql`select move, to_status from history where resource = 'enterprise/enterprise' and row_id = ${id} and move like 'revoke%' order by id`,
    );
    expect(history).toEqual([
      { move: 'revoke:propose', to_status: null },
      { move: 'revoke:confirm', to_status: 'revoked' },
    ]);
    const events = await on.db.rows(
      sql`select name from event where row_id = ${id} and name = 'enterprise/enterprise.revoked'`,
    );
    expect(events).toHaveLength(1);
    const next = await addEnterprise(on.engine, chief);
    await move(on.engine, chief, next, 'submit');
    const [note] = await on.db.rows<{ note: string }>(
      sql`select note from history where resource = 'enterprise/enterprise' and row_id = ${next} and move = 'submit'`,
    );
    expect(note?.note, 'the auditor is told of the name').toContain('昆文旅罚〔2026〕1号');
  });

  test('a barred principal is recognised by the identity number under any name, and by the name if only that is known', async () => {
    const [number, otherNumber] = ['53010219750101002', '53010219820304001'].map(withCheckDigit) as [string, string];
    const second: Caller = { ...chief, id: city.id, name: city.name };
    const revoked = async (changes: Record<string, unknown>, document_no: string) => {
      const id = await activeEnterprise(on.engine, chief, changes);
      for (const who of [chief, second])
        await move(on.engine, who, id, 'revoke', { document_no, reason: '严重违法经营' });
      return on.db.row<{ name: string; id_hash: string | null }>(
        sql`select name, id_hash from enterprise_barred_person where enterprise_id = ${id}`,
      );
    };
    const noteOf = async (changes: Record<string, unknown>) => {
      const id = await addEnterprise(on.engine, chief, changes);
      await move(on.engine, chief, id, 'submit');
      const [entry] = await on.db.rows<{ note: string | null }>(
        sql`select note from history where resource = 'enterprise/enterprise' and row_id = ${id} and move = 'submit'`,
      );
      return entry?.note ?? '';
    };
    expect(await revoked({ legal_person: '段知名', legal_id_no: number }, '号一')).toEqual({
      name: '段知名',
      id_hash: on.engine.hash(number),
    });
    expect(await revoked({ legal_person: '段无号' }, '号二')).toEqual({ name: '段无号', id_hash: null });

    expect(await noteOf({ legal_person: '改了名', legal_id_no: number })).toMatch(
      /^法定代表人证件号码.*从业限制名单.*号一/,
    );
    expect(await noteOf({ legal_person: '段知名' })).toMatch(/^法定代表人与从业限制名单同名，须人工核实（号一）/);
    expect(await noteOf({ legal_person: '段无号', legal_id_no: otherNumber })).toMatch(/同名，须人工核实（号二）/);
    expect(await noteOf({ legal_person: '段知名', legal_id_no: otherNumber }), 'a namesake').toMatch(
      /同名，证件号码不同，须人工核实（号一）/,
    );
    expect(await noteOf({ legal_person: '段清白', legal_id_no: otherNumber })).toBe('');
  });

  test('the ID number of a former principal bars nobody', async () => {
    const number = withCheckDigit('53010219660101003');
    const id = await activeEnterprise(on.engine, chief, { legal_person: '前任人', legal_id_no: number });
    const member = await on.member('successor');
    await placePerson(on.db, id, member);
    await move(on.engine, member, id, 'change', { legal_person: '继任人', reason: '法定代表人变更' });
    await move(on.engine, city, id, 'changePass');
    for (const who of [chief, { ...chief, id: city.id, name: city.name }])
      await move(on.engine, who, id, 'revoke', { document_no: '号三', reason: '严重违法经营' });
    expect(
      await on.db.row(sql`select name, id_hash from enterprise_barred_person where enterprise_id = ${id}`),
    ).toEqual({ name: '继任人', id_hash: null });
  });

  test('has records in its own area', async () => {
    const id = await addEnterprise(on.engine, chief);
    const at = async (one: AnyResource, code: string) => {
      const search = [
        { field: 'area_code', operator: '=', val: code },
        { field: 'enterprise_id', operator: '=', val: id },
      ];
      const { list } = await readListPage(on.engine, one, chief, readListQuery(one, { search }));
      return (JSON.parse(decodeByteString(list)) as { area_code: string; area: { name: string } }[]).map(
        (row) => row.area_code,
      );
    };
    await write(on.engine, licence, chief, {
      operation: 'add',
      input: { enterprise_id: id, kind: 'food', license_no: `f-${id}`, issued_by: '昆明市', issue_date: '2024-01-01' },
    });
    await write(on.engine, staff, chief, {
      operation: 'add',
      input: {
        enterprise_id: id,
        name: '张三',
        id_no: '53010219900101001X',
        job: 'guide',
        mobile: '13800000009',
        employment: 'employed',
      },
    });
    expect(await at(licence, '530102')).toEqual(['530102']);
    await write(on.engine, enterprise, chief, { operation: 'edit', id, input: { area_code: '530103' } });
    expect(await at(licence, '530102')).toEqual([]);
    for (const one of [licence, staff]) expect(await at(one, '530103')).toEqual(['530103']);
  });
});
