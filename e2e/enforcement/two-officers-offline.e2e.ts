import type { Page } from 'playwright-core';
import QRCode from 'qrcode';
import { beforeAll, expect, test } from 'vitest';
import { addFieldCheck, awaitUnsent, fieldPhone, setUpKit, signOnPhone, unlockKit } from '../support/field-check.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** Two officers record one check on two phones without a network, each by themselves, and come back one after the other. */
const visits = startVisits();
const hotel = '双人检查酒店';
beforeAll(() => addFieldCheck(visits, hotel, 2));

/** The kit of an officer, without a network, at the check. */
async function openCheckOffline(as: string): Promise<Page> {
  const first = await visits.open('/field', { as, ...fieldPhone });
  await setUpKit(first, hotel);
  await first.context().setOffline(true);
  const page = await visits.openTab(first, '/field', fieldPhone);
  await first.close();
  await unlockKit(page, hotel);
  await page.getByRole('link', { name: new RegExp(hotel) }).tap();
  await page.getByRole('button', { name: '接收任务' }).tap();
  await awaitUnsent(page, 1);
  return page;
}

const ownCode = async (page: Page): Promise<string> => {
  const shown = page.locator('.xj-kit-code');
  await expect.poll(() => shown.textContent()).toMatch(/\d/);
  return (await shown.textContent()) ?? '';
};

/** Enters with the code of the colleague, and begins the record. */
async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('同行人员的到场码').fill(code);
  await page.getByRole('button', { name: '确认' }).tap();
  await page.getByRole('button', { name: '进场' }).tap();
  await awaitUnsent(page, 2);
  await page.getByLabel('已出示执法证件并告知权利义务').check();
  await page.getByRole('button', { name: '开始检查' }).tap();
  await awaitUnsent(page, 3);
  await page.getByText('第 1 项，共 2 项').waitFor();
}

/** Holds pictures that are being read until `releasePictures`, as a slow phone does. */
function holdPictures(): void {
  const read = window.createImageBitmap;
  const released = new Promise<void>((resolve) => Object.assign(window, { releasePictures: resolve }));
  Object.assign(window, { createImageBitmap: (file: Blob) => released.then(() => read(file)) });
}

const awaitSent = (page: Page) => page.getByRole('button', { name: '已全部上传' }).waitFor();
const tab = (page: Page, name: RegExp) => page.getByRole('tab', { name }).tap();

test('the first to come back counts, the second is told why and keeps an annex, and both finish one record', async () => {
  const [li, wang] = [await openCheckOffline('county1'), await openCheckOffline('city')];
  const [codeOfLi, codeOfWang] = [await ownCode(li), await ownCode(wang)];
  await enter(li, codeOfWang);
  await enter(wang, codeOfLi);
  await li.getByRole('button', { name: '符合', exact: true }).tap();
  await awaitUnsent(li, 4);
  await wang.getByRole('button', { name: '不符合' }).tap();
  await wang.getByLabel('检查记录').fill('二楼通道堆放床垫');
  await wang.getByRole('button', { name: '保存' }).tap();
  await awaitUnsent(wang, 4);

  await li.context().setOffline(false);
  await awaitSent(li);
  expect(await li.getByText('未被平台采纳').count()).toBe(0);

  await wang.context().setOffline(false);
  const refused = wang.getByRole('alert').filter({ hasText: '4 步未被平台采纳，已留作附件' });
  await refused.waitFor();
  await awaitSent(wang);
  expect(await refused.getByText('他人已先办理，本机的记录留作附件').count()).toBe(4);
  await refused.getByText('消防通道 · 不符合 · 二楼通道堆放床垫').waitFor();
  await shoot(wang, 'field-second-refused');
  // the refusal stays in sight until it was read, also behind the PIN
  await wang.reload();
  await unlockKit(wang);
  await refused.getByRole('button', { name: '知道了' }).tap();
  await refused.waitFor({ state: 'detached' });

  // both go on from what the platform has: the answer of the first
  await tab(wang, /^事项/);
  await wang.getByText('第 2 项，共 2 项').waitFor();
  await wang.getByRole('button', { name: '上一项' }).tap();
  expect(await wang.getByRole('button', { name: '符合', exact: true }).getAttribute('aria-pressed')).toBe('true');
  await wang.getByRole('button', { name: '下一项' }).tap();
  // they answer and go on while the phone still works on the picture: nothing of it is lost
  const picture = await QRCode.toBuffer('许可证', { scale: 8 });
  await wang.evaluate(holdPictures);
  await wang.locator('input[type=file]').setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: picture });
  await wang.getByRole('button', { name: '符合', exact: true }).tap();
  await wang.getByText('已存入本机').waitFor();
  await tab(wang, /^签名/);
  await wang.evaluate(() => (window as unknown as { releasePictures(): void }).releasePictures());
  await wang.getByRole('tab', { name: '事项', exact: true }).waitFor();
  await awaitSent(wang);
  await signOnPhone(wang, /^执法人员 李明/);
  await signOnPhone(wang, /^执法人员 王芳/);
  const party = wang.locator('section').filter({ has: wang.getByRole('heading', { name: /^当事人/ }) });
  await party.getByLabel('姓名').fill('王经理');
  await signOnPhone(wang, /^当事人/);
  await tab(wang, /^提交/);
  await wang.getByRole('button', { name: '提交', exact: true }).last().tap();
  await wang.getByText('已在本机提交').waitFor();
  await awaitSent(wang);

  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const found = async <T>(resource: string, field: string, value: string | number) => {
    const search = `search[0][field]=${field}&search[0][operator]==&search[0][val]=${encodeURIComponent(value)}`;
    return (await callAs<{ list: T[] }>(visits.url, token, `/admin/${resource}/index?limit=50&${search}`)).list;
  };
  const [check] = await found<{ id: number; status: string }>('enforcement.check', 'object_name', hotel);
  expect(check).toMatchObject({ status: 'submitted' });
  const answers = await found<{ answer: string }>('enforcement.checkAnswer', 'check_id', check?.id ?? 0);
  expect(answers.map(({ answer }) => answer)).toEqual(['yes', 'yes']);
  const operations = await found<{ outcome: string; kind: string; summary: string }>(
    'field.operation',
    'check_id',
    check?.id ?? 0,
  );
  const annex = operations.filter(({ outcome }) => outcome === 'refused');
  expect(annex.map(({ kind }) => kind).toSorted()).toEqual(['accept', 'answer', 'record', 'scanIn']);
  expect(annex.map(({ summary }) => summary)).toContain('消防通道 · 不符合 · 二楼通道堆放床垫');

  // the annex is read at the desk, with the check
  const desk = await visits.open(`/admin/enforcement/check/${check?.id}`, { as: 'admin' });
  await desk.getByRole('tab', { name: /^外勤操作/ }).click();
  await desk.getByText('二楼通道堆放床垫').first().waitFor();
  await desk.getByText('他人已先办理，本机的记录留作附件').first().waitFor();
  await shoot(desk, 'field-annex-at-desk');
});
