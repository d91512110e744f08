import type { Page } from 'playwright-core';
import QRCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ProductProxy, startProductProxy } from '../support/product-proxy.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/**
 * Two officers check a hotel in a basement: the network is cut, the tab is killed, the phone is full, the server is down, and
 * a new version is deployed while work is open.
 */
const visits = startVisits();
let proxy: ProductProxy;
afterAll(() => proxy.close());
const hotel = '地下室酒店';
const pin = '482913';
const phone = {
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

beforeAll(async () => {
  proxy = await startProductProxy(visits.url);
  await visits.query(
    `with officers as (
       insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
       select a.id, case when a.username = 'county1' then '李明' else '王芳' end, '13888001234',
         case when a.username = 'county1' then 'YN-FIELD-1' else 'YN-FIELD-2' end, '云南省人民政府', '2099-12-31', '{lodging}', a.area_code, 50, 'verified'
       from auth_admin a where a.username in ('county1', 'city')
       on conflict (admin_id) where status in ('verified', 'changing', 'suspended') do update set name = excluded.name, cert_no = excluded.cert_no returning id, cert_no
     ), e as (
       insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name, contact_mobile, area_code, address, place, sup_code, status)
       values ($1, '91530102MF99999999', 'hotel', '甲', '13800000001', '乙', '13800000002', '530102', '人民路 1 号', '(102.712251,25.040609)',
         repeat('f', 32), 'active') returning id
     ), items as (
       insert into library_check_item (code, name, kinds, category, content, methods, evidence, answer_kind, severity, revision, effective_from, status)
       values ('XC-1', '消防通道', '{hotel}', 'general', '查看是否畅通', '{site}', 'none', 'yes_no_na', '3', 1, '2020-01-01', 'published'),
         ('XC-2', '特种行业许可证', '{hotel}', 'general', '查看许可证原件', '{site}', 'photo', 'yes_no_na', '3', 1, '2020-01-01', 'published') returning id, code
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
    [hotel],
  );
});

/** The arrival code that the second officer shows in a session of their own. */
async function codeOfColleague(): Promise<string> {
  const { token } = await signInByCall(visits.url, 'city', visits.password);
  const search = `search[0][field]=object_name&search[0][operator]=LIKE&search[0][val]=${encodeURIComponent(hotel)}`;
  const { list } = await callAs<{ list: { id: number }[] }>(
    visits.url,
    token,
    `/admin/enforcement.check/index?${search}`,
  );
  const path = `/admin/enforcement.check/arrivalCode?id=${list[0]?.id}`;
  return (await callAs<{ code: string }>(visits.url, token, path)).code;
}

/** Enters the PIN of the kit. */
async function unlock(page: Page): Promise<void> {
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.getByRole('button', { name: '打开' }).tap();
  await page.getByText(hotel).waitFor();
}

/** Signs with a finger. */
async function sign(page: Page, who: RegExp): Promise<void> {
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

const unsent = (page: Page, n: number) => page.getByRole('button', { name: `${n} 项未上传` }).waitFor();

test('a check is made without a network, survives a killed tab and a full phone, and arrives whole', async () => {
  const first = await visits.open('/field', { as: 'county1', url: proxy.url, ...phone });
  await first.getByLabel('设置 PIN（6 至 12 位数字）').fill(pin);
  await first.getByLabel('再输入一次').fill(pin);
  await shoot(first, 'field-set-up');
  await first.getByRole('button', { name: '启用' }).tap();
  await first.getByText(hotel).waitFor();
  await shoot(first, 'field-tasks');
  const isCached = () =>
    first.evaluate(
      async () =>
        (await caches.keys()).some((name) => name.endsWith(' field')) &&
        (
          await Promise.all(
            (
              await caches.keys()
            ).map(async (name) =>
              (await (await caches.open(name)).keys()).some(({ url }) => url.includes('/offline/field')),
            ),
          )
        ).includes(true),
    );
  await expect.poll(isCached, { timeout: 30_000 }).toBe(true);

  const arrivalCode = await codeOfColleague();
  const context = first.context();
  await context.setOffline(true);
  const page = await visits.openTab(first, '/field', phone);
  await first.close();
  await unlock(page);
  await page.getByRole('link', { name: new RegExp(hotel) }).tap();
  await page.getByRole('button', { name: '接收任务' }).tap();
  await unsent(page, 1);
  for (const code of ['YN-FIELD-2', arrivalCode.replace(/(\d{4})/g, '$1 ')]) {
    await page.getByLabel('同行人员的到场码').fill(code);
    await page.getByRole('button', { name: '确认' }).tap();
    if (code.startsWith('YN')) await page.getByText('不是到场码，请核对十位数字').waitFor();
  }
  await shoot(page, 'field-scan-in');
  await page.getByRole('button', { name: '进场' }).tap();
  await unsent(page, 2);
  expect(await page.getByRole('button', { name: '开始检查' }).isDisabled()).toBe(true);
  await page.getByLabel('已出示执法证件并告知权利义务').check();
  await page.getByRole('button', { name: '开始检查' }).tap();
  await unsent(page, 3);
  await page.getByText('第 1 项，共 2 项').waitFor();
  await page.getByRole('button', { name: '不符合' }).tap();
  await page.getByText('请写明发现的问题').waitFor();
  await page.getByLabel('检查记录').fill('二楼通道堆放床垫');
  // what is typed outlives its screen
  await page.getByRole('tab', { name: '任务' }).tap();
  await page.getByRole('tab', { name: /^事项/ }).tap();
  await page.getByRole('button', { name: '保存' }).tap();
  await unsent(page, 4);
  await page.getByText('已存入本机').waitFor();
  expect(await page.getByRole('button', { name: '保存' }).count()).toBe(0);
  await shoot(page, 'field-item');

  // the phone is full: the step is not recorded, and the screen says so
  await page.getByRole('button', { name: '下一项' }).tap();
  await page.getByText('须拍照').waitFor();
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    Object.assign(window, { restorePut: () => Object.assign(IDBObjectStore.prototype, { put }) });
    IDBObjectStore.prototype.put = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.getByRole('button', { name: '符合', exact: true }).tap();
  await page.getByText('手机存储已满').waitFor();
  await unsent(page, 4);
  await page.evaluate(() => (window as unknown as { restorePut(): void }).restorePut());
  await page.getByRole('button', { name: '符合', exact: true }).tap();
  await unsent(page, 5);
  const picture = await QRCode.toBuffer('许可证', { scale: 8 });
  await page.locator('input[type=file]').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: picture });
  await unsent(page, 6);

  // the tab is killed and opened again, still without a network
  const again = await visits.openTab(page, '/field', phone);
  await page.close();
  await unsent(again, 6);
  await shoot(again, 'field-locked');
  await unlock(again);
  await again.getByRole('link', { name: new RegExp(hotel) }).tap();
  await again.getByRole('tab', { name: /^签名/ }).tap();
  await sign(again, /^执法人员 李明/);
  await sign(again, /^执法人员 王芳/);
  const party = again.locator('section').filter({ has: again.getByRole('heading', { name: /^当事人/ }) });
  await party.getByLabel('姓名').fill('王经理');
  await sign(again, /^当事人/);
  await shoot(again, 'field-signed');
  await again.getByRole('tab', { name: '提交' }).tap();
  await shoot(again, 'field-submit');
  await again.getByRole('button', { name: '提交', exact: true }).last().tap();
  await again.getByText('已在本机提交').waitFor();
  await unsent(again, 10);
  // the phone has a network again, but the server is down: nothing is lost, and nothing is said to be sent
  proxy.setGone(true);
  await context.setOffline(false);
  await again.getByText('联网后自动上传').waitFor();
  await unsent(again, 10);

  // a new version was deployed meanwhile: the officer is told, goes on, and chooses when to load it
  proxy.setGone(false);
  proxy.deploy();
  await again
    .getByRole('button', { name: '已全部上传' })
    .or(again.getByRole('button', { name: '10 项未上传' }))
    .tap();
  await again.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await again.getByText('系统已更新').waitFor({ timeout: 60_000 });
  await shoot(again, 'field-new-version');
  await again.getByRole('button', { name: '已全部上传' }).waitFor({ timeout: 30_000 });
  expect(await again.getByText('未被平台采纳').count()).toBe(0);
  await shoot(again, 'field-sent');

  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const search = `search[0][field]=object_name&search[0][operator]==&search[0][val]=${encodeURIComponent(hotel)}`;
  const { list } = await callAs<{ list: { status: string; problems: number }[] }>(
    visits.url,
    token,
    `/admin/enforcement.check/index?${search}`,
  );
  expect(list).toMatchObject([{ status: 'submitted' }]);
  await again.getByRole('button', { name: '重新打开' }).tap();
  await again.getByLabel('PIN', { exact: true }).waitFor();
  expect(await again.locator('script[type=module]').first().getAttribute('src')).toContain('/assets/v2/');
  await again.getByLabel('PIN', { exact: true }).fill(pin);
  await again.getByRole('button', { name: '打开' }).tap();
  await again.getByText('更新任务包').waitFor();
  // what a phone stores for the field is stored for nothing else
  const stored = await again.evaluate(() => caches.keys());
  expect(stored.filter((name) => !name.endsWith(' field'))).toEqual([]);
});
