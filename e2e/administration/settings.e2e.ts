import { describe, expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { choose } from '../support/widgets.ts';

const visits = startVisits();

describe('administration', () => {
  it('a message template is found, edited with a preview, and reset', async () => {
    const page = await visits.open('/admin/message/template', { as: 'admin' });
    const edited = page.getByRole('navigation', { name: '短信' }).getByText('已修改');
    await page.getByRole('searchbox', { name: /^搜索名称/ }).fill('退回 原因');
    await page.getByRole('button', { name: /^登记退回修改/ }).click();
    const form = page.getByRole('region', { name: '登记退回修改' });
    const chinese = form.getByRole('textbox', { name: /^中文内容/ });
    await chinese.fill('{name}：{raeson}');
    await form.getByText('没有可填写的 {raeson}').waitFor();
    await page.keyboard.press('Control+s');
    await form.getByText('没有可填写的 {raeson}，可用：{name} {reason}').waitFor();
    await chinese.fill('{name}的登记须修改：');
    await form.getByRole('button', { name: '原因' }).first().click();
    await form
      .getByText('昆明滇池国际旅行社有限公司的登记须修改：缺材料：请补交营业执照副本', { exact: true })
      .waitFor();
    await shoot(page, 'message-template');
    await page.keyboard.press('Control+s');
    await edited.waitFor();
    await form.getByRole('list', { name: '时间线' }).getByText('的登记须修改：{reason}').first().waitFor();
    await form.getByRole('button', { name: '恢复默认' }).click();
    await form.getByRole('button', { name: '保存' }).click();
    await edited.waitFor({ state: 'detached' });
  });

  it('on a phone a message template opens from the list and leads back to it', async () => {
    const page = await visits.open('/admin/message/template', {
      as: 'admin',
      size: [390, 844],
      theme: 'dark',
      locale: 'en',
    });
    await page.getByRole('button', { name: /^Verification code/ }).click();
    await page.getByText('482913').first().waitFor();
    await shoot(page, 'message-template-phone');
    await page.getByRole('button', { name: /All SMS/ }).click();
    await page.getByRole('button', { name: /^Ownership claim rejected/ }).waitFor();
    await shoot(page, 'message-templates-phone');
  });

  it('a setting and an option of a list apply at once, and settings can be added and deleted', async () => {
    const page = await visits.open('/admin/system/setting?section=site', { as: 'admin' });
    // a retry finds the values of the first attempt
    const stamp = String(Date.now()).slice(-8);
    const site = page.getByRole('form', { name: '站点' });
    await site.getByRole('textbox', { name: '咨询电话' }).fill(`0871-${stamp}`);
    // typed text is kept while another section or a search is shown
    const sections = page.getByRole('navigation', { name: '设置分组' });
    await sections.getByRole('button', { name: '邮件' }).click();
    await page.getByRole('form', { name: '邮件' }).waitFor();
    await shoot(page, 'settings-mail');
    await page.getByRole('button', { name: '发送测试邮件' }).click();
    const trial = page.getByRole('dialog', { name: '发送测试邮件' });
    await trial.getByRole('textbox', { name: /^收件人/ }).fill('somebody@example.com');
    await page.keyboard.press('Control+Enter');
    await trial.getByRole('alert').filter({ hasText: '必填' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '离开' }).click();
    await trial.waitFor({ state: 'detached' });
    await page.getByRole('searchbox', { name: '搜索设置' }).fill('审图');
    await page.getByRole('textbox', { name: '审图号' }).waitFor();
    expect(await page.getByRole('form').count()).toBe(1);
    await page.getByRole('searchbox', { name: '搜索设置' }).fill('');
    await sections.getByRole('button', { name: /^站点/ }).click();
    await shoot(page, 'settings-site');
    await site.getByRole('button', { name: '保存' }).click();
    await page.locator('#xj-toasts').getByText('已保存').waitFor();
    // the form restarts with the current settings
    await site
      .getByText(/admin 于 .* 修改/)
      .first()
      .waitFor();
    expect(await site.getByRole('textbox', { name: '咨询电话' }).inputValue()).toBe(`0871-${stamp}`);
    const answer = await fetch(`${visits.url}/api/index/index`, { headers: { server: 'true' } });
    expect(await answer.text()).toContain(`0871-${stamp}`);

    const optionLists = await visits.openTab(page, '/admin/system/word');
    await optionLists.getByRole('button', { name: '添加', exact: true }).click();
    const form = optionLists.getByRole('dialog');
    await choose(optionLists, form.getByRole('combobox', { name: /^字典/ }), '从业岗位', '从业岗位');
    await form.getByRole('textbox', { name: /^中文/ }).fill(`新词 ${stamp}`);
    await form.getByRole('textbox', { name: /^英文/ }).fill('New word');
    await form.getByRole('textbox', { name: /^代码/ }).fill(`new_${stamp}`);
    await form.getByRole('button', { name: '保存' }).click();
    await optionLists.getByRole('searchbox', { name: /^搜索/ }).fill(stamp);
    await optionLists
      .getByRole('row')
      .filter({ hasText: `新词 ${stamp}` })
      .waitFor();
    const { token } = await signInByCall(visits.url, 'admin', visits.password);
    expect(JSON.stringify(await callAs(visits.url, token, '/api/words/index'))).toContain(`new_${stamp}`);
    await optionLists.close();

    // a setting of one's own: added with its options, set, and deleted
    const hotline = site.getByRole('textbox', { name: '咨询电话' });
    await hotline.fill(`0872-${stamp}`);
    await site.getByRole('button', { name: '添加自定义设置' }).click();
    const dialog = page.getByRole('dialog', { name: '在“站点”中添加设置' });
    await dialog.getByRole('textbox', { name: /^名称/ }).fill(`值班方式 ${stamp}`);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: '离开', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await site.getByRole('button', { name: '添加自定义设置' }).click();
    await expect.poll(() => dialog.getByRole('textbox', { name: /^名称/ }).inputValue()).toBe(`值班方式 ${stamp}`);
    await dialog.getByRole('textbox', { name: /^变量名/ }).fill('9');
    await choose(page, dialog.getByRole('combobox', { name: /^类型/ }), '单选', '单选');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('必填').first().waitFor();
    const options = dialog.getByRole('group', { name: /^选项/ });
    await options.getByRole('button').first().click();
    await options.getByRole('textbox').first().fill('phone');
    await shoot(page, 'own-setting-dialog');
    await page.keyboard.press('Control+Enter');
    await dialog.getByText('应以小写字母开头').first().waitFor();
    await dialog.getByRole('textbox', { name: /^变量名/ }).fill(`own_${stamp}`);
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'detached' });
    await site.getByRole('radio', { name: 'phone' }).check();
    expect(await hotline.inputValue(), 'what was typed before').toBe(`0872-${stamp}`);
    await site.getByRole('button', { name: '保存' }).click();
    await page.locator('#xj-toasts').getByText('已保存').waitFor();
    await shoot(page, 'own-setting');
    await site.getByText('未保存').waitFor({ state: 'detached' });
    await hotline.fill(`0873-${stamp}`);
    await site.getByRole('button', { name: `删除“值班方式 ${stamp}”` }).click();
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
    await site.getByText(`值班方式 ${stamp}`).waitFor({ state: 'detached' });
    expect(await hotline.inputValue(), 'what was typed before').toBe(`0873-${stamp}`);

    // somebody else was quicker: the current value is shown beside the typed one, and saving again overwrites it
    const theirs = { section: 'site', values: { hotline: `0874-${stamp}` }, versions: {} };
    await callAs(visits.url, token, '/admin/system.setting/save', theirs);
    const save = site.getByRole('button', { name: '保存' });
    await save.click();
    await page.locator('#xj-toasts').getByText('有人刚刚改过这些设置').waitFor();
    await site.getByText(`0874-${stamp}`).waitFor();
    expect(await hotline.inputValue()).toBe(`0873-${stamp}`);
    await save.click();
    await site.getByText('未保存').waitFor({ state: 'detached' });
    expect(await hotline.inputValue()).toBe(`0873-${stamp}`);
  });

  it('holidays are marked by mouse and keyboard, and read from a pasted notice that is checked before it is saved', async () => {
    const page = await visits.open('/admin/system/calendar?year=2091', { as: 'admin' });
    // a retry marks them again, under another name
    const stamp = String(Date.now()).slice(-6);
    const day = (date: string) => page.locator(`[data-date="2091-${date}"]`);
    await day('01-09').waitFor();
    await page.locator('.xj-year-brush .ant-segmented-item').nth(1).click();
    await page.getByRole('combobox', { name: '名称' }).fill(`庙会${stamp}`);
    await day('01-09').hover();
    await page.mouse.down();
    await day('01-11').hover();
    await page.mouse.up();
    await day('01-20').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowRight');
    await page.getByText('已标记 5 天，尚未保存').waitFor();
    await shoot(page, 'calendar-year');
    await page.getByRole('button', { name: '保存', exact: true }).click();
    await page.getByText('还没有标记').waitFor();
    await page.getByRole('button', { name: new RegExp(`1月21日.* 放假 庙会${stamp}$`) }).waitFor();

    await page.getByRole('button', { name: '粘贴放假通知' }).click();
    const dialog = page.getByRole('dialog');
    const notice = dialog.getByRole('textbox', { name: '通知原文' });
    await notice.fill('关于2092年部分节假日安排的通知\n劳动节：5月1日至3日放假，共4天。');
    await dialog.getByText('共几天与起止日期不符').waitFor();
    await notice.fill('关于2092年部分节假日安排的通知\n劳动节：5月1日至3日放假，共3天。');
    await shoot(page, 'calendar-notice');
    await dialog.getByRole('button', { name: '保存 3 天' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: /2092年5月2日.* 放假 劳动节$/ }).waitFor();
  });
});
