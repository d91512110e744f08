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

it('an officer sees what a new version of an article changes, and reminds those who have not confirmed a notice', async () => {
  const [writer, reviewer] = await Promise.all(
    ['admin', 'city'].map(async (name) => (await signInByCall(visits.url, name, visits.password)).token),
  );
  const asWriter = <T>(action: string, body?: unknown) =>
    callAs<T>(visits.url, writer ?? '', `/admin/article.article/${action}`, body);
  const { id } = await asWriter<{ id: number }>('add', {
    title: `退改规则 ${Date.now()}`,
    category_id: 1,
    area_code: '530100',
    audience: 'public',
    content: '<p>提前三天退团不收费。</p><p>投诉请拨打热线。</p>',
  });
  await asWriter('submit', { id });
  await callAs(visits.url, reviewer ?? '', '/admin/article.article/review', { id });
  await asWriter('publish', { id });
  await asWriter('revise', { id });
  const { row } = await asWriter<{ row: { next_id: number } }>(`edit?id=${id}`);
  await asWriter('edit', { id: row.next_id, content: '<p>提前五天退团不收费。</p><p>投诉请拨打热线。</p>' });

  const page = await visits.open(`/admin/article/article/${row.next_id}`, { as: 'admin' });
  await page.getByRole('tab', { name: '版本', exact: true }).click();
  const difference = page.getByRole('row', { name: /^正文/ }).filter({ visible: true });
  await difference.getByText('提前三天退团不收费。').waitFor();
  await difference.getByText('提前五天退团不收费。').waitFor();
  expect(await difference.getByText('投诉请拨打热线。').count(), 'what both versions have').toBe(0);
  await shoot(page, 'article-versions');

  const { list } = await asWriter<{ list: { id: number; title: string }[] }>('index?limit=100');
  const notice = list.find(({ title }) => title === '关于假日值班安排的通知');
  const office = await visits.open(`/admin/article/article/${notice?.id}`, { as: 'admin' });
  await office.getByRole('button', { name: '提醒未读' }).click();
  await office.getByRole('dialog').getByRole('button', { name: '提醒未读' }).click();
  await office.getByText('已提醒未确认的读者').waitFor();
});
