import { beforeAll, expect, test } from 'vitest';
import { holdAnswers, shoot, startVisits } from '../support/visits.ts';

/** An officer at a service area types a number plate with one hand, reads the record at a glance, and writes a check. */
const visits = startVisits();
const plate = '云L58888';

beforeAll(async () => {
  await visits.query(
    `with coach as (
       select v.enterprise_id from crew_vehicle v order by v.id limit 1
     ), agency as (
       select id from enterprise where ent_type = 'agency' and status = 'active' order by id limit 1
     ), vehicle as (
       insert into crew_vehicle (plate, plate_color, enterprise_id, type, seats, permit_no, permit_valid_to, inspect_valid_to, insurance_valid_to, status)
       select $1, 'yellow', enterprise_id, 'large', 49, '530100100001', '2099-12-31', '2020-01-01', '2099-12-31', 'normal' from coach returning id
     ), team as (
       insert into travel_itinerary (team_no, agency_id, kind, start_at, end_at, area_code, destination_areas, tourist_count, total_fee, emergency_contact, emergency_mobile, status)
       select 'T530126112399901', id, 'province', now() - interval '2 hours', now() + interval '9 hours', '530102', '{}', 34, 4080000, '杨丽', '13800000009', 'departed' from agency returning id
     ), stop as (
       insert into travel_itinerary_stop (itinerary_id, day_no, poi_type, name, arrive, stay_minutes, plan_arrive)
       select id, 1, 'scenic', '石林风景名胜区', '10:00', 180, now() from team
     )
     insert into travel_assigned_vehicle (itinerary_id, vehicle_id, driver_id, plate, seats)
     select t.id, v.id, d.id, $1, 49 from team t, vehicle v, (select id from crew_driver where status = 'working' and validity = 'valid' order by id limit 1) d`,
    [plate],
  );
});

test('a number plate typed on a phone shows first why the coach must stop, and a half-written check is kept', async () => {
  const page = await visits.open('/admin/enforcement/roadside', { as: 'county1', size: [390, 844] });
  const input = page.getByLabel('车牌号、团号或导游证号');
  await expect.poll(() => input.evaluate((one) => one === document.activeElement)).toBe(true);
  const typed = '云l 58888';
  await input.fill(typed);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /云L58888\s*不应放行/ }).waitFor();
  await page.getByText('车辆证件过期').waitFor();
  // the expired document is named, not only coloured
  await page.getByText('检验 至 2020-01-01 已过期').waitFor();
  await expect.poll(() => page.getByText(/已过期$/).count()).toBe(1);
  await page.getByText('游客 34 人').waitFor();
  await page.getByText('石林风景名胜区').waitFor();
  await page.getByText(/^(未)?覆盖全程$/).waitFor();
  await shoot(page, 'roadside-phone');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const button = await page.getByRole('button', { name: '查验' }).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(390);

  // a half-written check is kept while another plate is looked up
  const form = page.locator('.xj-roadside-note');
  const look = async (wanted: string) => {
    await page.getByLabel('车牌号、团号或导游证号').fill(wanted);
    await page.keyboard.press('Enter');
  };
  await form.getByText('登记检查', { exact: true }).click();
  await form.getByLabel('清点人数').fill('31');
  await form.getByLabel('发现的问题').fill('两人未系安全带');
  await look('L58889');
  await expect.poll(() => form.getByLabel('清点人数').inputValue()).toBe('');
  // typed otherwise than at first
  await look(plate);
  await expect.poll(() => form.getByLabel('清点人数').inputValue()).toBe('31');
  expect(await form.getByLabel('发现的问题').inputValue()).toBe('两人未系安全带');

  await page.getByRole('link', { name: '填写完整检查记录' }).click();
  const noted = page.getByRole('dialog').getByRole('textbox', { name: /^车牌号/ });
  await expect.poll(() => noted.inputValue()).toBe(plate);
  await shoot(page, 'roadside-check-phone');
});

test('a similar plate on record is offered, in English and dark colours, and a late answer is ignored', async () => {
  const { before, release } = holdAnswers(/roadside\/look\?q=L58889/);
  const page = await visits.open('/admin/enforcement/roadside?plate=L58889', {
    as: 'county1',
    locale: 'en',
    theme: 'dark',
    before,
  });
  await page.getByLabel('Plate, team number or guide card number').fill('58888');
  await page.keyboard.press('Enter');
  const similar = page.getByRole('button', { name: plate });
  await similar.waitFor();
  // a late answer changes nothing
  release();
  await similar.click();
  await page.getByRole('heading', { name: /Do not release/ }).waitFor();
  await page.getByText('Vehicle documents expired').waitFor();
  await shoot(page, 'roadside-desk-dark-en');
});

const cut = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch/;

test('a check is written offline after a cold start, kept, and sent once the network is back', async () => {
  const phone = await visits.open('/admin/enforcement/roadside', {
    as: 'county1',
    size: [390, 844],
    tolerates: cut,
    context: {
      hasTouch: true,
      isMobile: true,
      serviceWorkers: 'allow',
      geolocation: { latitude: 24.8, longitude: 103.3 },
      permissions: ['geolocation'],
    },
  });
  await phone.getByText('没有网络也能打开本页').waitFor();
  const context = phone.context();
  await context.setOffline(true);
  const cold = await visits.openTab(phone, '/admin/enforcement/roadside', { tolerates: cut });
  await phone.close();
  await cold.getByText(/没有网络，查不到登记情况/).waitFor();
  await shoot(cold, 'roadside-cold');
  await cold.getByLabel('车牌号、团号或导游证号').fill(plate);
  await cold.keyboard.press('Enter');
  const form = cold.locator('.xj-roadside-note');
  await expect.poll(() => form.getByLabel('车牌号').inputValue()).toBe(plate);
  await form.getByLabel('清点人数').fill('33');
  await form.getByLabel('地点说明').fill('长水服务区');
  await form.getByRole('button', { name: '登记' }).tap();
  await cold.getByText('待发送 1 项检查').waitFor();
  await cold.reload();
  await cold.getByText('待发送 1 项检查').waitFor();
  await shoot(cold, 'roadside-waiting');
  await context.setOffline(false);
  // the next request reaches the server, and queued checks are sent
  await cold.getByRole('button', { name: '查验' }).tap();
  await cold.getByText('待发送 1 项检查').waitFor({ state: 'detached' });
  await cold.getByText(/清点 33 人 长水服务区/).waitFor();
});
