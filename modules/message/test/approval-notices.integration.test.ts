import { afterAll, beforeAll, expect, test } from 'vitest';
import { activeEnterprise, move, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { retryTasksOfAfterCommitSubscribers } from '#server/write/subscriber/retry-tasks-of-after-commit-event-subscribers.ts';
import { createTestEngine, type TestEngine } from '../../../test/support/test-engine.ts';

let on: TestEngine;
beforeAll(async () => {
  on = await createTestEngine();
  await uploadMaterials(on.engine);
});
afterAll(() => on.close());

/** An officer of an area with permission for these steps. */
let made = 0;
async function officerOf(area: string, ...steps: string[]) {
  made += 1;
  const username = `step${made}_${Date.now() % 100_000_000}`;
  const nodes = ['index', ...steps].map((one) => `enterprise/enterprise/${one}`);
  await on.db.query(sql`with g as (insert into auth_group (name, rules)
      values (${username}, (select array_agg(id) from auth_menu where name = any(${nodes}::text[]))) returning id)
    insert into auth_admin (username, nickname, password, group_arr, area_code) select ${username}, ${username}, '', array[g.id], ${area} from g`);
  return on.officer(username);
}

test('the officers of the next step in the area of the row are notified of a proposal once, its proposer is not', async () => {
  const proposer = await officerOf('530100', 'revoke:propose', 'revoke:confirm');
  const [city, county, elsewhere] = [
    await officerOf('530100', 'revoke:confirm'),
    await officerOf('530102', 'revoke:confirm'),
    await officerOf('530300', 'revoke:confirm'),
  ];
  const looksOn = await officerOf('530100');
  // when a division was replaced by the county, its office continues in the county
  await on.db.query(`insert into system_area (code, name, level, parent_code, valid_to, replaced_by)
    select '530199', '旧区', level, parent_code, '2020-01-01', code from system_area where code = '530102'`);
  const former = await officerOf('530199', 'revoke:confirm');
  const id = await activeEnterprise(on.engine, await on.officer('admin'));
  await move(on.engine, proposer, id, 'revoke', { document_no: '昆文旅罚〔2026〕1号', reason: '严重违法经营' });
  const [, task] =
    retryTasksOfAfterCommitSubscribers(on.engine).find(
      ([name]) => name === 'message/tell_next_enterprise_enterprise',
    ) ?? [];
  const event = await on.db.row(`select id, name, resource, row_id, area_code, payload from event
    where name = 'enterprise/enterprise.moved' and row_id = ${id}`);
  for (let tries = 0; tries < 2; tries++) await task?.({ event, caller: {} });
  const notices = await on.db.rows(
    sql`select admin_id, kind, label, content, content_en, row_id from message_notice where template_code = 'proposal_waits' and row_id = ${id}
      and admin_id = any(${[proposer, city, county, elsewhere, looksOn, former].map((one) => one.id)}::bigint[]) order by admin_id`,
  );
  expect(notices.map(({ admin_id }) => admin_id)).toEqual([city.id, county.id, former.id]);
  expect(notices[0]).toMatchObject({
    kind: 'todo',
    row_id: id,
    content: expect.stringContaining('提请吊销，下一步：批准吊销'),
  });
  expect(notices[0]?.content_en).toMatch(/next step: Approve revocation\.$/);
});
