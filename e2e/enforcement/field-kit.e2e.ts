import QRCode from 'qrcode';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFieldCheck, awaitUnsent, fieldPhone, setUpKit, signOnPhone, unlockKit } from '../support/field-check.ts';
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

beforeAll(async () => {
  proxy = await startProductProxy(visits.url);
  await addFieldCheck(visits, hotel, 1);
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

test('a check is made without a network, survives a killed tab and a full phone, and arrives whole', async () => {
  const first = await visits.open('/field', { as: 'county1', url: proxy.url, ...fieldPhone });
  await setUpKit(first, hotel, (name) => shoot(first, name));
  const arrivalCode = await codeOfColleague();
  const context = first.context();
  await context.setOffline(true);
  const page = await visits.openTab(first, '/field', fieldPhone);
  await first.close();
  await unlockKit(page, hotel);
  await page.getByRole('link', { name: new RegExp(hotel) }).tap();
  await page.getByRole('button', { name: '接收任务' }).tap();
  await awaitUnsent(page, 1);
  for (const code of ['YN-FIELD-2', arrivalCode.replace(/(\d{4})/g, '$1 ')]) {
    await page.getByLabel('同行人员的到场码').fill(code);
    await page.getByRole('button', { name: '确认' }).tap();
    if (code.startsWith('YN')) await page.getByText('不是到场码，请核对十位数字').waitFor();
  }
  await shoot(page, 'field-scan-in');
  await page.getByRole('button', { name: '进场' }).tap();
  await awaitUnsent(page, 2);
  expect(await page.getByRole('button', { name: '开始检查' }).isDisabled()).toBe(true);
  // that the enterprise refuses the check is rare: its form is folded
  const refusal = page.getByRole('button', { name: '登记拒绝检查' });
  expect(await refusal.isVisible()).toBe(false);
  await page.getByText('企业拒绝检查', { exact: true }).tap();
  await refusal.waitFor();
  await shoot(page, 'field-refusal');
  await page.getByText('企业拒绝检查', { exact: true }).tap();
  await refusal.waitFor({ state: 'hidden' });
  await page.getByLabel('已出示执法证件并告知权利义务').check();
  await page.getByRole('button', { name: '开始检查' }).tap();
  await awaitUnsent(page, 3);
  await page.getByText('第 1 项，共 2 项').waitFor();
  await page.getByRole('button', { name: '不符合' }).tap();
  await page.getByText('请写明发现的问题').waitFor();
  await page.getByLabel('检查记录').fill('二楼通道堆放床垫');
  // what is typed outlives its screen
  await page.getByRole('tab', { name: '任务' }).tap();
  await page.getByRole('tab', { name: /^事项/ }).tap();
  await page.getByRole('button', { name: '保存' }).tap();
  await awaitUnsent(page, 4);
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
  await awaitUnsent(page, 4);
  await page.evaluate(() => (window as unknown as { restorePut(): void }).restorePut());
  await page.getByRole('button', { name: '符合', exact: true }).tap();
  await awaitUnsent(page, 5);
  const picture = await QRCode.toBuffer('许可证', { scale: 8 });
  await page.locator('input[type=file]').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: picture });
  await awaitUnsent(page, 6);

  // the tab is killed and opened again, still without a network
  const again = await visits.openTab(page, '/field', fieldPhone);
  await page.close();
  await awaitUnsent(again, 6);
  await shoot(again, 'field-locked');
  await unlockKit(again, hotel);
  await again.getByRole('link', { name: new RegExp(hotel) }).tap();
  await again.getByRole('tab', { name: /^签名/ }).tap();
  await signOnPhone(again, /^执法人员 李明/);
  await signOnPhone(again, /^执法人员 王芳/);
  const party = again.locator('section').filter({ has: again.getByRole('heading', { name: /^当事人/ }) });
  await party.getByLabel('姓名').fill('王经理');
  await signOnPhone(again, /^当事人/);
  await shoot(again, 'field-signed');
  await again.getByRole('tab', { name: '提交' }).tap();
  await shoot(again, 'field-submit');
  await again.getByRole('button', { name: '提交', exact: true }).last().tap();
  await again.getByText('已在本机提交').waitFor();
  await awaitUnsent(again, 10);
  // the phone has a network again, but the server is down: nothing is lost, and nothing is said to be sent
  proxy.setGone(true);
  await context.setOffline(false);
  await again.getByText('联网后自动上传').waitFor();
  await awaitUnsent(again, 10);

  // a new version was deployed meanwhile: the officer is told, goes on, and chooses when to load it
  proxy.setGone(false);
  proxy.deploy();
  await again
    .getByRole('button', { name: '已全部上传' })
    .or(again.getByRole('button', { name: '10 项未上传' }))
    .tap();
  // it is looked for whenever the page comes into view; once may be too early for the server that was down
  await expect
    .poll(
      async () => {
        await again.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
        return again.getByText('系统已更新').isVisible();
      },
      { timeout: 60_000, interval: 3000 },
    )
    .toBe(true);
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
  await unlockKit(again);
  await again.getByText('更新任务包').waitFor();
  // what a phone stores for the field is stored for nothing else
  const stored = await again.evaluate(() => caches.keys());
  expect(stored.filter((name) => !name.endsWith(' field'))).toEqual([]);
});
