import { describe, expect, it } from 'vitest';
import { findRecord } from '../support/find-record.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

describe('dialogs', () => {
  it('a dialog focuses its first field, keeps typed text, and is sent with Ctrl+Enter', async () => {
    const id = await findRecord(visits, 'county1', 'enterprise.enterprise', 'first_review');
    const page = await visits.open(`${list}/${id}`, { as: 'county1' });
    await page.getByRole('button', { name: '退回修改', exact: true }).click();
    const dialog = page.getByRole('dialog').filter({ has: page.locator('form.xj-move') });
    await dialog.waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('form.xj-move') !== null)).toBe(true);
    const reason = dialog.getByRole('textbox').first();
    await reason.fill('营业执照影印件不清晰，请重新上传');

    const question = page.getByRole('dialog', { name: '离开而不保存？' });
    await page.keyboard.press('Escape');
    await question.getByText('本窗口会保留草稿').waitFor();
    await shoot(page, 'move-leave');
    await question.getByRole('button', { name: '继续编辑' }).click();
    await expect.poll(() => reason.inputValue()).toBe('营业执照影印件不清晰，请重新上传');
    // a click beside the dialog acts like Escape; it must not hit the question while that fades
    await question.waitFor({ state: 'hidden' });
    await page.mouse.click(5, 450);
    await question.getByRole('button', { name: '离开', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    // and the focus is where it was
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain('退回修改');

    await page.reload();
    await page.getByRole('button', { name: '退回修改', exact: true }).click();
    await expect.poll(() => reason.inputValue()).toBe('营业执照影印件不清晰，请重新上传');
    await reason.fill('不');
    await page.keyboard.press('Control+Enter');
    await dialog.locator('.xj-form-field-error').first().waitFor();

    // somebody else changes the record meanwhile: this is reported once, then the action goes through
    await dialog.getByRole('radio').first().click();
    await reason.fill('营业执照影印件不清晰，请重新上传');
    // a preview shows the message to be sent, word for word
    const sent = dialog.getByRole('region', { name: '办理后将发送' });
    await sent.getByText('营业执照影印件不清晰，请重新上传').first().waitFor();
    await shoot(page, 'move-foreseen');
    const other = "update enterprise set version = version + 1, contact_name = '另一人' where id = $1";
    await visits.query(other, [id]);
    await page.keyboard.press('Control+Enter');
    await dialog.getByRole('alert').filter({ hasText: '联系人' }).waitFor();
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('approving a claim names the rival claims it rejects, in both languages', async () => {
    const claims = ['张三', '李四', '王五'];
    await visits.query(
      `insert into enterprise_claim (enterprise_id, applicant, mobile, reason, status)
       select (select id from enterprise where status = 'active' and area_code like '5301%' order by id limit 1), name,
         '1390000' || lpad(n::text, 4, '0'), '我是该店负责人', 'submitted' from unnest($1::text[]) with ordinality u (name, n)`,
      [claims],
    );
    for (const [locale, act, also, rival] of [
      ['zh-cn', '同意认领', '同时办理', /李四：待核实 → 未通过/],
      ['en', 'Approve', 'Also processed', /李四: Pending verification → Rejected/],
    ] as const) {
      const page = await visits.open('/admin/enterprise/claim?status.eq=submitted', { as: 'city', locale });
      await page.locator('.xj-title-link').filter({ hasText: '张三' }).first().click();
      await page.getByRole('button', { name: act, exact: true }).first().click();
      const dialog = page.getByRole('dialog').filter({ has: page.locator('form.xj-move') });
      const named = dialog.getByRole('region', { name: also });
      await named.getByText(rival).waitFor();
      expect(await named.getByText('王五').count()).toBe(1);
      await shoot(page, `claim-rivals-${locale}`);
    }
    await visits.query(`delete from enterprise_claim where applicant = any($1::text[]) and reason = '我是该店负责人'`, [
      claims,
    ]);
  });

  it('personal data are shown for a minute, after a reason is given', async () => {
    const page = await visits.open(`${list}?status.eq=active`, { as: 'city' });
    await page.locator('.xj-title-link').first().click();
    const sheet = page.locator('.xj-record-sheet');
    const mobile = sheet.getByText(/^1\d{2}\*{4}\d{4}$/).first();
    await mobile.waitFor();
    const revealButton = sheet.getByRole('button', { name: '查看敏感信息' });
    await revealButton.click();
    const dialog = page.getByRole('dialog', { name: '查看敏感信息' });
    const reason = dialog.getByRole('textbox', { name: '事由' });
    await expect.poll(() => reason.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await dialog.getByRole('button', { name: '查看敏感信息' }).isDisabled()).toBe(true);
    await page.keyboard.type('核实投诉人反映的情况');
    await shoot(page, 'reveal');
    await page.keyboard.press('Control+Enter');
    await dialog.waitFor({ state: 'hidden' });
    await sheet
      .getByText(/^1\d{10}$/)
      .first()
      .waitFor();
    await sheet.getByRole('button', { name: /^隐藏（\d+ 秒后自动隐藏）$/ }).click();
    await mobile.waitFor();
    expect(await sheet.getByText(/^1\d{10}$/).count()).toBe(0);
    await revealButton.click();
    await expect.poll(() => reason.inputValue(), { message: 'what was sent is not offered again' }).toBe('');
  });

  it('keys of a record open no dialog while a form covers it', async () => {
    const id = await findRecord(visits, 'admin', 'enterprise.enterprise', 'returned');
    const page = await visits.open(`${list}/${id}?form=edit`, { as: 'admin' });
    const sheet = page.locator('.xj-form-sheet');
    await sheet.locator('form.xj-form').waitFor();
    await sheet.locator('.ant-drawer-title').click();
    for (const key of ['1', '2', '3', 'c']) await page.keyboard.press(key);
    await page.waitForTimeout(500);
    expect(await page.locator('form.xj-move, #xj-toasts > *').count()).toBe(0);
    expect(await page.evaluate(() => document.activeElement?.closest('.xj-comment, .xj-timeline'))).toBeNull();
  });

  it('a view is saved with Enter, and its name is kept until then', async () => {
    const page = await visits.open(`${list}?status.eq=active`, { as: 'county1' });
    await page.locator('[data-row]').first().waitFor();
    await page.getByRole('button', { name: '视图', exact: false }).first().click();
    await page.getByRole('menuitem', { name: '保存为视图…' }).click();
    const dialog = page.getByRole('dialog', { name: '保存视图' });
    await dialog.waitFor();
    const name = dialog.getByRole('textbox', { name: '视图名称' });
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.type('在营企业');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: '离开而不保存？' });
    await question.getByText('本窗口会保留草稿').waitFor();
    await question.getByRole('button', { name: '离开', exact: true }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.reload();
    await page.locator('[data-row]').first().waitFor();
    await page.getByRole('button', { name: '视图', exact: false }).first().click();
    await page.getByRole('menuitem', { name: '保存为视图…' }).click();
    await expect.poll(() => name.inputValue()).toBe('在营企业');
    await expect.poll(() => name.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('视图已保存').waitFor();
    await page.reload();
    await page.locator('[data-row]').first().waitFor();
    await page.getByRole('button', { name: '在营企业' }).waitFor();
    await page.goto(`${visits.url}${list}?status.eq=suspended`);
    await page.getByRole('button', { name: '视图', exact: false }).first().click();
    await page.getByRole('menuitem', { name: '保存为视图…' }).click();
    await dialog.waitFor();
    expect(await name.inputValue()).toBe('');
  });
});
