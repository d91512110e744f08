import { beforeAll, expect, it } from 'vitest';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { violations } from '../support/axe.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits, type VisitOptions } from '../support/visits.ts';

/** The home page of members: teams on the road, pending work and first actions. */
const visits = startVisits();
const today = shanghaiToday();
let agency: Owner;
let carrier: Owner;
let inn: Owner;
const at = (who: Owner, path: string, more: VisitOptions = {}) =>
  visits.open(path, { storage: { userInfo: who.info }, ...more });
const home = '/user/account/overview';

beforeAll(async () => {
  agency = await registerOwner(visits, 'agency');
  carrier = await registerOwner(visits, 'coach');
  inn = await registerOwner(visits);
  const ids = [agency.id, carrier.id, inn.id];
  // with the code an approval assigns: other files see the enterprises of this worker too
  await visits.query(
    "update enterprise set status = 'active', sup_code = replace(gen_random_uuid()::text, '-', '') where id = any($1::bigint[])",
    [ids],
  );
  const team = (day: string, days: number, status: string, people: number) =>
    visits.query(
      `insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, total_fee, tourist_count, emergency_contact, emergency_mobile, status)
       select 'T5301' || to_char($2::date, 'YYMMDD') || number_with_digits(draw_number('travel_itinerary_team_no_seq', to_char($2::date, 'YYYY')), 5), $1, 'province', ($2::date + time '08:00') at time zone 'Asia/Shanghai', ($2::date + $3::int - 1 + time '18:00') at time zone 'Asia/Shanghai', '530102',
         array(select id from system_area where code = '532901'), 660000, $5, '赵六', '13500135000', $4`,
      [agency.id, day, days, status, people],
    );
  await team(today, 3, 'departed', 22);
  await team(new Date(Date.parse(today) + 3 * 86_400_000).toISOString().slice(0, 10), 2, 'draft', 8);
  await visits.query(
    `with d as (insert into rental_demand (agency_id, route, from_at, to_at, people, asked, status)
       values ($1, '昆明—石林', now() + interval '3 days', now() + interval '4 days', 20, array[$2::bigint], 'requested') returning id)
     insert into rental_order (coach_id, demand_id, agency, route, from_at, to_at, people, status)
       select $2, d.id, '某旅行社', '昆明—石林', now() + interval '3 days', now() + interval '4 days', 20, 'requested' from d`,
    [agency.id, carrier.id],
  );
});

it('the home page of an agency shows its teams by their usual names, and a button for a new one', async () => {
  const page = await at(agency, home);
  const called = `昆明—大理三日游 · ${today} · 22 人`;
  await page.getByRole('link', { name: new RegExp(called) }).waitFor();
  await page.getByRole('link', { name: /昆明—大理二日游/ }).waitFor();
  await page.getByRole('link', { name: /尚未提交的团队/ }).waitFor();
  expect(await page.getByText('近七天').count(), 'no chart of nothing').toBe(0);
  expect(await page.getByText('余额').count()).toBe(0);
  await shoot(page, 'member-home');
  expect(await violations(page)).toEqual([]);

  // its number opens exactly these, in a list without a column for the member's own firm
  await page.getByRole('link', { name: /^今日团队 全部 1/ }).click();
  const rows = page.locator('[data-list] tr[data-row]:visible');
  await rows.first().waitFor();
  expect(await rows.count()).toBe(1);
  expect(await page.getByRole('columnheader', { name: '组团社' }).count()).toBe(0);
  await page.getByRole('columnheader', { name: '线路' }).waitFor();
  await shoot(page, 'member-teams');

  await page.goBack();
  await page.getByRole('link', { name: new RegExp(called) }).click();
  const heading = page.getByRole('heading', { level: 1 });
  await heading.filter({ hasText: called }).waitFor();
  expect(await heading.textContent()).toMatch(/T5301\d{11}$/);
  await page.getByText('创建时间', { exact: true }).waitFor();
  for (const label of ['编号', '修改时间']) expect(await page.getByText(label, { exact: true }).count()).toBe(0);
  await shoot(page, 'member-team');

  await page.goBack();
  await page.getByRole('link', { name: '新建团队' }).click();
  await page.waitForURL(/travel\/itinerary\?form=add/);
  await page.locator('.xj-form').waitFor();
  await shoot(page, 'member-new-team');

  // members have no tabs of officers
  await page.goto(`${visits.url}/user/enterprise/enterprise/${agency.id}`);
  await page.getByRole('tab', { name: '详情' }).waitFor();
  await shoot(page, 'member-enterprise');
});

it('the home page works on a phone, in English and in dark colours', async () => {
  const page = await at(agency, home, { size: [390, 844], context: { hasTouch: true } });
  await page.getByRole('link', { name: /22 人/ }).waitFor();
  const act = await page.getByRole('link', { name: '新建团队' }).boundingBox();
  expect(act?.height).toBeGreaterThanOrEqual(44);
  expect((act?.y ?? 999) + (act?.height ?? 0), 'at first sight').toBeLessThan(844 / 2);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const [greeting, refresh] = await Promise.all(
    [page.getByRole('heading', { level: 1 }), page.getByRole('button', { name: '刷新' })].map((one) =>
      one.boundingBox(),
    ),
  );
  expect(refresh?.y, 'what refreshes it takes no line of its own').toBeLessThan(
    (greeting?.y ?? 0) + (greeting?.height ?? 0),
  );
  await shoot(page, 'member-home-phone');
  // a card does not repeat its heading
  await page.goto(`${visits.url}/user/travel/itinerary`);
  const card = page.locator('[data-row]').filter({ hasText: '22 人' });
  await card.getByText('出发时间').waitFor();
  expect(await card.locator('dt').allTextContents()).not.toContain('线路');
  await shoot(page, 'member-teams-phone');
  const dark = await at(agency, home, { locale: 'en', theme: 'dark' });
  await dark.getByRole('link', { name: /22 pax/ }).waitFor();
  await dark.getByRole('link', { name: 'New team' }).waitFor();
  await shoot(dark, 'member-home-en-dark');
  expect(await violations(dark)).toEqual([]);
});

it('the home page of a coach firm shows the requests it has received', async () => {
  const page = await at(carrier, home);
  await page.getByRole('link', { name: '登记车辆' }).waitFor();
  await page.getByText('今天没有车辆随团。').waitFor();
  expect(await page.getByText('今日团队').count(), 'it runs no teams').toBe(0);
  await shoot(page, 'coach-home');
  await page.getByRole('link', { name: /待报价的询价 1/ }).click();
  await page.getByRole('heading', { name: '询价与订单' }).waitFor();
  await page.locator('[data-row]').filter({ hasText: '昆明—石林' }).first().waitFor();
});

it('the home page of a homestay shows its certificates, and nothing of teams or vehicles', async () => {
  const page = await at(inn, home);
  await page.getByRole('link', { name: '登记证照' }).waitFor();
  for (const foreign of ['今日团队', '今日派车', '新建团队', '登记车辆'])
    expect(await page.getByText(foreign).count(), foreign).toBe(0);
  await shoot(page, 'inn-home');
});
