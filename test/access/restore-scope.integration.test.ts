import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AnyResource } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { recycleBinEntry } from '#modules/security/contract/recycle-bin-entry.ts';
import type { Caller } from '#server/caller.ts';
import { restoreDeletedRows } from '#server/history/restore-deleted-rows.ts';
import { readListQuery } from '#server/read/condition/read-list-query.ts';
import { readListPage } from '#server/read/list/read-list-page.ts';
import { decodeByteString } from '#server/utf8-byte-string.ts';
import { write } from '#server/write/write-pipeline.ts';
import { createTestEngine, type TestEngine } from '../support/test-engine.ts';

const fields = {
  name: field.text(text('名称', 'Name'), { required: true }),
  department_id: field.integer(text('部门', 'Department'), { write: 'server' }),
  admin_id: field.integer(text('承办人', 'Officer'), { write: 'server' }),
  area_code: field.area(text('地区', 'Area'), { write: 'server' }),
};
const declare = (name: string, scope: 'area' | 'department' | 'own' | 'all'): AnyResource =>
  resource({ name, label: text('备勤', 'Duty'), title: 'name', scope, owner: 'admin_id', fields });
const byDepartment = declare('duty/department', 'department');
const byOwner = declare('duty/own', 'own');
const byArea = declare('duty/area', 'area');
const ofAll = declare('duty/all', 'all');

let on: TestEngine;
let chief: Caller;
/** Two officers of one county, both with every right over the tested resources, in different departments. */
let mine: Caller;
let other: Caller;
beforeAll(async () => {
  on = await createTestEngine();
  chief = await on.officer('admin');
  const nodes = new Set(['department', 'own', 'area', 'all'].flatMap((name) => [`duty/${name}/del`]));
  mine = { ...(await on.officer('county1')), nodes, departments: [11, 12] };
  other = { ...mine, id: mine.id + 1000, departments: [13], areaCode: '530103' };
  for (const name of ['department', 'own', 'area', 'all'])
    await on.db.query(`create table duty_${name} (id bigint generated always as identity primary key, name text not null,
      department_id integer, admin_id integer, area_code text, version integer not null default 1,
      createtime timestamptz not null default now(), updatetime timestamptz not null default now())`);
});
afterAll(() => on.close());

/** A row of `mine` that was deleted: the key of its copy. */
async function deleted(duty: AnyResource, set: Record<string, unknown> = {}): Promise<number> {
  const owned = { department_id: 12, admin_id: mine.id, area_code: '530102', ...set };
  const input = { name: `${duty.name} ${Math.random()}` };
  const { id } = await write(on.engine, duty, chief, { operation: 'add', input, set: owned });
  return (await write(on.engine, duty, chief, { operation: 'del', id, input: {} })).recycled as number;
}
const restore = (duty: AnyResource, caller: Caller, ...ids: number[]) =>
  restoreDeletedRows(on.engine, duty, caller, ids);
/** The entries that a caller sees: deleted rows, or restored ones. */
const listed = async (caller: Caller, restored = '0') => {
  const search = [{ field: 'is_restore', operator: '=', val: restored }];
  const { list } = await readListPage(
    on.engine,
    recycleBinEntry,
    caller,
    readListQuery(recycleBinEntry, { limit: 100, search }),
  );
  return (JSON.parse(decodeByteString(list)) as { id: number }[]).map((row) => row.id);
};

for (const [duty, name] of [
  [byDepartment, 'a department'],
  [byOwner, 'an officer'],
  [byArea, 'an area'],
] as const)
  test(`a deleted row of ${name} is listed and can be restored by exactly those who could see it`, async () => {
    const [copy, second] = [await deleted(duty), await deleted(duty)];
    expect(await listed(mine)).toEqual(expect.arrayContaining([copy, second]));
    expect(await listed(other)).not.toContain(copy);
    await expect(restore(duty, other, copy)).rejects.toMatchObject({ data: { reason: 'not_found' } });
    const foreign = await deleted(duty, { department_id: 13, admin_id: other.id, area_code: '530103' });
    await expect(restore(duty, mine, copy, foreign), 'all or none').rejects.toMatchObject({
      data: { reason: 'not_found' },
    });
    expect(await restore(duty, mine, copy, second)).toEqual({ restored: 2 });
    await expect(restore(duty, mine, copy), 'not twice').rejects.toMatchObject({ data: { reason: 'not_found' } });
    expect([await listed(chief, '1'), await listed(chief)]).toEqual([
      expect.arrayContaining([copy]),
      expect.arrayContaining([foreign]),
    ]);
    const events = await on.db.rows(
      `select department_id, admin_id from event where resource = $1 and name like '%.added' order by id desc limit 1`,
      [duty.name],
    );
    const whose = { department_id: duty === byDepartment ? 12 : null, admin_id: duty === byOwner ? mine.id : null };
    expect(events, 'and the event reaches them').toEqual([whose]);
  });

test('a row that everybody sees can be restored by everybody with the right', async () => {
  const copy = await deleted(ofAll);
  expect(await listed(other)).toContain(copy);
  expect(await restore(ofAll, other, copy)).toEqual({ restored: 1 });
});

test('a restored row has a history entry and an event with its area and owner', async () => {
  const copy = await deleted(byArea);
  const { row_id: id } = (await on.db.row<{ row_id: number }>(
    'select row_id from security_data_recycle_log where id = $1',
    [copy],
  )) as { row_id: number };
  await restore(byArea, mine, copy);
  const [events] = await on.db.rows(
    `select name, area_code, owner_id, payload->>'title' is not null as titled from event where resource = 'duty/area' and row_id = $1 order by id desc`,
    [id],
  );
  expect(events).toEqual({ name: 'duty/area.added', area_code: '530102', owner_id: mine.id, titled: true });
  const [entry] = await on.db.rows(
    `select action, actor_id, area_code from history where resource = 'duty/area' and row_id = $1 order by id desc`,
    [id],
  );
  expect(entry).toEqual({ action: 'restore', actor_id: mine.id, area_code: '530102' });
});
