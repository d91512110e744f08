import { expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { callAs, codeSentTo, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { openRecordTab } from '../support/widgets.ts';

const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };

interface Listed {
  readonly list: readonly { readonly id: number; readonly application_id: number }[];
}
const office = async <T>(path: string): Promise<T> => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  return callAs<T>(visits.url, token, path);
};

it('a reviewer sees failed teams first, each with its standard, and downloads the tables', async () => {
  const { list } = await office<Listed>(
    '/admin/reward.check/index?search[0][field]=result&search[0][operator]=eq&search[0][val]=fail',
  );
  const page = await visits.open(`/admin/reward/application/${list[0]?.application_id}?tab=checked`, { as: 'admin' });
  const failed = page.locator('.xj-reward-check[open]').first();
  await failed.getByText('不符').first().waitFor();
  expect(await failed.locator('tbody tr').count()).toBeGreaterThan(0);
  expect(await page.locator('.xj-reward-check').last().getAttribute('open')).toBeNull();
  await shoot(page, 'reward-checks');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('tab', { name: '详情' }).click();
  await page.getByRole('link', { name: /秋冬过夜团队奖励/ }).click();
  await page.getByRole('heading', { name: /秋冬过夜团队奖励/, level: 1 }).waitFor();
  await openRecordTab(page.locator('.xj-record'), '执行情况');
  await page.getByRole('heading', { name: '预算消耗' }).waitFor();
  for (const [name, file] of [
    ['公示表 PDF', /^奖励资金公示表_.*\.pdf$/],
    ['拨付表 Excel', /^奖励资金拨付表_.*\.xlsx$/],
  ] as const) {
    const [paper] = await Promise.all([page.waitForEvent('download'), page.getByRole('link', { name }).click()]);
    expect(paper.suggestedFilename()).toMatch(file);
  }
  await shoot(page, 'reward-policy');
});

it('a reader of published rewards objects on a phone, with a verified mobile number', async () => {
  const page = await visits.open('/rewards', { ...phone, theme: 'dark', locale: 'en' });
  await page
    .getByRole('link', { name: /^Raise objection JL/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Submit objection', exact: true }).click();
  await page.getByText('At least 10 characters', { exact: true }).waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('reason');
  await page.getByRole('textbox', { name: 'Objection' }).fill('Only eight of them slept there that night');
  await page.getByLabel('Name', { exact: true }).fill('王五');
  const mobile = `1370${String(Date.now()).slice(-7)}`;
  await page.getByLabel('Mobile').fill(mobile);
  await page.getByRole('button', { name: 'Get code' }).click();
  await page.getByText(/^Resend in/).waitFor();
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  await page.getByLabel('SMS verification code').fill(await codeSentTo(visits.url, token, mobile));
  await shoot(page, 'reward-objection');
  expect(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Submit objection', exact: true }).click();
  await page.getByRole('heading', { name: 'Objection received' }).waitFor();
  const { list } = await callAs<{ list: { source: string; reason: string }[] }>(
    visits.url,
    token,
    '/admin/reward.objection/index',
  );
  expect(list[0]).toMatchObject({ source: 'page', reason: expect.stringContaining('slept there') });
});
