import { expect, test } from 'vitest';
import { choose } from './antd.ts';
import { shoot, startVisits } from './visit.ts';

const visits = startVisits();

test('a report is put together, says the same in its list, and survives its link', async () => {
  const page = await visits.open('/admin/report?span=all', { as: 'city' });
  const table = page.getByRole('table');
  await table.waitFor();
  await choose(page, page.getByRole('combobox', { name: '分组' }), '企业类型');
  await page.waitForURL(/by=ent_type/);
  await choose(page, page.getByRole('combobox', { name: '再按' }), '状态');
  await page.waitForURL(/by=ent_type%2Cstatus/);
  await table.getByRole('columnheader', { name: '正常经营' }).waitFor();
  const cell = table.locator('tbody tr').first().getByRole('link').first();
  await cell.waitFor();
  const value = Number((await cell.textContent())?.replaceAll(',', ''));
  await shoot(page, 'report');
  await page.reload();
  await cell.waitFor();
  expect(Number((await cell.textContent())?.replaceAll(',', ''))).toBe(value);
  await cell.click();
  await page.waitForURL(/\/admin\/enterprise\/enterprise\?.*ent_type\.eq=/);
  await page
    .getByText(new RegExp(`共 (${value}|${value.toLocaleString('en')}) 条`))
    .first()
    .waitFor();
});

test('time runs along the chart, held against the year before; a bar opens its rows by key', async () => {
  const page = await visits.open('/admin/report?by=@month&from=2025-12-01&until=2026-11-30&vs=year', {
    as: 'city',
    theme: 'dark',
  });
  const chart = page.getByRole('group', { name: /登记企业：12 组/ });
  await chart.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('Enter');
  await page.waitForURL(/createtime\.range=2026-11-01/);
  await page.goBack();
  await chart.waitFor();
  await page.getByRole('columnheader', { name: '增减' }).waitFor();
  await shoot(page, 'report-time-dark');
});

test('it fits a phone, in English', async () => {
  const page = await visits.open('/admin/report?by=area_code&span=all', { as: 'city', locale: 'en', size: [390, 844] });
  await page.getByRole('table').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await shoot(page, 'report-phone-en');
});
