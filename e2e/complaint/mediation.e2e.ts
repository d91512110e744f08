import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** A complaint from the notice to the agreement: the respondent by thumb, the clerk by keyboard, three signatures by finger. */
const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };

/** Draws a line over a signature area. */
async function sign(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no signature area');
  await page.mouse.move(box.x + 40, box.y + 30);
  await page.mouse.down();
  await page.mouse.move(box.x + 150, box.y + 60, { steps: 6 });
  await page.mouse.up();
}

test('an enterprise answers on a phone, and the clerk walks the queues to an agreement that three sign', async () => {
  const owner = await registerOwner(visits);
  await visits.query(`update enterprise set status = 'active' where id = $1`, [owner.id]);
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const { id } = await call<{ id: number }>('/admin/complaint.complaint/add', {
    channel: 'hotline_12345',
    ext_no: `E2E${owner.id}`,
    ext_due_on: '2099-01-01',
    complainant_name: '赵游客',
    mobile: '13700137000',
    people: 1,
    language: 'zh-cn',
    respondent_enterprise_id: owner.id,
    respondent_name: owner.name,
    category: 'accommodation',
    event_at: Math.floor(Date.now() / 1000) - 86_400,
    event_area: '530102',
    facts: '酒店与合同约定的四星级不符，房间没有热水，导游拒绝调换，也不退还差价，要求退款。',
    filed_on: new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10),
    area_code: '530102',
    demands: [{ kind: 'refund', amount: '800.00' }],
  });
  for (const move of ['accept', 'notify']) await call(`/admin/complaint.complaint/${move}`, { id });

  const member = await visits.open(`/user/complaint/complaint/${id}`, { storage: { userInfo: owner.info }, ...phone });
  await member.getByText('房间没有热水').first().waitFor();
  expect(await member.getByText('13700137000').count()).toBe(0);
  await shoot(member, 'complaint-member-phone');
  await member
    .getByRole('button', { name: /^提交答复/ })
    .first()
    .tap();
  const answer = member.getByRole('dialog').last();
  await answer.getByRole('textbox', { name: /^答复/ }).fill('已核实，愿意退还酒店差价');
  await shoot(member, 'complaint-answer-phone');
  await answer
    .getByRole('button', { name: /^提交答复/ })
    .last()
    .tap();
  await answer.waitFor({ state: 'hidden' });
  await member.getByText('已答复').first().waitFor();

  const office = await visits.open('/admin/complaint/complaint', { as: 'admin' });
  const queues = office.getByRole('navigation', { name: '按轮到谁' });
  await queues.getByText(/\d/).first().waitFor();
  // to the second queue, the first record, and beside the list
  await office.keyboard.press(']');
  await office.keyboard.press(']');
  await office.waitForURL(/turn\.eq=office/);
  await expect.poll(() => queues.locator('[aria-current]').textContent()).toContain('轮到本机构');
  await shoot(office, 'complaint-queue');
  await office.goto(`${visits.url}/admin/complaint/complaint/${id}`);
  const parties = office.locator('.xj-complaint-parties');
  await parties.getByText('愿意退还酒店差价').waitFor();
  // the limits of the law and of the hotline, on one line, with the stricter marked
  await expect.poll(() => parties.locator('.xj-complaint-clocks li').count()).toBe(2);
  await parties.getByText('先到').waitFor();
  await shoot(office, 'complaint-parties');
  await call('/admin/complaint.complaint/mediate', { id });
  await office.reload();
  await office
    .getByRole('button', { name: /^达成协议/ })
    .first()
    .click();
  const dialog = office.getByRole('dialog').last();
  await dialog.getByLabel(/^协议金额/).fill('600');
  await dialog.getByLabel(/^履行截止日/).fill('2099-01-01');
  await office.keyboard.press('Enter');
  await dialog.getByLabel(/^协议内容/).fill('旅行社退还酒店差价六百元');
  for (const name of ['投诉人', '被投诉人', '调解员'])
    await sign(office, dialog.getByRole('group', { name: new RegExp(`^${name}`) }).getByRole('img'));
  await shoot(office, 'complaint-agreement');
  // the keys of the dialog are heard after drawing
  await office.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  await parties.getByText('为请求金额的 75%').waitFor();
  await shoot(office, 'complaint-agreed');
  const narrow = await visits.open('/admin/complaint/complaint?turn.eq=respondent&order=due_at,asc', {
    as: 'admin',
    ...phone,
  });
  await narrow.locator('.xj-compact-row, [data-row]').first().waitFor();
  await shoot(narrow, 'complaint-queue-phone');
}, 120_000);
