import { beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits, type VisitOptions } from '../support/visits.ts';
import { waitForRows } from '../support/widgets.ts';

/** What is theirs, found on a page of its own, and views of their lists that members follow. */
const visits = startVisits();
let agency: Owner;
const at = (path: string, more: VisitOptions = {}) =>
  visits.open(path, { storage: { userInfo: agency.info }, ...more });
const drafts = '/user/travel/itinerary?status.eq=draft';

beforeAll(async () => {
  agency = await registerOwner(visits, 'agency');
  await visits.query(
    "update enterprise set status = 'active', sup_code = replace(gen_random_uuid()::text, '-', '') where id = $1",
    [agency.id],
  );
  await visits.query(
    `insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, total_fee, tourist_count, emergency_contact, emergency_mobile, status)
     select 'T5301' || to_char(now(), 'YYMMDD') || number_with_digits(draw_number('travel_itinerary_team_no_seq', to_char(now(), 'YYYY')), 5), $1, 'province', now() + interval '3 days', now() + interval '5 days', '530102',
       array(select id from system_area where code = '532901'), 660000, 8, '赵六', '13500135000', 'draft' from generate_series(1, 7)`,
    [agency.id],
  );
});

it('an owner goes from the palette to all results, and from there to a record', async () => {
  const page = await at('/user');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('t5301');
  await page.getByRole('option', { name: /全部结果：t5301/ }).click();
  await page.waitForURL(/\/user\/search\?q=t5301/);
  const hits = page.getByRole('main').getByRole('listitem').getByRole('link');
  await expect.poll(() => hits.count()).toBe(7);
  expect(await page.getByRole('main').getByRole('status').textContent()).toContain('7 条结果');
  await shoot(page, 'member-search');
  expect(await violations(page)).toEqual([]);
  await hits.first().click();
  await page.waitForURL(/\/user\/travel\/itinerary\/\d+/);
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'T5301' }).waitFor();

  const phone = await at('/user/search?q=t5301', { size: [390, 844], locale: 'en', theme: 'dark' });
  await phone.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
  const width = await phone.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
  await shoot(phone, 'member-search-phone');
});

it('an owner is told of new rows of a view, has its file sent, and is told no longer', async () => {
  const page = await at(drafts);
  await waitForRows(page);
  const views = page.getByRole('button', { name: /^视图/ });
  await views.click();
  await page.getByRole('menuitem', { name: '有新记录时告诉我' }).click();
  await page.getByText('有新记录时会在消息中告诉您').waitFor();
  await views.click();
  await page.getByRole('menuitem', { name: '定时发给我…' }).click();
  const dialog = page.getByRole('dialog', { name: '定时发给我' });
  await dialog.getByRole('button', { name: '确定' }).waitFor();
  await shoot(page, 'member-view-sent');
  await dialog.getByRole('button', { name: '确定' }).click();
  await page.getByText('到时会发给您').waitFor();
  await views.click();
  await page.getByRole('menuitem', { name: '我的订阅' }).click();
  await page.waitForURL(/\/user\/auth\/subscription/);
  const rows = page.locator('[data-list] [data-row]:visible');
  await expect.poll(() => rows.count()).toBe(2);
  await shoot(page, 'member-subscriptions');
  expect(await violations(page)).toEqual([]);
  const phone = await at('/user/auth/subscription', { size: [390, 844], locale: 'en', theme: 'dark' });
  await expect.poll(() => phone.locator('[data-row]:visible').count()).toBe(2);
  await shoot(phone, 'member-subscriptions-phone');
  await page.goto(`${visits.url}${drafts}`);
  await waitForRows(page);
  await views.click();
  await page.getByRole('menuitem', { name: '有新记录时不再告诉我' }).click();
  await page.getByText('不再告知').waitFor();
});
