import { expect, it } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';
import { choose } from '../support/widgets.ts';

const visits = startVisits();

it('an entry that changes a balance shows the balance before and after', async () => {
  const { info } = await registerOwner(visits);
  const { id, username, nickname } = JSON.parse(info) as { id: number; username: string; nickname: string };
  await visits.query('update member set money = 1250 where id = $1', [id]);
  const page = await visits.open('/admin/user/moneyLog?form=add', { as: 'admin' });
  const form = page.locator('form.xj-form');
  // searched by name, shown with name and account
  await choose(page, form.getByRole('combobox', { name: /^会员/ }), `${username} · ${nickname}`, nickname);
  await form.getByText('现有余额 12.50 元', { exact: true }).waitFor();
  await form.getByRole('spinbutton', { name: /^变动金额/ }).fill('-2.3');
  await form.getByText('现有余额 12.50 元，变动后 10.20 元').waitFor();
  await shoot(page, 'balance-form');
  await form.getByRole('button', { name: '保存' }).click();
  await form.getByText('必填').last().waitFor();
  await form.getByRole('textbox', { name: /^变更备注/ }).fill('扣减押金');
  await form.getByRole('button', { name: '保存' }).click();
  await form.waitFor({ state: 'hidden' });
  await expect.poll(() => page.getByText('10.20').count()).toBeGreaterThan(0);
});
