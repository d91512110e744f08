import { expect, it } from 'vitest';
import { startVisits } from '../support/visits.ts';

const visits = startVisits();

it('a law is entered from a pasted text, read, and an article of it found', async () => {
  const title = `演示条例 ${Date.now()}`;
  const page = await visits.open('/admin/library/law?form=add', { as: 'admin' });
  await page.getByLabel('名称').first().fill(title);
  await page.getByRole('button', { name: '导入条文' }).click();
  const dialog = page.getByRole('dialog', { name: '导入条文' });
  const text = dialog.getByLabel('法规正文');
  await text.fill('第一章 总则\n第一条 甲\n第三条 丙\n第二条 乙');
  await dialog.getByRole('button', { name: '识别条文' }).click();
  await dialog.getByText('条号顺序不对：第二条').waitFor();
  expect(await dialog.getByRole('button', { name: /采\s?用/ }).isDisabled()).toBe(true);
  await text.fill(
    '第一章 总则\n第一条 为了演示，制定本条例。\n第二章 罚则\n第二条 有下列情形之一的，处警告：\n（一）独角兽未系牵引绳；\n（二）乙。',
  );
  await dialog.getByRole('button', { name: '识别条文' }).click();
  await dialog.getByText('识别出 2 条').waitFor();
  await dialog.getByRole('button', { name: /采\s?用/ }).click();
  await page.getByText('共 2 行').waitFor();
  await page.keyboard.press('Escape');
});

it('articles are found across laws by number and by words', async () => {
  const page = await visits.open('/admin/library/article', { as: 'admin' });
  await page.getByRole('searchbox', { name: '查条文' }).fill('旅游法 35');
  await page.getByRole('link', { name: '中华人民共和国旅游法 第三十五条' }).click();
  // the list stays open behind the record, with the same sentence
  await page.getByText('不得以不合理的低价组织旅游活动').filter({ visible: true }).first().waitFor();
  await page.getByRole('heading', { name: '从旧兼从轻' }).waitFor();
  await page.getByRole('link', { name: '查看法规全文' }).click();
  await page.getByRole('navigation', { name: '目录' }).getByRole('link', { name: '第九章 法律责任' }).click();
  await page.getByRole('region', { name: '第九章 法律责任' }).getByText('第一百零五条').waitFor();
});
