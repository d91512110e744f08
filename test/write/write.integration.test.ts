import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { text } from '#kernel/text/text.ts';
import { enterprise } from '#modules/enterprise/contract/enterprise.ts';
import {
  activeEnterprise,
  addEnterprise,
  enterpriseForm,
  move,
  uploadMaterials,
} from '#modules/enterprise/test/form.ts';
import { placePerson } from '#modules/enterprise/test/people.ts';
import { department } from '#modules/identity/contract/department.ts';
import { calendarDay } from '#modules/system/contract/holiday-or-make-up-workday.ts';
import type { Caller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { WriteHooksOfAnyResource } from '#server/engine/write-hook-types-for-any-resource.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { undoReversibleLifecycleMove } from '#server/history/undo-reversible-lifecycle-move.ts';
import { Refused } from '#server/refusal.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

let on: TestEngine;
let chief: Caller;
let county: Caller;
let city: Caller;
beforeAll(async () => {
  on = await createTestEngine({ max: 20 });
  await uploadMaterials(on.engine);
  [chief, county, city] = await Promise.all([on.officer('admin'), on.officer('county1'), on.officer('city')]);
});
afterAll(() => on.close());

const log = { title: text('测试', 'Test'), url: '/admin/test', data: '{}' };
const refusalOf = async (work: Promise<unknown>): Promise<Refused> => {
  const error: unknown = await work.then(
    () => new Error('it was not refused'),
    (caught: unknown) => caught,
  );
  if (!(error instanceof Refused)) throw error;
  return error;
};
const read = async (id: number) =>
  (await on.db.row<{ row: Record<string, unknown> }>(sql`select to_jsonb(e) as row from enterprise e where id = ${id}`))
    ?.row;
/** The numbers of rows that a write leaves behind. */
const traces = async (resource = 'enterprise/enterprise') =>
  on.db.row<{
    rows: number;
    history: number;
    events: number;
    logs: number;
    recycled: number;
    clocks: number;
  }>(sql`select
    (select count(*)::int from enterprise) as rows, (select count(*)::int from history where resource = ${resource}) as history,
    (select count(*)::int from event where resource = ${resource}) as events, (select count(*)::int from auth_admin_log) as logs,
    (select count(*)::int from security_data_recycle_log) as recycled, (select count(*)::int from deadline) as clocks`);

describe('one write is one transaction', () => {
  test('row, history, event and log are written together', async () => {
    const before = await traces();
    const { id } = await write(on.engine, enterprise, county, { operation: 'add', input: enterpriseForm(), log });
    await write(on.engine, enterprise, county, {
      operation: 'edit',
      id,
      input: { short_name: '简称', reg_capital: '12.5' },
      log,
    });
    await write(on.engine, enterprise, county, { operation: 'move', move: 'submit', id, input: {}, log });
    const after = await traces();
    const grown = Object.fromEntries(
      Object.entries(after ?? {}).map(([name, value]) => [name, value - (before as Record<string, number>)[name]!]),
    );
    expect(grown).toEqual({ rows: 1, history: 3, events: 3, logs: 3, recycled: 0, clocks: 1 });
    const logged = await on.db.row(
      sql`select admin_id, username, title, url, area_code from auth_admin_log order by id desc limit 1`,
    );
    expect(logged).toEqual({
      admin_id: county.id,
      username: 'county1',
      title: '测试',
      url: '/admin/test',
      area_code: '530102',
    });
    const [edited] = await on.db.rows<{ changes: unknown; request_id: string }>(
      sql`select changes, request_id from history where row_id = ${id} and action = 'edit'`,
    );
    expect(edited?.changes).toEqual({ short_name: [null, '简称'], reg_capital: [null, '12.50'] });
  });

  test('and fail together, wherever the failure is', async () => {
    const failing = (where: string): WriteHooksOfAnyResource => ({
      edit(context) {
        if (where === 'hook') throw new Error('broken');
        if (where === 'field') context.fail('name', { 'zh-cn': '不行', en: 'No' });
        if (where === 'stored') context.afterStore(() => Promise.reject(new Error('broken')));
        if (where === 'column') context.values.no_such_column = 1;
        if (where === 'type') context.values.employees = 'many';
      },
    });
    const id = await addEnterprise(on.engine, county);
    const before = [await traces(), await read(id)];
    for (const where of ['hook', 'field', 'stored', 'column', 'type']) {
      const engine = { ...on.engine, hooks: new Map([['enterprise/enterprise', [failing(where)]]]) };
      await expect(
        write(engine, enterprise, county, { operation: 'edit', id, input: { short_name: '不该留下' }, log }),
        where,
      ).rejects.toThrow();
      expect([await traces(), await read(id)], where).toEqual(before);
    }
  });

  test('refusals leave nothing behind', async () => {
    const id = await addEnterprise(on.engine, county);
    const before = [await traces(), await read(id)];
    await refusalOf(move(on.engine, county, id, 'resume', { document_no: '1', reason: '恢复经营' }));
    await refusalOf(
      write(on.engine, enterprise, county, { operation: 'edit', id, version: 99, input: { short_name: 'x' }, log }),
    );
    await refusalOf(
      write(on.engine, enterprise, county, { operation: 'edit', id, input: { uscc: '91530102MA6000000X' }, log }),
    );
    await refusalOf(
      write(on.engine, enterprise, county, { operation: 'add', input: enterpriseForm({ area_code: '530103' }), log }),
    );
    await refusalOf(
      write(on.engine, enterprise, county, { operation: 'edit', id, input: { area_code: '532901' }, log }),
    );
    await refusalOf(
      write(on.engine, enterprise, { ...county, nodes: new Set() }, { operation: 'del', id, input: {}, log }),
    );
    expect([await traces(), await read(id)]).toEqual(before);
  });

  test('code deferred until the commit runs after it, and its failure does not undo the write', async () => {
    const seen: unknown[] = [];
    const hooks: WriteHooksOfAnyResource = {
      edit(context) {
        context.afterCommit(
          async () =>
            void seen.push(await on.db.row(sql`select short_name from enterprise where id = ${context.before.id}`)),
        );
        context.afterCommit(() => Promise.reject(new Error('broken')));
      },
    };
    const engine = { ...on.engine, hooks: new Map([['enterprise/enterprise', [hooks]]]) };
    const id = await addEnterprise(on.engine, county);
    await write(engine, enterprise, county, { operation: 'edit', id, input: { short_name: '已提交' } });
    await on.db.transaction(async (tx) => {
      await write(engine, enterprise, county, { operation: 'edit', id, input: { short_name: '一起提交' } }, tx);
      expect(seen).toEqual([{ short_name: '已提交' }]);
    });
    expect(seen).toEqual([{ short_name: '已提交' }, { short_name: '一起提交' }]);
    await expect(
      on.db.transaction(async (tx) => {
        await write(engine, enterprise, county, { operation: 'edit', id, input: { short_name: '撤回' } }, tx);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    expect(seen).toHaveLength(2);
  });
});

describe('two people simultaneously', () => {
  test('move one row: exactly one wins, the others learn its state', async () => {
    for (let round = 0; round < 8; round++) {
      const id = await addEnterprise(on.engine, county);
      await move(on.engine, county, id, 'submit');
      const tries = await Promise.allSettled([
        move(on.engine, county, id, 'firstPass', { checked: '1' }),
        move(on.engine, city, id, 'return', { cause: 'unclear', reason: '照片不清晰' }),
        move(on.engine, chief, id, 'reject', { reason: '不符合条件' }),
        move(on.engine, county, id, 'firstPass', { checked: '1' }),
      ]);
      const states = await on.db.rows<{ to_status: string }>(
        sql`select to_status from history where row_id = ${id} and resource = 'enterprise/enterprise' and action = 'move' order by id offset 1`,
      );
      for (const lost of tries.filter((one) => one.status === 'rejected')) {
        expect((lost.reason as Refused).data).toMatchObject({
          reason: 'bad_transition',
          from: expect.stringMatching(/final_review|returned|rejected/),
          allowed: expect.any(Array),
        });
      }
      const won = tries.filter((one) => one.status === 'fulfilled').length;
      // a return or a rejection may still follow a first pass: these are two consecutive moves, each allowed in its
      // state
      expect(won).toBe(states.length);
      expect(won === 1 || (won === 2 && states[0]?.to_status === 'final_review')).toBe(true);
      expect((await read(id))?.status).toBe(states.at(-1)?.to_status);
    }
  });

  test('write with the version they saw: only the first succeeds, the others have a stale version', async () => {
    const id = await addEnterprise(on.engine, county);
    const version = (await read(id))?.version as number;
    const tries = await Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        write(on.engine, enterprise, county, { operation: 'edit', id, version, input: { short_name: `第${n}个` } }),
      ),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    for (const lost of tries)
      if (lost.status === 'rejected') expect((lost.reason as Refused).data).toMatchObject({ reason: 'stale_version' });
    expect((await read(id))?.version).toBe(version + 1);
  });

  test('use the same credit code: one succeeds, the other gets an error at the field', async () => {
    for (let round = 0; round < 5; round++) {
      const { uscc } = enterpriseForm();
      const tries = await Promise.allSettled(
        [1, 2, 3].map(() =>
          write(on.engine, enterprise, county, { operation: 'add', input: enterpriseForm({ uscc }) }),
        ),
      );
      expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
      for (const lost of tries) {
        if (lost.status !== 'rejected') continue;
        expect((lost.reason as Refused).messageIn('zh-cn')).toBe('统一社会信用代码已存在');
        expect((lost.reason as Refused).data).toMatchObject({
          reason: 'duplicate',
          field: 'uscc',
          errors: { uscc: ['统一社会信用代码已存在'] },
        });
      }
    }
  });

  test('confirm one revocation: it is executed once', async () => {
    const id = await activeEnterprise(on.engine, { ...chief, areaCode: '530100' });
    const input = { document_no: '昆文旅罚〔2026〕2号', reason: '严重违法经营' };
    await move(on.engine, chief, id, 'revoke', input);
    const people = [2001, 2002, 2003].map((one): Caller => ({ ...chief, id: one, name: `officer${one}` }));
    const tries = await Promise.allSettled(people.map((one) => move(on.engine, one, id, 'revoke', input)));
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await on.db.rows(sql`select 1 from enterprise_barred_person where enterprise_id = ${id}`)).toHaveLength(1);
  });

  test('submit applications: no number is assigned twice', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => addEnterprise(on.engine, county)));
    await Promise.all(ids.map((id) => move(on.engine, county, id, 'submit')));
    const numbers = await on.db.rows<{ query_no: string }>(
      sql`select query_no from enterprise where id = any(${ids}::bigint[])`,
    );
    expect(new Set(numbers.map((one) => one.query_no)).size).toBe(12);
    for (const { query_no } of numbers) expect(query_no).toMatch(/^QY\d{14}$/);
  });
});

describe('reach', () => {
  test('a row can neither leave the area of its writer nor refer to rows outside it', async () => {
    const id = await addEnterprise(on.engine, county);
    for (const area_code of ['530103', '532901', '530100', '530000', '999999']) {
      const refused = await refusalOf(
        write(on.engine, enterprise, county, { operation: 'edit', id, input: { area_code } }),
      );
      expect([area_code, refused.data]).toEqual([
        area_code,
        { reason: 'invalid', errors: { area_code: ['地区无效，请从列表中选择'] } },
      ]);
    }
    await write(on.engine, enterprise, city, { operation: 'edit', id, input: { area_code: '530103' } });
    const gone = await refusalOf(
      write(on.engine, enterprise, county, { operation: 'edit', id, input: { short_name: 'x' } }),
    );
    expect(gone.data, 'it has moved out of reach').toEqual({ reason: 'not_found' });
  });

  test('members change only their own rows, by moves open to members', async () => {
    const [owner, other] = [await on.member('owner'), await on.member('other')];
    const { id } = await write(on.engine, enterprise, owner, {
      operation: 'add',
      input: enterpriseForm(),
      applies: true,
    });
    await placePerson(on.db, id, owner);
    expect((await read(id))?.source).toBe('self');
    expect(
      (await refusalOf(write(on.engine, enterprise, owner, { operation: 'add', input: enterpriseForm() }))).code,
    ).toBe(401);
    expect((await refusalOf(write(on.engine, enterprise, owner, { operation: 'del', id, input: {} }))).code).toBe(401);
    await write(on.engine, enterprise, owner, { operation: 'edit', id, input: { short_name: '自己改' } });
    for (const work of [
      () => write(on.engine, enterprise, other, { operation: 'edit', id, input: { short_name: '别人改' } }),
      () => move(on.engine, other, id, 'submit'),
    ]) {
      expect((await refusalOf(work())).data).toEqual({ reason: 'not_found' });
    }
    expect((await refusalOf(move(on.engine, owner, id, 'finalPass'))).code).toBe(401);
    await move(on.engine, owner, id, 'submit');
    expect(
      (await refusalOf(write(on.engine, enterprise, owner, { operation: 'edit', id, input: { short_name: '太迟' } })))
        .data,
    ).toEqual({ reason: 'bad_transition', from: 'submitted' });
    expect((await refusalOf(move(on.engine, owner, id, 'submit'))).data, 'and sees only moves of members').toEqual({
      reason: 'bad_transition',
      from: 'submitted',
      allowed: [],
    });
  });

  test('guests write nothing', async () => {
    const nobody: Caller = { ...county, type: 'guest', id: 0, nodes: county.nodes };
    const id = await addEnterprise(on.engine, county);
    expect(
      (await refusalOf(write(on.engine, enterprise, nobody, { operation: 'add', input: enterpriseForm() }))).code,
    ).toBe(401);
    expect((await refusalOf(move(on.engine, nobody, id, 'submit'))).code).toBe(401);
  });
});

describe('deleting and restoring', () => {
  const remove = (id: number, who = chief) => write(on.engine, enterprise, who, { operation: 'del', id, input: {} });
  const copyOf = async (id: number) =>
    (
      await on.db.row<{ id: number }>(
        sql`select id from security_data_recycle_log where resource = 'enterprise/enterprise' and row_id = ${id} order by id desc limit 1`,
      )
    )?.id as number;

  test('keeps the complete row, including sealed numbers', async () => {
    const { id } = await write(on.engine, enterprise, county, {
      operation: 'add',
      input: enterpriseForm({ legal_id_no: '53010219900101001X', marks: 1 }),
    });
    const before = await read(id);
    await remove(id);
    expect(await read(id)).toBeUndefined();
    expect(await restoreDeletedRows(on.engine, enterprise, chief, [await copyOf(id)])).toEqual({ restored: 1 });
    expect(await read(id)).toEqual(before);
    const history = await on.db.rows<{ action: string }>(
      sql`select action from history where resource = 'enterprise/enterprise' and row_id = ${id} order by id`,
    );
    expect(history.map((one) => one.action)).toEqual(['add', 'del', 'restore']);
  });

  test('is refused for rows in use', async () => {
    const id = await activeEnterprise(on.engine, chief, { ent_type: 'agency' });
    await addEnterprise(on.engine, county, { ent_type: 'agency_branch', parent_id: id });
    const refused = await refusalOf(remove(id));
    expect([refused.messageIn('zh-cn'), refused.data]).toEqual([
      '该记录仍被“企业”引用，不能删除',
      { reason: 'referenced', by: 'enterprise/enterprise' },
    ]);
    expect(await read(id)).toBeDefined();
  });

  test('is a conflict if a unique value is taken, and then nothing is restored', async () => {
    const [first, second] = [await addEnterprise(on.engine, county), await addEnterprise(on.engine, county)];
    const uscc = (await read(first))?.uscc;
    await remove(first);
    await remove(second);
    await addEnterprise(on.engine, county, { uscc });
    const copies = [await copyOf(first), await copyOf(second)];
    const refused = await refusalOf(restoreDeletedRows(on.engine, enterprise, chief, copies));
    expect([refused.messageIn('zh-cn'), refused.messageIn('en')]).toEqual([
      '无法恢复：统一社会信用代码已存在',
      'Cannot be restored: Unified social credit code already exists',
    ]);
    expect([await read(first), await read(second)]).toEqual([undefined, undefined]);
    expect(await restoreDeletedRows(on.engine, enterprise, chief, [copies[1] as number])).toEqual({ restored: 1 });
  });

  test('is limited to the reach of the officer, and to the resource', async () => {
    const id = await addEnterprise(on.engine, chief, { area_code: '530103' });
    await remove(id);
    const copy = await copyOf(id);
    expect((await refusalOf(restoreDeletedRows(on.engine, enterprise, county, [copy]))).data).toEqual({
      reason: 'not_found',
    });
    expect((await refusalOf(restoreDeletedRows(on.engine, calendarDay, chief, [copy]))).data).toEqual({
      reason: 'not_found',
    });
    expect(await restoreDeletedRows(on.engine, enterprise, city, [copy])).toEqual({ restored: 1 });
  });
});

describe('undo', () => {
  const accepted = async () => {
    const id = await addEnterprise(on.engine, county);
    await move(on.engine, county, id, 'submit');
    const { historyId } = await move(on.engine, county, id, 'accept');
    return { id, historyId };
  };

  test('works for a reversible move, once, by the person who made it, within the time', async () => {
    const { id, historyId } = await accepted();
    const due = (await read(id))?.due_at;
    expect(
      (await refusalOf(undoReversibleLifecycleMove(on.engine, enterprise, city, historyId, 30))).data,
      'not by another',
    ).toEqual({
      reason: 'not_found',
    });
    expect(
      (await refusalOf(undoReversibleLifecycleMove(on.engine, enterprise, county, historyId, 0))).data,
      'not too late',
    ).toEqual({
      reason: 'not_found',
    });
    expect(await undoReversibleLifecycleMove(on.engine, enterprise, county, historyId, 30)).toEqual({ id });
    expect(await read(id)).toMatchObject({ status: 'submitted', due_at: due });
    expect(
      (await refusalOf(undoReversibleLifecycleMove(on.engine, enterprise, county, historyId, 30))).data,
      'not twice',
    ).toMatchObject({
      reason: 'stale_version',
    });
    const [last] = await on.db.rows(
      sql`select move, from_status, to_status from history where row_id = ${id} and resource = 'enterprise/enterprise' order by id desc limit 1`,
    );
    expect(last).toEqual({ move: 'undo:accept', from_status: 'first_review', to_status: 'submitted' });
    await move(on.engine, county, id, 'accept');
  });

  test('is refused after later changes, and for irreversible moves', async () => {
    const { id, historyId } = await accepted();
    const { historyId: passed } = await move(on.engine, county, id, 'firstPass', { checked: '1' });
    expect(
      (await refusalOf(undoReversibleLifecycleMove(on.engine, enterprise, county, historyId, 30))).data,
    ).toMatchObject({
      reason: 'stale_version',
    });
    expect((await refusalOf(undoReversibleLifecycleMove(on.engine, enterprise, county, passed, 30))).data).toEqual({
      reason: 'parameter',
    });
    expect((await read(id))?.status).toBe('final_review');
  });

  test('is executed once for two clicks', async () => {
    const { id, historyId } = await accepted();
    const tries = await Promise.allSettled(
      [1, 2, 3].map(() => undoReversibleLifecycleMove(on.engine, enterprise, county, historyId, 30)),
    );
    expect(tries.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect((await read(id))?.status).toBe('submitted');
  });
});

describe('trees', () => {
  test('no row can be moved below itself', async () => {
    const add = async (name: string, pid: number | null) =>
      (
        await write(on.engine, department, chief, {
          operation: 'add',
          input: { name, kind: 'section', area_code: '530100', status: '1', pid },
        })
      ).id;
    const top = await add('甲', null);
    const middle = await add('乙', top);
    const low = await add('丙', middle);
    const hang = (id: number, pid: number) =>
      write(on.engine, department, chief, { operation: 'edit', id, input: { pid } });
    for (const [id, pid] of [
      [top, top],
      [top, middle],
      [top, low],
      [middle, low],
    ] as const)
      expect((await refusalOf(hang(id, pid))).data).toMatchObject({
        reason: 'invalid',
        errors: { pid: [expect.any(String)] },
      });
    for (let round = 0; round < 4; round++) {
      await on.db.query(sql`update auth_department set pid = ${top} where id in (${middle}, ${low})`);
      const swapped = await Promise.allSettled([hang(middle, low), hang(low, middle)]);
      const won = swapped.filter((one) => one.status === 'fulfilled');
      expect(won, 'two moves that together would make a circle').toHaveLength(1);
      for (const lost of swapped) {
        if (lost.status === 'fulfilled') continue;
        const { data } = lost.reason as Refused;
        expect(data).toMatchObject({ reason: 'invalid', errors: { pid: [expect.any(String)] } });
      }
    }
  });
});
