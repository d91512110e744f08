import QRCode from 'qrcode';
import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { openRecordTab } from '../support/widgets.ts';

const visits = startVisits();
const cut = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource|Failed to fetch/;
const phone = { size: [390, 844] as const, context: { hasTouch: true, isMobile: true } };

/** A team on its way with a coach: teams of other tests may have none. */
async function teamWithCoach(): Promise<number> {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string) => callAs<T>(visits.url, token, `/admin/travel.itinerary/${path}`);
  const { list } = await call<{ list: { id: number }[] }>(
    'index?limit=100&search[0][field]=status&search[0][operator]==&search[0][val]=departed',
  );
  for (const { id } of list.slice(0, -1))
    if ((await call<{ row: { vehicles: unknown[] } }>(`edit?id=${id}`)).row.vehicles.length > 0) return id;
  throw new Error('no team on its way has a coach');
}

/** The code of a team of the demonstration, from its page in the back office. */
async function codeOfTeam(): Promise<string> {
  const page = await visits.open('/admin/travel/itinerary?status.eq=departed&limit=100', { as: 'admin' });
  await page.locator(`tr[data-row="${await teamWithCoach()}"] .xj-title-link`).click();
  const sheet = page.locator('.xj-record-sheet');
  // its documents: the full list requires a reason
  await openRecordTab(sheet, '行程单与名单');
  const [paper] = await Promise.all([
    page.waitForEvent('download'),
    sheet.getByRole('link', { name: '下载行程单（PDF）' }).click(),
  ]);
  expect(paper.suggestedFilename()).toMatch(/^旅游团队行程单_T\d+\.pdf$/);
  await sheet.getByRole('button', { name: '完整名单' }).click();
  const why = page.getByRole('dialog', { name: '下载完整游客名单' });
  expect(await why.getByRole('button', { name: '下载' }).isDisabled()).toBe(true);
  await page.keyboard.type('核对走失游客');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog', { name: '离开而不保存？' }).getByRole('button', { name: '离开', exact: true }).click();
  await sheet.getByRole('button', { name: '完整名单' }).click();
  await expect.poll(() => why.getByRole('textbox', { name: '事由' }).inputValue()).toBe('核对走失游客');
  await shoot(page, 'team-papers');
  const [list] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Control+Enter')]);
  expect(list.suggestedFilename()).toMatch(/^旅游团队游客名单_T\d+\.pdf$/);
  await why.waitFor({ state: 'hidden' });

  await openRecordTab(sheet, '团队码');
  const text = sheet.getByLabel('团队码文本');
  await text.waitFor();
  await shoot(page, 'team-code-panel');
  const code = await text.inputValue();
  // the next team does not show this code before its own arrives
  const link = sheet.getByRole('link', { name: '打开核验页' });
  await link.waitFor();
  await page.route('**/travel.itinerary/codeText*', () => undefined);
  const picture = sheet.getByRole('img', { name: /的团队码$/ });
  const before = await picture.getAttribute('src');
  await sheet.getByRole('button', { name: '下一条' }).click();
  await expect.poll(() => picture.getAttribute('src')).not.toBe(before);
  expect(await link.count()).toBe(0);
  return code;
}

it('the code of a team is checked on a phone, online and offline', async () => {
  const code = await codeOfTeam();
  expect(code.length).toBeLessThanOrEqual(300);

  const page = await visits.open(`/team/${code}`, phone);
  await page.locator('[data-verdict="genuine"]').getByText('组团社').waitFor();
  await shoot(page, 'team-online');

  const dark = await visits.open('/team', {
    size: phone.size,
    theme: 'dark',
    locale: 'en',
    context: { ...phone.context, serviceWorkers: 'allow' },
    tolerates: cut,
  });
  // the keys are stored from now on
  await dark.getByText(/Verified with public keys obtained/).waitFor();
  await dark.getByText('this page can be opened without a network').waitFor();
  await shoot(dark, 'team-ask-dark');
  await dark.context().setOffline(true);
  // opened again, as on another day
  await dark.reload();
  await dark.getByLabel('Team code or guide card code').fill(code);
  await dark.getByRole('button', { name: 'Verify' }).click();
  const card = dark.locator('.xj-team-card');
  await card.getByText(/^Offline/).waitFor();
  expect(await card.getAttribute('data-verdict')).toBe('genuine');
  expect(await card.innerText()).toMatch(/·\*/);
  await shoot(dark, 'team-offline-dark');

  // one letter of its content is changed
  await dark.goBack();
  const at = code.indexOf('.', 4) + 3;
  const forged = `${code.slice(0, at)}${code[at] === 'A' ? 'B' : 'A'}${code.slice(at + 1)}`;
  await dark.getByLabel('Team code or guide card code').fill(forged);
  await dark.getByRole('button', { name: 'Verify' }).click();
  await dark.locator('.xj-team-card[data-tone="bad"]').waitFor();
  await shoot(dark, 'team-forged-dark');

  // an officer at the roadside photographs it, and sees at once whether it is valid and what is on record
  const road = await visits.open('/admin/enforcement/roadside', {
    ...phone,
    as: 'admin',
    tolerates: cut,
  });
  const photograph = async (what: string) => {
    await road.getByRole('button', { name: '扫码', exact: true }).click();
    const buffer = await QRCode.toBuffer(`https://example.org/team/${what}`, { width: 700 });
    await road
      .getByRole('dialog')
      .locator('input[type=file]')
      .setInputFiles({ name: 'code.png', mimeType: 'image/png', buffer });
  };
  await photograph(code);
  const result = road.getByRole('region', { name: '扫描的码' });
  await result.getByText('真实有效').waitFor();
  await road
    .locator('.xj-roadside-found')
    .getByText(/游客 \d+ 人/)
    .waitFor();
  await shoot(road, 'roadside-scanned');
  expect(await road.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await road.context().setOffline(true);
  await photograph(forged);
  await result.getByText('签名不符，不是平台签发').waitFor();
  await result.getByText(/没有网络/).waitFor();
  await shoot(road, 'roadside-scanned-offline');
});
