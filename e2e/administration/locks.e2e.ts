import { expect, it } from 'vitest';
import { shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

const signIn = async (username: string, password: string) => {
  const response = await fetch(`${visits.url}/admin/index/login`, {
    method: 'POST',
    headers: { server: 'true', 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return ((await response.json()) as { msg: string }).msg;
};

it('unlocks an account that wrong passwords have locked', async () => {
  await Promise.all(Array.from({ length: 12 }, (_, place) => signIn('county3', `wrong-${place}`)));
  expect(await signIn('county3', visits.password)).toContain('登录失败次数超限');
  const page = await visits.open('/admin/auth/lock', { as: 'admin' });
  const row = page.getByRole('row').filter({ hasText: 'county3' });
  await row.waitFor();
  await shoot(page, 'locks');
  await row.getByRole('button', { name: '解锁' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '解锁' }).click();
  await page.getByText('已解锁').waitFor();
  await page.getByText('没有被锁定的账号').waitFor();
  expect((await signInByCall(visits.url, 'county3', visits.password)).token).not.toBe('');
});

it('shows sent codes, in red, to super administrators only', async () => {
  const page = await visits.open('/admin/message/sink', { as: 'admin' });
  await page.getByRole('alert').filter({ hasText: '尚未接入短信服务商' }).waitFor();
  await shoot(page, 'sink');
  const other = await visits.open('/admin/dashboard', { as: 'city' });
  const menu = other.getByRole('navigation', { name: '主菜单' });
  await menu.getByText('消息', { exact: true }).click();
  await menu.getByText('短信队列').waitFor();
  expect(await other.getByText('短信调试箱').count()).toBe(0);
});
