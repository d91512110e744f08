import { expect, it } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };

it('a spot fills up: its people confirm on a phone, tourists read it, and each figure of the wall opens its spots', async () => {
  const { id: operator, info } = await registerOwner(visits, 'scenic');
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const mark = String(Date.now()).slice(-5);
  const name = `听涛景区${mark}`;
  const spot = await call<{ id: number }>('/admin/scenic.spot/add', {
    name,
    name_en: `Tingtao ${mark}`,
    enterprise_id: operator,
    grade: '4a',
    area_code: '530102',
    place: { lng: 102.66, lat: 24.98 },
    duty_phone: '0871-67711278',
    seasons: [{ from_on: '2026-01-01', to_on: '2099-12-31', shut: '0', opens_at: '08:00:00', closes_at: '18:00:00' }],
  });
  const city = (await signInByCall(visits.url, 'city', visits.password)).token;
  const drafted = await callAs<{ id: number }>(visits.url, city, '/admin/scenic.capacity/add', {
    spot_id: spot.id,
    doc_no: `文旅承载〔2026〕${mark}号`,
    approved_by: '昆明市文化和旅游局',
    areas: [
      { name: '前山', area_m2: 2000, per_person_m2: 2 },
      { name: '后山', area_m2: 3000, per_person_m2: 3 },
    ],
    open_minutes: 600,
    visit_minutes: 150,
    effective_from: '2026-01-01',
  });
  const office = await visits.open(`/admin/scenic/capacity/${drafted.id}`, { as: 'admin' });
  await office.getByText('2,000 × 4 = 8,000').waitFor();
  await shoot(office, 'capacity');
  await call('/admin/scenic.capacity/review', { id: drafted.id });
  await call('/admin/scenic.capacity/publish', { id: drafted.id });

  // counted by hand, on a phone
  const desk = await visits.open('/user/scenic/count?form=add', { ...phone, storage: { userInfo: info } });
  await desk.getByLabel('在园人数').first().waitFor();
  await shoot(desk, 'count-form');
  const now = Math.floor(Date.now() / 1000);
  const count = (minutes: number, inside: number) =>
    call('/admin/scenic.count/add', { spot_id: spot.id, kind: 'count', counted_at: now - minutes * 60, inside });
  await count(12, 1200);
  await count(6, 1650);
  await count(1, 1850);
  const warnings = () =>
    call<{ list: { id: number; level: string; status: string }[] }>(
      `/admin/scenic.warning/index?search[0][field]=spot_id&search[0][operator]==&search[0][val]=${spot.id}`,
    );
  await expect.poll(async () => (await warnings()).list[0]?.level, { timeout: 20_000 }).toBe('90');
  const [raised] = (await warnings()).list;

  const own = await visits.open(`/user/scenic/warning/${raised?.id}`, { ...phone, storage: { userInfo: info } });
  await own.getByRole('button', { name: '确认', exact: true }).first().click();
  const dialog = own.getByRole('dialog').last();
  await dialog.getByText('入口限流').click();
  await shoot(own, 'warning-confirm');
  await dialog.getByRole('button', { name: '确认', exact: true }).click();
  await own.getByText('已确认').first().waitFor();
  await expect.poll(async () => (await warnings()).list.find(({ id }) => id === raised?.id)?.status).toBe('confirmed');
  await shoot(own, 'warning-phone');
  await call('/admin/scenic.warning/announce', {
    id: raised?.id,
    notice: '景区客流较大，请改日前往。',
    notice_en: 'The spot is crowded. Please come another day.',
  });

  const tourist = await visits.open('/spots', { ...phone, locale: 'en' });
  await tourist.getByRole('searchbox').fill(mark);
  const shownSpot = tourist.locator('.xj-spots li', { hasText: `Tingtao ${mark}` });
  await shownSpot.getByText('93%').waitFor();
  await shownSpot.getByText('Please come another day').waitFor();
  await shoot(tourist, 'spots-today-en');
  const everybody = await visits.open('/spots', { size: [1440, 900] });
  await everybody.locator('.xj-spots li', { hasText: name }).waitFor();
  await shoot(everybody, 'spots-today-zh');

  const wall = await visits.open('/admin/largedatascreen?board=scenic', { as: 'admin', size: [1920, 1080] });
  const tile = wall.locator('[data-tile=capacity]');
  await tile.getByText(name).waitFor();
  await shoot(wall, 'wall-scenic');
  const figure = tile.locator('[data-crowd="90"] button');
  const shown = Number((await figure.innerText()).replaceAll(/\D/g, ''));
  await figure.click();
  await wall.getByRole('dialog').last().getByText(name).waitFor();
  const listed = await call<{ total: number }>(
    '/admin/scenic.spot/index?search[0][field]=crowd&search[0][operator]==&search[0][val]=90',
  );
  expect(shown).toBe(listed.total);

  const record = await visits.open(`/admin/scenic/warning/${raised?.id}`, { as: 'admin', locale: 'en' });
  await record.locator('.xj-warning-course canvas').waitFor();
  await shoot(record, 'warning-record-en');
  const spots = await visits.open('/admin/scenic/spot', { as: 'admin', locale: 'en' });
  await spots.locator('[data-list] tr[data-row]', { hasText: `Tingtao ${mark}` }).waitFor();
  await shoot(spots, 'spot-list-en');

  // a spot of the demonstration has a history: its forecast shows its band and its error
  const { list } = await call<{ list: { id: number; name: string }[] }>(
    '/admin/scenic.spot/index?quick_search=湖滨公园',
  );
  for (const [locale, more] of [
    ['zh-cn', {}],
    ['en', phone],
  ] as const) {
    const address = `/admin/scenic/spot/${list[0]?.id}?tab=forecast`;
    const forecast = await visits.open(address, { as: 'admin', locale, ...more });
    await forecast.locator('.xj-forecast canvas').waitFor();
    expect(await forecast.locator('.xj-forecast table').first().innerText()).toMatch(/(\d+%\s+){2}/);
    await shoot(forecast, `spot-forecast-${locale}`);
  }
}, 120_000);
