import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { choose } from '../support/widgets.ts';

/** A check at a desk, from scanning in to the correction of what it found: officers by keyboard, the owner by thumb. */
const visits = startVisits();
const place = { latitude: 25.040612, longitude: 102.712254, accuracy: 12 };

/** Two officers, and a check of this enterprise which they have accepted. */
const prepare = (enterprise: number) =>
  visits.query(
    `with e as (
       update enterprise set status = 'active', place = '(102.712251,25.040609)' where id = $1 returning id, name
     ), accounts as (
       insert into auth_admin (username, nickname, password, group_arr, area_code)
       select 'visitor' || n, '执法员', password, group_arr, area_code from auth_admin, generate_series(1, 2) n
       where username = 'county1' returning id, username
     ), officers as (
       insert into library_officer (admin_id, name, mobile, cert_no, cert_org, cert_valid_to, domains, area_code, capacity, status)
       select id, '执法员', '13888001234', 'YN-' || upper(username), '云南省人民政府', '2099-12-31', '{lodging}', '530102', 50, 'verified'
       from accounts returning id, cert_no
     ), items as (
       insert into library_check_item (code, name, kinds, category, content, basis, methods, evidence, answer_kind, severity, revision, effective_from, status)
       select 'DESK-' || n, '价格公示' || n, '{homestay}', 'general', '查看是否公示', '旅游法第四十九条', '{site}', 'none', 'yes_no_na', '3', 1, '2020-01-01', 'published'
       from generate_series(1, 2) n returning id, code
     ), c as (
       insert into enforcement_check (source, basis, domain, department_id, object_type, enterprise_id, informed_enterprise_id, object_name, area_code,
         due_on, notify_mode, window_from, window_to, approved_at, notified_at, status)
       select 'routine', '旅游法第八十五条', 'lodging', (select min(id) from auth_department), 'enterprise', id, id, name, '530102',
         current_date + 10, 'advance', now() - interval '2 hours', now() + interval '8 hours', now(), now(), 'accepted' from e returning id
     ), o as (
       insert into enforcement_check_officer (check_id, officer_id, lead, cert_no, weigh)
       select c.id, officers.id, officers.cert_no = 'YN-VISITOR1', officers.cert_no, row_number() over (order by officers.cert_no) from c, officers
     )
     insert into enforcement_check_answer (check_id, item_id, weigh) select c.id, items.id, row_number() over (order by items.code) from c, items`,
    [enterprise],
  );

/** Signs with the mouse. */
async function sign(page: Page, pad: Locator): Promise<void> {
  await pad.scrollIntoViewIfNeeded();
  const box = await pad.boundingBox();
  if (!box) throw new Error('no pad');
  await page.mouse.move(box.x + 40, box.y + 40);
  await page.mouse.down();
  await page.mouse.move(box.x + 160, box.y + 60, { steps: 6 });
  await page.mouse.up();
}

/** Begins a move, fills its dialog and confirms it. */
async function move(page: Page, label: string, fill: (dialog: Locator) => Promise<unknown> = async () => undefined) {
  // from its beginning: the name of an account may contain it
  const button = { name: new RegExp(`^${label}`) };
  await page.getByRole('button', button).first().click();
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await fill(dialog);
  await dialog.getByRole('button', button).last().click();
  await dialog.waitFor({ state: 'hidden' });
}

/** Signs and submits a record with an item that is not answered yet: the refusal is in sight of whoever is at the end of the form. */
async function submitTooEarly(desk: Page): Promise<void> {
  await desk
    .getByRole('button', { name: /^提交检查笔录/ })
    .first()
    .click();
  const dialog = desk.getByRole('dialog').last();
  await dialog.getByLabel(/^现场检查情况/).fill('前台没有公示房价，其余符合要求。');
  for (const who of [/^执法人员签名/, /^另一执法人员签名/, /^当事人签名/])
    await sign(desk, dialog.getByLabel(who).first());
  await dialog.getByRole('button', { name: /^提交检查笔录/ }).click();
  const refusal = dialog.locator('form > .xj-form-note[data-tone=bad]').first();
  await refusal.waitFor();
  await expect
    .poll(() =>
      refusal.evaluate(
        (one) => one.getBoundingClientRect().top >= 0 && one.getBoundingClientRect().bottom <= innerHeight,
      ),
    )
    .toBe(true);
  await shoot(desk, 'check-submitted-too-early');
  await dialog.getByRole('button', { name: '取消' }).click();
  await desk
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /离开|关闭|放弃/ })
    .click();
  await dialog.waitFor({ state: 'hidden' });
}

/** The enterprise rates the check, without being known, and objects to it, on a phone. */
async function rateAndAppeal(checkId: number, storage: Readonly<Record<string, string>>): Promise<void> {
  const phone = await visits.open(`/user/enforcement/check/${checkId}`, { storage, size: [390, 844] });
  // who came, first of all
  await phone.getByText(/^检查时间：\d{4}-\d\d-\d\d \d\d:\d\d – /).waitFor();
  await phone.getByText('执法员 · 执法证 YN-VISITOR1 · 主办').waitFor();
  await shoot(phone, 'visit-phone');
  await phone.getByRole('button', { name: '评价本次检查' }).click();
  const rating = phone.getByRole('dialog');
  await rating.getByText('评价不记录企业和评价人').waitFor();
  await rating.getByText('4 满意').click();
  await rating.getByText('主动亮证').click();
  await shoot(phone, 'rating-phone');
  await rating.getByRole('button', { name: '提交评价' }).click();
  await phone.getByText('评价已匿名保存').waitFor();
  await expect.poll(() => phone.getByRole('button', { name: '评价本次检查' }).count()).toBe(0);
  await phone.getByRole('button', { name: '提出异议' }).click();
  await phone.getByLabel(/^异议内容/).fill('房价公示在前台左侧，现场没有查看');
  await shoot(phone, 'appeal-phone');
  await phone.getByRole('button', { name: '保存' }).last().click();
  await phone.getByText('待答复').first().waitFor();
}

/** Somebody who was not there answers the objection, and publishes the result: not with a number of a person in it. */
async function answerAppealAndPublish(office: Page, checkId: number, appealId: number): Promise<void> {
  await office.goto(`${visits.url}/admin/enforcement/checkAppeal/${appealId}`);
  await move(office, '异议不成立', (dialog) => dialog.getByRole('textbox').fill('经核实，左侧公示的是去年的房价'));
  await visits.query(`update enforcement_check set object_name = object_name || '（13888001234）' where id = $1`, [
    checkId,
  ]);
  await office.goto(`${visits.url}/admin/enforcement/check/${checkId}`);
  await office
    .getByRole('button', { name: /^公示结果/ })
    .first()
    .click();
  const dialog = office.getByRole('dialog').last();
  await dialog.getByRole('button', { name: /^公示结果/ }).click();
  await dialog
    .getByText(/13888001234/)
    .first()
    .waitFor();
  await shoot(office, 'publication-refused');
  await dialog.getByRole('switch').click();
  await dialog.getByRole('button', { name: /^公示结果/ }).click();
  await dialog.waitFor({ state: 'hidden' });
}

test('a finding at a desk becomes an order, which the enterprise complies with from a phone', async () => {
  const owner = await registerOwner(visits);
  await prepare(owner.id);
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const idOf = async (resource: string, field: string, value: string | number) => {
    const search = `search[0][field]=${field}&search[0][operator]==&search[0][val]=${value}`;
    const path = `/admin/${resource}/index?${search}`;
    const { list } = await callAs<{ list: { id: number }[] }>(visits.url, token, path);
    return list[0]?.id ?? 0;
  };
  const checkId = await idOf('enforcement.check', 'enterprise_id', owner.id);
  const context = { geolocation: place, permissions: ['geolocation'] };
  const desk = await visits.open(`/admin/enforcement/check/${checkId}`, { as: 'visitor1', context });
  const colleague = await visits.open(`/admin/enforcement/check/${checkId}`, { as: 'visitor2', context });
  const code = (await colleague.locator('.xj-arrival-code output').textContent()) ?? '';
  await colleague.getByRole('img', { name: `到场码 ${code.replaceAll(' ', '')}` }).waitFor();
  await shoot(colleague, 'arrival-code');
  await move(desk, '扫码入企', async (dialog) => {
    await dialog.getByLabel(/^另一执法人员的到场码/).fill(code);
    await dialog.getByText(/本机定位/).waitFor();
  });
  // nothing is answered before the credentials were shown
  await desk.getByText('先点“开始检查”').waitFor();
  await move(desk, '开始检查', (dialog) => dialog.getByRole('switch').click());
  const cards = desk.locator('.xj-check-item');
  await cards.first().getByRole('button', { name: '符合', exact: true }).waitFor();
  await cards.first().focus();
  await desk.keyboard.press('1');
  await desk.getByText('已检查 1 / 2 项').waitFor();
  await submitTooEarly(desk);
  await cards.first().focus();
  await desk.keyboard.press('j');
  await desk.keyboard.press('2');
  await cards.nth(1).locator('textarea').fill('前台没有公示房价');
  await cards.nth(1).getByRole('button', { name: '保存记录' }).click();
  await desk.getByText('已检查 2 / 2 项 · 发现问题 1 项').waitFor();
  await shoot(desk, 'check-answered');
  await move(desk, '提交检查笔录', async (dialog) => {
    await dialog.getByLabel(/^现场检查情况/).fill('前台没有公示房价，其余符合要求。');
    for (const who of [/^执法人员签名/, /^另一执法人员签名/, /^当事人签名/])
      await sign(desk, dialog.getByLabel(who).first());
  });

  const office = await visits.open(`/admin/enforcement/check/${checkId}`, { as: 'city' });
  // what was found is read before it is judged
  await office.getByText('前台没有公示房价', { exact: true }).waitFor();
  await move(office, '审核', (dialog) => choose(office, dialog.getByRole('combobox'), '责令改正'));
  const storage = { userInfo: owner.info };
  await rateAndAppeal(checkId, storage);
  await answerAppealAndPublish(office, checkId, await idOf('enforcement.checkAppeal', 'check_id', checkId));
  const public_ = await visits.open(`/results/checks?name=${encodeURIComponent(owner.name)}`, { size: [390, 844] });
  const result = public_.getByRole('listitem').filter({ hasText: owner.name });
  await result.getByText('发现问题已责令改正').waitFor();
  expect(await result.textContent()).not.toMatch(/前台没有公示房价|执法员|YN-/);
  await shoot(public_, 'published-result');

  const orderId = await idOf('reform.order', 'check_id', checkId);
  await desk.goto(`${visits.url}/admin/reform/order/${orderId}`);
  await desk.getByText('前台没有公示房价').first().waitFor();
  await move(desk, '下达', (dialog) => dialog.getByRole('checkbox').check());

  const phone = await visits.open(`/user/reform/order/${orderId}`, { storage, locale: 'en', size: [390, 844] });
  await move(phone, 'Confirm receipt');
  const { buffer, mimeType } = inventPicture('Prices at the desk', [42, 110, 90]);
  await phone.locator('.xj-reform-send input[type=file]').setInputFiles({ name: 'prices.png', mimeType, buffer });
  await phone.getByRole('button', { name: 'Remove this picture' }).waitFor();
  await shoot(phone, 'correction-phone');
  await move(phone, 'Hand in the correction', (dialog) =>
    dialog.getByRole('textbox').fill('The prices hang at the desk.'),
  );
  await phone.getByText('Waiting for the authority').waitFor();

  await desk.reload();
  await move(desk, '远程复核通过', (dialog) => dialog.getByRole('textbox').fill('价格已公示'));
  await move(desk, '办结');
  await desk.getByText('整改已办结').waitFor();
  expect(await desk.getByText('整改后').count()).toBeGreaterThan(0);
  await shoot(desk, 'correction-closed');
});
