import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { signedText, signWith } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { registerOwner } from '../support/register-owner.ts';
import { callAs, shoot, signInByCall, startVisits } from '../support/visits.ts';
import { choose, openRecordTab } from '../support/widgets.ts';

/** From a post that a source pushes to the response that another officer approved. */
const visits = startVisits();
const now = () => Math.floor(Date.now() / 1000);

interface Keys {
  readonly app_key: string;
  readonly secret: string;
}

/** Pushes posts as a monitoring service does, signed with the secret of its source. */
async function push({ app_key, secret }: Keys, rows: readonly object[]): Promise<{ stored: number }> {
  const path = '/api/opinion.item/push';
  const body = JSON.stringify({ rows });
  const [timestamp, nonce] = [String(now()), randomBytes(12).toString('hex')];
  const answer = await fetch(`${visits.url}${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-app-key': app_key,
      'x-timestamp': timestamp,
      'x-nonce': nonce,
      'x-sign': signWith(secret, signedText({ method: 'POST', path, query: '', body, timestamp, nonce })),
    },
    body,
  });
  const { code, msg, data } = (await answer.json()) as { code: number; msg: string; data: { stored: number } };
  if (code !== 1) throw new Error(msg);
  return data;
}

/** Opens the form of a move, fills it in and sends it by keyboard. */
async function make(page: Page, move: string, fill: (dialog: ReturnType<Page['getByRole']>) => Promise<unknown>) {
  await page
    .getByRole('button', { name: new RegExp(`^${move}`) })
    .first()
    .click();
  const dialog = page.getByRole('dialog').last();
  await dialog.waitFor();
  await fill(dialog);
  await page.keyboard.press('Control+Enter');
  await dialog.waitFor({ state: 'hidden' });
}

it('a post is matched to its enterprise, raises an alert, and is answered as another officer approved', async () => {
  const { token } = await signInByCall(visits.url, 'admin', visits.password);
  const call = <T>(path: string, body?: object) => callAs<T>(visits.url, token, path, body);
  const owner = await registerOwner(visits);
  await visits.query(`update enterprise set status = 'active', updatetime = now() where id = $1`, [owner.id]);
  const phrase = `临时加价${String(Date.now()).slice(-6)}`;

  // the rule is tried on last month before it is switched on
  const rule = await call<{ id: number }>('/admin/opinion.rule/add', {
    name: `加价投诉${owner.id}`,
    level: 'orange',
    area_code: '530100',
    window_hours: 24,
    min_items: 2,
    negative_share: 50,
    phrases: phrase,
  });
  const rules = await visits.open(`/admin/opinion/rule/${rule.id}`, { as: 'admin' });
  await make(rules, '预演', async () => undefined);
  await openRecordTab(rules.locator('.xj-record-sheet, main').last(), '上月会触发');
  await rules.getByText('最近 30 天没有话题符合这条规则').waitFor();
  await shoot(rules, 'opinion-rule');
  await make(rules, '启用', async () => undefined);
  await rules.getByText('已启用').first().waitFor();

  const source = await call<{ id: number }>('/admin/opinion.source/add', {
    name: `监测平台${owner.id}`,
    platform: 'weibo',
    adapter: 'push',
    area_code: '530100',
    open: '1',
  });
  const keys = await call<Keys>('/admin/opinion.source/issueSecret', { id: source.id });
  const content = `${owner.name}订好后到店${phrase}两百元，拒绝退款，态度恶劣，很失望`;
  const posts = ['', '！', '。'].map((end, n) => ({
    url: `https://post.example.cn/${owner.id}/${n}`,
    title: `${owner.name}${phrase}`,
    content: `${content}${end}`,
    author: `游客${n}`,
    publish_at: now() - 600 + n,
  }));
  expect(await push(keys, posts)).toMatchObject({ stored: 3 });

  const office = await visits.open(`/admin/opinion/alert?quick_search=${encodeURIComponent(phrase)}`, { as: 'admin' });
  await office.getByText(phrase).first().waitFor();
  await shoot(office, 'opinion-alerts');
  const { list } = await call<{ list: { id: number; enterprise_id: number; level: string; topic_id: number }[] }>(
    `/admin/opinion.alert/index?quick_search=${encodeURIComponent(phrase)}`,
  );
  expect(list).toMatchObject([{ enterprise_id: owner.id, level: 'orange' }]);
  const [alert] = list as [(typeof list)[number]];

  await office.goto(`${visits.url}/admin/opinion/alert/${alert.id}`);
  await office.getByText(owner.name).first().waitFor();
  await make(office, '研判', (dialog) => dialog.getByText('需处置', { exact: true }).click());
  await office.getByText('已研判').first().waitFor();
  await make(office, '交办', (dialog) =>
    choose(office, dialog.getByRole('combobox', { name: /^承办人/ }), 'city', 'city'),
  );
  await office.getByText('核查中').first().waitFor();

  // the handler finds out, and drafts
  const response = '经核查，该民宿违规加价属实，已责令退还差价并公开道歉。';
  const page = await visits.open(`/admin/opinion/alert/${alert.id}`, { as: 'city' });
  await make(page, '登记核查结果', async (dialog) => {
    await dialog.getByText('属实', { exact: true }).click();
    await dialog.getByLabel(/^核查情况/).fill('调取订单和付款记录，加价两百元属实');
  });
  await make(page, '起草回应', (dialog) => dialog.getByLabel(/^回应稿/).fill(response));
  await page.getByText(response).first().waitFor();
  await shoot(page, 'opinion-response-drafted');
  const { token: own } = await signInByCall(visits.url, 'city', visits.password);
  expect(await page.getByRole('button', { name: /^批准回应/ }).count(), 'is not offered to whoever drafted it').toBe(0);
  await expect(callAs(visits.url, own, '/admin/opinion.alert/approveResponse', { id: alert.id })).rejects.toThrow(
    '不能批准自己',
  );
  await expect(
    callAs(visits.url, own, '/admin/opinion.alert/respond', { id: alert.id, responded_via: '官方微博' }),
  ).rejects.toThrow('尚未批准');

  // another officer reads and approves it, and it goes out
  await office.reload();
  await office.getByText(response).first().waitFor();
  await make(office, '批准回应', async () => undefined);
  await make(office, '发布回应', (dialog) => dialog.getByLabel(/^发布渠道或链接/).fill('官方微博'));
  await office.getByText('已回应').first().waitFor();
  await shoot(office, 'opinion-responded');
  const { row } = await call<{ row: Record<string, unknown> }>(`/admin/opinion.alert/edit?id=${alert.id}`);
  expect(row).toMatchObject({ status: 'responded', responded_via: '官方微博', response_text: response });
  expect(row.approved_by).not.toBe(row.drafted_by);

  const topic = await visits.open(`/admin/opinion/topic/${alert.topic_id}`, { as: 'admin' });
  await openRecordTab(topic.locator('.xj-record-sheet, main').last(), '传播曲线');
  await topic.locator('.xj-opinion-spread canvas').waitFor();
  await shoot(topic, 'opinion-topic');
}, 150_000);

it('the lexicon is measured by the labels of people, and the weekly report is drafted as a document', async () => {
  const items = await visits.open('/admin/opinion/item?lens=quality', { as: 'admin' });
  await items.getByRole('columnheader', { name: '召回率' }).waitFor();
  await shoot(items, 'opinion-quality');
  await items.getByRole('button', { name: '起草本周舆情周报' }).click();
  await items.waitForURL(/document\/document\/\d+/);
  await items
    .getByRole('heading', { name: /昆明市.*舆情周报/ })
    .first()
    .waitFor();
  await items
    .getByText(/本周收录信息 \d+ 条/)
    .first()
    .waitFor();
  await shoot(items, 'opinion-weekly-report');
});
