import type { Page } from 'playwright-core';
import QRCode from 'qrcode';
import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();
const phone = { size: [390, 844], context: { hasTouch: true, isMobile: true, deviceScaleFactor: 2 } } as const;

interface Found {
  list: { id: number; name: string; version: number }[];
}

it('changes made offline are kept, shown, sent in order, and compared with changes of others', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const search = 'search[0][field]=status&search[0][operator]==&search[0][val]=active';
  const { list } = await callAs<Found>(visits.url, token, `/admin/enterprise.enterprise/index?limit=12&${search}`);
  const enterprise = list.at(-1);
  if (!enterprise) throw new Error('no enterprise is at work');
  const address = `/admin/enterprise/enterprise/${enterprise.id}`;
  const page = await visits.open(`${address}?form=edit`, {
    as: 'admin',
    ...phone,
    tolerates: /ERR_INTERNET_DISCONNECTED|net::|404/,
  });
  const form = page.locator('form.xj-form');
  const brief = form.getByRole('textbox', { name: /^简称/ });
  await brief.waitFor();
  await page.context().setOffline(true);
  await brief.fill('电梯里写的');
  await form.getByRole('button', { name: '保存' }).click();
  const pill = page.getByRole('button', { name: /待发送/ });
  await expect.poll(() => pill.textContent()).toBe('1 项待发送');
  await form.waitFor({ state: 'hidden' });
  await shoot(page, 'phone-kept');
  // code that is not loaded yet waits for the network too
  await page.getByRole('button', { name: '扫码打开记录' }).click();
  const scan = page.getByRole('dialog', { name: '扫码打开记录' });
  expect(await scan.count()).toBe(0);
  await page.context().setOffline(false);
  await scan.waitFor();
  await shoot(page, 'phone-scan');
  // not the newest: other tests register, suspend and cancel enterprises meanwhile
  const { row: other } = await callAs<{ row: { name: string; sup_code: string } }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/edit?id=${list.at(-2)?.id}`,
  );
  const code = await QRCode.toBuffer(`https://wl.example.gov.cn/enterprise/s/${other.sup_code}`, { scale: 6 });
  await scan.locator('input[type=file]').setInputFiles({ name: 'door.png', mimeType: 'image/png', buffer: code });
  await page.getByText(other.name).first().waitFor();
  await scan.waitFor({ state: 'hidden' });
  await page.goBack();
  await pill.waitFor({ state: 'hidden' });
  await page.getByText('电梯里写的').first().waitFor();

  await openForm(page);
  await page.context().setOffline(true);
  await brief.fill('我的');
  await form.getByRole('button', { name: '保存' }).click();
  await expect.poll(() => pill.textContent()).toBe('1 项待发送');
  const { row } = await callAs<{ row: { version: number } }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/edit?id=${enterprise.id}`,
  );
  await callAs(visits.url, token, '/admin/enterprise.enterprise/edit', {
    id: enterprise.id,
    version: row.version,
    short_name: '对方的',
  });
  await page.context().setOffline(false);
  await expect.poll(() => pill.textContent()).toBe('1 项待发送，1 项需处理');
  await pill.click();
  const sheet = page.getByRole('dialog', { name: '待发送' });
  await sheet.getByRole('button', { name: '对照处理' }).click();
  await sheet.getByText('对方的', { exact: true }).last().waitFor();
  await shoot(page, 'phone-conflict');
  await sheet.getByRole('button', { name: '按选择合并' }).click();
  await sheet.getByText('没有待发送的内容').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('我的', { exact: true }).first().waitFor();

  // a change the server refuses holds back later ones of its row alone, and a change made on top of another builds on it
  const { row: now } = await callAs<{ row: { version: number } }>(
    visits.url,
    token,
    `/admin/enterprise.enterprise/edit?id=${enterprise.id}`,
  );
  await page.context().setOffline(true);
  await page.getByRole('tab', { name: '时间线' }).click();
  await page.getByText('没有网络。联网后自动加载。').waitFor();
  const about = { id: enterprise.id, version: now.version };
  await storeWrites(page, [
    { url: '/admin/enterprise.enterprise/gone', body: about, title: '不再有的办理', resource: 'enterprise/gone' },
    { url: edit, body: { ...about, short_name: '先写的' }, title: '先写的', resource: 'enterprise/enterprise' },
    { url: edit, body: { ...about, short_name: '后写的' }, title: '后写的', resource: 'enterprise/enterprise' },
    { url: edit, body: { ...about, short_name: '太长'.repeat(99) }, title: '太长', resource: 'enterprise/enterprise' },
    { url: edit, body: { ...about, short_name: '等着的' }, title: '等着的', resource: 'enterprise/enterprise' },
  ]);
  await page.context().setOffline(false);
  await page.reload();
  await expect.poll(() => pill.textContent()).toBe('3 项待发送，2 项需处理');
  await page.getByRole('tab', { name: '详情' }).click();
  await page.getByText('后写的', { exact: true }).first().waitFor();
});

const edit = '/admin/enterprise.enterprise/edit';

/** Adds changes to the queue, as if they were made offline. */
const storeWrites = (page: Page, writes: readonly object[]): Promise<void> =>
  page.evaluate(async (all) => {
    const { id } = JSON.parse(localStorage.getItem('adminInfo') ?? '{}') as { id: number };
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('xingjian', 1);
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = database.transaction('kept-write', 'readwrite');
    const whose = { account: `admin:${id}`, area: 'admin', since: Date.now() };
    for (const one of all) transaction.objectStore('kept-write').add({ ...one, ...whose, key: crypto.randomUUID() });
    await new Promise((resolve) => {
      transaction.oncomplete = resolve;
    });
  }, writes);

async function openForm(page: Page): Promise<void> {
  await page.getByRole('button', { name: '编辑' }).click();
  await page.locator('form.xj-form').getByRole('textbox', { name: /^简称/ }).waitFor();
}
