import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

/** Shows the figures, unless an earlier visit has left them open. */
async function open(page: Page, button: string, region: string): Promise<void> {
  const toggle = page.getByRole('button', { name: button });
  if ((await toggle.getAttribute('aria-pressed')) !== 'true') await toggle.click();
  await page.getByRole('region', { name: region }).waitFor();
}

test('figures above a list filter it, by mouse and keyboard', async () => {
  const page = await visits.open('/admin/enterprise/enterprise', { as: 'city' });
  const strip = page.getByRole('region', { name: '统计' });
  await open(page, '统计图', '统计');
  const active = strip.getByRole('figure', { name: '登记企业：按状态' }).getByRole('button', { name: /正常经营/ });
  const value = Number((await active.locator('.xj-measure-value').textContent())?.replaceAll(',', ''));
  expect(value).toBeGreaterThan(0);
  await shoot(page, 'figures');
  await active.focus();
  await page.keyboard.press('Enter');
  await page.waitForURL(/status\.eq=active/);
  await strip.getByRole('button', { name: /正常经营/, pressed: true }).waitFor();
  await page
    .getByText(new RegExp(`共 (${value}|${value.toLocaleString('en')}) 条`))
    .first()
    .waitFor();
  const types = strip.getByRole('figure', { name: '登记企业：按企业类型' }).getByRole('button').first();
  await types.click();
  await page.waitForURL(/ent_type\.eq=/);
  await active.click();
  await page.waitForURL((url) => !url.searchParams.has('status.eq'));
  await page.reload();
  await strip.waitFor(); // the strip stays open
  const chart = strip.getByRole('group').first();
  await chart.focus();
  // keys have an effect once the chart is drawn
  await expect
    .poll(async () => {
      await page.keyboard.press('ArrowLeft');
      return chart.getByRole('status').textContent();
    })
    .not.toBe('');
  await page.keyboard.press('Enter');
  await page.waitForURL(/createtime\.range=/);
});

test('figures fit a phone, in dark colours and English', async () => {
  const page = await visits.open('/admin/enterprise/enterprise?lang=en', {
    as: 'city',
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
  });
  const strip = page.getByRole('region', { name: 'Statistics' });
  await open(page, 'Charts', 'Statistics');
  await strip.getByRole('figure', { name: 'Registered enterprises by status' }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await shoot(page, 'figures-phone-dark-en');
});
