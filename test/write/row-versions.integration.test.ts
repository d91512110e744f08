import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { readKeyOfVersionInForceOn } from '#server/read/condition/version-in-force-sql.ts';
import { Refused } from '#server/refusal.ts';
import { lookUpRowsAndDivisionsNamedInImport } from '#server/transfer/look-up-rows-and-divisions-named-in-import.ts';
import { write } from '#server/write/write-pipeline.ts';
import { type Client, startApp, type TestApp } from '../support/test-engine.ts';
import { careRule } from '../zoo/care-rule.ts';
import { feeding } from '../zoo/feeding.ts';
import { zoo } from '../zoo/zoo.ts';

let on: TestApp;
let editor: Caller;
let reviewer: Caller;
let client: Client;
let animal = 0;
beforeAll(async () => {
  on = await startApp({ also: zoo });
  await on.db.query(`insert into auth_admin (username, nickname, password, group_arr, area_code)
    select 'reviewer', '复核员', '', group_arr, area_code from auth_admin where username = 'admin'`);
  editor = await on.officer('admin');
  reviewer = await on.officer('reviewer');
  client = await on.client({ officer: 'admin' });
  const row = await on.db.row<{
    id: number;
  }>(`with s as (insert into zoo_species (name, rare) values ('大象', false) returning id)
    insert into zoo_animal (name, chip, species_id, diet, arrives_on, area_code, status)
    select '阿福', 'C1', id, 'plants', '2026-01-01', '530102', 'kept' from s returning id`);
  animal = row?.id ?? 0;
});
afterAll(() => on.close());

const today = shanghaiToday();
const yesterday = addDays(today, -1);
const tomorrow = addDays(today, 1);

type Values = Readonly<Record<string, unknown>>;

const add = async (input: Values) =>
  (
    await write(on.engine, careRule, editor, {
      operation: 'add',
      input: { title: '喂食规程', area_code: '530102', ...input },
    })
  ).id;
const move = async (id: number, name: string, input: Values = {}, by = editor) =>
  (await write(on.engine, careRule, by, { operation: 'move', move: name, id, input })).row;
const edit = (id: number, input: Values) => write(on.engine, careRule, editor, { operation: 'edit', id, input });
const read = async (id: number): Promise<Values> =>
  (await on.db.row<{ row: Values }>(
    sql`select row_to_json(t)::jsonb || jsonb_build_object('standing', t.standing) as row from zoo_care_rule t where id = ${id}`,
  ))!.row;
const publish = async (id: number) => {
  await move(id, 'review', {}, reviewer);
  return move(id, 'publish');
};
const next = async (id: number, from: string) => {
  const drafted = Number((await move(id, 'revise')).next_id);
  await edit(drafted, { effective_from: from });
  return drafted;
};
const reason = '不再适用，予以停用';
/** Restores a deleted version; answers why it cannot be. */
async function restore(id: number): Promise<string | undefined> {
  const copy = await on.db.row<{ id: number }>(sql`select id from security_data_recycle_log
    where resource = ${careRule.name} and data ->> 'id' = ${String(id)} and not is_restore order by id desc limit 1`);
  const work = restoreDeletedRows(on.engine, careRule, editor, [copy?.id ?? 0]);
  return work.then(
    () => undefined,
    (error: Refused) => error.messageIn('zh-cn'),
  );
}

/** Message of the refusal, in Chinese and English, or its errors at fields. */
async function refusal(work: Promise<unknown>): Promise<unknown> {
  const error = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error ?? new Error('not refused');
  const errors = (error.data as { errors?: unknown } | null)?.errors;
  return errors ?? [error.messageIn('zh-cn'), error.messageIn('en')];
}

describe('the life of a version', () => {
  test('it is reviewed by someone other than its editors, and published with a day', async () => {
    const id = await add({});
    expect(await read(id)).toMatchObject({ revision: 1, status: 'draft', standing: 'unpublished' });
    expect(await refusal(move(id, 'review'))).toEqual([
      '须由编辑人以外的人员审核',
      'It must be reviewed by someone other than its editors',
    ]);
    // at the review already: what was reviewed cannot be edited
    expect(await refusal(move(id, 'review', {}, reviewer))).toEqual([
      '尚未填写施行日期',
      'The date from which it is in force is missing',
    ]);
    await edit(id, { effective_from: yesterday });
    await move(id, 'review', {}, reviewer);
    await expect(edit(id, { effective_from: today })).rejects.toThrow(Refused);
    await move(id, 'reopen', { reason: '施行日期应为今天' });
    await edit(id, { effective_from: today });
    await publish(id);
    expect(await read(id)).toMatchObject({ status: 'published', standing: 'effective' });
  });

  test('what is published is neither edited nor deleted, by nobody', async () => {
    const id = await add({ effective_from: tomorrow });
    await publish(id);
    expect((await read(id)).standing).toBe('upcoming');
    expect(await refusal(edit(id, { title: '另一名称' }))).toEqual([
      '当前状态（已发布）不能修改',
      'Cannot be edited in the current status (已发布)',
    ]);
    for (const caller of [editor, reviewer])
      await expect(write(on.engine, careRule, caller, { operation: 'del', id, input: {} })).rejects.toThrow(Refused);
  });

  test('a version does not end before it begins', async () => {
    expect(await refusal(add({ effective_from: today, effective_to: yesterday }))).toEqual({
      effective_to: ['不能早于起始日期'],
    });
    const id = await add({ effective_from: today });
    expect(await refusal(edit(id, { effective_to: yesterday }))).toEqual({ effective_to: ['不能早于起始日期'] });
  });

  test('it is retired on a day within its time, and says so from the next day', async () => {
    const id = await add({ effective_from: addDays(today, -10) });
    await publish(id);
    const tooEarly = move(id, 'retire', { effective_to: addDays(today, -11), reason });
    expect(await refusal(tooEarly)).toEqual({ effective_to: [`不能早于施行日期 ${addDays(today, -10)}`] });
    await move(id, 'retire', { effective_to: today, reason });
    expect(await read(id)).toMatchObject({ status: 'retired', standing: 'effective', effective_to: today });
    await on.db.query(sql`update zoo_care_rule set effective_to = ${yesterday} where id = ${id}`);
    expect((await read(id)).standing).toBe('repealed');
  });
});

describe('the next version', () => {
  test('is drafted as a copy with its rows, by whoever asks for it', async () => {
    const steps = [{ content: '称重', minutes: 5 }, { content: '投喂' }];
    const id = await add({ effective_from: yesterday, steps });
    await publish(id);
    const { code, next_id } = await move(id, 'revise');
    const copy = await read(Number(next_id));
    expect(copy).toMatchObject({
      code,
      title: '喂食规程',
      revision: 2,
      previous_id: id,
      status: 'draft',
      effective_from: null,
      effective_to: null,
    });
    const copied = await on.db.rows(
      sql`select content, minutes from zoo_care_step where rule_id = ${Number(next_id)} order by weigh`,
    );
    expect(copied).toEqual([
      { content: '称重', minutes: 5 },
      { content: '投喂', minutes: null },
    ]);
    // whoever asked for it has written it
    expect(await refusal(move(Number(next_id), 'review'))).toEqual([
      '须由编辑人以外的人员审核',
      'It must be reviewed by someone other than its editors',
    ]);
    expect(await read(id)).toMatchObject({ status: 'published', standing: 'effective' });
  });

  test('is drafted once, also by two officers at the same moment, and again once the draft is deleted', async () => {
    const id = await add({ effective_from: yesterday });
    await publish(id);
    const both = await Promise.allSettled([move(id, 'revise'), move(id, 'revise', {}, reviewer)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const lost = both.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refused] : []));
    expect(lost.map((error) => error.messageIn('zh-cn'))).toEqual(['新版本已在编制']);
    await expect(move(id, 'replace')).rejects.toThrow(Refused);
    expect(await refusal(move(id, 'revise'))).toEqual(['新版本已在编制', 'A newer version is being prepared']);
    const draft = Number((await read(id)).next_id);
    await write(on.engine, careRule, editor, { operation: 'del', id: draft, input: {} });
    expect((await read(id)).next_id).toBeNull();
    expect(await restore(draft)).toBeUndefined();
    expect(Number((await read(id)).next_id)).toBe(draft);
    await write(on.engine, careRule, editor, { operation: 'del', id: draft, input: {} });
    expect(Number((await move(id, 'revise')).next_id)).toBeGreaterThan(draft);
    expect(await restore(draft)).toEqual(expect.stringContaining('无法恢复'));
    expect(Number((await read(id)).next_id)).toBeGreaterThan(draft);
  });

  test('ends the one before the day before it begins, in one transaction and one entry of the timeline', async () => {
    const id = await add({ effective_from: addDays(today, -10) });
    await publish(id);
    const second = await next(id, addDays(today, -3));
    await publish(second);
    expect(await read(id)).toMatchObject({
      status: 'published',
      standing: 'amended',
      effective_to: addDays(today, -4),
      next_id: second,
    });
    expect(await read(second)).toMatchObject({ standing: 'effective', effective_to: null });
    const history = await on.db.rows(
      sql`select move, note, note_en from history where resource = ${careRule.name} and row_id = ${id} order by id desc limit 1`,
    );
    expect(history).toEqual([{ move: 'replace', note: '第 2 版', note_en: 'Version 2' }]);
    expect(await refusal(move(id, 'retire', { effective_to: today, reason }))).toEqual([
      '已由新版本接续，不能停用',
      'It has been replaced by a newer version and cannot be retired',
    ]);
    // an upcoming version leaves the one in force alone until then
    const third = await next(second, tomorrow);
    await publish(third);
    expect(await read(second)).toMatchObject({ standing: 'effective', effective_to: today });
    expect((await read(third)).standing).toBe('upcoming');
  });

  test('begins after the one before it, and after its end where that was retired', async () => {
    const id = await add({ effective_from: today });
    await publish(id);
    const early = await next(id, today);
    await move(early, 'review', {}, reviewer);
    expect(await refusal(move(early, 'publish'))).toEqual([
      `施行日期须晚于 ${today}：上一版本于该日施行或失效`,
      `It must come into force after ${today}, the day the previous version began or ended`,
    ]);
    await move(id, 'retire', { effective_to: addDays(today, 5), reason });
    await move(early, 'reopen', { reason: '请改施行日期' });
    await edit(early, { effective_from: addDays(today, 3) });
    await move(early, 'review', {}, reviewer);
    await expect(move(early, 'publish')).rejects.toThrow(addDays(today, 5));
    await move(early, 'reopen', { reason: '请改施行日期' });
    await edit(early, { effective_from: addDays(today, 6) });
    await publish(early);
    expect(await read(id)).toMatchObject({ status: 'retired', effective_to: addDays(today, 5) });
  });
});

test('no two versions of a row are in force on one day, whatever officers do in whatever order', async () => {
  const days = Array.from({ length: 14 }, (_, at) => addDays('2026-01-01', at));
  const day = fc.constantFrom(...days);
  const act = fc.oneof(
    fc.record({ what: fc.constant('next' as const), from: day, until: fc.option(day) }),
    fc.record({ what: fc.constant('retire' as const), day }),
    fc.record({ what: fc.constant('dropDraft' as const) }),
  );
  await fc.assert(
    fc.asyncProperty(day, fc.array(act, { maxLength: 8 }), async (first, acts) => {
      const id = await add({ effective_from: first });
      await publish(id);
      const { code } = await read(id);
      const newest = () =>
        on.db.row<{ id: number; status: string }>(
          sql`select id, status from zoo_care_rule where code = ${String(code)} order by revision desc limit 1`,
        );
      for (const one of acts) {
        const { id: last = 0, status } = (await newest()) ?? {};
        const attempt = async () => {
          if (one.what === 'retire') await move(last, 'retire', { effective_to: one.day, reason });
          else if (one.what === 'dropDraft')
            await write(on.engine, careRule, editor, { operation: 'del', id: last, input: {} });
          else {
            const draft = status === 'published' ? Number((await move(last, 'revise')).next_id) : last;
            await edit(draft, { effective_from: one.from, effective_to: one.until });
            await publish(draft);
          }
        };
        await attempt().catch((error: unknown) => {
          if (!(error instanceof Refused)) throw error;
        });
        // what could not be published goes back to its author
        const left = await newest();
        if (left?.status === 'reviewed') await move(left.id, 'reopen', { reason: '退回后再编' });
      }
      const rows = await on.db.rows<{ revision: number; from: string; until: string }>(
        sql`select revision, effective_from as "from", coalesce(effective_to, '2999-12-31') as until from zoo_care_rule
          where code = ${String(code)} and status in ('published', 'retired') order by revision`,
      );
      for (const [at, { from, until }] of rows.entries()) {
        expect(from <= until).toBe(true);
        expect(rows[at + 1] === undefined || until < (rows[at + 1]?.from ?? '')).toBe(true);
      }
      for (const each of days) {
        const expected = rows.find(({ from, until }) => from <= each && each <= until);
        const found = await readKeyOfVersionInForceOn(on.db, careRule, String(code), each);
        expect(found === undefined).toBe(expected === undefined);
        if (found !== undefined) expect((await read(found)).revision).toBe(expected?.revision);
      }
    }),
    { numRuns: 25 },
  );
});

describe('citations', () => {
  const cite = (values: Values) =>
    write(on.engine, feeding, editor, { operation: 'add', input: { animal_id: animal, food: '竹子', ...values } });

  test('name published versions only, the one in force on the day of the row', async () => {
    const id = await add({ effective_from: addDays(today, -10), steps: [{ content: '称重' }] });
    const [step] = await on.db.rows<{ id: number }>(sql`select id from zoo_care_step where rule_id = ${id}`);
    const told = (name: string) => [`“${name}”未发布，只能引用已发布的版本`];
    const unpublished = { rule_id: told('喂食规程'), step_id: told('称重') };
    expect(await refusal(cite({ rule_id: id, step_id: step?.id, day: today }))).toEqual(unpublished);
    await publish(id);
    const { id: citing } = await cite({ rule_id: id, step_id: step?.id, day: today });
    const second = await next(id, yesterday);
    expect(await refusal(cite({ rule_id: second, day: today }))).toEqual({ rule_id: told('喂食规程') });
    await publish(second);
    expect(await refusal(cite({ rule_id: id, day: today }))).toEqual({
      rule_id: [`该版本在 ${today} 不在施行中，当日施行的是第 2 版`],
    });
    expect(await refusal(cite({ rule_id: id, day: addDays(today, -11) }))).toEqual({
      rule_id: [`该版本在 ${addDays(today, -11)} 不在施行中`],
    });
    await cite({ rule_id: id, day: addDays(today, -5) });
    await cite({ rule_id: second, day: yesterday });
    // the row keeps its version, and says so when its day is moved to another
    const change = (input: Values) =>
      write(on.engine, feeding, editor, { operation: 'edit', id: citing, input: { food: '胡萝卜', ...input } });
    expect((await change({})).row.rule_id).toBe(id);
    expect(await refusal(change({ day: yesterday }))).toEqual({
      rule_id: [`该版本在 ${yesterday} 不在施行中，当日施行的是第 2 版`],
    });
    // retired versions are cited for the days on which they were in force
    await move(second, 'retire', { effective_to: today, reason });
    await cite({ rule_id: second, day: today });
    await cite({ rule_id: second });
    expect(await refusal(cite({ rule_id: second, day: tomorrow }))).toEqual({
      rule_id: [`该版本在 ${tomorrow} 不在施行中`],
    });
    const elsewhere = await add({ area_code: '532901', effective_from: addDays(today, -10) });
    await publish(elsewhere);
    const county = {
      ...editor,
      super: false,
      areaCode: '530102',
      nodes: new Set(['zoo/feeding/add']),
      grantKey: 'county',
    };
    const input = { animal_id: animal, food: '竹子', rule_id: elsewhere };
    expect(await refusal(write(on.engine, feeding, county, { operation: 'add', input }))).toEqual({
      rule_id: ['选项无效，请从列表中选择'],
    });
    expect(await refusal(cite({ rule_id: 999_999 }))).toEqual({ rule_id: ['选项无效，请从列表中选择'] });
  });

  test('are found in a sheet by the title of the version in force, or by the key of any', async () => {
    const first = await add({ title: '驯化规程', effective_from: addDays(today, -10) });
    await publish(first);
    const second = await next(first, addDays(today, -2));
    await publish(second);
    const lookup = lookUpRowsAndDivisionsNamedInImport(on.engine, editor, feeding);
    const found = await lookup.references(feeding.fields.rule_id, ['驯化规程', String(first)]);
    expect([...found]).toEqual([
      ['驯化规程', second],
      [String(first), first],
    ]);
  });

  test('are chosen among versions that may be cited, on a day among those in force then', async () => {
    const id = await add({ title: '称重规程', effective_from: addDays(today, -10) });
    const choices = async (params: Values) => {
      const query = { select: true, of: 'zoo/feeding.rule_id', quick_search: '称重规程', limit: 50, ...params };
      const { data } = await client.get<{ list: { id: number; _subtitle: string }[] }>(
        '/admin/zoo.careRule/index',
        query,
      );
      return data.list;
    };
    expect(await choices({})).toEqual([]);
    await publish(id);
    const second = await next(id, tomorrow);
    await publish(second);
    const third = await next(second, addDays(today, 30));
    const keys = async (params: Values) => (await choices(params)).map((one) => one.id).toSorted();
    expect(await keys({})).toEqual([id, second]);
    expect(await keys({ on: today })).toEqual([id]);
    expect(await keys({ on: tomorrow })).toEqual([second]);
    expect((await choices({ on: tomorrow }))[0]?._subtitle).toContain('第 2 版');
    expect(await keys({ on: addDays(today, -20) })).toEqual([]);
    expect(third).toBeGreaterThan(second);
  });
});

describe('lists', () => {
  test('show what is current, and earlier versions when asked for', async () => {
    const first = await add({ title: '消毒规程', effective_from: addDays(today, -10) });
    await publish(first);
    const second = await next(first, addDays(today, -5));
    await publish(second);
    const { code } = await read(first);
    const list = async (search: readonly Values[]) => {
      const { data } = await client.get<{ list: { id: number; standing: string }[]; total: number }>(
        '/admin/zoo.careRule/index',
        { quick_search: '消毒规程', search, order: 'id,asc' },
      );
      expect(data.total).toBe(data.list.length);
      return data.list.map((one) => [one.id, one.standing]);
    };
    expect(await list([])).toEqual([[second, 'effective']]);
    expect(await list([{ field: 'standing', operator: '=', val: 'amended' }])).toEqual([[first, 'amended']]);
    const all = [
      [first, 'amended'],
      [second, 'effective'],
    ];
    expect(await list([{ field: 'code', operator: '=', val: String(code) }])).toEqual(all);
    expect(await list([{ field: 'standing', operator: 'NOT NULL', val: '' }])).toEqual(all);
    const { data } = await client.get<{ list: { key: string }[] }>('/admin/zoo.careRule/groups', { group: 'standing' });
    expect(JSON.stringify(data)).toContain('effective');
  });
});
