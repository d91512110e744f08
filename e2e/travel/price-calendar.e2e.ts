import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { addDays, shanghaiToday, weekdayOf } from '#kernel/time/shanghai-time.ts';
import { violations } from '../support/axe.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

/** The prices of a product by day, as an agency enters them in the calendar. */
const visits = startVisits();
const today = shanghaiToday();
const firstOfThreeInOneMonth =
  [today, addDays(today, 1), addDays(today, 2)].find((day) => day.slice(0, 7) === addDays(day, 2).slice(0, 7)) ?? today;
let owner: Owner;
let area = 0;

beforeAll(async () => {
  owner = await registerOwner(visits, 'agency');
  const { list } = await owner.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  area = list[0]?.id ?? 0;
});

async function addProduct(): Promise<number> {
  const terms = {
    includes: '车、餐、门票',
    excludes: '个人消费',
    safety_notice: '高原注意保暖',
    cancel_policy: '按合同',
  };
  const { id } = await owner.office<{ id: number }>('/admin/travel.product/add', {
    title: '大理洱海一日游',
    category: 'province',
    agency_id: owner.id,
    departure_area: '530102',
    destination_areas: [area],
    transport: 'coach',
    nights: 0,
    min_group: 2,
    price_from: '299',
    ...terms,
  });
  return id;
}
const open = async (id: number, options: Parameters<typeof visits.open>[1] = {}) => {
  const page = await visits.open(`/user/travel/product?edit=${id}`, { storage: { userInfo: owner.info }, ...options });
  const calendar = page.getByRole('group', { name: /价格日历|Price calendar/ });
  await calendar.scrollIntoViewIfNeeded();
  return { page, calendar };
};
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const save = async (page: Page, calendar: Locator) => {
  await page.keyboard.press('Control+s');
  await calendar.waitFor({ state: 'hidden' });
};
const stored = async (id: number) => {
  const { row } = await owner.office<{ row: { prices: { date: string; adult: string; stock: number }[] } }>(
    `/admin/travel.product/edit?id=${id}`,
  );
  return row.prices.map(({ date, adult, stock }) => `${date} ${adult} ${stock}`);
};

it('prices are set by keyboard: days selected with Shift, priced at once, sold out, undone', async () => {
  const id = await addProduct();
  const { page, calendar } = await open(id);
  // three days of one month: at a month's end the calendar turns the page and shows fewer of them
  const days = [0, 1, 2].map((n) => addDays(firstOfThreeInOneMonth, n));
  await calendar.locator(`[data-day="${today}"]`).focus();
  for (let day = today; day < firstOfThreeInOneMonth; day = addDays(day, 1)) await press(page, 'ArrowRight');
  await press(page, 'Shift+ArrowRight', 'Shift+ArrowRight', 'Enter');
  await page.keyboard.type('299');
  await calendar.getByLabel('余位').fill('20');
  await press(page, 'Enter');
  await calendar.locator('[data-priced]').nth(2).waitFor();
  await press(page, 'ArrowLeft');
  await calendar.getByRole('button', { name: '设为售罄' }).click();
  await calendar.locator('[data-sold]').waitFor();
  await calendar.getByRole('button', { name: '清除价格' }).click();
  await expect.poll(() => calendar.locator('[data-priced]').count()).toBe(2);
  await calendar.getByRole('button', { name: '撤销' }).click();
  await expect.poll(() => calendar.locator('[data-priced]').count()).toBe(3);
  await shoot(page, 'price-keyboard');
  await save(page, calendar);
  expect(await stored(id)).toEqual([`${days[0]} 299.00 20`, `${days[1]} 299.00 0`, `${days[2]} 299.00 20`]);
});

it('a price is set for all weekends of a period, and not for past days', async () => {
  const id = await addProduct();
  const { page, calendar } = await open(id);
  const until = addDays(today, 40);
  await calendar.getByLabel('到', { exact: true }).fill(until);
  await press(page, 'Enter');
  await calendar.getByRole('button', { name: '周末' }).click();
  await calendar.getByLabel('成人价').fill('399');
  await calendar.getByLabel('儿童价').fill('199');
  await calendar.getByLabel('余位').fill('12');
  const weekends = Array.from({ length: 41 }, (_, n) => addDays(today, n)).filter((day) => weekdayOf(day) % 6 === 0);
  await calendar.getByRole('button', { name: `填入 ${weekends.length} 天` }).click();
  await calendar.getByText(`已定价 ${weekends.length} 天`).waitFor();
  await calendar.evaluate((element) => element.scrollIntoView());
  await shoot(page, 'price-weekends');
  const past = calendar.locator(`[data-day="${addDays(today, -1)}"]`);
  if ((await past.count()) > 0) expect(await past.isDisabled()).toBe(true);
  expect(await violations(page)).toEqual([]);
  await save(page, calendar);
  expect((await stored(id)).map((row) => row.slice(0, 10))).toEqual(weekends);
});

it('the price calendar fits a phone, in dark colours', async () => {
  const id = await addProduct();
  const { page, calendar } = await open(id, { size: [390, 844], theme: 'dark', context: { hasTouch: true } });
  await calendar.locator(`[data-day="${today}"]`).tap();
  await calendar.getByLabel('成人价').fill('299');
  await calendar.getByLabel('余位').fill('8');
  await calendar.getByRole('button', { name: '填入 1 天' }).tap();
  await calendar.evaluate((element) => element.scrollIntoView());
  await shoot(page, 'price-phone-dark');
  expect(await violations(page)).toEqual([]);
  const english = await open(id, { locale: 'en' });
  await english.calendar.evaluate((element) => element.scrollIntoView());
  await shoot(english.page, 'price-en');
});
