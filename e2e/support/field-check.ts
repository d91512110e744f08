import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Visits } from './visits.ts';

/** How a phone of an officer opens the field kit, and what its console may say while it has no network. */
export const fieldPhone = {
  size: [390, 844],
  tolerates: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch/,
  context: {
    hasTouch: true,
    isMobile: true,
    serviceWorkers: 'allow',
    geolocation: { latitude: 25.040612, longitude: 102.712254, accuracy: 12 },
    permissions: ['geolocation'] as string[],
  },
} as const;

const pin = '482913';

/**
 * Adds a hotel where the phones are, and a check of two items there, dispatched to the officers 李明 (county1) and 王芳
 * (city). `mark`: a digit that no other test of fields uses.
 */
export const addFieldCheck = (visits: Visits, hotel: string, mark: number): Promise<void> =>
  visits.query(
    `with officers as (
       insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
       select a.id, case when a.username = 'county1' then '李明' else '王芳' end, '13888001234',
         case when a.username = 'county1' then 'YN-FIELD-1' else 'YN-FIELD-2' end, '云南省人民政府', '2099-12-31', '{lodging}', a.area_code, 50, 'verified'
       from auth_admin a where a.username in ('county1', 'city')
       on conflict (admin_id) where status in ('verified', 'changing', 'suspended') do update set name = excluded.name, cert_no = excluded.cert_no returning id, cert_no
     ), e as (
       insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, sup_code, status)
       values ($1, '91530102MF9999999' || $2, 'hotel', '甲', '13800000001', '乙', '13800000002', '530102', '人民路 1 号', '(102.712251,25.040609)',
         repeat('f', 31) || $2, 'active') returning id
     ), items as (
       insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, status)
       values ('XC-1' || $2, '消防通道', '{hotel}', 'general', '查看是否畅通', '{site}', 'none', 'yes_no_na', '3', 1, '2020-01-01', 'published'),
         ('XC-2' || $2, '特种行业许可证', '{hotel}', 'general', '查看许可证原件', '{site}', 'photo', 'yes_no_na', '3', 1, '2020-01-01', 'published') returning id, code
     ), c as (
       insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, object_name, area_code, due_on, notify_mode,
         direct_reason, window_from, window_to, approved_at, status)
       select 'routine', '旅游法第八十五条', 'lodging', (select min(id) from auth_department), 'enterprise', e.id, $1, '530102', current_date + 10, 'direct',
         'evidence', now() - interval '2 hours', now() + interval '8 hours', now(), 'dispatched' from e returning id
     ), o as (
       insert into enforcement_check_officer (check_id, officer_id, lead, cert_no, weigh)
       select c.id, officers.id, officers.cert_no = 'YN-FIELD-1', officers.cert_no, row_number() over (order by officers.cert_no) from c, officers
     )
     insert into enforcement_check_answer (check_id, item_id, weigh) select c.id, items.id, row_number() over (order by items.code) from c, items`,
    [hotel, String(mark)],
  );

/** Sets up the kit of a phone, and waits until it opens without a network. */
export async function setUpKit(page: Page, hotel: string, shoot?: (name: string) => Promise<void>): Promise<void> {
  await page.getByLabel('设置 PIN（6 至 12 位数字）').fill(pin);
  await page.getByLabel('再输入一次').fill(pin);
  await shoot?.('field-set-up');
  await page.getByRole('button', { name: '启用' }).tap();
  await page.getByText(hotel).waitFor();
  await shoot?.('field-tasks');
  await expect.poll(() => page.evaluate(isPageCached), { timeout: 30_000 }).toBe(true);
}

/** Whether the page is stored on the phone, in its browser. */
async function isPageCached(): Promise<boolean> {
  const names = await caches.keys();
  if (!names.some((name) => name.endsWith(' field'))) return false;
  const found = await Promise.all(
    names.map(async (name) =>
      (await (await caches.open(name)).keys()).some(({ url }) => url.includes('/offline/field')),
    ),
  );
  return found.includes(true);
}

/** Enters the PIN of the kit. */
export async function unlockKit(page: Page, hotel?: string): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: '打开' }).tap();
  if (hotel !== undefined) await page.getByText(hotel).waitFor();
}

/** Signs with a finger. */
export async function signOnPhone(page: Page, who: RegExp): Promise<void> {
  const signer = page.locator('section').filter({ has: page.getByRole('heading', { name: who }) });
  const pad = signer.getByRole('img');
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 60, { steps: 8 });
  await page.mouse.up();
  await signer.getByRole('button', { name: '确认签名' }).tap();
  await signer.getByText('已签名').waitFor();
}

/** Waits until the page says that so many operations are not uploaded. */
export const awaitUnsent = (page: Page, n: number): Promise<void> =>
  page.getByRole('button', { name: `${n} 项未上传` }).waitFor();
