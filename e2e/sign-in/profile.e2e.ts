import { describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();

describe("one's own account", () => {
  it('is managed from the account menu: profile, password and notifications', async () => {
    const chief = await signInByCall(visits.url, 'admin', visits.password);
    const username = `new_${Date.now() % 1_000_000}`;
    const [given, first, second] = ['Given-Lantern-6', 'Silent-Bridge-7', 'Golden-Harvest-8'];
    const groups = await callAs<{ options: { id: number; name: string }[] }>(
      visits.url,
      chief.token,
      '/admin/auth.group/index?select=true&isTree=0',
    );
    await callAs(visits.url, chief.token, '/admin/auth.admin/add', {
      username,
      nickname: '新来的',
      password: given,
      group_arr: [groups.options.find(({ name }) => name.includes('县级市场管理'))?.id],
      area_code: '530102',
      status: '1',
    });
    const page = await visits.open('/admin/login');
    const signIn = async (password: string) => {
      await page.getByLabel('账号', { exact: true }).fill(username);
      await page.getByLabel('密码', { exact: true }).fill(password);
      await page.keyboard.press('Enter');
    };
    await signIn(given);
    await page.getByLabel('新密码', { exact: true }).fill(first);
    await page.getByLabel('再次输入新密码').fill(first);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/(dashboard|enterprise)/);
    await page.getByRole('button', { name: /新来的/ }).click();
    await page.getByRole('menuitem', { name: '个人资料与密码' }).click();
    const sheet = page.getByRole('dialog', { name: '个人资料与密码' });
    await sheet.getByRole('textbox', { name: '姓名' }).fill('改了名');
    await sheet.getByRole('textbox', { name: '手机' }).fill('12');
    await sheet.getByRole('button', { name: '保存资料' }).click();
    await sheet.getByText('请输入正确的手机号').waitFor();
    await shoot(page, 'profile');
    const mobile = `138${String(Date.now()).slice(-8)}`;
    await sheet.getByRole('textbox', { name: '手机' }).fill(mobile);
    await sheet.getByRole('button', { name: '保存资料' }).click();
    await page.getByText('资料已保存').waitFor();
    await sheet.getByText(`短信发至：138****${mobile.slice(-4)}`).waitFor();
    await page.getByRole('button', { name: /改了名/ }).waitFor();

    const fill = async (old: string, next: string, repeat: string) => {
      await sheet.getByLabel('原密码').fill(old);
      await sheet.getByLabel('新密码', { exact: false }).first().fill(next);
      await sheet.getByLabel('再次输入新密码').fill(repeat);
      await sheet.getByRole('button', { name: '修改密码' }).click();
    };
    await fill('Wrong-Pass-1', second, second);
    await sheet.getByText('原密码错误').waitFor();
    await fill(first, second, 'something-else');
    const differ = sheet.getByText('两次输入的新密码不一致');
    await differ.waitFor();
    // and stays: the check on release of the button does not remove it
    await page.evaluate(() => new Promise((done) => setTimeout(() => requestAnimationFrame(done))));
    expect(await differ.isVisible()).toBe(true);
    await fill(first, second, second);
    await page.getByText('密码已修改，其他设备已退出登录').waitFor();
    // notifications: by SMS to the new number, by e-mail once an address is verified
    const region = sheet.getByRole('region', { name: '提醒方式' });
    const legal = region.getByRole('checkbox', { name: '法律文书：短信' });
    await legal.check();
    expect(await region.getByRole('checkbox', { name: '待办：邮件' }).isDisabled()).toBe(true);
    expect(await region.getByRole('checkbox', { name: '每日摘要邮件' }).isDisabled()).toBe(true);
    await region.getByRole('checkbox', { name: '@ 提及：站内提醒' }).uncheck();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: '离开而不保存？' }).getByRole('button', { name: '继续编辑' }).click();
    await shoot(page, 'channels');
    await region.getByRole('button', { name: '保存提醒方式' }).click();
    await page.getByText('提醒方式已保存').waitFor();
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: /改了名/ }).click();
    await page.getByRole('menuitem', { name: '个人资料与密码' }).click();
    await expect.poll(() => legal.isChecked()).toBe(true);
    expect(await region.getByRole('checkbox', { name: '@ 提及：站内提醒' }).isChecked()).toBe(false);
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });

    await expect(signInByCall(visits.url, username, first)).rejects.toThrow();
    await signInByCall(visits.url, username, second);
  });
});
