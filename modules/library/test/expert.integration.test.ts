import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { nextIdNumber } from '#modules/crew/test/firm.ts';
import { activeEnterprise, uploadMaterials } from '#modules/enterprise/test/form.ts';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';

let app: TestApp;
let admin: Client;
let county: Client;
let area = '';
const today = shanghaiToday();
beforeAll(async () => {
  app = await startApp();
  await uploadMaterials(app.engine);
  admin = await app.client({ officer: 'admin' });
  county = await app.client({ officer: 'county1' });
  area = (await app.officer('county1')).areaCode;
});
afterAll(() => app.close());

const expertForm = (more: object = {}) => ({
  name: '周教授',
  id_no: nextIdNumber(),
  mobile: '13888005678',
  unit: '昆明理工大学',
  title: '教授',
  area_code: area,
  fields: ['law', 'safety'],
  valid_to: addDays(today, 365),
  ...more,
});

async function add(form: object): Promise<number> {
  const answer = await county.post<{ id: number }>('/admin/library.expert/add', form);
  expect(answer.code, answer.msg).toBe(1);
  return answer.data.id;
}
const eligible = (id: number) =>
  app.db.row<{ fields: string[]; conflicts: number[] }>(
    sql`select fields, conflicts from library_eligible_expert where id = ${id}`,
  );

test('an expert is drawn while engaged, without the enterprises in conflict', async () => {
  const enterprise = await activeEnterprise(app.engine, await app.officer('admin'), {
    ent_type: 'scenic',
    area_code: area,
  });
  const id = await add(
    expertForm({
      conflicts: [
        { enterprise_id: enterprise, reason: '担任顾问' },
        { person: '张三', reason: '亲属' },
      ],
    }),
  );
  expect(await eligible(id)).toBeUndefined();
  expect((await county.post('/admin/library.expert/engage', { id })).code).toBe(0);
  expect((await admin.post('/admin/library.expert/engage', { id })).code).toBe(1);
  expect(await eligible(id)).toEqual({ fields: ['law', 'safety'], conflicts: [enterprise] });
  await app.db.query(sql`update library_expert set valid_to = ${addDays(today, -1)} where id = ${id}`);
  expect(await eligible(id)).toBeUndefined();
  const dismiss = await county.post('/admin/library.expert/dismiss', { id, reason: '聘期已经届满' });
  expect(dismiss.code, dismiss.msg).toBe(1);
  const again = await admin.post('/admin/library.expert/engage', { id });
  expect(again.msg).toBe('聘期已过');
});

test('a conflict names an enterprise or a person', async () => {
  const answer = await county.post<{ errors: object }>(
    '/admin/library.expert/add',
    expertForm({ conflicts: [{ reason: '亲属' }] }),
  );
  expect(answer.code).toBe(0);
  expect(JSON.stringify(answer.data.errors)).toContain('请填写企业或个人');
});

test('the identity number is stored encrypted and shown masked', async () => {
  const form = expertForm();
  const id = await add(form);
  const stored = await app.db.row<{ id_no: object }>(sql`select id_no from library_expert where id = ${id}`);
  expect(JSON.stringify(stored)).not.toContain(form.id_no);
  const { row } = (await county.get<{ row: { id_no: string } }>('/admin/library.expert/edit', { id })).data;
  expect(row.id_no).toContain('****');
});

test('engagements add up to uses, fees and a rating', async () => {
  const id = await add(expertForm());
  const engage = (more: object) =>
    county.post<{ errors: object }>('/admin/library.expertService/add', {
      expert_id: id,
      served_on: today,
      matter: '景区安全评估',
      fee: '800.00',
      ...more,
    });
  expect(Object.keys((await engage({ rating: 5 })).data.errors)).toEqual(['expert_id']);
  expect((await admin.post('/admin/library.expert/engage', { id })).code).toBe(1);
  expect((await engage({ rating: 5 })).code).toBe(1);
  expect((await engage({ rating: 4, fee: '1200.50' })).code).toBe(1);
  const { row } = (await county.get<{ row: object }>('/admin/library.expert/edit', { id })).data;
  expect(row).toMatchObject({ times_used: 2, fees: '2000.50', rating: 4.5 });
  expect((await engage({ served_on: addDays(today, 1) })).data.errors).toEqual({ served_on: ['不能晚于今天'] });
  expect((await engage({ paid_on: addDays(today, -1) })).data.errors).toEqual({
    paid_on: ['支付日期不得早于使用日期'],
  });
});
