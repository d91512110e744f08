import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp } from '../../../../test/support/test-engine.ts';
import { withoutWatch } from '../../../../test/support/watch-writes.ts';
import { type Agency, openAgency } from '../agency.ts';
import { dayTrip } from '../team.ts';

/** Sensitive data rules on child rows, which are changed in the form of the team. */
let app: TestApp;
let agency: Agency;
let bureau: Client;
beforeAll(async () => {
  app = await startApp();
  agency = await openAgency(app);
  bureau = await app.client({ officer: 'admin' });
}, 120_000);
afterAll(() => app.close());

type Data = Record<string, unknown> & { id: number };
const own = (action: string) => `/api/travel.itinerary/${action}`;

test("a watched change of a tourist is logged, and rolled back under the rules of the team's form", async () => {
  const rule = { name: '游客手机', controller: 'travel/tourist', columns: ['travel/tourist.mobile'], status: '1' };
  const made = await bureau.post<Data>('/admin/security.sensitiveData/add', rule);
  expect(made.code, JSON.stringify(made.data)).toBe(1);
  const id = (await agency.owner.post<Data>(own('add'), await dayTrip(app, agency))).data.id;
  const tourists = async () =>
    (await agency.owner.get<{ row: Data }>('/api/travel.itinerary/edit', { id })).data.row.tourists as (Data & {
      mobile: string;
    })[];
  // drafts are visible only to their agency
  await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'returned' where id = ${id}`));
  const [first, ...others] = await tourists();
  const sent = [{ id: first?.id, mobile: '13700137000' }, ...others.map((one) => ({ id: one.id }))];
  expect((await agency.owner.post(own('edit'), { id, tourists: sent })).code).toBe(1);
  const log = async () =>
    (await bureau.get<{ list: Data[] }>('/admin/security.sensitiveDataLog/index', { limit: 1 })).data.list[0];
  const logged = await log();
  expect(logged).toMatchObject({ data_field: 'mobile', before: '136****6000', after: '137****7000' });
  const rolled = await bureau.post('/admin/security.sensitiveDataLog/rollback', { ids: [logged?.id] });
  expect(rolled.msg).toBe('');
  expect((await tourists()).map(({ mobile }) => mobile)).toEqual(Array(3).fill('13600136000'));
  // a submitted team is corrected by its agency, and by nobody else
  const again = await log();
  await withoutWatch(app.db, (tx) => tx.query(sql`update travel_itinerary set status = 'cancelled' where id = ${id}`));
  const refused = await bureau.post<{ failed: unknown[] }>('/admin/security.sensitiveDataLog/rollback', {
    ids: [again?.id],
  });
  expect([refused.code, refused.data.failed.length]).toEqual([0, 1]);
  await bureau.del('/admin/security.sensitiveData/del', { ids: [made.data.id] });
});
