import { beforeAll, expect, it } from 'vitest';
import { violations } from '../support/axe.ts';
import { type Owner, registerOwner } from '../support/register-owner.ts';
import { callAs, holdAnswers, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** From a template to a draft itinerary, and versions of a product side by side. */
const visits = startVisits();
let owner: Owner;
let area = 0;

beforeAll(async () => {
  owner = await registerOwner(visits, 'agency');
  const { list } = await owner.office<{ list: { id: number }[] }>('/admin/system.area/index?limit=1');
  area = list[0]?.id ?? 0;
});

const days = [{ title: '昆明—石林', breakfast: 'self', lunch: 'included', dinner: 'self' }];
const stops = [{ day_no: 1, poi_type: 'scenic', name: '石林风景区', arrive: '09:30', stay_minutes: 180 }];
const open = (path: string) => visits.open(path, { storage: { userInfo: owner.info }, size: [1440, 900] });

it('a quick itinerary asks for a template, and makes a draft of it, with tourists of a spreadsheet and a workbook', async () => {
  await visits.query("update travel_template set sharing = 'private'", []);
  const page = await open('/user/travel/itinerary');
  await page.getByRole('button', { name: '快速行程' }).click();
  await page.waitForURL(/\/user\/travel\/template\?form=add/);
  await page.locator('.xj-plan').waitFor();
  expect(await page.locator('.xj-toasts > *').count()).toBe(0);
  await shoot(page, 'quick-no-template');

  // a template and a day make a draft, which opens in its form
  await owner.office('/admin/travel.template/add', { name: '石林一日模板', agency_id: owner.id, days, stops });
  await page.goBack();
  await page.getByRole('button', { name: '快速行程' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByTitle('石林一日模板（1 天）').waitFor();
  await shoot(page, 'quick-dialog');
  await dialog.getByRole('button', { name: '生成草稿' }).click();
  await page.waitForURL(/edit=\d+/);
  await page.getByText('石林风景区').first().waitFor();
  await shoot(page, 'quick-draft');

  // the list of an agency, as in its spreadsheet
  const list = page.getByRole('grid', { name: '游客名单' });
  await list.focus();
  const pasted =
    '序号\t姓名\t联系电话\t身份证号\n1\t张秋\t13800138000\t11010519491231002X\n2\t王明\t\t530102199003072476';
  await page.evaluate((message) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', message);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    );
  }, pasted);
  await page.getByText('没有对应栏、未填入的列：序号').waitFor();
  await list.getByRole('row', { name: /王明 身份证 530102/ }).waitFor();
  expect(await list.getByRole('row').count()).toBe(3);
  // or from its file, where each error names its row and column and leads there
  const people = page.locator('.xj-rows').filter({ has: list });
  const buffer = Buffer.from('姓名,身份证号\n周丽,12\n吴刚,53010219900307247\n郑爽,123\n');
  await people.locator('input[type=file]').setInputFiles({ name: '名单.csv', mimeType: 'text/csv', buffer });
  await list.getByRole('row', { name: /郑爽/ }).waitFor();
  expect(await list.getByRole('row').count()).toBe(6);
  await page.keyboard.press('Control+s');
  const faults = people.getByRole('group').filter({ hasText: '处需要更正' });
  await faults.getByRole('button', { name: /^第 5 行 证件号码：/ }).click();
  await shoot(page, 'quick-list-faults');
  // coaches of any firm: the list says where it searches, and an added row has the focus
  const coaches = page.locator('.xj-rows').filter({ has: page.getByRole('grid', { name: '车辆' }) });
  await coaches.getByRole('button', { name: '增加一行' }).click();
  const vehicleRequest = page.waitForRequest((one) => one.url().includes('/api/crew.vehicle/index'));
  await page.keyboard.press('Enter');
  await coaches.locator('td [role=combobox]:focus').waitFor();
  await page.keyboard.type('云A');
  expect(new URL((await vehicleRequest).url()).searchParams.get('of')).toBe('travel/assignedVehicle.vehicle_id');
  await shoot(page, 'quick-list-pasted');
});

it('a free guide, a free coach and its driver are found and assigned', async () => {
  const page = await open('/user/travel/itinerary');
  await page.getByRole('button', { name: '编辑' }).first().click();
  const lanes = page.getByRole('region', { name: '谁有空' });
  await lanes.scrollIntoViewIfNeeded();
  const first = lanes.getByRole('button', { name: /^选用/ }).first();
  await first.waitFor();
  await shoot(page, 'crew-guides');
  const named = async () => ((await first.getAttribute('aria-label')) ?? '').replace('选用', '');
  const cell = (grid: string, name: string) => page.getByRole('grid', { name: grid }).getByText(name).first();
  const guide = await named();
  await first.focus();
  await page.keyboard.press('Enter');
  await cell('导游', guide).waitFor();
  const undo = lanes.getByRole('button', { name: `取消选用${guide}` });
  expect(await undo.getAttribute('aria-pressed')).toBe('true');
  await undo.click();
  await cell('导游', guide).waitFor({ state: 'detached' });
  await lanes.getByRole('button', { name: `选用${guide}`, exact: true }).click();

  await lanes.getByText('驾驶员').click();
  await expect.poll(named).not.toBe(guide);
  const { before, release } = holdAnswers(/itinerary\/available\?.*lane=vehicles/);
  await before(page);
  await first.click();
  await page.getByText('先选用车辆').waitFor();
  // nobody is offered as a driver before the coaches have arrived
  await lanes.getByRole('radio', { name: '车辆', checked: true }).waitFor();
  expect(await lanes.getByRole('button', { name: /^(取消)?选用/ }).count()).toBe(0);
  await shoot(page, 'crew-waiting');
  release();
  await lanes
    .getByRole('button', { name: /^选用云/ })
    .first()
    .waitFor();
  const plate = await named();
  expect(plate).toMatch(/^云/);
  await first.click();
  await cell('车辆', plate).waitFor();
  // drivers of the coach's firm come first
  await lanes.getByRole('radio', { name: '驾驶员', checked: true }).waitFor();
  await lanes
    .getByRole('button', { name: /^选用[^云]/ })
    .first()
    .waitFor();
  const driver = await named();
  await first.click();
  await cell('车辆', driver).waitFor();
  await shoot(page, 'crew-drivers');
  expect(await violations(page)).toEqual([]);
});

it('a template copies the days and stops of the chosen product', async () => {
  const { id } = await owner.office<{ id: number }>('/admin/travel.product/add', {
    title: '石林带入一日游',
    category: 'one_day',
    agency_id: owner.id,
    departure_area: '530102',
    days,
    stops,
    destination_areas: [area],
    transport: 'coach',
    nights: 0,
    min_group: 2,
    price_from: '299',
    includes: '车、餐、门票',
    excludes: '个人消费',
    safety_notice: '注意安全',
    cancel_policy: '按合同',
  });
  const page = await open(`/user/travel/template?form=add&product_id=${id}`);
  const board = page.locator('.xj-plan');
  await board.getByText('全程 1 天 1 站').waitFor();
  await board.getByText('石林风景区').first().waitFor();
  await expect.poll(() => page.getByRole('spinbutton', { name: '默认价格（元/人）' }).inputValue()).toBe('299.00');
  await shoot(page, 'template-of-product');
  await page.getByRole('textbox', { name: '模板名称' }).fill('石林带入模板');
  await page.keyboard.press('Control+Enter');
  await page.getByText('石林带入模板').first().waitFor();
});

it('two versions of a product are compared side by side', async () => {
  const { id } = await owner.office<{ id: number }>('/admin/travel.product/add', {
    title: '石林一日游',
    category: 'one_day',
    agency_id: owner.id,
    departure_area: '530102',
    days,
    stops,
    destination_areas: [area],
    transport: 'coach',
    nights: 0,
    min_group: 2,
    price_from: '299',
    includes: '车、餐、门票',
    excludes: '个人消费',
    safety_notice: '注意安全',
    cancel_policy: '按合同',
  });
  await visits.query("update travel_product set status = 'on_sale' where id = $1", [id]);
  const page = await open(`/user/travel/product/${id}`);
  await page.getByRole('button', { name: '编制新版本' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '编制新版本' }).click();
  await page.getByRole('tab', { name: '版本对照' }).waitFor();
  const { row } = await owner.office<{ row: { next_id: number } }>(`/admin/travel.product/edit?id=${id}`);
  // only the agency sees the draft of the next version
  const next = "update travel_product set title = '石林深度一日游', price_from = 35900 where id = $1";
  await visits.query(next, [row.next_id]);
  await page.goto(`${visits.url}/user/travel/product/${row.next_id}`);
  await page.getByRole('tab', { name: '版本对照' }).click();
  const panel = page.locator('.xj-version-comparison');
  await panel.getByText('石林深度一日游').waitFor();
  expect(await panel.locator('tbody tr').count()).toBeGreaterThan(1);
  await shoot(page, 'product-versions');
});

it('the threshold of a rule is changed for an area, and the feedback of officers shows its accuracy', async () => {
  const { token } = await signInByCall(visits.url, 'city', visits.password);
  const { list } = await callAs<{ list: { id: number; code: string }[] }>(
    visits.url,
    token,
    '/admin/travel.finding/index?limit=1&search[0][field]=status&search[0][operator]=eq&search[0][val]=open',
  );
  const [seen] = list;
  if (!seen) throw new Error('there is no finding to look at');
  const page = await visits.open('/admin/travel/threshold', { as: 'city' });
  const shopping = page.getByRole('article', { name: /^I07 / });
  await shopping.getByRole('button', { name: '调整购物占游览时间上限' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('值').fill('61');
  await dialog.getByLabel('调整理由').fill('本市购物点以非遗工坊为主');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.getByText('60', { exact: false }).first().waitFor();
  await dialog.getByLabel('值').fill('40');
  await dialog.getByRole('button', { name: '保存' }).click();
  await dialog.waitFor({ state: 'detached' });
  await shopping.getByText('40 %（云南省昆明市）').waitFor();

  await page.goto(`${visits.url}/admin/travel/finding?id=${seen.id}`);
  await page.getByRole('button', { name: '误报' }).click();
  await page.getByRole('dialog').getByLabel('核查说明').fill('行程单写错，实际未变');
  await page.keyboard.press('Control+Enter');
  await page.locator('.xj-state-bar').getByText('误报').first().waitFor();
  await page.goto(`${visits.url}/admin/travel/threshold`);
  const judged = page.getByRole('article', { name: new RegExp(`^${seen.code} `) });
  await judged.getByText(/准确率 \d+%/).waitFor();
  await shoot(page, 'rules');
});
