import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { rowsOf, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const size = [1366, 768] as const;
const queue = '/admin/enterprise/enterprise?awaits=me&status.eq=submitted';

/** Controls that a message covers. */
const pressedUnder = (toast: Locator) =>
  toast.evaluate((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [...document.querySelectorAll('main button, main a, .ant-drawer button, .ant-drawer a, nav a')]
      .map((other) => ({ other, at: other.getBoundingClientRect() }))
      .filter(({ at }) => at.width > 0 && at.left < right && at.right > left && at.top < bottom && at.bottom > top)
      .map(({ other }) => other.textContent);
  });

it('a clerk with a small screen returns an application, goes on with the queue, and approves several at once', async () => {
  const page = await visits.open(queue, { as: 'county1', size });
  const rows = await waitForRows(page);
  const following = await rows.nth(1).getAttribute('data-row');
  // the column of actions is as wide as its content, and no name is cut off
  const cut = await page
    .locator('.xj-list-table .xj-title-link')
    .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent));
  expect(cut).toEqual([]);
  const spare = await page
    .locator('tbody .xj-actions-cell')
    .evaluateAll((all) =>
      Math.min(...all.map((cell) => cell.clientWidth - (cell.firstElementChild?.getBoundingClientRect().width ?? 0))),
    );
  expect(spare).toBeGreaterThanOrEqual(0);
  expect(spare).toBeLessThan(40);

  await rows.first().locator('.xj-title-link').click();
  const sheet = page.locator('.xj-record-sheet');
  await sheet.getByRole('button', { name: /^退回修改/ }).click();
  const dialog = page.getByRole('dialog').filter({ has: page.locator('form.xj-move') });
  await dialog.getByRole('radio').first().click();
  // with many marks the dialog scrolls, and its buttons stay in sight
  const marks = dialog.locator('.xj-pairs-keys button, .xj-pairs button').filter({ hasText: /^\+/ });
  for (let n = 0; n < 4; n++) await marks.first().click();
  await dialog.getByRole('textbox').first().fill('营业执照影印件不清晰，请重新上传');
  const send = dialog.getByRole('button', { name: '退回修改', exact: true });
  const box = await send.boundingBox();
  expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(720);
  await shoot(page, 'clerk-dialog');
  await send.click();
  // the message goes after three seconds, unless it is pointed at
  const toast = page.locator('.xj-toast').first();
  await toast.hover();
  await dialog.waitFor({ state: 'hidden' });

  const bar = sheet.getByRole('region', { name: '当前状态' });
  await bar.getByText('等待申请人更正：提交审核').waitFor();
  await bar.getByText(/退回修改的理由：.*营业执照影印件不清晰，请重新上传/).waitFor();
  await sheet.getByText(/^下一条：1 \/ \d+$/).waitFor();
  await expect.poll(() => page.locator('.xj-row-active').getAttribute('data-row')).toBe(following);
  // it covers no control
  expect(await pressedUnder(toast)).toEqual([]);
  await shoot(page, 'clerk-returned');
  // a tooltip under the pointer would take the key below
  await page.mouse.move(1, 1);

  // after closing, the focus is at the row of the record
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-row'))).toBe(following);
  await page.keyboard.press('ArrowDown');
  await expect.poll(() => rowsOf(page).nth(1).getAttribute('class')).toContain('xj-row-active');
  await page.goBack();
  await bar.getByText('等待申请人更正：提交审核').waitFor();

  await sheet.getByRole('link', { name: '整页打开' }).click();
  await page.getByRole('link', { name: '返回企业' }).click();
  await page.waitForURL(/awaits=me/);
  expect(new URL(page.url()).searchParams.get('status.eq')).toBe('submitted');
  await expect.poll(() => rowsOf(page).first().getAttribute('data-row')).toBe(following);

  // of several selected rows, the rejected ones are listed, with a workbook to download
  const { token } = await signInByCall(visits.url, 'county1', visits.password);
  const call = <T>(path: string, body?: unknown) => callAs<T>(visits.url, token, path, body);
  await waitForRows(page);
  const id = Number(await rows.nth(1).getAttribute('data-row'));
  const name = (await rows.nth(1).locator('.xj-title-link').textContent()) ?? '';
  for (const at of [0, 1]) await rows.nth(at).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: '批量操作' }).getByRole('button', { name: '初审通过' }).click();
  const approval = page.getByRole('dialog', { name: '初审通过：已选 2 条' });
  await approval.getByRole('checkbox', { name: /^已逐项核对/ }).check();
  const { row } = await call<{ row: { version: number } }>(`/admin/enterprise.enterprise/edit?id=${id}`);
  await call('/admin/enterprise.enterprise/firstPass', { id, version: row.version, checked: '1' });
  await approval.getByRole('button', { name: '初审通过' }).click();
  const result = page.getByRole('dialog', { name: '初审通过：完成 1 条，1 条未办理' });
  await result.getByText(new RegExp(`^${name}：`)).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  const download = page.waitForEvent('download');
  await result.getByText('下载未办理清单').click();
  expect((await download).suggestedFilename()).toMatch(/未办理清单.*\.xlsx$/);
  await shoot(page, 'clerk-refused');
});

it('a log has no column of actions', async () => {
  const page = await visits.open('/admin/auth/adminLog', { as: 'admin', size });
  await waitForRows(page);
  expect(await page.locator('.xj-actions-cell:visible').count()).toBe(0);
});

it('a phone shows the first row in its upper third, no control without a size, and messages at the bottom', async () => {
  for (const locale of ['zh-cn', 'en'] as const) {
    const page = await visits.open('/admin/enterprise/enterprise?awaits=me', {
      as: 'county1',
      locale,
      size: [390, 844],
      context: { hasTouch: true, isMobile: true },
      drawn: true,
    });
    const row = page.locator('.xj-compact-row').first();
    await row.waitFor();
    await expect.poll(async () => (await row.boundingBox())?.y ?? 999).toBeLessThan(844 / 3);
    await shoot(page, `clerk-phone-${locale}`);
    const none = await page.locator('button, a, input, [role=button], [role=tab]').evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((one) => one.getBoundingClientRect().width < 1 || one.getBoundingClientRect().height < 1)
        .map((one) => one.outerHTML.slice(0, 120)),
    );
    expect(none).toEqual([]);

    // a message over a record lies at the bottom of the screen
    await row.locator('.xj-title-link').tap();
    await page
      .locator('.ant-drawer')
      .getByRole('button', { name: /^(复制|Copy)$/ })
      .first()
      .tap();
    const toast = page.locator('.xj-toast').first();
    await toast.waitFor();
    expect((await toast.boundingBox())?.y).toBeGreaterThan(600);
    await shoot(page, `clerk-thumb-told-${locale}`);
  }
});
