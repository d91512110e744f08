import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { openRecordTab } from '../support/widgets.ts';

/** The menu of an official account, edited on a phone that shows it, and tried in the simulator. */
const visits = startVisits();

it('a menu is edited where a follower sees it, and the simulator answers its buttons and names the rule', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const n = String(Date.now()).slice(-10);
  const { id: account_id } = await call<{ id: number }>('/admin/wechat.account/add', {
    name: `春城文旅${n}`,
    kind: 'service',
    area_code: '530100',
    app_id: `wx${n.padStart(16, '0')}`,
    mode: 'aes',
    connected: '0',
    hosts: 'www.example.cn',
  });
  const rule = { account_id, kind: 'text', priority: 100, enabled: '1' };
  await call('/admin/wechat.reply/add', {
    ...rule,
    name: '投诉指引',
    trigger: 'click',
    event_key: 'COMPLAIN',
    content: '请写明时间和旅行社。',
  });
  await call('/admin/wechat.reply/add', {
    ...rule,
    name: '查团',
    trigger: 'keyword',
    keywords: [{ keyword: '^查团\\s*(\\w+)$', match: 'pattern' }],
    content: '团队 {1}',
  });
  const { id } = await call<{ id: number }>('/admin/wechat.menu/add', {
    account_id,
    name: '日常菜单',
    buttons: [{ level: 'top', name: '服务', kind: 'click', event_key: 'HELP' }],
  });

  const page = await visits.open(`/admin/wechat/menu/${id}?form=edit`, { as: 'admin' });
  await page.getByRole('button', { name: '添加子菜单' }).click();
  const name = page.getByLabel(/^名称/);
  await name.fill('一个超过四十个字节的子菜单名称太长了不行');
  await page.getByText(/至多 40 字节/).waitFor();
  await name.fill('我要投诉');
  await page.getByLabel('键值').fill('COMPLAIN');
  await shoot(page, 'wechat-menu-editor');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(
      async () =>
        (
          await call<{ row: { buttons: readonly { name: string; event_key: string | null }[] } }>(
            `/admin/wechat.menu/edit?id=${id}`,
          )
        ).row.buttons,
    )
    .toMatchObject([
      { name: '服务', event_key: null },
      { name: '我要投诉', event_key: 'COMPLAIN' },
    ]);

  const trial = await visits.open(`/admin/wechat/account/${account_id}`, { as: 'admin' });
  await openRecordTab(trial.locator('.xj-record-sheet, main').last(), '模拟器');
  await trial.getByRole('button', { name: '服务' }).click();
  await trial.getByRole('button', { name: '我要投诉' }).click();
  await trial.getByText('请写明时间和旅行社。').waitFor();
  await trial.getByLabel('像粉丝一样说点什么').fill('查团 T530');
  await trial.keyboard.press('Enter');
  await trial.getByText('团队 T530').waitFor();
  await trial.getByRole('log').getByRole('link', { name: '查团' }).waitFor();
  await shoot(trial, 'wechat-simulator');
});
