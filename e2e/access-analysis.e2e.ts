import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from './visit.ts';

const visits = startVisits();

it('tells why somebody may not, compares two groups, and looks as one of them', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const { list } = await callAs<{ list: { id: number; username: string }[] }>(
    visits.url,
    token,
    '/admin/auth.admin/index?select=true&quick_search=county1',
  );
  const ask = new URLSearchParams({
    person: String(list[0]?.id),
    resource: 'enterprise/enterprise',
    action: 'revoke:confirm',
  });
  const page = await visits.open(`/admin/auth/access?${ask.toString()}`, { as: 'admin' });
  await page.getByRole('heading', { name: '不可以' }).waitFor();
  await page.getByText('enterprise/enterprise/revoke:confirm').first().waitFor();
  await shoot(page, 'access-why');
  const phone = await visits.open(`/admin/auth/access?${ask.toString()}`, {
    as: 'admin',
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
  });
  await phone.getByRole('heading', { name: 'May not' }).waitFor();
  await shoot(phone, 'access-why-phone');

  await page.getByRole('tab', { name: '角色差异' }).click();
  const shown = page.getByRole('tabpanel', { name: '角色差异' });
  await shown.getByRole('combobox').first().click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '市级市场管理' })
    .click();
  await shown.getByRole('combobox').nth(1).click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '县级市场管理' })
    .click();
  await shown.getByText('enterprise/enterprise/finalPass').waitFor();
  await shoot(page, 'access-compare');

  await page.getByRole('tab', { name: '视角查看' }).click();
  const view = page.getByRole('tabpanel', { name: '视角查看' });
  await view.getByRole('combobox').first().click();
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option')
    .filter({ hasText: '县级市场管理' })
    .click();
  await view.getByRole('button', { name: '开始查看' }).click();
  const banner = page.getByRole('status').filter({ hasText: '县级市场管理' });
  await banner.waitFor();
  await page.getByRole('heading', { name: /好，/ }).click(); // nothing stands before the page
  expect(await page.getByText('组织与权限').count()).toBe(0);
  await shoot(page, 'viewing');
  await banner.getByRole('button', { name: '退出查看' }).click();
  await banner.waitFor({ state: 'hidden' });
  await page.getByText('组织与权限').first().waitFor();
  await page.goto(`${visits.url}/admin/auth/handOver`);
  await page.getByRole('heading', { name: '工作交接' }).waitFor();
  await shoot(page, 'hand-over');
});
