import { describe, expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';
import { expectNames, firstNames, rowsOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

describe('the keyboard', () => {
  it('peeks with Space, walks with J and K, and goes anywhere with the command palette', async () => {
    const page = await visits.open(list, { as: 'admin' });
    await waitForRows(page);
    const [first = '', second = ''] = await firstNames(page, 2);
    const sheet = page.getByRole('dialog');
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await sheet.getByText(first, { exact: true }).first().waitFor();
    await expect.poll(() => new URL(page.url()).searchParams.get('id')).toMatch(/^\d+$/);
    await shoot(page, 'peek');
    await page.keyboard.press('j');
    await sheet.getByText(second, { exact: true }).first().waitFor();
    await page.keyboard.press('k');
    await sheet.getByText(first, { exact: true }).first().waitFor();
    await page.keyboard.press('Space');
    await sheet.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).searchParams.has('id')).toBe(false);

    // the command palette goes anywhere and finds anyone
    const id = await rowsOf(page).first().getAttribute('data-row');
    const palette = page.getByRole('dialog', { name: '命令面板' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('许可证');
    await expect.poll(() => palette.getByRole('option', { selected: true }).textContent()).toContain('许可证');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/enterprise/licence');
    await page.getByRole('heading', { name: '许可证', exact: true }).waitFor();

    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type(first.slice(0, 6));
    // licences and teams of the enterprise bear its name too
    const hit = palette.locator(`[role=option][id$="hit:enterprise/enterprise:${id}"]`);
    await hit.waitFor();
    await shoot(page, 'palette');
    while ((await hit.getAttribute('aria-selected')) !== 'true') await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/enterprise\/enterprise\/\d+$/);
    await page.getByRole('heading', { name: first, exact: true }).waitFor();
    await shoot(page, 'record');

    // the address of a peek opens it
    await page.goto(`${visits.url}${list}?id=${id}`);
    await sheet.getByText(first, { exact: true }).first().waitFor();
  });

  it('the keyboard alone finds, opens and edits an enterprise', async () => {
    const page = await visits.open('/admin/dashboard', { as: 'admin' });
    await page.getByRole('heading', { name: '待办' }).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('跳到内容');
    const palette = page.getByRole('dialog', { name: '命令面板' });
    await page.keyboard.press('Control+k');
    await palette.getByRole('combobox').waitFor();
    await page.keyboard.type('enterprise/enterprise');
    await palette.getByRole('option', { selected: true }).waitFor();
    await page.keyboard.press('Enter');
    await waitForRows(page);
    await page.keyboard.press('/');
    await page.keyboard.type('酒店');
    await page.keyboard.press('Enter');
    await page.waitForURL((to) => to.searchParams.has('q'));
    // the search of Enter is not repeated after the typing pause: that would close what was opened since
    let requests = 0;
    page.on('framenavigated', () => (requests += 1));
    await page.waitForTimeout(700);
    expect(requests).toBe(0);
    await expectNames(page, '酒店');
    await page.keyboard.press('Tab'); // leaves the search field, where J is a letter
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    const [, second = ''] = await firstNames(page, 2);
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.querySelector('.xj-title-link')?.textContent))
      .toBe(second);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    // a draft opens as its form, which has the focus before Escape is pressed
    const settled = () =>
      page.evaluate(
        () => !document.querySelector('.xj-form-sheet') || !!document.activeElement?.closest('[role=dialog]'),
      );
    await expect.poll(settled).toBe(true);
    // a sheet is visible a moment before it handles keys
    await expect
      .poll(async () => {
        await page.keyboard.press('Escape');
        return page.getByRole('dialog').first().isVisible();
      })
      .toBe(false);
    await page.keyboard.press('Shift+?');
    await page.getByRole('dialog', { name: /键盘/ }).waitFor();
    await shoot(page, 'keyboard');
  });

  it('a form opened by keyboard has the focus in its first field', async () => {
    const draft = (
      letter: string,
    ) => `('测试草稿${letter}', '91530102MA9ZZZ000${letter === '甲' ? 1 : 2}', 'hotel', '甲', '13800000001',
      '乙', '13800000002', '530102', '环城路 ${letter} 号', 'draft')`;
    await visits.query(
      `insert into enterprise (name, uscc, ent_type, legal_person, legal_mobile, contact_name,
      contact_mobile, area_code, address, status) values ${draft('甲')}, ${draft('乙')}`,
      [],
    );
    const page = await visits.open('/admin/enterprise/enterprise', { as: 'city' });
    await firstNames(page, 2);
    await page.getByRole('searchbox').first().focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const form = page.locator('.xj-form-sheet .xj-form');
    await form.waitFor();
    await expect
      .poll(() => form.evaluate((one) => one.contains(document.activeElement) && document.activeElement?.tagName))
      .toBe('INPUT');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await visits.query(`delete from enterprise where name like '测试草稿%'`, []);
  });
});
