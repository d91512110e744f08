import { expect, it } from 'vitest';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();

it('an idle session is locked in all windows, keeps typed text, and is unlocked with the password', async () => {
  const page = await visits.open('/admin/auth/department?form=add', { as: 'city' });
  const name = page.locator('form.xj-form').getByRole('textbox', { name: /^部门名称/ });
  await name.fill('没有保存的科室');
  const otherTab = await visits.openTab(page, '/admin/dashboard');
  await otherTab.getByRole('heading', { name: /好，|夜深了/ }).waitFor();
  // half an hour without input
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() + 31 * 60_000;
  });
  const [here, there] = [page, otherTab].map((one) => one.getByRole('dialog', { name: '已锁定' }));
  if (!here || !there) throw new Error('no windows');
  await here.waitFor();
  await shoot(page, 'locked');
  await there.waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  const unlock = async (dialog: typeof here, password: string) => {
    await dialog.getByLabel('密码', { exact: true }).fill(password);
    await dialog.getByRole('button', { name: '解锁' }).click();
  };
  await unlock(here, 'not-the-password');
  await here.getByText('密码不正确').waitFor();
  await page.evaluate(() => {
    const now = Date.now.bind(Date);
    Date.now = () => now() - 31 * 60_000;
  });
  await unlock(here, visits.password);
  await here.waitFor({ state: 'hidden' });
  await there.waitFor({ state: 'hidden' });
  await expect.poll(() => name.inputValue()).toBe('没有保存的科室');

  await otherTab.getByRole('button', { name: /市级审核员/ }).click();
  await otherTab.getByRole('menuitem', { name: '锁定' }).click();
  await there.waitFor();
  await here.waitFor();
  // the field kit has a PIN of its own, and whoever comes back from it finds the office still locked
  await page.evaluate(() => {
    window.history.pushState(null, '', '/field/');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await here.waitFor({ state: 'hidden' });
  await page.evaluate(() => window.history.back());
  await here.waitFor();
  await otherTab.reload();
  await unlock(there, visits.password);
  await otherTab.getByRole('heading', { name: /好，|夜深了/ }).waitFor();
  await here.waitFor({ state: 'hidden' });
});
