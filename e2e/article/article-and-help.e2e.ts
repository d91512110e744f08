import { expect, it } from 'vitest';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';

/** A notice read and confirmed by an officer, an article read by everybody without script, and the help of a screen. */
const visits = startVisits();

it('readers find, read and confirm what was published for them', async () => {
  // a page of the demonstration articles, on a phone
  const phone = await visits.open('/article?lang=zh-cn', { size: [390, 844] });
  await shoot(phone, 'articles-phone');
  await phone.getByRole('link', { name: '参团旅游，先看这五件事' }).click();
  await phone.getByRole('heading', { level: 1, name: '参团旅游，先看这五件事' }).waitFor();
  expect(await phone.locator('script').count()).toBe(0);
  expect(await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await shoot(phone, 'article-phone');
  await phone.getByRole('link', { name: 'English' }).click();
  await phone.getByRole('heading', { level: 1, name: 'Five things to look at before joining a tour' }).waitFor();
  await shoot(phone, 'article-phone-en');

  const desktop = await visits.open('/help?lang=zh-cn');
  await desktop.getByRole('searchbox').fill('商户怎么注册');
  await desktop.keyboard.press('Enter');
  await desktop.getByRole('link', { name: '企业怎样登记？' }).waitFor();
  await shoot(desktop, 'help-desktop');

  // an officer confirms a notice
  const { token } = await signInByCall(visits.url, 'city', visits.password);
  const { list } = await callAs<{ list: { id: number; title: string; unread: boolean }[] }>(
    visits.url,
    token,
    '/admin/article.reading/index',
  );
  expect(list[0]).toMatchObject({ title: '关于假日值班安排的通知', unread: true });
  const office = await visits.open('/admin/article/reading', { as: 'city' });
  await office.getByRole('button', { name: /关于假日值班安排的通知/ }).click();
  await office.getByRole('button', { name: '确认已读' }).click();
  await office.getByText(/您已于 20[2-9]\d-.* 确认已读/).waitFor();
  await shoot(office, 'notice-desktop');

  // the help of the present screen has its questions
  await office.keyboard.press('F1');
  const help = office.getByRole('dialog');
  await help.getByText('必读通知怎样确认？').click();
  await help.getByText('确认的时间会记入回执').waitFor();
  await help.getByRole('button', { name: '有帮助' }).click();
  await help.getByText('谢谢').waitFor();
  await shoot(office, 'help-of-screen');
  // what the help centre finds, and that the notes on the screen have nothing, do not contradict each other
  await help.getByRole('searchbox').fill('怎么导出表格');
  await help.getByText('怎样导出列表？').waitFor();
  await help.getByText('本页的说明中没有找到', { exact: true }).waitFor();
});
