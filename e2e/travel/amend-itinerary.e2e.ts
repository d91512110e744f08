import { expect, it } from 'vitest';
import { idNumberCheckDigit } from '#kernel/check/identity-documents.ts';
import { registerOwner } from '../support/register-owner.ts';
import { shoot, startVisits } from '../support/visits.ts';
import { choose } from '../support/widgets.ts';

/** An agency amends a filed itinerary: kind and reason, the fields they open, and a preview of the effects. */
const visits = startVisits();
const at = (moment: string) => Date.parse(`${moment}+08:00`) / 1000;
const body = '51010419900101101';
const tourist = { name: '王小明', id_type: 'id_card', id_no: body + idNumberCheckDigit(body), mobile: '13600136000' };

async function prepareTeam(kind = 'self_drive') {
  const owner = await registerOwner(visits, 'agency');
  const { list } = await owner.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  const { id } = await owner.office<{ id: number }>('/admin/travel.itinerary/add', {
    agency_id: owner.id,
    kind,
    area_code: '530102',
    destination_areas: [list[0]?.id],
    start_at: at('2030-05-01T08:00'),
    end_at: at('2030-05-01T18:00'),
    total_fee: '3000.00',
    accident_count: 1,
    emergency_contact: '赵六',
    emergency_mobile: '13500135000',
    tourists: [tourist],
    days: [{ title: '大理一日', breakfast: 'self', lunch: 'included', dinner: 'self', hotel_standard: 'none' }],
    stops: [{ day_no: 1, poi_type: 'scenic', name: '大理古城', arrive: '10:00', stay_minutes: 120 }],
  });
  await visits.query(
    `insert into insurance_policy (enterprise_id, kind, insurer, policy_no, from_on, to_on, file, per_person_limit, verification, validity, status)
     values ($1, 'liability', '某财产保险', $2, '2029-01-01', '2031-12-31', '', 30000000, 'verified', 'valid', 'valid')`,
    [owner.id, `B${Date.now()}`],
  );
  await visits.query(
    `insert into enterprise_licence (enterprise_id, kind, license_no, tourism_scope, issued_by, issue_date, verify_status, validity, status)
     values ($1, 'agency', $2, array['domestic', 'inbound'], '昆明市文化和旅游局', '2020-01-01', 'verified', 'valid', 'recorded')`,
    [owner.id, `L-YN-${Date.now()}`],
  );
  await visits.query(`update travel_itinerary set status = 'confirmed' where id = $1`, [id]);
  const read = async () =>
    (await owner.office<{ row: Record<string, unknown> }>(`/admin/travel.itinerary/edit?id=${id}`)).row;
  return { owner, id, read };
}

it('an amendment is made by keyboard alone: kind and reason, the fields they open, then its effects', async () => {
  const { owner, id, read } = await prepareTeam();
  const page = await visits.open(`/user/travel/itinerary/${id}`, {
    storage: { userInfo: owner.info },
    size: [1366, 768],
  });
  const begin = page.getByRole('button', { name: '变更行程' });
  await begin.waitFor();
  expect(await page.getByRole('button', { name: '编辑', exact: true }).count(), 'no plain form of it').toBe(0);
  // the agency reads why it cannot depart yet, and of the moves of officers only where they lead
  const process = page.locator('.xj-process');
  await process.locator('summary').click();
  await process.locator('[aria-current=step]').getByText('新建').waitFor();
  const moves = process.getByRole('list', { name: '下一步' }).locator('li');
  const depart = moves.filter({ hasText: '出团' });
  expect(await depart.textContent()).toContain('暂不能办理：尚未到出发日期');
  expect(await moves.filter({ hasText: '由主管部门办理' }).textContent()).toContain('已终止');
  expect(await moves.filter({ hasText: '标为异常' }).count()).toBe(0);
  await shoot(page, 'process-of-member');
  await process.locator('summary').click();
  await begin.focus();
  await page.keyboard.press('Enter');
  const form = page.locator('form.xj-amend');
  await form.waitFor();
  // the first kind has the focus
  const safety = form.getByRole('checkbox', { name: '保险与应急' });
  await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[type=checkbox]'))).toBe(true);
  await page.keyboard.press('Control+s');
  await form.getByText('必填').first().waitFor();
  await shoot(page, 'amend-why-missing');
  await safety.focus();
  await page.keyboard.press('Space');
  await form.getByLabel('变更理由').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await form.getByLabel('变更说明').focus();
  await page.keyboard.type('补录意外险人数');
  await shoot(page, 'amend-why');
  await page.keyboard.press('Control+s');
  // only the fields of the kind
  await form.getByLabel('意外险人数').waitFor();
  expect(await form.getByLabel('备注').count()).toBe(0);
  expect(await form.getByLabel('团费合计（元）').count()).toBe(0);
  await page.keyboard.press('Control+s');
  await form.getByText('还没有修改“保险与应急”中的任何内容').waitFor();
  await form.getByLabel('意外险人数').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('5');
  await page.keyboard.press('Control+s');
  // the error of the server is shown at its field
  await form.getByText('意外险人数不能超过游客人数').waitFor();
  await form.getByLabel('意外险人数').focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('0');
  await shoot(page, 'amend-what');
  await page.keyboard.press('Control+s');
  const review = form.locator('.xj-amend-review');
  await review.getByRole('heading', { name: '提交后将发生的变化' }).waitFor();
  await review.getByText('补录意外险人数').waitFor();
  await review.getByText(/已重新核对，没有不予受理的冲突/).waitFor();
  expect((await review.locator('.xj-timeline-changes').first().textContent())?.replace(/\s/g, '')).toContain(
    '意外险人数',
  );
  expect((await read()).change_count, 'nothing of it has happened').toBe(0);
  await shoot(page, 'amend-review');
  await page.keyboard.press('Control+s');
  await form.waitFor({ state: 'detached' });
  await expect
    .poll(read)
    .toMatchObject({ accident_count: 0, change_kinds: ['safety'], change_count: 1, change_reason: 'weather' });
  await page.goto(`${visits.url}/user/travel/itinerary/${id}?tab=timeline`);
  await page.getByRole('list', { name: '时间线' }).getByText('补录意外险人数').first().waitFor();
  await shoot(page, 'amend-told');
});

it('an amendment is made on a phone, with a step back, and in English', async () => {
  const { owner, id, read } = await prepareTeam();
  const page = await visits.open(`/user/travel/itinerary?edit=${id}`, {
    storage: { userInfo: owner.info },
    locale: 'en',
    theme: 'dark',
    size: [390, 844],
    context: { hasTouch: true, isMobile: true },
  });
  const form = page.locator('form.xj-amend');
  await form.getByText('Contracts and remark').tap();
  await choose(page, form.getByLabel('Why changed'), 'Traffic');
  await form.getByLabel('What changed').fill('A remark for the guide');
  await shoot(page, 'amend-thumb-why');
  const review = form.locator('.xj-amend-review');
  await form.getByRole('button', { name: 'Next' }).tap();
  await form.getByLabel('Remark').fill('Meet at the east gate');
  await form.getByRole('button', { name: 'Review the change' }).tap();
  await review.getByText('Meet at the east gate').waitFor();
  await shoot(page, 'amend-thumb-review');
  await form.getByRole('button', { name: 'Back' }).tap();
  await form.getByLabel('Remark').fill('Meet at the west gate');
  await form.getByRole('button', { name: 'Review the change' }).tap();
  await review.getByText('Meet at the west gate').waitFor();
  await form.getByRole('button', { name: 'Submit the change' }).tap();
  await form.waitFor({ state: 'detached' });
  await expect.poll(read).toMatchObject({ remark: 'Meet at the west gate', change_kinds: ['contract'] });
});

it('an amendment shows contradictions with unchanged fields while it is filled in', async () => {
  const { owner, id } = await prepareTeam('one_day');
  const page = await visits.open(`/user/travel/itinerary?edit=${id}`, {
    storage: { userInfo: owner.info },
    size: [1366, 768],
  });
  const form = page.locator('form.xj-amend');
  await form.getByRole('checkbox', { name: '时间与出发地' }).check();
  await choose(page, form.getByLabel('变更理由'), '交通');
  await form.getByLabel('变更说明').fill('改为两天');
  await form.getByRole('button', { name: '下一步' }).click();
  const end = form.getByLabel('结束时间');
  await end.fill('2030-05-02 18:00');
  await end.press('Enter');
  // the kind of a team is not editable here, so its error is shown above the fields
  await form.getByRole('status').getByText('团队类型：一日游当天往返，这里安排了 2 天').waitFor();
  await shoot(page, 'amend-warned');
  await end.fill('2030-05-01 20:00');
  await end.press('Enter');
  await form.getByText('一日游当天往返').waitFor({ state: 'detached' });
});
