import { expect, it } from 'vitest';
import { inventPicture } from '../support/invented-data.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

const visits = startVisits();
const phone = {
  size: [390, 844] as const,
  context: {
    hasTouch: true,
    isMobile: true,
    geolocation: { latitude: 25.05, longitude: 102.71 },
    permissions: ['geolocation'],
  },
};

it('a report without a network waits on the phone, and is sent as soon as there is one', async () => {
  const { info } = await registerOwner(visits, 'agency');
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const page = await visits.open('/user/incident/report', {
    ...phone,
    storage: { userInfo: info },
    tolerates: /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch/,
  });
  const title = `山路塌方${String(Date.now()).slice(-5)}`;
  await page.getByLabel('发生了什么').fill(title);
  await page.getByLabel('地点').fill('国道 G213 K1204');
  await page.context().setOffline(true);
  await page.getByRole('button', { name: '立即报告' }).click();
  await page.getByRole('heading', { name: '尚未发出' }).waitFor();
  await page.getByRole('link', { name: /120/ }).waitFor();
  await shoot(page, 'incident-queued');
  await page.context().setOffline(false);
  const found = async () =>
    (
      await callAs<{ list: { title: string }[] }>(
        visits.url,
        token,
        `/admin/incident.incident/index?quick_search=${encodeURIComponent(title)}`,
      )
    ).list.map((one) => one.title);
  await expect.poll(found, { timeout: 40_000 }).toEqual([title]);
}, 90_000);

it('an operator reports with a phone, the office verifies, instructs, warns the public, and closes', async () => {
  const { info } = await registerOwner(visits, 'agency');
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const title = `大巴侧翻${String(Date.now()).slice(-5)}`;

  const page = await visits.open('/user/incident/report', { ...phone, storage: { userInfo: info } });
  await page.getByLabel('发生了什么').fill(title);
  await page.getByLabel('重伤').fill('2');
  await page.getByLabel('地点').fill('昆石高速 K38');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([inventPicture('现场.png', [120, 60, 40])]);
  await page.locator('.xj-incident-report img').first().waitFor();
  await shoot(page, 'incident-report');
  await page.getByRole('button', { name: '立即报告' }).click();
  await page.getByRole('heading', { name: '已报告' }).waitFor();
  const no = /SJ\d+/.exec(await page.locator('.xj-incident-sent').innerText())?.[0] ?? '';
  await shoot(page, 'incident-sent');

  const { list } = await call<{ list: { id: number; place: object; pictures: string[]; enterprise_id: number }[] }>(
    `/admin/incident.incident/index?search[0][field]=no&search[0][operator]==&search[0][val]=${no}`,
  );
  const [stored] = list;
  const id = stored?.id ?? 0;
  expect(stored?.pictures).toHaveLength(1);
  expect(stored?.place).toMatchObject({ lng: 102.71, lat: 25.05 });

  const office = await visits.open(`/admin/incident/incident/${id}`, { as: 'admin' });
  await office.getByText(title).first().waitFor();
  await office.getByRole('button', { name: '核实', exact: true }).first().click();
  const dialog = office.getByRole('dialog').last();
  await dialog.getByLabel('核实情况').fill('已与现场通话');
  await dialog.getByRole('button', { name: '核实' }).click();
  // the life cycle names the state before the report is in it
  const stateOf = async () =>
    (await call<{ row: { status: string } }>(`/admin/incident.incident/edit?id=${id}`)).row.status;
  await expect.poll(stateOf).toBe('verified');
  await call('/admin/incident.incident/respond', { id, commander: '王队', commander_phone: '13900000000' });
  await call('/admin/incident.incident/reportOnward', { id, onward_to: 'prefecture', onward_way: '电话，值班室' });
  await office.getByLabel('单位', { exact: true }).fill('市急救中心');
  await office.getByLabel('指令', { exact: true }).fill('派两辆救护车');
  await office.getByRole('button', { name: '下达' }).click();
  await office.getByText('待签收').first().waitFor();
  await shoot(office, 'incident-command');
  const instructions = await call<{ list: { id: number }[] }>(
    `/admin/incident.instruction/index?search[0][field]=incident_id&search[0][operator]==&search[0][val]=${id}`,
  );
  const order = instructions.list[0]?.id;
  await call('/admin/incident.instruction/acknowledge', { id: order, acknowledged_by: '周某' });
  await call('/admin/incident.instruction/finish', { id: order, result: '伤员已送医' });

  // on the wall, over whatever board, by a key
  const wall = await visits.open('/admin/largedatascreen?board=incident', { as: 'admin', size: [1366, 768] });
  await wall.locator('[data-tile=incident] button', { hasText: title }).waitFor();
  await wall.keyboard.press('e');
  const drawer = wall.getByRole('dialog', { name: '应急指挥' });
  await drawer.getByRole('heading', { name: title }).waitFor();
  await drawer.getByText('伤员已送医').waitFor();
  await shoot(wall, 'incident-drawer');
  await wall.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });

  // drafted by one officer, approved by another, read by everybody in two languages
  const now = Math.floor(Date.now() / 1000);
  const city = (await signInByCall(visits.url, 'city', visits.password)).token;
  const notice = await callAs<{ id: number }>(visits.url, city, '/admin/incident.riskNotice/add', {
    title: `${title}路段提示`,
    title_en: `Road closed ${no}`,
    level: 'red',
    kind: 'traffic',
    area_code: '530102',
    content: '昆石高速 K38 双向封闭，请绕行国道。',
    content_en: 'The expressway is closed at K38. Please use the national road.',
    valid_from: now - 60,
    valid_to: now + 3600,
    incident_id: id,
  });
  await call('/admin/incident.riskNotice/approve', { id: notice.id });
  await call('/admin/incident.riskNotice/publish', { id: notice.id });
  const tourist = await visits.open('/complaint', { ...phone, locale: 'en' });
  await tourist.getByRole('link', { name: `Road closed ${no}` }).click();
  await tourist.getByRole('heading', { name: `Road closed ${no}` }).waitFor();
  await tourist.getByText('Please use the national road').waitFor();
  await shoot(tourist, 'safety-notices');

  await call('/admin/incident.incident/control', { id, reason: '伤员全部送医' });
  const account = { cause: '雨天路滑，车速过快', outcome: '两名伤者送医，其余转运安置', lessons: '雨天停驶山区路段' };
  await expect(call('/admin/incident.incident/close', { id, ...account })).rejects.toThrow('风险提示');
  await call('/admin/incident.riskNotice/lift', { id: notice.id, reason: '恢复通行' });
  await call('/admin/incident.incident/close', { id, ...account });
  await page.getByRole('link', { name: '查看事件' }).click();
  await page.getByText('已办结').first().waitFor();
});
