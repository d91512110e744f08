import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';

/** Days and stops of a product, as an agency builds them by keyboard, by mouse and on a phone. */
const visits = startVisits();
const desktop: readonly [number, number] = [1440, 900];
const phone: readonly [number, number] = [390, 844];
let operator: Owner;
let area = 0;

beforeAll(async () => {
  operator = await registerOwner(visits, 'agency');
  await visits.query("update enterprise_person set role = 'operator' where enterprise_id = $1", [operator.id]);
  const { list } = await operator.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  area = list[0]?.id ?? 0;
});

const day = (title: string) => ({ title, breakfast: 'included', lunch: 'included', dinner: 'self' });
const stop = (day_no: number, poi_type: string, name: string, arrive: string, stay_minutes: number, more = {}) => ({
  day_no,
  poi_type,
  name,
  arrive,
  stay_minutes,
  ...more,
});

async function addProduct(plan: object = {}): Promise<number> {
  const terms = {
    includes: '车、餐、门票',
    excludes: '个人消费',
    safety_notice: '高原注意保暖',
    cancel_policy: '按合同',
  };
  const { id } = await operator.office<{ id: number }>('/admin/travel.product/add', {
    title: '石林滇池三日游',
    category: 'province',
    agency_id: operator.id,
    departure_area: '530102',
    destination_areas: [area],
    transport: 'coach',
    nights: 0,
    min_group: 2,
    price_from: '899',
    ...terms,
    ...plan,
  });
  return id;
}
const threeDays = {
  days: [day('昆明接团'), day('石林'), day('滇池送团')],
  stops: [
    stop(1, 'transfer', '长水机场接站', '10:00', 60),
    stop(1, 'meal', '过桥米线', '12:00', 60),
    stop(1, 'scenic', '翠湖公园', '13:30', 120, { place: { lng: 102.705, lat: 25.049 } }),
    stop(2, 'scenic', '石林风景区', '09:30', 180, { place: { lng: 103.327, lat: 24.815 } }),
    stop(2, 'shop', '彝族刺绣坊', '13:00', 60),
    stop(2, 'free', '阿诗玛演出', '15:00', 60, { is_optional_paid: '1', fee: '128' }),
    stop(3, 'scenic', '滇池海埂', '09:00', 120, { place: { lng: 102.66, lat: 24.96 } }),
  ],
};
const open = async (id: number, options: Parameters<typeof visits.open>[1] = {}) => {
  const page = await visits.open(`/user/travel/product?edit=${id}`, {
    storage: { userInfo: operator.info },
    size: desktop,
    ...options,
  });
  const board = page.locator('.xj-plan');
  await board.waitFor();
  return { page, board };
};
const press = async (page: Page, ...keys: string[]) => {
  for (const key of keys) await page.keyboard.press(key);
};
const seeRoute = async (board: Locator) => {
  await board.locator('.xj-route-map').scrollIntoViewIfNeeded();
  await board.locator('.xj-route-map [data-ready]').waitFor();
};
const seeBoard = (board: Locator) =>
  board.locator('.xj-plan-bar-top').evaluate((element) => element.scrollIntoView({ block: 'start' }));
/** The stops of each day, as time and name. */
const plan = (board: Locator) =>
  board
    .locator('.xj-plan-day')
    .evaluateAll((days) =>
      days.map((one) =>
        [...one.querySelectorAll('.xj-plan-stops .xj-plan-card')].map((card) =>
          ['b', '.xj-plan-name'].map((part) => card.querySelector(part)?.textContent).join(' '),
        ),
      ),
    );
const stored = async (id: number) => {
  const { row } = await operator.office<{
    row: { days: { title: string }[]; stops: { day_no: number; name: string; arrive: string }[] };
  }>(`/admin/travel.product/edit?id=${id}`);
  return {
    days: row.days.map(({ title }) => title),
    stops: row.stops.map(({ day_no, name, arrive }) => `${day_no} ${arrive.slice(0, 5)} ${name}`),
  };
};

it('an itinerary is built by keyboard alone: days, stops, dependent times, undo and redo', async () => {
  const id = await addProduct();
  const { page, board } = await open(id);
  await board.getByRole('button', { name: '添加一天' }).focus();
  for (const [title, stops] of [
    ['昆明接团', ['翠湖公园', '云南大学']],
    ['石林', ['石林风景区']],
    ['滇池送团', ['滇池海埂']],
  ] as const) {
    await board.getByRole('button', { name: '添加一天' }).focus();
    await press(page, 'Enter');
    await page.keyboard.type(title);
    await press(page, 'Enter');
    for (const name of stops) {
      await press(page, 'Insert');
      await page.keyboard.type(name);
      await press(page, 'Enter');
    }
  }
  await expect
    .poll(() => plan(board))
    .toEqual([['08:30 翠湖公园', '11:00 云南大学'], ['08:30 石林风景区'], ['08:30 滇池海埂']]);
  // a longer stay delays the following stops; a stop moved down from the end of a day moves to the next day
  await press(page, 'ArrowLeft', 'ArrowLeft', 'Home', 'ArrowDown', 'Enter');
  await board.getByLabel('停留（分钟）').fill('180');
  await press(page, 'Enter');
  await expect.poll(() => plan(board).then(([first]) => first)).toEqual(['08:30 翠湖公园', '12:00 云南大学']);
  await press(page, 'Alt+ArrowDown');
  await expect.poll(() => plan(board).then(([first]) => first)).toEqual(['08:30 云南大学', '11:00 翠湖公园']);
  await press(page, 'Alt+ArrowDown');
  await expect
    .poll(() => plan(board))
    .toEqual([['08:30 云南大学'], ['08:30 翠湖公园', '12:00 石林风景区'], ['08:30 滇池海埂']]);
  await press(page, 'Control+z', 'Control+z', 'Control+y');
  await expect.poll(() => plan(board).then(([first]) => first)).toEqual(['08:30 云南大学', '11:00 翠湖公园']);
  await press(page, 'Delete');
  await expect.poll(() => plan(board).then(([first]) => first?.length)).toBe(1);
  await press(page, 'Control+z');
  await expect.poll(() => plan(board).then(([first]) => first?.length)).toBe(2);
  await shoot(page, 'builder-keyboard');
  await press(page, 'Control+s');
  await board.waitFor({ state: 'hidden' });
  expect(await stored(id)).toEqual({
    days: ['昆明接团', '石林', '滇池送团'],
    stops: ['1 08:30 云南大学', '1 11:00 翠湖公园', '2 08:30 石林风景区', '3 08:30 滇池海埂'],
  });
});

it('an itinerary is built by mouse, warns of legal limits, survives a reload, and shows errors at their stops', async () => {
  const id = await addProduct(threeDays);
  const { page, board } = await open(id);
  await seeRoute(board);
  await shoot(page, 'builder-route');
  await seeBoard(board);
  await shoot(page, 'builder-desk');
  await board.getByText('购物时间超过游览时间的 25%（旅游法第三十五条）').waitFor({ state: 'detached' });
  await board.getByRole('button', { name: /彝族刺绣坊/ }).click();
  await board.getByLabel('停留（分钟）').fill('150');
  await board.getByText('购物时间超过游览时间的 25%（旅游法第三十五条）').waitFor();
  expect((await plan(board))[1]).toEqual(['09:30 石林风景区', '13:00 彝族刺绣坊', '16:30 阿诗玛演出']);
  await shoot(page, 'builder-warned');
  await board.getByRole('button', { name: '撤销' }).click();
  const card = board.getByRole('button', { name: /阿诗玛演出/ });
  const [from, to] = [await card.boundingBox(), await board.getByRole('button', { name: /滇池海埂/ }).boundingBox()];
  if (!from || !to) throw new Error('a card is not in sight');
  await page.mouse.move(from.x + 60, from.y + 12);
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 30, { steps: 4 });
  await page.mouse.move(to.x + 60, to.y + to.height + 30, { steps: 12 });
  await shoot(page, 'builder-dragged');
  await page.mouse.up();
  await expect.poll(() => plan(board).then((days) => days[2])).toEqual(['09:00 滇池海埂', '12:00 阿诗玛演出']);
  expect(await violations(page)).toEqual([]);
  await press(page, 'Control+s');
  await board.waitFor({ state: 'hidden' });
  await page.goto(`${visits.url}/user/travel/product?edit=${id}`);
  await board.waitFor();
  expect((await plan(board))[2]).toEqual(['09:00 滇池海埂', '12:00 阿诗玛演出']);
  expect((await stored(id)).stops.at(-1)).toBe('3 12:00 阿诗玛演出');

  // an error is shown at its stop
  await board.getByRole('button', { name: /石林风景区/ }).click();
  await board.getByLabel('名称').fill('');
  await press(page, 'Control+s');
  await board.getByRole('button', { name: /名称：/ }).waitFor();
  await board.locator('.xj-plan-field[data-invalid]').waitFor();
  await shoot(page, 'builder-wrong');
  await board.getByLabel('名称').fill('石林');
  await board.locator('.xj-plan-field[data-invalid]').waitFor({ state: 'detached' });
});

it('the reviewing officer sees the itinerary as planned', async () => {
  const id = await addProduct(threeDays);
  const page = await visits.open(`/admin/travel/product/${id}?tab=plan`, { as: 'admin', size: desktop });
  const board = page.getByRole('region', { name: '行程编排' });
  await board.getByRole('button', { name: /石林风景区/ }).waitFor();
  expect((await plan(board))[1]).toEqual(['09:30 石林风景区', '13:00 彝族刺绣坊', '15:00 阿诗玛演出']);
  await shoot(page, 'plan-panel');
  expect(await violations(page)).toEqual([]);
});

it('a phone shows stops as cards, which are edited and moved', async () => {
  const id = await addProduct(threeDays);
  const { page, board } = await open(id, { size: phone, context: { hasTouch: true } });
  await board.getByRole('button', { name: /翠湖公园/ }).scrollIntoViewIfNeeded();
  await shoot(page, 'builder-phone');
  const small = await board
    .locator('.xj-plan-card, .xj-plan-head, .xj-plan-add')
    .evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().height < 44).length);
  expect(small).toBe(0);
  await board.getByRole('button', { name: /翠湖公园/ }).tap();
  const sheet = page.getByRole('dialog', { name: '编辑站点' });
  await sheet.getByLabel('名称').fill('翠湖公园看海鸥');
  await shoot(page, 'builder-phone-edit');
  await sheet.getByRole('button', { name: '移到后一天' }).tap();
  await sheet.getByRole('button', { name: '完成' }).tap();
  await expect.poll(() => plan(board).then((days) => days[1]?.[0])).toBe('09:30 翠湖公园看海鸥');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: '保存' }).tap();
  await board.waitFor({ state: 'hidden' });
  expect((await stored(id)).stops).toContain('2 09:30 翠湖公园看海鸥');
});

it('an itinerary is accessible in English and dark colours', async () => {
  const id = await addProduct(threeDays);
  const dark = await open(id, { locale: 'en', theme: 'dark' });
  await dark.board.getByText('Day 2', { exact: true }).first().waitFor();
  await seeRoute(dark.board);
  await shoot(dark.page, 'builder-dark-route');
  await seeBoard(dark.board);
  await shoot(dark.page, 'builder-dark');
  expect(await violations(dark.page)).toEqual([]);
  const small = await open(id, { locale: 'en', theme: 'dark', size: phone, context: { hasTouch: true } });
  await small.board.getByRole('button', { name: /翠湖公园/ }).scrollIntoViewIfNeeded();
  await shoot(small.page, 'builder-phone-en-dark');
});

it('templates and the itineraries of teams are built alike', async () => {
  const page = await visits.open('/admin/travel/template', { as: 'admin', size: desktop });
  for (const where of ['template', 'itinerary']) {
    await page.goto(`${visits.url}/admin/travel/${where}`);
    await page.getByRole('button', { name: '添加', exact: true }).first().click();
    const board = page.locator('.xj-plan');
    await board.getByRole('button', { name: '添加一天' }).click();
    await board.getByLabel('当日标题').fill('昆明接团');
    await board.getByRole('button', { name: '在第 1 天添加站点' }).click();
    await board.getByLabel('名称').fill('翠湖公园');
    await press(page, 'Enter');
    await expect.poll(() => plan(board)).toEqual([['08:30 翠湖公园']]);
    await seeBoard(board);
    await shoot(page, `builder-${where}`);
    await press(page, 'Insert');
    await page.keyboard.type('云南大学');
    await press(page, 'Enter', 'Delete');
    await expect.poll(() => plan(board)).toEqual([['08:30 翠湖公园']]);
  }
});
