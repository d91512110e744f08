import { expect, it } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { callAs, codeSentTo, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };
const facts = '导游第二天把全团带进翡翠店停留三小时，不消费不让上车，合同里没有这一项安排。';

it('a tourist complains on a phone, the office accepts, and the tourist sees whose turn it is', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const mobile = `139${String(Date.now()).slice(-8)}`;
  // another attempt files no duplicate of this one
  const respondent = `滇之旅旅行社${mobile.slice(-6)}`;
  const page = await visits.open('/complaint', phone);
  await page.getByLabel('投诉谁').fill(respondent);
  await page.getByLabel('经过').fill(facts);
  const picture = inventPicture('合同.png', [160, 60, 40]);
  await page.getByLabel('证据（选填）').setInputFiles([picture]);
  await page.getByText('提交时上传').waitFor();
  // a reload loses nothing that was typed or chosen
  await page.reload();
  await expect.poll(() => page.getByLabel('经过').inputValue()).toBe(facts);
  await page.getByText('提交时上传').waitFor();
  await page.getByRole('button', { name: '提交投诉' }).click();
  await page.getByText('请填写').first().waitFor();
  await page.getByLabel('投诉什么').selectOption({ label: '强迫或诱导购物' });
  // what is filled in is no longer called missing
  await expect.poll(() => page.getByLabel('投诉什么').getAttribute('aria-invalid')).not.toBe('true');
  await page.getByLabel('什么时候发生').fill('2026-11-20T10:30');
  await page.getByLabel('省').selectOption({ label: '云南省' });
  await page.getByLabel('市', { exact: true }).selectOption({ label: '昆明市' });
  await page.getByLabel('县').selectOption({ label: '盘龙区' });
  await page.getByLabel('希望得到').selectOption({ label: '退款' });
  await page.getByLabel('金额（元）').fill('800');
  await page.getByLabel('姓名', { exact: true }).fill('张三');
  await page.getByLabel('手机号').fill(mobile);
  await page.getByRole('button', { name: /验证码/ }).click();
  await page.getByText('验证码已发送').first().waitFor();
  const code = await codeSentTo(visits.url, token, mobile);
  await page
    .getByLabel(/验证码/)
    .first()
    .fill(code);
  await shoot(page, 'complaint-form');
  await page.getByRole('button', { name: '提交投诉' }).click();
  await page.getByRole('heading', { name: '投诉已提交' }).waitFor();
  const no = (await page.locator('.xj-complaint-receipt strong').innerText()).trim();
  await shoot(page, 'complaint-receipt');

  const { list } = await call<{ list: { id: number }[] }>(
    `/admin/complaint.complaint/index?search[0][field]=no&search[0][operator]==&search[0][val]=${no}`,
  );
  const id = list[0]?.id ?? 0;
  const office = await visits.open(`/admin/complaint/complaint/${id}`, { as: 'admin' });
  const sheet = office.locator('.xj-record-sheet, main').last();
  await sheet.getByText(no).first().waitFor();
  await sheet.getByRole('tab', { name: '比对与管辖' }).click();
  await sheet.getByText('没有发现重复的投诉').waitFor();
  await shoot(office, 'complaint-comparison');
  const row = await call<{ row: { files: string[] } }>(`/admin/complaint.complaint/edit?id=${id}`);
  expect(row.row.files, 'the picture chosen before the reload').toHaveLength(1);
  await call('/admin/complaint.complaint/needMaterial', { id, material_wanted: '请提交付款记录' });
  await page.getByRole('link', { name: '查询进度' }).click();
  await page.getByLabel('手机后四位').fill(mobile.slice(-4));
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.getByRole('heading', { name: '待补正' }).waitFor();
  await page.getByText('轮到您').waitFor();
  // the mobile was proven when the complaint was filed
  await page.getByText(`已验证 ${mobile}`).waitFor();
  await page.getByLabel('说明').fill('付款记录见照片');
  await shoot(page, 'complaint-supplement');
  await page.getByRole('button', { name: '提交材料' }).click();
  await page.getByRole('heading', { name: '待受理' }).waitFor();
  // another complaint of the same mobile is merged into this one from where it is shown
  const { row: first } = await call<{ row: Record<string, unknown> }>(`/admin/complaint.complaint/edit?id=${id}`);
  const second = await call<{ id: number }>('/admin/complaint.complaint/add', {
    ...Object.fromEntries(
      ['respondent_name', 'category', 'event_at', 'event_area', 'facts', 'filed_on', 'area_code'].map((name) => [
        name,
        first[name],
      ]),
    ),
    channel: 'phone',
    complainant_name: '张三',
    mobile,
    people: 1,
    language: 'zh-cn',
  });
  await office.goto(`${visits.url}/admin/complaint/complaint/${second.id}`);
  await office.getByRole('tab', { name: '比对与管辖' }).click();
  await office.getByRole('button', { name: `并入投诉 ${no}` }).click();
  const dialog = office.getByRole('dialog').last();
  // the select also says its choice in a hidden line for screen readers
  await dialog.getByText(no).filter({ visible: true }).first().waitFor();
  await dialog.getByLabel(/^理由/).fill('同一投诉人同一事由');
  await shoot(office, 'complaint-merge');
  await office.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
  await office.getByText('已并案').first().waitFor();
  await call('/admin/complaint.complaint/accept', { id });
  await page.getByRole('button', { name: '查询', exact: true }).click();
  await page.getByRole('heading', { name: '已受理' }).waitFor();
  await page.getByText('轮到投诉处理机构').waitFor();
  await shoot(page, 'complaint-progress');
  // by keyboard: it is withdrawn only once that is confirmed
  await page.getByRole('button', { name: '撤回投诉' }).press('Enter');
  await page.getByLabel('撤回的理由').fill('已经与旅行社和解');
  await page.getByRole('button', { name: '撤回', exact: true }).press('Enter');
  await page.getByText('请先确认').waitFor();
  await page.getByLabel(/我确认撤回/).press('Space');
  await page.getByRole('button', { name: '撤回', exact: true }).press('Enter');
  await page.getByRole('heading', { name: '已撤回' }).waitFor();
});
