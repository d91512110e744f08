import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { EnterpriseRow } from '#modules/demo/server/generate/generate-enterprises.ts';
import { enterpriseTypes } from '#modules/enterprise/contract/enterprise-options.ts';
import { findRecord } from '../support/find-record.ts';
import { inventEnterprise, inventPicture } from '../support/invented-data.ts';
import { shoot, startVisits } from '../support/visits.ts';
import { choose, waitForRows } from '../support/widgets.ts';

const visits = startVisits();
const list = '/admin/enterprise/enterprise';

const field = (within: Page | Locator, label: string) => within.getByRole('textbox', { name: new RegExp(`^${label}`) });

async function fillTexts(form: Locator, row: EnterpriseRow): Promise<void> {
  await field(form, '企业名称').fill(row.name);
  await field(form, '统一社会信用代码').fill(row.uscc);
  await field(form, '法定代表人手机').fill(row.legal_mobile);
  await form.getByRole('textbox', { name: '法定代表人 必填' }).fill(row.legal_person);
  await field(form, '联系人手机').fill(row.contact_mobile);
  await form.getByRole('textbox', { name: '联系人 必填' }).fill(row.contact_name);
  await field(form, '经营地址').fill(row.address);
}

const chooseType = (page: Page, form: Locator, { ent_type }: EnterpriseRow) => {
  const type = enterpriseTypes[ent_type]['zh-cn'];
  return choose(page, form.getByRole('combobox', { name: /^企业类型/ }), type, type);
};

async function chooseArea(page: Page, label: string, names: readonly string[]): Promise<void> {
  for (const [at, level] of ['省', '市', '县（区）'].entries()) {
    await choose(page, page.getByRole('combobox', { name: `${label}：${level}` }), names[at] ?? '', names[at]);
  }
}

describe('adding by hand', () => {
  it('shows errors at their fields, and saves an enterprise with its area, place and pictures', async () => {
    const row = await inventEnterprise('530102', 31);
    const page = await visits.open(`${list}?form=add`, { as: 'county1' });
    const form = page.locator('form.xj-form');
    await field(form, '联系人手机').fill('12345');
    // errors are shown on release of the button, so that the pressed control does not move away
    const mobileError = form.getByText('请输入正确的手机号');
    await form.getByRole('button', { name: '取消' }).hover();
    await page.mouse.down();
    expect(await mobileError.count()).toBe(0);
    await page.mouse.up();
    await page.getByRole('dialog', { name: '离开而不保存？' }).getByRole('button', { name: '继续编辑' }).click();
    await mobileError.waitFor();
    await field(form, '联系人手机').fill('');
    await form.getByRole('button', { name: '保存' }).click();
    await form.locator('.xj-form-field-error').filter({ hasText: '必填' }).first().waitFor();
    await expect.poll(() => field(form, '企业名称').evaluate((one) => one === document.activeElement)).toBe(true);
    await shoot(page, 'form-errors');

    // converted to capitals while typing, also in the middle
    const code = field(form, '统一社会信用代码');
    await code.click();
    await page.keyboard.type('9153010ma3tec7f50');
    for (let steps = 0; steps < 10; steps += 1) await page.keyboard.press('ArrowLeft');
    await page.keyboard.type('2');
    await expect.poll(() => code.inputValue()).toBe('91530102MA3TEC7F50');
    await field(form, '企业名称').fill(row.name);
    await form.getByText('统一社会信用代码校验位错误', { exact: true }).waitFor();
    await field(form, '联系人手机').fill('12345');
    await field(form, '企业名称').focus();
    await form.getByText('请输入正确的手机号', { exact: true }).waitFor();

    await fillTexts(form, row);
    await chooseType(page, form, row);
    await chooseArea(page, '经营地', ['云南省', '昆明市', '五华区']);
    const map = form.locator('.xj-place-map');
    await map.scrollIntoViewIfNeeded();
    await form.locator('.xj-place .maplibregl-canvas').waitFor();
    const longitude = form.getByRole('textbox', { name: '经度' });
    // the map flies to the area chosen above; a click before it arrives lands elsewhere
    await expect
      .poll(
        async () => {
          const box = await map.boundingBox();
          if (box) await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
          return Number(await longitude.inputValue());
        },
        { interval: 500 }, // each click makes the map draw
      )
      .toBeCloseTo(102.7, 0);
    expect(Math.abs(Number(await longitude.inputValue()) - row.lng)).toBeLessThan(0.5);
    await shoot(page, 'form-place');
    const front = form.getByRole('group', { name: '门头照片' });
    await front.locator('input[type=file]').setInputFiles(inventPicture('门头.png', [42, 110, 96]));
    await front.locator('img').first().waitFor();
    await front.locator('input[type=file]').setInputFiles({
      name: '伪装.png',
      mimeType: 'image/png',
      buffer: Buffer.from('<script>alert(1)</script>'),
    });
    await front.getByRole('alert').waitFor();
    await shoot(page, 'form-upload');

    await page.keyboard.press('Control+s');
    await page.getByText('已添加').waitFor();
    await form.waitFor({ state: 'hidden' });
    const rows = await waitForRows(page);
    await expect.poll(() => rows.first().textContent()).toContain(row.name);
    await expect.poll(() => rows.first().textContent()).toContain('草稿');

    // the same code and type again: the error of the server is shown at the field
    await page.getByRole('button', { name: '添加', exact: true }).click();
    await fillTexts(form, row);
    await chooseType(page, form, row);
    await chooseArea(page, '经营地', ['云南省', '昆明市', '五华区']);
    await form.getByRole('textbox', { name: '经度' }).fill(`${row.lng}, ${row.lat}`);
    await page.keyboard.press('Control+s');
    await form.getByText('统一社会信用代码已存在', { exact: true }).waitFor();
  });

  it('asks before a form is left, restores its draft, and goes on with an upload in another tab', async () => {
    const page = await visits.open(`${list}?form=add`, { as: 'city' });
    const form = page.locator('form.xj-form');
    await field(form, '企业名称').fill('未写完的企业');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: '离开而不保存？' });
    await shoot(page, 'leave');
    await question.getByRole('button', { name: '继续编辑' }).click();
    await expect.poll(() => field(form, '企业名称').inputValue()).toBe('未写完的企业');
    // the draft is saved in a pause of typing
    await expect
      .poll(() => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage))))
      .toMatch(/draft:.*未写完的企业/);
    await page.reload();
    await form.getByText('已恢复上次未提交的内容').waitFor();
    await expect.poll(() => field(form, '企业名称').inputValue()).toBe('未写完的企业');
    await form.getByRole('button', { name: '清空重填' }).click();
    await expect.poll(() => field(form, '企业名称').inputValue()).toBe('');
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });

    // an upload goes on while another tab is shown
    await page.getByRole('button', { name: '添加', exact: true }).click();
    const front = form.getByRole('group', { name: '门头照片' });
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route('**/ajax/upload', async (route) => {
      await held;
      await route.continue();
    });
    await front.locator('input[type=file]').setInputFiles(inventPicture('门头.png', [42, 110, 96]));
    await front.getByText('门头.png').waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: '命令面板' }).fill('许可证');
    await page.keyboard.press('Enter');
    await page.waitForURL(/licence/);
    goOn();
    await page.goBack();
    await front.locator('img').first().waitFor();
  });

  it('a reference waits for the search of what was typed, and Enter in a date does not send the form', async () => {
    const page = await visits.open('/admin/enterprise/licence?form=add', { as: 'city' });
    const enterprise = page.locator('form.xj-form').getByRole('combobox', { name: /^持证企业/ });
    const options = page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option');
    await enterprise.click();
    const wanted = ((await options.nth(2).textContent()) ?? '').split(' · ')[0] ?? '';
    let goOn = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route(/quick_search=./, async (route) => {
      await held;
      await route.continue();
    });
    await enterprise.fill(wanted);
    await page.keyboard.press('Enter');
    await expect.poll(() => options.count()).toBeGreaterThan(1);
    goOn();
    await expect.poll(() => options.count()).toBe(1);
    await page.keyboard.press('Enter');
    await options.first().waitFor({ state: 'hidden' });
    await page.locator('form.xj-form .ant-select').getByText(wanted).waitFor();

    // Enter takes the typed date and does not send the form; Ctrl+Enter does
    const day = page.locator('form.xj-form').getByRole('textbox', { name: /^发证日期/ });
    const errors = page.locator('form.xj-form .xj-form-field-error');
    await day.fill('2026年3月5日');
    await day.press('Enter');
    await expect.poll(() => day.inputValue()).toBe('2026-03-05');
    expect(await errors.count()).toBe(0);
    await day.press('Enter');
    await expect.poll(() => errors.count()).toBe(0);
    await day.press('Control+Enter');
    await errors.first().waitFor();
  });
});

describe('editing', () => {
  it('shows both versions if two people changed the same field', async () => {
    const id = await findRecord(visits, 'county1', 'enterprise.enterprise', 'active');
    const mine = await visits.open(`${list}?edit=${id}`, { as: 'county1' });
    const theirs = await visits.open(`${list}?edit=${id}`, { as: 'city' });
    const [ours, other] = [mine.locator('form.xj-form'), theirs.locator('form.xj-form')];

    await ours.getByRole('spinbutton', { name: '从业人数' }).waitFor(); // both have read the same version
    await field(other, '简称').fill('对方写的简称');
    await other.getByRole('spinbutton', { name: '从业人数' }).fill('22');
    await theirs.keyboard.press('Control+s');
    await theirs.getByText('已保存').waitFor();

    await ours.getByRole('spinbutton', { name: '从业人数' }).fill('11');
    await field(ours, '网站').fill('https://example.com/');
    await mine.keyboard.press('Control+s');
    const conflict = mine.getByRole('alertdialog', { name: '内容已被他人修改' });
    await conflict.getByText('22', { exact: true }).waitFor();
    await shoot(mine, 'conflict');
    const doubted = await conflict.getByRole('row').filter({ hasText: '从业人数' }).allTextContents();
    expect(doubted).toHaveLength(1);
    await conflict.getByRole('row').filter({ hasText: '从业人数' }).getByRole('radio').last().check();
    await conflict.getByRole('button', { name: '按选择合并' }).click();
    // the message does not cover the buttons of the form
    const toast = mine.locator('#xj-toasts .xj-toast').last();
    const box = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [said, save] = [await box(toast), await box(ours.getByRole('button', { name: '保存', exact: true }))];
    expect(said.y + said.height <= save.y || said.x >= save.x + save.width, JSON.stringify([said, save])).toBe(true);
    await expect.poll(() => ours.getByRole('spinbutton', { name: '从业人数' }).inputValue()).toBe('22');
    await expect.poll(() => field(ours, '简称').inputValue()).toBe('对方写的简称');
    await expect.poll(() => field(ours, '网站').inputValue()).toBe('https://example.com/');
    await mine.keyboard.press('Control+s');
    await mine.getByText('已保存').waitFor();

    await mine.goto(`${visits.url}${list}/${id}?tab=timeline`);
    await mine.getByText('对方写的简称').first().waitFor();
    await shoot(mine, 'timeline');
  });
});
