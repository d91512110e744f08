import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { EnterpriseRow } from '#modules/demo/server/generate/generate-enterprises.ts';
import { inventEnterprise, inventPicture } from '../support/invented-data.ts';
import { shoot, startVisits } from '../support/visits.ts';
import { choose, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const phone: readonly [number, number] = [390, 844];
const password = 'Applicant-7';
/** The promise is 2 s; a machine that runs tests may be busy. */
const patience = 30_000;

/** How long each step took to reach the wall, in ms. */
const delays: Record<string, number> = {};

/** Waits until the newest registrations of the wall show an enterprise in a state, and records how long it took. */
async function seeOnWall(wall: Page, name: string, state: string, since: number): Promise<void> {
  const row = wall.locator('[data-tile=newest] li').filter({ hasText: name }).filter({ hasText: state });
  await row.waitFor({ timeout: patience });
  delays[state in delays ? `${state} again` : state] = Math.round(performance.now() - since);
}

/** The code sent to a mobile number, as a super administrator reads it. */
async function readCode(office: Page, mobile: string): Promise<string> {
  await office.goto(`${visits.url}/admin/message/sink`);
  await office.getByText('尚未接入短信服务商').waitFor();
  const row = office.getByRole('row').filter({ hasText: mobile }).first();
  const code = /验证码是 (\d{6})/.exec((await row.textContent()) ?? '')?.[1];
  await shoot(office, 'sms-sink');
  if (!code) throw new Error('no code in the sink');
  return code;
}

/** Types into the focused field, and moves on to the next. */
async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Tab');
}

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 30; presses++) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('the keyboard does not get there');
}

/** Fills in the public application on a phone, by keyboard except for the pictures. Returns the query number. */
async function register(page: Page, office: Page, row: EnterpriseRow, username: string): Promise<string> {
  await page.getByRole('heading', { name: '企业入驻登记' }).waitFor();
  await shoot(page, 'register-start');
  await tabTo(page, page.getByRole('button', { name: '开始登记' }));
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '主体信息' }).waitFor();
  await tabTo(page, page.getByRole('combobox', { name: /^企业类型/ }));
  await page.keyboard.type('民宿');
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('textbox', { name: /^统一社会信用代码/ }));
  await type(page, row.uscc);
  await page.getByText('该代码尚未登记，可以继续').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: /^企业名称/ }));
  await type(page, row.name);
  await tabTo(page, page.getByRole('textbox', { name: /^法定代表人/ }));
  await page.keyboard.type(row.legal_person);
  await shoot(page, 'register-subject');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '联系人与账号' }).waitFor();
  await tabTo(page, page.getByRole('textbox', { name: /^联系人 / }));
  await type(page, row.contact_name);
  await type(page, row.contact_mobile);
  await page.keyboard.press('Enter'); // 获取验证码
  await page.getByText('验证码已发送').waitFor();
  const code = await readCode(office, row.contact_mobile);
  await page.keyboard.type(code);
  await page.getByText('手机号已验证').waitFor();
  await tabTo(page, page.getByRole('textbox', { name: /^法定代表人手机/ }));
  await page.keyboard.type(row.legal_mobile);
  await tabTo(page, page.getByRole('textbox', { name: /^登录账号/ }));
  await page.keyboard.type(username);
  for (const label of [/^密码/, /^再次输入密码/]) {
    await tabTo(page, page.getByRole('textbox', { name: label }));
    await page.keyboard.type(password);
  }
  await shoot(page, 'register-contact');
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '场所与材料' }).waitFor();
  for (const [level, name] of [
    ['省', '云南省'],
    ['市', '昆明市'],
    ['县（区）', '五华区'],
  ] as const) {
    const select = page.getByRole('combobox', { name: `经营地：${level}` });
    await expect.poll(() => select.isEnabled()).toBe(true);
    await tabTo(page, select);
    await page.keyboard.type(name);
    await page.locator('.ant-select-item-option-active').filter({ hasText: name }).waitFor();
    await page.keyboard.press('Enter');
  }
  await tabTo(page, page.getByRole('textbox', { name: /^经营地址/ }));
  await page.keyboard.type(row.address);
  await tabTo(page, page.getByRole('textbox', { name: '经度' }));
  await page.keyboard.type(`${row.lng}, ${row.lat}`);
  for (const [label, colour] of [
    ['营业执照', [180, 60, 50]],
    ['门头照片', [42, 110, 96]],
  ] as const) {
    const material = page.getByRole('group', { name: new RegExp(`^${label}`) });
    await material.locator('input[type=file]').setInputFiles(inventPicture(`${label}.png`, colour));
    await material.getByText('✓ 已上传').waitFor();
  }
  await shoot(page, 'register-place');
  await tabTo(page, page.getByRole('button', { name: '下一步' }));
  await page.keyboard.press('Enter');

  await page.getByRole('heading', { name: '核对与承诺' }).waitFor();
  await page.getByText(row.address).waitFor();
  await shoot(page, 'register-confirm');
  for (const kind of ['commitment', 'privacy']) {
    await tabTo(page, page.locator(`#agree-${kind}`));
    await page.keyboard.press('Space');
  }
  await tabTo(page, page.getByRole('button', { name: '提交登记' }));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '提交成功' }).waitFor();
  await shoot(page, 'register-receipt');
  return ((await page.locator('.xj-receipt-number output').textContent()) ?? '').replaceAll(' ', '');
}

/** Opens the dialog of an action, fills it in and sends it. Returns the time of sending. */
async function makeMove(
  page: Page,
  name: string,
  move: string,
  fill: (dialog: Locator) => Promise<void> = async () => undefined,
): Promise<number> {
  await page.goto(`${visits.url}/admin/enterprise/enterprise?q=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name: `打开 ${name}` }).click();
  await page.locator('.xj-state-bar').getByRole('button', { name: move }).click();
  const dialog = page.getByRole('dialog', { name: `${move}：${name}` });
  await dialog.waitFor();
  await fill(dialog);
  await shoot(page, `move-${move}`);
  const pressed = performance.now();
  await dialog.getByRole('button', { name: move }).click();
  await dialog.waitFor({ state: 'hidden' });
  return pressed;
}

const box = (dialog: Locator, label: string) => dialog.getByRole('textbox', { name: new RegExp(`^${label}`) });

it('an enterprise goes from registration to suspension, and the wall shows every step', {
  timeout: 300_000,
}, async () => {
  const invented = await inventEnterprise('530102', 77);
  const name = `云岭驿站民宿${String(Date.now()).slice(-6)}`;
  const row = { ...invented, name };
  const username = `yunling${String(Date.now()).slice(-6)}`;

  const wall = await visits.open('/admin/largedatascreen', { as: 'city', size: [1366, 768] });
  await wall.locator('[data-tile=newest] li').first().waitFor();
  const loads = () => wall.evaluate(() => performance.getEntriesByType('navigation').length + performance.timeOrigin);
  const loaded = await loads();

  const office = await visits.open('/admin/dashboard', { as: 'admin' });
  const applicant = await visits.open('/enterprise/register', { size: phone, context: { hasTouch: true } });
  let sent = 0;
  applicant.on('request', (request) => {
    if (request.url().endsWith('/api/enterprise/register')) sent = performance.now();
  });
  const number = await register(applicant, office, row, username);
  expect(number).toMatch(/^QY\d{14}$/);
  await seeOnWall(wall, name, '待受理', sent);
  await shoot(wall, 'wall-registered');

  await applicant.getByRole('link', { name: '查看进度' }).click();
  await applicant.getByText(name).waitFor();
  await shoot(applicant, 'progress');

  const county = await visits.open('/admin/dashboard', { as: 'county1' });
  const returned = await makeMove(county, name, '退回修改', async (dialog) => {
    await dialog.getByRole('radio', { name: '信息不符' }).check();
    await box(dialog, '理由').fill('经营地址与营业执照不一致，请核对。');
    await dialog.getByRole('button', { name: '增加一行' }).click();
    await choose(county, dialog.getByRole('combobox', { name: /^字段/ }), '经营地址', '经营地址');
    await dialog.getByRole('combobox', { name: /^问题说明/ }).fill('缺少门牌号');
  });
  await seeOnWall(wall, name, '已退回', returned);

  await applicant.goto(`${visits.url}/user/login`);
  await applicant.getByLabel('账号、手机号或邮箱').fill(username);
  await applicant.getByLabel('密码', { exact: true }).fill(password);
  await applicant.keyboard.press('Enter');
  await applicant.getByRole('heading', { name }).waitFor();
  await applicant.getByRole('note').getByText('经营地址与营业执照不一致，请核对。').waitFor();
  await applicant.getByText('需更正：缺少门牌号').waitFor();
  await shoot(applicant, 'returned');
  await applicant.getByRole('textbox', { name: /^经营地址/ }).fill(`${row.address}附8号`);
  const again = performance.now();
  await applicant.getByRole('button', { name: '保存并重新提交' }).click();
  await applicant.getByText('已重新提交').waitFor();
  await seeOnWall(wall, name, '待受理', again);
  await shoot(applicant, 'resubmitted');

  const first = await makeMove(county, name, '初审通过', async (dialog) => {
    await dialog.getByRole('checkbox', { name: /^已逐项核对并查阅执照/ }).check();
  });
  await seeOnWall(wall, name, '市级复审', first);

  const city = await visits.open('/admin/dashboard', { as: 'city' });
  const final = await makeMove(city, name, '复审通过');
  await seeOnWall(wall, name, '正常经营', final);
  await shoot(city, 'activated');

  const suspended = await makeMove(city, name, '停业整顿', async (dialog) => {
    await box(dialog, '文书号').fill('昆文旅停〔2026〕8号');
    await box(dialog, '理由').fill('消防通道堵塞，责令停业整顿。');
  });
  await seeOnWall(wall, name, '停业整顿', suspended);
  await shoot(wall, 'wall-suspended');
  await expect.poll(() => loads()).toBe(loaded); // the wall was never loaded again

  await applicant.reload();
  await applicant.getByText('被责令停业整顿').first().waitFor();
  await shoot(applicant, 'suspended');
  await city.goto(`${visits.url}/admin/enterprise/enterprise?q=${encodeURIComponent(name)}`);
  await city.getByRole('button', { name: `打开 ${name}` }).click();
  await city.getByRole('tab', { name: '时间线' }).click();
  await city.getByText('昆文旅停〔2026〕8号').first().waitFor();
  await shoot(city, 'story');

  await office.goto(`${visits.url}/admin/message/sms?mobile.eq=${row.contact_mobile}`);
  const messages = await (await waitForRows(office)).allTextContents();
  for (const entry of ['登记已提交', '被退回修改', '已通过审核', '被责令停业整顿']) {
    expect(messages.some((one) => one.includes(entry))).toBe(true);
  }
  console.log(`seen on the wall after (ms): ${JSON.stringify(delays)}`);
  expect(Math.max(...Object.values(delays))).toBeLessThan(patience);
});
