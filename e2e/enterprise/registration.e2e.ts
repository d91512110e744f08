import type { FileChooser, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { creditCodeCheckDigit } from '#kernel/check/credit-code.ts';
import { codeSentTo as readSentCode, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { choose, openRecordTab } from '../support/widgets.ts';

const visits = startVisits();
const start = '/enterprise/register';

/** One pixel, as a picture of an applicant. */
const picture = {
  name: '执照.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

let made = 0;
/** Names, codes and numbers that are unique in this run. */
function someone() {
  made += 1;
  const serial = `${process.pid % 1000}`.padStart(3, '0') + String(made).padStart(4, '0');
  const body = `91530102MA${serial}`;
  return {
    uscc: `${body}${creditCodeCheckDigit(body)}`,
    name: `浏览器测试旅行社${serial}`,
    mobile: `1370${serial}`,
    username: `e2e${serial}`,
    password: 'Secret-1',
  };
}
type Someone = ReturnType<typeof someone>;

async function call<T>(path: string, token: string, body?: unknown): Promise<{ code: number; msg: string; data: T }> {
  const response = await fetch(`${visits.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { server: 'true', batoken: token, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return (await response.json()) as { code: number; msg: string; data: T };
}

const officer = async (name: string) => (await signInByCall(visits.url, name, visits.password)).token;

const codeSentTo = async (mobile: string) => readSentCode(visits.url, await officer('admin'), mobile);

const next = (page: Page) => page.getByRole('button', { name: '下一步' });

async function fillSubject(page: Page, { uscc, name }: Pick<Someone, 'uscc' | 'name'>): Promise<void> {
  await choose(page, page.getByLabel('企业类型'), '旅行社', '旅行社');
  await page.getByLabel('统一社会信用代码').fill(uscc);
  await page.getByText('该代码尚未登记，可以继续').waitFor();
  await page.getByLabel('企业名称').fill(name);
  await page.getByLabel('法定代表人').fill('王建国');
  await next(page).click();
  await page.getByText('必填').first().waitFor(); // an agency chooses its scope of business
  await page.getByRole('checkbox', { name: '境内旅游' }).check();
  await next(page).click();
}

async function verifyMobile(page: Page, mobile: string, label = '联系人手机'): Promise<void> {
  await page.getByLabel(label, { exact: false }).first().fill(mobile);
  await page.getByRole('button', { name: '获取验证码' }).click();
  await page.getByText('验证码已发送').waitFor();
  await page.getByLabel('短信验证码').fill(await codeSentTo(mobile));
  await page.getByText('手机号已验证').waitFor();
}

async function fillContact(page: Page, { mobile, username, password }: Someone): Promise<void> {
  await page.getByLabel('联系人', { exact: false }).first().fill('李明');
  await verifyMobile(page, mobile);
  await page.getByRole('button', { name: '与联系人手机相同' }).click();
  await page.getByLabel('登录账号').fill(username);
  await page.getByRole('textbox', { name: /^密码/ }).fill(password);
  await page.getByRole('textbox', { name: /再次输入密码/ }).fill(password);
  await next(page).click();
}

async function fillPlace(page: Page): Promise<void> {
  const levels = page.locator('.xj-area-input .ant-select');
  for (const [place, name] of ['云南省', '昆明市', '五华区'].entries())
    await choose(page, levels.nth(place), name, name);
  await page.getByLabel('经营地址').fill('五华区东风西路1号3楼');
  await page.getByLabel('经度').fill('102.70');
  // the public sees no map without approval: the place is found in other ways
  expect(await page.locator('.xj-map, .xj-place-map').count()).toBe(0);
  await page.getByRole('button', { name: '取区县中心' }).waitFor();
  await page.getByLabel('纬度').fill('25.04');
  await page.getByLabel('纬度').press('Tab');
  const files = page.locator('.xj-material input[type=file]');
  for (const place of [0, 1]) {
    await files.nth(place).setInputFiles(picture);
    await page.getByText('✓ 已上传').nth(place).waitFor();
  }
  await next(page).click();
}

async function promiseAndSubmit(page: Page): Promise<string> {
  await page.getByLabel('我已阅读并作出《信用承诺书》中的承诺').check();
  await page.getByLabel('我已阅读并同意《个人信息处理告知》').check();
  await page.getByRole('button', { name: '提交登记' }).click();
  const number = await page.locator('.xj-receipt-number output').textContent();
  return number?.replace(/\s/g, '') ?? '';
}

async function registerInPage(page: Page, one: Someone): Promise<string> {
  await page.getByRole('button', { name: '开始登记' }).click();
  await fillSubject(page, one);
  await fillContact(page, one);
  await fillPlace(page);
  return promiseAndSubmit(page);
}

async function signInPage(page: Page, { username, password }: Someone): Promise<void> {
  await page.getByLabel('账号、手机号或邮箱').fill(username);
  await page.getByRole('textbox', { name: '密码' }).fill(password);
  await page.getByRole('button', { name: '登录', exact: true }).click();
}

describe('registering', () => {
  it('works with the keyboard alone', async () => {
    const one = someone();
    const page = await visits.open(start);
    const files: FileChooser[] = [];
    page.on('filechooser', (chooser) => {
      files.push(chooser);
      void chooser.setFiles(picture);
    });
    const { keyboard } = page;
    const reach = async (name: RegExp): Promise<void> => {
      for (let step = 0; step < 80; step += 1) {
        const found = await page.evaluate(() => {
          const element = document.activeElement;
          const labels =
            element instanceof HTMLInputElement || element instanceof HTMLButtonElement ? element.labels : null;
          const label = element?.getAttribute('aria-label') ?? labels?.[0]?.textContent ?? element?.textContent ?? '';
          return element === document.body || element?.matches('h1') ? '' : label;
        });
        if (name.test(found)) return;
        await keyboard.press('Tab');
      }
      throw new Error(`Tab never reaches ${String(name)}`);
    };
    await page.getByRole('heading', { name: '企业入驻登记' }).waitFor();
    await reach(/^开始登记/);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '主体信息' }).waitFor();
    await reach(/^企业类型/);
    await keyboard.press('Enter');
    await keyboard.type('旅行社');
    await page.locator('.ant-select-item-option-active').waitFor();
    await keyboard.press('Enter');
    await reach(/^统一社会信用代码/);
    await keyboard.type(one.uscc);
    await page.getByText('该代码尚未登记').waitFor();
    await reach(/^企业名称/);
    await keyboard.type(one.name);
    await reach(/^法定代表人/);
    await keyboard.type('王建国');
    await keyboard.press('Tab');
    await keyboard.press('Space');
    await keyboard.press('Enter');
    await reach(/^联系人\*/);
    await keyboard.type('李明');
    await reach(/^联系人手机/);
    await keyboard.type(one.mobile);
    await reach(/^获取验证码/);
    await keyboard.press('Enter');
    await page.getByText('验证码已发送').waitFor();
    await reach(/^短信验证码/);
    await keyboard.type(await codeSentTo(one.mobile));
    await page.getByText('手机号已验证').waitFor();
    await reach(/^法定代表人手机/);
    await keyboard.type(one.mobile);
    await reach(/^登录账号/);
    await keyboard.type(one.username);
    await reach(/^密码/);
    await keyboard.type(one.password);
    await keyboard.press('Tab');
    await reach(/^再次输入密码/);
    await keyboard.type(one.password);
    await keyboard.press('Enter');
    await page.getByRole('heading', { name: '场所与材料' }).waitFor();
    await page.locator('.xj-area-input .ant-select').first().waitFor(); // the inputs of a step are loaded with it
    for (const [level, name] of [
      [/：省/, '云南省'],
      [/：市/, '昆明市'],
      [/：县/, '五华区'],
    ] as const) {
      await reach(level);
      await keyboard.press('Enter');
      await keyboard.type(name);
      await page.locator('.ant-select-item-option-active', { hasText: name }).waitFor();
      await keyboard.press('Enter');
      await page.locator('.xj-area-input .ant-select', { hasText: name }).waitFor();
    }
    await reach(/^经营地址/);
    await keyboard.type('五华区人民中路10号');
    await reach(/经度/);
    await keyboard.type('102.71');
    await reach(/纬度/);
    await keyboard.type('25.04');
    for (const sent of [1, 2]) {
      await reach(/^选择或拍摄照片/);
      await keyboard.press('Enter');
      await expect.poll(() => page.getByText('✓ 已上传').count()).toBe(sent);
    }
    await reach(/^下一步/);
    await keyboard.press('Enter');
    for (const promise of [/《信用承诺书》中的承诺/, /《个人信息处理告知》/]) {
      await reach(promise);
      await keyboard.press('Space');
    }
    await reach(/^提交登记/);
    await keyboard.press('Enter');
    await page.locator('.xj-receipt-number').waitFor();
    expect(files).toHaveLength(2);
  });

  it('keeps a draft across a reload, without the ID number', async () => {
    const one = someone();
    const page = await visits.open(start);
    await page.getByRole('button', { name: '开始登记' }).click();
    await fillSubject(page, one);
    await page.getByText('更多信息（选填）').click();
    await page.getByLabel('法定代表人身份证号').fill('53010219900101001X');
    await page.getByLabel('联系人', { exact: false }).first().fill('李明');
    await page.getByText(/草稿已保存/).waitFor();
    // text typed after the number is stored, as the number would be
    const stored = () => page.evaluate(() => JSON.stringify(localStorage));
    await expect.poll(stored).toContain('李明');
    expect(await stored()).not.toContain('53010219900101001X');
    await page.reload();
    await page.getByRole('button', { name: '继续填写' }).click();
    await expect.poll(() => page.getByLabel('联系人', { exact: false }).first().inputValue()).toBe('李明');
    await page.getByRole('button', { name: '上一步' }).click();
    await expect.poll(() => page.getByLabel('企业名称').inputValue()).toBe(one.name);
  });

  it('shows errors at their fields, and offers a claim for a code that is registered already', async () => {
    const one = someone();
    const page = await visits.open(start);
    await page.getByRole('button', { name: '开始登记' }).click();
    await next(page).click();
    await expect.poll(() => page.locator('.xj-form-field-error').count()).toBe(4);
    const wrong = one.uscc.slice(0, 17) + (one.uscc.endsWith('0') ? '1' : '0');
    await page.getByLabel('统一社会信用代码').fill(wrong);
    await page.getByLabel('企业名称').focus();
    await page.getByText('统一社会信用代码校验位错误', { exact: true }).waitFor();

    const token = await officer('admin');
    const added = await call<{ id: number }>('/admin/enterprise.enterprise/add', token, {
      name: one.name,
      uscc: one.uscc,
      ent_type: 'agency',
      legal_person: '王建国',
      legal_mobile: one.mobile,
      contact_name: '李明',
      contact_mobile: one.mobile,
      area_code: '530102',
      address: '五华区东风西路1号',
      place: { lng: 102.7, lat: 25.04 },
    });
    expect(added.code).toBe(1);
    await choose(page, page.getByLabel('企业类型'), '旅行社', '旅行社');
    await page.getByLabel('统一社会信用代码').fill(one.uscc);
    await page.getByRole('button', { name: '认领该企业' }).click();
    // a number abroad gets no code: the message says which numbers do, and where else to turn
    await page.getByLabel('您的手机').fill('+1 415 555 0100');
    await page.getByRole('button', { name: '获取验证码' }).click();
    await page.getByText(/中国大陆手机号（11 位.*不能发往其他号码/).waitFor();
    await verifyMobile(page, one.mobile, '您的手机');
    await page.getByLabel('申请人').fill('李明');
    await page.getByLabel('申请说明').fill('我是该旅行社负责人');
    await page.getByLabel('登录账号').fill(one.username);
    await page.getByRole('textbox', { name: /^密码/ }).fill(one.password);
    await page.getByRole('textbox', { name: /再次输入密码/ }).fill(one.password);
    await page.getByRole('button', { name: '提交认领' }).click();
    await page.getByRole('heading', { name: '认领成功' }).waitFor();
    await shoot(page, 'register-claimed');
  });
});

/** Returns a registration with two marks on a phone, counting presses and typed text. */
async function returnOnPhone(address: string): Promise<void> {
  const page = await visits.open(address, { as: 'county1', size: [390, 844], context: { hasTouch: true } });
  let actions = 0;
  const act = async (done: Promise<unknown>) => {
    await done;
    actions += 1;
  };
  const dialog = page.getByRole('dialog', { name: /^退回修改/ });
  await act(page.locator('.xj-state-bar').getByRole('button', { name: '退回修改' }).tap());
  await act(dialog.getByRole('radio', { name: '信息不符' }).tap());
  await act(dialog.getByRole('textbox', { name: /^理由/ }).fill('地址与执照不一致'));
  await act(dialog.getByRole('button', { name: '经营地址' }).tap());
  await act(dialog.getByRole('button', { name: '法定代表人', exact: true }).tap());
  await shoot(page, 'return-phone');
  await act(dialog.getByRole('button', { name: '退回修改' }).tap());
  await dialog.waitFor({ state: 'hidden' });
  expect(actions).toBeLessThanOrEqual(6);
}

describe('an application', () => {
  it('is sent from a phone, returned with marks, corrected, approved twice, and published', async () => {
    const one = someone();
    const page = await visits.open(start, { size: [390, 844] });
    const number = await registerInPage(page, one);
    expect(number).toMatch(/^QY\d{14}$/);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await shoot(page, 'register-receipt');
    await page.setViewportSize({ width: 1440, height: 900 });
    const [admin, city] = [await officer('admin'), await officer('city')];
    const { data } = await call<{ list: { id: number }[] }>(
      `/admin/enterprise.enterprise/index?quick_search=${number}`,
      admin,
    );
    const id = data.list[0]?.id;
    await returnOnPhone(`/admin/enterprise/enterprise/${id}`);

    await page.getByRole('link', { name: '查看进度' }).click();
    await page.getByText('信息不符：地址与执照不一致').waitFor();
    await shoot(page, 'register-progress');
    await page.getByRole('link', { name: '登录会员中心' }).click();
    await signInPage(page, one);
    await expect.poll(() => page.getByText('需更正：信息不符').count()).toBe(2);
    await shoot(page, 'member-returned');
    await page.getByRole('button', { name: '保存并重新提交' }).click();
    await expect.poll(() => page.getByText('请更正，或说明为何不作更正', { exact: true }).count()).toBe(2);
    await page.getByRole('textbox', { name: /^经营地址/ }).fill('五华区东风西路88号');
    await page.getByLabel('不作更正的说明').first().fill('执照上就是这个名字，请再核对');
    await page.setViewportSize({ width: 390, height: 844 });
    await shoot(page, 'member-explains-phone');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: '保存并重新提交' }).click();
    await page.locator('.xj-standing').getByText('待受理').waitFor();

    for (const [locale, size] of [
      ['zh-cn', [1440, 900]],
      ['en', [390, 844]],
    ] as const) {
      const office = await visits.open(`/admin/enterprise/enterprise/${id}`, { as: 'county1', locale, size });
      const panel = office.getByRole('region', { name: locale === 'en' ? 'Corrections compared' : '更正对照' });
      await panel.getByText('五华区东风西路1号3楼').waitFor();
      await panel.getByText('五华区东风西路88号').waitFor();
      await panel.getByText('执照上就是这个名字，请再核对').waitFor();
      await shoot(office, `corrections-${locale}`);
    }

    for (const [token, move] of [
      [admin, 'accept'],
      [admin, 'firstPass'],
      [city, 'finalPass'],
    ] as const) {
      expect(await call(`/admin/enterprise.enterprise/${move}`, token, { id, checked: '1' })).toMatchObject({
        code: 1,
      });
    }
    // the page refreshes by itself
    await page.locator('.xj-standing').getByText('正常经营', { exact: true }).waitFor({ timeout: 20_000 });
    await openRecordTab(page.locator('.xj-record'), '监管码');
    const shown = await page.getByRole('link', { name: '打开公示页' }).getAttribute('href');
    const scanned = await visits.open(shown ?? '', { size: [390, 844] });
    await scanned.getByRole('heading', { name: one.name }).waitFor();
    await scanned.getByText('正常经营').waitFor();
    await shoot(scanned, 'supervision');

    await call('/admin/enterprise.enterprise/suspend', city, { id, document_no: '停1号', reason: '存在安全隐患' });
    await scanned.reload();
    await scanned.getByText('停业整顿').waitFor();
  });
});

describe('registering in English', () => {
  it('is complete and fits 360 px', async () => {
    const page = await visits.open(start, { locale: 'en', size: [360, 740] });
    await page.getByRole('button', { name: 'Start registration' }).click();
    await page.getByRole('heading', { name: 'Enterprise details' }).waitFor();
    await expect.poll(() => page.locator('main').textContent()).not.toMatch(/[\u4e00-\u9fff]/);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await shoot(page, 'register-english');
  });
});
