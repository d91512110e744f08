import { expect, test } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';
import { choose, totalOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();

test('a report is built, agrees with its list, survives a reload, and reads typed days', async () => {
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

  // days are typed as people write them, and a day that does not exist is an error
  await page.goBack();
  const from = page.getByRole('textbox', { name: '起始日' });
  await from.fill('2026年5月3日');
  await from.press('Tab');
  await expect.poll(() => from.inputValue()).toBe('2026-05-03');
  await page.waitForURL(/2026-05-03/);
  await from.fill('2026-02-30');
  await from.press('Tab');
  await expect.poll(() => from.getAttribute('aria-invalid')).toBe('true');
  expect(await from.inputValue()).toBe('2026-02-30');
  expect(page.url()).toContain('2026-05-03');
});

test('a report by month compares with the year before, and a bar opens its rows by keyboard', async () => {
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

test('a report fits a phone, in English', async () => {
  const page = await visits.open('/admin/report?by=area_code&span=all', { as: 'city', locale: 'en', size: [390, 844] });
  await page.getByRole('table').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await shoot(page, 'report-phone-en');
});

test('a filtered list leads to the report of its rows, which can be filtered and leads back', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?ent_type.eq=agency&createtime.range=year', {
    as: 'city',
  });
  await waitForRows(page);
  const total = await totalOf(page);
  await page.getByRole('button', { name: '统计报表' }).click();
  await page.waitForURL(/\/admin\/report\?.*ent_type\.eq=agency/);
  const sum = page.getByRole('table').locator('tfoot').getByRole('link').first();
  await expect.poll(async () => Number((await sum.textContent())?.replaceAll(',', ''))).toBe(total);
  const filters = page.getByRole('group', { name: '筛选' });
  await shoot(page, 'report-of-list');
  await filters.getByRole('button', { name: '移除筛选：企业类型' }).click();
  await page.waitForURL((url) => !url.search.includes('ent_type.eq'));
  await expect.poll(async () => Number((await sum.textContent())?.replaceAll(',', ''))).toBeGreaterThan(total);
  await filters.getByRole('button', { name: '+ 筛选' }).click();
  await page.getByRole('combobox', { name: '查找字段或取值' }).fill('旅行社');
  await page.keyboard.press('Enter');
  await expect.poll(async () => Number((await sum.textContent())?.replaceAll(',', ''))).toBe(total);
  await sum.click();
  await page.waitForURL(/\/admin\/enterprise\/enterprise\?.*ent_type\.eq=agency/);
  await waitForRows(page);
  expect(await totalOf(page)).toBe(total);

  // the search of a list does not apply to its report, which says so
  await page.keyboard.press('/');
  await page.keyboard.type('昆明');
  await page.keyboard.press('Enter');
  await page.waitForURL((to) => to.searchParams.has('q'));
  await page.getByRole('button', { name: '统计报表' }).click();
  await page.getByText('搜索词和个人信息的筛选条件不用于统计').waitFor();
  await page.getByRole('table').waitFor();
});
