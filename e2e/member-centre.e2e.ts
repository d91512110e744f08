import { expect, it } from 'vitest';
import { choose } from './antd.ts';
import { registerOwner } from './owner.ts';
import { shoot, startVisits } from './visit.ts';

const visits = startVisits();
const phone: readonly [number, number] = [390, 844];

it('lets an owner keep the people of their enterprise on a phone: add, edit, delete, take back', async () => {
  const owner = await registerOwner(visits);
  const page = await visits.open('/user', {
    storage: { userInfo: owner.info },
    size: phone,
    context: { hasTouch: true },
  });
  await page.getByRole('heading', { name: owner.name }).waitFor();
  await page.getByRole('button', { name: '打开菜单' }).tap();
  await page.getByRole('link', { name: '从业人员' }).tap();
  await page.getByRole('button', { name: '添加' }).first().tap();
  const form = page.locator('.xj-form');
  // whose people they are is known
  await form.getByText(owner.name).waitFor();
  await form.getByRole('textbox', { name: /^姓名/ }).fill('沈听澜');
  await form.getByRole('textbox', { name: /^身份证号/ }).fill('530102199003072476');
  await choose(page, form.getByRole('combobox', { name: /^岗位/ }), '导游');
  await form.getByRole('textbox', { name: /^手机/ }).fill('13888001234');
  await form.getByRole('button', { name: '保存' }).tap();
  const card = page.locator('[data-row]').filter({ hasText: '沈听澜' });
  await card.waitFor();

  await card.getByRole('button', { name: '编辑：沈听澜' }).tap();
  await form.getByRole('textbox', { name: /^资格证号/ }).fill('DZG2026X0001');
  await form.getByRole('button', { name: '保存' }).tap();
  await card.getByText('DZG2026X0001').or(page.getByText('已保存')).first().waitFor();
  await shoot(page, 'member-staff');

  await card.getByRole('button', { name: '删除：沈听澜' }).tap();
  await page.getByRole('button', { name: '删除', exact: true }).tap();
  await card.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: '撤销' }).tap();
  await card.waitFor();

  // what the authority vouches for is theirs to read
  await page.goto(`${visits.url}/user/enterprise/licence`);
  await page.getByRole('heading', { name: '许可证', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: '添加' }).count()).toBe(0);
  await page.goto(`${visits.url}/user/auth/admin`);
  await page.waitForURL(/\/401/);
});
