import { expect, it } from 'vitest';
import { XingjianClient } from '#modules/open-interface/clients/xingjian-client.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { openRecordTab } from '../support/widgets.ts';

/** An application of another system, from its approval to its first calls in the log. */
const visits = startVisits();

it('an application is approved, gets a secret that is shown once, reads by signed calls, and its calls are logged', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const name = `共享平台${String(Date.now()).slice(-6)}`;
  const { id } = await callAs<{ id: number }>(visits.url, token, '/admin/api.application/add', {
    name,
    owner_org: '某市大数据中心',
    contact: '李四',
    purpose: '共享市场主体数据',
    scopes: ['enterprise.read'],
    area_code: '530100',
    mask_level: 'partial',
    sandbox: '0',
    algorithm: 'sm3',
    rpm: 600,
    burst: 60,
    quota: 1000,
    expire_on: '2099-12-31',
  });
  await visits.query(`update api_application set agreement = '/storage/private/agreement.pdf' where id = $1`, [id]);

  const page = await visits.open(`/admin/api/application/${id}`, { as: 'admin' });
  const press = (move: string) =>
    page
      .getByRole('button', { name: new RegExp(`^${move}`) })
      .first()
      .click();
  await press('批准');
  const dialog = page.getByRole('dialog').last();
  await dialog.getByLabel(/^批准文号/).fill('云文旅数〔2026〕1号');
  await page.keyboard.press('Control+Enter');
  await page.getByText('已批准').first().waitFor();
  await press('启用');
  await page.keyboard.press('Control+Enter');
  await page.getByText('启用', { exact: true }).first().waitFor();
  await openRecordTab(page.locator('.xj-record-sheet, main').last(), '接入');
  await page.getByText('GET /open/v1/enterprise/enterprise', { exact: true }).waitFor();
  await page.getByRole('button', { name: '签发新密钥' }).click();
  await page.getByText('请立即保存，关闭后不再显示').waitFor();
  const secret = await page.getByRole('alert').locator('code').innerText();
  const { app_key: appKey } = await callAs<{ app_key: string }>(
    visits.url,
    token,
    `/admin/api.application/secrets?id=${id}`,
  );
  await shoot(page, 'application-access');

  const client = new XingjianClient({ address: visits.url, appKey, secret });
  const { data } = await client.list('enterprise/enterprise', { limit: '5' });
  expect(data.length).toBeGreaterThan(0);
  await expect(client.list('complaint/complaint')).rejects.toMatchObject({ status: 403, code: 'scope' });

  // requests are logged after their answers
  const logged = () => callAs<{ list: { application_id: number }[] }>(visits.url, token, '/admin/api.request/index');
  await expect
    .poll(async () => (await logged()).list.filter(({ application_id: of }) => of === id).length)
    .toBeGreaterThan(1);
  const log = await visits.open('/admin/api/request', { as: 'admin' });
  await log.getByText('没有这项授权').first().waitFor();
  await log.getByText('/open/v1/enterprise/enterprise').first().waitFor();
  await shoot(log, 'application-requests');
  const phone = await visits.open('/admin/api/application', { as: 'admin', locale: 'en', size: [390, 844] });
  await phone.getByText(name).first().waitFor();
  await shoot(phone, 'applications-phone');
});
