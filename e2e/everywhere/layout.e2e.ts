import type { Page } from 'playwright-core';
import { describe, expect, it, onTestFinished } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

const topMenu = (page: Page) => page.getByRole('navigation', { name: '顶部菜单' });
const sideMenu = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

async function chooseLayout(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: '界面设置' }).click();
  const sheet = page.getByRole('dialog', { name: '界面设置' });
  await sheet.locator('label', { hasText: name }).first().click();
  await shoot(page, `layout-settings-${name}`);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
}

describe('layouts', () => {
  it('Double has two menus and a drawer in a narrow window; Streamline has one, with “more” for what does not fit', async () => {
    const page = await visits.open('/admin/dashboard', { as: 'admin' });
    await chooseLayout(page, '双栏');
    await topMenu(page).getByRole('link', { name: '企业管理', exact: true }).click();
    await sideMenu(page).getByRole('link', { name: '许可证' }).click();
    await page.getByRole('tab', { name: '许可证' }).waitFor();
    await shoot(page, 'layout-double');
    await page.getByRole('tab', { name: '今日工作' }).click();
    await sideMenu(page).waitFor({ state: 'detached' });

    await page.setViewportSize({ width: 900, height: 800 });
    await topMenu(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: '打开菜单' }).click();
    await page.getByRole('dialog', { name: '菜单' }).getByRole('button', { name: '系统' }).waitFor();
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 1440, height: 900 });
    await topMenu(page).waitFor();

    // Streamline: the whole menu along the top
    await chooseLayout(page, '单栏');
    const folder = topMenu(page).getByRole('button', { name: '企业管理' });
    await folder.focus();
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => folder.getAttribute('aria-expanded')).toBe('true');
    await shoot(page, 'layout-streamline-open');
    await page.keyboard.press('Escape');
    await expect.poll(() => folder.getAttribute('aria-expanded')).toBe('false');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('tab', { name: '企业', exact: true }).waitFor();

    await page.setViewportSize({ width: 1024, height: 800 });
    await topMenu(page).getByRole('button', { name: '更多' }).click();
    await topMenu(page).getByRole('link', { name: '行政区划' }).waitFor();
    await shoot(page, 'layout-streamline-narrow');
  });

  it('colours can be chosen and reset, are kept, and hard-to-read ones cause a warning', async () => {
    const page = await visits.open('/admin/dashboard', { as: 'admin' });
    await page.getByRole('button', { name: '界面设置' }).click();
    const sheet = page.getByRole('dialog', { name: '界面设置' });
    await sheet.locator('label', { hasText: '青瓷' }).click();
    await shoot(page, 'layout-celadon');
    await sheet.getByText('自选颜色').click();
    await sheet.getByLabel('菜单文字', { exact: true }).fill('#1d5148');
    await sheet.getByText(/难以辨认/).waitFor();
    await sheet.getByLabel('默认菜单图标').click();
    const icons = page.getByRole('group', { name: '图标' });
    await page.getByRole('textbox', { name: '按名称查找图标' }).fill('safety-c');
    await icons.getByRole('button').first().waitFor();
    await page.keyboard.press('Enter');
    await shoot(page, 'layout-icons');
    await page.keyboard.press('Enter');
    await icons.waitFor({ state: 'detached' });
    await page.reload();
    const sidebar = page.locator('.xj-aside');
    const ground = () => sidebar.evaluate((element) => getComputedStyle(element).backgroundColor);
    expect(await ground()).toBe('rgb(29, 81, 71)');
    await page.getByRole('button', { name: '界面设置' }).click();
    await expect.poll(() => sheet.getByLabel('默认菜单图标').textContent()).toContain('safety-certificate');
    await sheet.getByRole('button', { name: '恢复默认' }).click();
    await expect.poll(() => ground()).toBe('rgb(253, 253, 250)');
  });
});

it('a menu entry can embed a page of the platform itself', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const url = `${visits.url}/check`;
  await callAs(visits.url, token, '/admin/auth.menu/add', {
    pid: 0,
    type: 'menu',
    title: '本平台查验',
    name: 'own/check',
    path: 'own/check',
    icon: '',
    menu_type: 'iframe',
    url,
    component: '',
    extend: 'none',
    remark: '',
    status: '1',
  });
  const { list } = await callAs<{ list: { id: number; name: string }[] }>(visits.url, token, '/admin/auth.menu/index');
  const entry = list.find(({ name }) => name === 'own/check');
  if (!entry) throw new Error('the menu entry was not stored');
  onTestFinished(async () => {
    // its address stays out of the content security policy that other visits read
    await callAs(visits.url, token, '/admin/auth.menu/del', { ids: [entry.id] });
  });
  const page = await visits.open(`/admin/iframe/${encodeURIComponent(url)}`, { as: 'admin' });
  await page.frameLocator('.xj-frame iframe').getByRole('heading').first().waitFor();
  await shoot(page, 'framed-own-page');
});
