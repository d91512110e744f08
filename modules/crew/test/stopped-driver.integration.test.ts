import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import { driverForm, type Firm, firmOf } from './firm.ts';

let app: TestApp;
let chief: Client;
let county: Client;
let stranger: Client;
let coach: Firm;
let other: Firm;
beforeAll(async () => {
  app = await startApp();
  coach = await firmOf(app, 'coach', 'crew_coach');
  other = await firmOf(app, 'coach', 'crew_other');
  [chief, county] = [await app.client({ officer: 'admin' }), await app.client({ officer: 'county1' })];
  stranger = await app.client({ officer: 'county2' });
});
afterAll(() => app.close());

interface Answer {
  id: number;
  errors?: Record<string, string[]>;
}
const done = async (who: Client, path: string, body: object) => {
  const answer = await who.post<Answer>(path, body);
  expect([path, answer.code, answer.msg]).toEqual([path, 1, expect.anything()]);
  return answer.data;
};
const errors = async (who: Client, path: string, body: object) =>
  (await who.post<Answer>(path, body)).data.errors ?? {};

test('an order about a driver applies to the person: they are stopped at every firm, and cannot be verified at any meanwhile', async () => {
  const form = driverForm(coach.id);
  const elsewhere = driverForm(other.id, { id_no: form.id_no });
  const { id } = await done(county, '/admin/crew.driver/add', form);
  const { id: second } = await done(other.owner, '/api/crew.driver/add', elsewhere);
  await done(county, '/admin/crew.driver/verify', { id: second });
  const states = async () =>
    (
      await app.db.rows<{ status: string }>(
        sql`select status from crew_driver where id_no->>'hash' = ${app.engine.seal.hash(form.id_no)} order by id`,
      )
    ).map(({ status }) => status);
  await done(county, '/admin/crew.driver/stop', { id, reason: '记分已满十二分' });
  expect(await states()).toEqual(['stopped', 'stopped']);
  // the enterprise can neither end the employment nor delete the row, and no third enterprise gets the driver verified
  for (const [firm, row] of [
    [coach, id],
    [other, second],
  ] as const) {
    expect((await firm.owner.post('/api/crew.driver/leave', { id: row, reason: '本人申请离职' })).code).toBe(0);
    expect((await firm.owner.del('/api/crew.driver/del', { ids: [row] })).code).toBe(0);
  }
  const third = await firmOf(app, 'coach', 'crew_third');
  const hired = driverForm(third.id, { id_no: form.id_no });
  expect(await errors(county, '/admin/crew.driver/add', hired)).toHaveProperty('id_no');
  const { id: stated } = await done(third.owner, '/api/crew.driver/add', hired);
  expect(await county.post('/admin/crew.driver/verify', { id: stated })).toMatchObject({
    code: 0,
    data: { reason: 'not_ready' },
  });
  await done(county, '/admin/crew.driver/resume', { id: second, reason: '已参加学习并考试合格' });
  expect(await states()).toEqual(['working', 'working', 'stated']);
  // suspended at one enterprise while verified at another: either suspended everywhere or not verified
  const verified = await Promise.all([
    county.post('/admin/crew.driver/stop', { id, reason: '记分已满十二分' }),
    county.post('/admin/crew.driver/verify', { id: stated }),
  ]);
  expect(verified[0].code, verified[0].msg).toBe(1);
  expect(await states()).toEqual(['stopped', 'stopped', verified[1].code === 1 ? 'stopped' : 'stated']);
  await done(county, '/admin/crew.driver/resume', { id, reason: '已参加学习并考试合格' });
  if (verified[1].code !== 1) await done(county, '/admin/crew.driver/verify', { id: stated });
  await done(county, '/admin/crew.driver/stop', { id, reason: '记分已满十二分' });
  expect(await states()).toEqual(['stopped', 'stopped', 'stopped']);
});

test('the ordering office, or one above it, lifts a suspension; a deleted row can be restored afterwards', async () => {
  const form = driverForm(coach.id);
  const far = await firmOf(app, 'coach', 'crew_far', 'county2');
  const { id: first } = await done(county, '/admin/crew.driver/add', form);
  const { id: second } = await done(stranger, '/admin/crew.driver/add', driverForm(far.id, { id_no: form.id_no }));
  const reason = { reason: '已参加学习并考试合格' };
  expect((await chief.del('/admin/crew.driver/del', { ids: [second] })).code).toBe(1);
  await done(county, '/admin/crew.driver/stop', { id: first, reason: '记分已满十二分' });
  const copy = await app.db.row<{ id: number }>(
    sql`select id from security_data_recycle_log where resource = 'crew/driver' and row_id = ${second} order by id desc limit 1`,
  );
  const restore = () => chief.post('/admin/security.dataRecycleLog/restore', { ids: [copy?.id] });
  expect(await restore()).toMatchObject({ code: 0, msg: expect.stringContaining('责令停岗') });
  await done(county, '/admin/crew.driver/resume', { id: first, ...reason });
  expect((await restore()).code).toBe(1);
  // ordered by one county, employed in another
  await done(county, '/admin/crew.driver/stop', { id: first, reason: '记分已满十二分' });
  const resume = (who: Client) => who.post('/admin/crew.driver/resume', { id: second, ...reason });
  expect(await resume(stranger)).toMatchObject({ code: 0, data: { reason: 'forbidden' } });
  const stopped = () =>
    app.db.rows(sql`select status, stopped_area from crew_driver where id in (${first}, ${second}) order by id`);
  const { areaCode: stopped_area } = await app.officer('county1');
  expect(await stopped()).toEqual(Array(2).fill({ status: 'stopped', stopped_area }));
  expect((await resume(await app.client({ officer: 'city' }))).code).toBe(1);
  expect(await stopped()).toEqual(Array(2).fill({ status: 'working', stopped_area: null }));
});
