import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findRecord } from '../support/find-record.ts';
import { shoot, startVisits } from '../support/visits.ts';

const visits = startVisits();
let id = 0;
beforeAll(async () => {
  id = await findRecord(visits, 'admin', 'enterprise.enterprise', 'active');
});

const record = () => `/admin/enterprise/enterprise/${id}`;
const bar = (page: Page) => page.locator('.xj-state-bar');

describe('an active enterprise', () => {
  it('says what cannot be edited and why, and takes an application for a change instead', async () => {
    const page = await visits.open(`${record()}?form=edit`, { as: 'admin' });
    const form = page.locator('form.xj-form');
    // collapsed into one section, with each reason once
    await form.getByText(/^不能在此修改的 \d+ 项$/).click();
    const why = form.getByText('“正常经营”状态下不能直接修改，请通过“申请变更”办理');
    await why.waitFor();
    expect(await why.count()).toBe(1);
    expect(await form.getByRole('textbox', { name: /^企业名称/ }).count()).toBe(0);
    await shoot(page, 'form-locked');
    await form.getByRole('textbox', { name: /^简称/ }).fill('老街坊');
    await page.keyboard.press('Control+s');
    await page.getByText('已保存').waitFor();
    await form.waitFor({ state: 'hidden' });

    // an application for a change shows the registered values
    await bar(page).getByRole('button', { name: '申请变更' }).click();
    const dialog = page.getByRole('dialog', { name: /^申请变更/ });
    await dialog.getByText('现为').first().waitFor();
    await shoot(page, 'change-dialog');
    await dialog.getByRole('textbox', { name: /^经营地址/ }).fill('人民中路 188 号二楼');
    await dialog.getByRole('textbox', { name: /^联系人手机/ }).fill('13800009998');
    await dialog.getByRole('textbox', { name: /^理由/ }).fill('迁到二楼并更换联系手机');
    await dialog.getByRole('button', { name: '申请变更' }).click();
    await dialog.waitFor({ state: 'hidden' });
    const panel = page.getByRole('region', { name: '申请变更的内容' });
    await panel.getByText('138****9998').waitFor();
    // the button has gone with its state; the focus stays in its place
    await expect.poll(() => bar(page).evaluate((one) => one === document.activeElement)).toBe(true);
    await shoot(page, 'change-panel');
    await bar(page).getByRole('button', { name: '不同意变更' }).click();
    const decision = page.getByRole('dialog', { name: /^不同意变更/ });
    await decision.getByRole('cell', { name: '人民中路 188 号二楼' }).waitFor();
    await decision.getByRole('textbox', { name: /^理由/ }).fill('证明材料不足');
    await shoot(page, 'change-decision');
    await decision.getByRole('button', { name: '不同意变更' }).click();
    await panel.waitFor({ state: 'hidden' });

    const phone = await visits.open(`${record()}?form=edit`, { as: 'admin', locale: 'en', size: [390, 844] });
    await phone.getByText(/that cannot be changed here$/).click();
    await phone
      .getByText('Cannot be edited directly in status “In operation”; use “Apply for change”')
      .first()
      .waitFor();
    await shoot(phone, 'form-locked-phone');
    expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

describe('a revocation', () => {
  it('is proposed by one officer, and declined or confirmed by another', async () => {
    const page = await visits.open(record(), { as: 'admin' });
    const propose = async () => {
      await bar(page).getByRole('button', { name: '提请吊销' }).click();
      const dialog = page.getByRole('dialog', { name: /^提请吊销/ });
      await dialog.getByText('等待另一人办理“批准吊销”').waitFor();
      expect(await dialog.getByText('状态变为').count()).toBe(0);
      await dialog.getByRole('textbox', { name: /^处罚决定书文号/ }).fill('昆文旅罚〔2026〕9号');
      await dialog.getByRole('textbox', { name: /^理由/ }).fill('严重违法经营，情节恶劣');
      await shoot(page, 'revoke-propose');
      await dialog.getByRole('button', { name: '提请吊销' }).click();
      await dialog.waitFor({ state: 'hidden' });
      await bar(page).getByText('等待另一人办理：批准吊销').waitFor();
    };
    await propose();
    expect(await bar(page).getByRole('button', { name: '批准吊销' }).count()).toBe(0);
    await shoot(page, 'revoke-proposed');
    await bar(page).getByRole('button', { name: '撤回提请吊销' }).click();
    const withdraw = page.getByRole('dialog', { name: /^撤回提请吊销/ });
    await withdraw.getByText('昆文旅罚〔2026〕9号').waitFor();
    await withdraw.getByRole('button', { name: '撤回提请吊销' }).click();
    await withdraw.waitFor({ state: 'hidden' });
    await propose();

    const city = await visits.open(record(), { as: 'city', size: [390, 844] });
    await bar(city).getByRole('button', { name: '不同意吊销' }).click();
    const decline = city.getByRole('dialog', { name: /^不同意吊销/ });
    await decline.getByText('严重违法经营，情节恶劣').waitFor();
    await decline.getByRole('textbox', { name: /^理由/ }).fill('证据不足，不予吊销');
    await shoot(city, 'revoke-decline-phone');
    await decline.getByRole('button', { name: '不同意吊销' }).click();
    await decline.waitFor({ state: 'hidden' });

    await bar(page).getByRole('button', { name: '提请吊销', exact: true }).waitFor();
    await propose();
    await city.setViewportSize({ width: 1440, height: 900 });
    await bar(city).getByRole('button', { name: '批准吊销' }).click();
    const confirm = city.getByRole('dialog', { name: /^批准吊销/ });
    await confirm.getByText('昆文旅罚〔2026〕9号').waitFor();
    await confirm.getByText('状态变为').waitFor();
    await shoot(city, 'revoke-confirm');
    await confirm.getByRole('button', { name: '批准吊销' }).click();
    await confirm.waitFor({ state: 'hidden' });
    await bar(city).getByText('已吊销').first().waitFor();
    await city.getByRole('tab', { name: '时间线' }).click();
    for (const entry of ['批准吊销', '不同意吊销', '撤回提请吊销'])
      await city.locator('.xj-timeline').getByText(entry).first().waitFor();
    await shoot(city, 'revoke-timeline');

    // a comment is kept as a draft, and mentions officers with access to the record
    const box = city.getByRole('textbox', { name: '批注' });
    await city.getByRole('tab', { name: '详情' }).click();
    await city.keyboard.press('c');
    await box.waitFor();
    await city.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA');
    await city.keyboard.type('请复核文号 @');
    await city.getByText('系统管理员 · admin').waitFor();
    await city.keyboard.press('Enter');
    await city.getByRole('tab', { name: '详情' }).click();
    await city.getByRole('tab', { name: '时间线' }).click();
    await box.waitFor();
    expect(await box.inputValue()).toMatch(/^请复核文号 @\S+ $/);
    await box.press('Control+Enter');
    const comment = city.locator('.xj-timeline > li[data-kind="comment"]');
    await comment.getByText('请复核文号').waitFor();
    expect(await box.inputValue()).toBe('');
    await shoot(city, 'comment');
    await comment.getByRole('button', { name: '撤回' }).click();
    await city.locator('dialog.xj-confirm').getByRole('button', { name: '撤回' }).click();
    await comment.waitFor({ state: 'detached' });
  });
});
