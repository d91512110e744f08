import { expect, test } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

test('what an officer may see is searched by words and initials, narrowed by kind, and opened by keyboard', async () => {
  const page = await visits.open('/admin/search', { as: 'city' });
  const box = page.getByRole('searchbox', { name: '搜索内容，至少两个字' });
  await box.fill('旅行社');
  await page.keyboard.press('Enter');
  const hits = page.getByRole('main').getByRole('listitem').getByRole('link');
  await hits.first().waitFor();
  expect(new URL(page.url()).searchParams.get('q')).toBe('旅行社');
  expect(await page.getByRole('main').locator('mark').first().textContent()).toContain('旅行社');
  await shoot(page, 'search');
  // narrowed to one kind, its hits are as many as the facet says
  const facet = page
    .getByRole('group', { name: '类别' })
    .getByRole('button', { name: /^企业\s*\d/ })
    .first();
  const shown = /(\d+)(\+?)$/.exec((await facet.textContent()) ?? '');
  const count = Number(shown?.[1]);
  await facet.click();
  const kinds = page.getByRole('main').getByRole('listitem').locator('small');
  await expect.poll(async () => (await kinds.allTextContents()).every((kind) => /^企业( ·|$)/.test(kind))).toBe(true);
  await expect
    .poll(async () =>
      Number(/(\d+) 条结果/.exec((await page.getByRole('main').getByRole('status').textContent()) ?? '')?.[1]),
    )
    .toSatisfy((found: number) => (shown?.[2] === '+' ? found >= count : found === count));
  await page.reload();
  await page
    .getByRole('group', { name: '类别' })
    .getByRole('button', { name: /^企业\s*\d/, pressed: true })
    .first()
    .waitFor();
  // by keyboard from the box to the first hit, and back to the same hits
  await hits.first().waitFor();
  const first = (await hits.first().textContent()) ?? '';
  await box.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/admin\/enterprise\/enterprise\/\d+/);
  await page.getByRole('heading', { name: first }).first().waitFor();
  await page.goBack();
  await expect.poll(() => hits.first().textContent()).toBe(first);
  await box.fill('没有谁叫这个名字');
  await page.keyboard.press('Enter');
  await page.getByText('没有找到。').waitFor();
});

test('the search of everything fits a phone, in English and dark colours', async () => {
  const page = await visits.open('/admin/search?q=lxs', {
    as: 'county1',
    size: [390, 844],
    locale: 'en',
    theme: 'dark',
  });
  await page.getByRole('main').getByRole('listitem').getByRole('link').first().waitFor();
  await shoot(page, 'search-phone');
  const main = await page.getByRole('main').boundingBox();
  const hit = await page.getByRole('main').getByRole('listitem').first().boundingBox();
  expect(hit?.width).toBeGreaterThan((main?.width ?? 0) - 64);
  const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(width).toBeLessThanOrEqual(0);
});
