import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { errorsOf, ok } from '#modules/complaint/test/complaint-fixture.ts';
import { type Agency, openAgency } from '#modules/travel/test/agency.ts';
import { sql } from '#server/db/sql.ts';
import { signedText, signWith } from '#server/time-series/issue-secrets-and-verify-signatures-of-pushing-sources.ts';
import { type LocalServer, startLocalServer, writeEndlessly } from '../../../test/support/local-server.ts';
import { type Client, startApp, type TestApp } from '../../../test/support/test-engine.ts';
import type { OpinionAlert } from '../contract/opinion-alert.ts';
import type { OpinionItem } from '../contract/opinion-post.ts';
import { fetchFeed } from '../server/receiving/fetch-feeds-and-store-posts.ts';
import type { ReceivedBatch } from '../server/receiving/store-received-posts.ts';

let app: TestApp;
let clerk: Client;
let chief: Client;
let agency: Agency;
let feeds: LocalServer;
let keys = { app_key: '', secret: '' };
let pushing = 0;

const now = () => Math.floor(Date.now() / 1000);
const add = async (name: string, row: object, who: Client = chief): Promise<number> =>
  ok(await who.post<{ id: number }>(`/admin/opinion.${name}/add`, row)).id;
const rowOf = async <R>(name: string, id: number, who: Client = chief): Promise<R> =>
  ok(await who.get<{ row: R }>(`/admin/opinion.${name}/edit`, { id })).row;
async function listOf<R>(name: string, filter: object, who: Client = chief): Promise<R[]> {
  const search = Object.entries(filter).map(([field, val]) => ({
    field,
    val: String(val),
    operator: field === 'terms' ? 'FIND_IN_SET' : '=',
  }));
  const path = `/admin/opinion.${name}/index`;
  return ok(await who.get<{ list: R[] }>(path, { search, limit: 100 })).list;
}

async function push(
  rows: readonly object[],
  { secret = keys.secret, nonce = randomBytes(12).toString('hex'), expected = 1 as number | undefined } = {},
) {
  const path = '/api/opinion.item/push';
  const body = JSON.stringify({ rows });
  const timestamp = String(now());
  const sign = signWith(secret, signedText({ method: 'POST', path, query: '', body, timestamp, nonce }));
  const headers = {
    'content-type': 'application/json',
    'x-app-key': keys.app_key,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-sign': sign,
  };
  const answer = await fetch(`${app.server.address}${path}`, { method: 'POST', headers, body });
  const read = (await answer.json()) as { code: number; msg: string; data: ReceivedBatch };
  if (expected !== undefined) expect(read.code, read.msg).toBe(expected);
  return read;
}

let posts = 0;
const post = (content: string, more: object = {}) => {
  posts += 1;
  return { url: `https://news.example.cn/${posts}`, content, publish_at: now() - 600, ...more };
};

beforeAll(async () => {
  app = await startApp();
  chief = await app.client({ officer: 'admin' });
  clerk = await app.client({ officer: 'county1' });
  agency = await openAgency(app);
  await app.db.query(sql`update auth_admin set mobile = '13988880002' where username = 'city'`);
  pushing = await add('source', {
    name: '舆情服务商',
    platform: 'weibo',
    adapter: 'push',
    area_code: '530100',
    open: '1',
  });
  keys = ok(await chief.post<typeof keys>('/admin/opinion.source/issueSecret', { id: pushing }));
  const item = (n: number, more = '') =>
    `<item><title>第${n}条</title><link>https://feed.example.cn/${n}</link><description>五华区文化馆活动有序 ${n}</description><pubDate>${new Date(Date.now() - 3_600_000).toUTCString()}</pubDate>${more}</item>`;
  feeds = await startLocalServer((request, response) => {
    const answers: Record<string, () => void> = {
      '/rss': () =>
        response.end(
          `<rss><channel>${item(1)}${item(2)}<item><title>x</title><link>javascript:1</link></item><item><title>y</title><link>https://feed.example.cn/9</link><pubDate>${new Date(Date.now() + 86_400_000).toUTCString()}</pubDate></item></channel></rss>`,
        ),
      '/entities': () => response.end('<!DOCTYPE a [<!ENTITY b "c">]><rss/>'),
      '/endless': () => writeEndlessly(response),
      '/inward': () => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
      '/page': () => response.end('<html></html>'),
      '/gone': () => response.writeHead(410).end(),
    };
    answers[request.url ?? '']?.();
  });
});
afterAll(async () => {
  await feeds.close();
  await app.close();
});

it('reads feeds within limits and shows how each ended', async () => {
  const source = (path: string) =>
    add('source', {
      name: path,
      platform: 'news',
      adapter: 'rss',
      address: `${feeds.base}${path}`,
      every: 30,
      area_code: '530100',
      open: '1',
    });
  const good = await source('/rss');
  expect(await fetchFeed(app.engine, good)).toMatchObject({ outcome: 'ok', stored: 2, repeated: 0, refused: 2 });
  expect(await fetchFeed(app.engine, good)).toMatchObject({ stored: 0, repeated: 2, refused: 2 });
  const rejected = await listOf<{ reason: string; link: string }>('rejection', { source_id: good });
  expect(rejected.map(({ reason, link }) => [reason, link])).toContainEqual(['url', 'javascript:1']);
  expect(rejected.map(({ reason }) => reason)).toContain('future');
  const [item] = await listOf<OpinionItem>('item', { source_id: good });
  expect(item).toMatchObject({ area_code: '530102', platform: 'news', sentiment: 'positive', language: 'zh' });
  expect(await rowOf('source', good)).toMatchObject({ outcome: 'ok', items: 2, rejected: 4 });
  for (const [path, outcome] of [
    ['/entities', 'entities'],
    ['/endless', 'too_large'],
    ['/inward', 'redirected'],
    ['/page', 'unreadable'],
    ['/gone', 'refused'],
  ] as const)
    expect(await fetchFeed(app.engine, await source(path)), path).toEqual({ outcome });
  const inner = await add('source', {
    name: '内网',
    platform: 'news',
    adapter: 'rss',
    address: 'https://169.254.169.254/latest',
    every: 30,
    area_code: '530100',
    open: '1',
  });
  expect(await fetchFeed(app.engine, inner)).toEqual({ outcome: 'closed' });
  const closed = await add('source', {
    name: '停用',
    platform: 'news',
    adapter: 'rss',
    address: `${feeds.base}/rss`,
    every: 30,
    area_code: '530100',
    open: '0',
  });
  expect(await fetchFeed(app.engine, closed)).toBeUndefined();
});

it('takes signed batches: each row is answered, matched, scored and joined to a topic', async () => {
  const name =
    (await app.db.row<{ name: string }>(sql`select name from enterprise where id = ${agency.id}`))?.name ?? '';
  const text = `${name}的导游强迫购物，游客投诉后态度恶劣，身份证11010519491231002X`;
  const first = post(text, { author: '甲', author_fans: 1200, reads: 10 });
  const batch = [
    first,
    post(`转发：${text}`),
    { ...first, shares: 3 },
    post('未来', { publish_at: now() + 7200 }),
    post(' '),
    post('x', { url: 'file:///etc/passwd' }),
  ];
  const { data } = await push(batch);
  expect(data.rows.map((row) => ('reason' in row ? row.reason : row.result))).toEqual([
    'stored',
    'stored',
    'repeated',
    'future',
    'empty',
    'url',
  ]);
  const items = await listOf<OpinionItem>('item', { enterprise_id: agency.id });
  expect(items).toHaveLength(2);
  const [one, other] = items as [OpinionItem, OpinionItem];
  expect(one.topic_id).toBe(other.topic_id);
  expect(one).toMatchObject({ sentiment: 'negative', mentions: [agency.id] });
  const stored = await rowOf<OpinionItem>('item', Math.min(one.id, other.id));
  expect(stored).toMatchObject({ shares: 3, reads: 10, author_fans: 1200 });
  expect(stored.content).not.toContain('19491231');
  expect(stored.heat).toBeCloseTo(Math.log(11) + 3 * Math.log(4), 5);
  expect(await rowOf('topic', one.topic_id ?? 0)).toMatchObject({ items: 2, negatives: 2 });
  const again = await push([{ ...first, shares: 9 }]);
  expect(again.data).toMatchObject({ stored: 0, repeated: 1 });
  expect(await rowOf('item', stored.id)).toMatchObject({ shares: 9, reads: 10 });
  expect((await push([first], { secret: 'wrong', expected: 401 })).msg).toBe('签名不正确');
  expect((await push([], { expected: 0 })).code).toBe(0);
  expect(
    (
      await push(
        Array.from({ length: 1001 }, () => ({ url: 'x' })),
        { expected: 0 },
      )
    ).code,
  ).toBe(0);
  expect((await push(['x', null, [1]] as never)).data.refused).toBe(3);
  const nonce = randomBytes(12).toString('hex');
  await push([post('甲')], { nonce });
  expect((await push([post('乙')], { nonce, expected: 401 })).msg).toContain('请求重复');
  // found by its words; first letters of sentences are not indexed
  const found = ok(
    await chief.get<{ list: OpinionItem[] }>('/admin/opinion.item/index', { quick_search: '导游强迫购物' }),
  ).list;
  expect(found.map(({ url }) => url)).toContain(first.url);
  expect(
    await app.db.row(sql`select from search_name where resource in ('opinion/item', 'opinion/topic')`),
  ).toBeUndefined();
});

it('checks what is entered by hand like what a source sends', async () => {
  const form = {
    source_id: pushing,
    url: 'https://a.example.cn/hand',
    content: '盘龙区博物馆免费开放，讲解耐心',
    publish_at: now() - 60,
  };
  const post_ = (more: object) => chief.post('/admin/opinion.item/add', { ...form, ...more });
  expect(errorsOf(await post_({ publish_at: now() + 7200 })).publish_at).toBeDefined();
  expect(errorsOf(await post_({ url: 'ftp://a' })).url).toBeDefined();
  expect(errorsOf(await post_({ content: '' })).content).toBeDefined();
  const id = await add('item', form);
  expect(await rowOf('item', id)).toMatchObject({ area_code: '530103', sentiment: 'positive', title: form.content });
  expect(errorsOf(await post_({})).url?.[0]).toContain('已存在');
  // what was published is not edited
  expect(errorsOf(await chief.post('/admin/opinion.item/edit', { id, content: '改写' })).content).toBeDefined();
});

it('learns from labels, and is judged by what it said before them', async () => {
  const { data } = await push(
    Array.from({ length: 6 }, (_, n) => post(`第${n}个停车场排长队${'甲乙丙丁戊己'[n]}，检票口增开通道`)),
  );
  expect(data.stored).toBe(6);
  const term = await app.db.row<{ id: number }>(sql`select id from opinion_term where word = '排长队'`);
  const items = await listOf<OpinionItem>('item', { terms: String(term?.id) });
  expect(items.length).toBeGreaterThanOrEqual(6);
  for (const { id } of items) ok(await chief.post('/admin/opinion.item/edit', { id, label: 'positive' }));
  const learnt = await rowOf<{ weight: number; learnt: number; labelled: number }>('term', term?.id ?? 0);
  expect(learnt.labelled).toBe(items.length);
  expect(learnt.learnt).toBeCloseTo((learnt.weight * 10 + items.length) / (10 + items.length), 6);
  const [one] = items as [OpinionItem];
  expect(await rowOf('item', one.id)).toMatchObject({
    sentiment: 'positive',
    predicted: 'negative',
    label: 'positive',
  });
  ok(await chief.post('/admin/opinion.item/edit', { id: one.id, label: '' }));
  expect(await rowOf('item', one.id)).toMatchObject({ sentiment: 'negative', label: null, labelled_at: null });
  expect(await rowOf('term', term?.id ?? 0)).toMatchObject({ labelled: items.length - 1 });
});

const rule = (more: object = {}) => ({
  name: '负面集中',
  level: 'orange',
  area_code: '530100',
  window_hours: 24,
  min_items: 2,
  negative_share: 50,
  ...more,
});

it('shows what a rule would have raised before it is switched on, and the rule then raises just that', async () => {
  const id = await add('rule', rule());
  const move = (name: string, input: object = {}) => chief.post(`/admin/opinion.rule/${name}`, { id, ...input });
  expect((await move('switchOn')).msg).toContain('先预演');
  ok(await move('preview'));
  const seen = ok(
    await chief.get<{ total: number; list: { topic_id: number }[] }>('/admin/opinion.rule/raised', { id }),
  );
  expect(await rowOf('rule', id)).toMatchObject({ would_raise: seen.total });
  expect(seen.total).toBeGreaterThan(0);
  // an edit has to be tried again
  ok(await chief.post('/admin/opinion.rule/edit', { id, min_items: 3 }));
  expect((await move('switchOn')).code).toBe(0);
  ok(await move('preview'));
  ok(await move('switchOn'));
  expect(await listOf('alert', {})).toEqual([]);
  const text = '大观公园门口黑导游宰客，多名游客被骗，现场混乱';
  await push([post(text), post(`${text}！`)]);
  expect(await listOf('alert', {})).toEqual([]);
  await push([post(`${text}。`, { author_fans: 50_000 })]);
  const [alert] = await listOf<OpinionAlert>('alert', {});
  expect(alert).toMatchObject({ level: 'orange', status: 'new', rule_id: id, no: expect.stringMatching(/^YQ\d{9}$/) });
  expect((alert?.due_at ?? 0) - (alert?.raised_at ?? 0)).toBe(2 * 3600);
  expect(alert?.raised_for).toContain('3 条');
  await push([post(`${text}，`)]);
  expect(await listOf('alert', {}), 'a rule raises a topic once').toHaveLength(1);
  const after = ok(await chief.get<{ list: { topic_id: number }[] }>('/admin/opinion.rule/raised', { id }));
  expect(after.list.map(({ topic_id }) => topic_id)).toContain(alert?.topic_id);
  // a higher rule raises the level, and the clock goes on by its rule from the same start
  const red = await add('rule', rule({ name: '大号', level: 'red', min_fans: 40_000, min_items: 1 }));
  ok(await chief.post('/admin/opinion.rule/preview', { id: red }));
  ok(await chief.post('/admin/opinion.rule/switchOn', { id: red }));
  await push([post(`${text}；`)]);
  const raised = await rowOf<OpinionAlert>('alert', alert?.id ?? 0);
  expect(raised.level).toBe('red');
  // orange and red ones reach a phone at once, each once
  const texted = await app.db.rows<{ mobile: string; content: string; priority: number }>(
    sql`select mobile, content, priority from message_sms where template_code = 'opinion_alert_raised' order by id`,
  );
  expect(texted.map(({ mobile, priority }) => [mobile, priority])).toEqual([
    ['13988880002', 1],
    ['13988880002', 1],
  ]);
  expect(texted[0]?.content).toMatch(/^橙色舆情预警：大观公园门口黑导游宰客/);
  expect(texted[1]?.content).toMatch(/^红色舆情预警/);
  expect((raised.due_at ?? 0) - (raised.raised_at ?? 0)).toBe(30 * 60);
  // what happened long ago raises nothing
  const old = '金马坊商户去年强买强卖，游客维权';
  await push(Array.from({ length: 4 }, (_, n) => post(old + '！'.repeat(n), { publish_at: now() - 20 * 86_400 })));
  expect(await listOf('alert', {})).toHaveLength(1);
});

it('leads an alert to its end: a response needs another’s approval, and monitoring its time', async () => {
  const [alert] = await listOf<OpinionAlert>('alert', {});
  const id = alert?.id ?? 0;
  const by =
    (who: Client) =>
    (name: string, input: object = {}) =>
      who.post(`/admin/opinion.alert/${name}`, { id, ...input });
  const move = by(chief);
  expect((await move('dispatch', { handler_id: 1 })).code).toBe(0);
  expect(errorsOf(await move('triage')).verdict).toBeDefined();
  ok(await move('triage', { verdict: 'alert' }));
  expect((await move('close', { result: '不处理了，直接办结' })).msg).toContain('回应并跟踪');
  const officer = await app.officer('county1');
  const stranger = await app.officer('county2');
  expect(errorsOf(await move('dispatch', { handler_id: stranger.id })).handler_id).toBeDefined();
  const admin = await app.officer('admin');
  ok(await move('dispatch', { handler_id: admin.id }));
  expect(await rowOf('alert', id)).toMatchObject({ status: 'assigned', handler_id: admin.id });
  expect(officer.id).not.toBe(admin.id);
  ok(await move('verify', { finding: 'partly', finding_note: '现场核实有一名无证人员揽客' }));
  expect((await move('approveResponse')).msg).toContain('还没有回应稿');
  ok(await move('draftResponse', { response_text: '经核实，已对揽客人员依法处理，欢迎监督。' }));
  expect((await move('respond', { responded_via: '官方微博' })).msg).toContain('尚未批准');
  expect((await move('approveResponse')).msg).toContain('不能批准自己');
  const second = await app.client({ officer: 'city' });
  // nor is it offered to whoever drafted it
  const offered = async (who: Client) => {
    const list = await listOf<{ id: number; _moves?: readonly string[] }>('alert', { id }, who);
    return list[0]?._moves?.includes('approveResponse');
  };
  expect([await offered(chief), await offered(second)]).toEqual([false, true]);
  ok(await by(second)('approveResponse'));
  // another text needs another approval
  ok(await move('draftResponse', { response_text: '经核实，已对揽客人员依法处理，另设咨询点。' }));
  expect((await move('respond', { responded_via: '官方微博' })).code).toBe(0);
  ok(await by(second)('approveResponse'));
  ok(await move('respond', { responded_via: '官方微博' }));
  const responded = await rowOf<OpinionAlert>('alert', id);
  expect(responded).toMatchObject({ status: 'responded', due_at: null, approved_by: (await app.officer('city')).id });
  ok(await move('monitor'));
  expect(errorsOf(await move('close', { result: '舆情平息，商户已整改' })).early_reason).toBeDefined();
  await app.db.query(sql`update opinion_alert set monitored_from = now() - interval '73 hours' where id = ${id}`);
  ok(await move('close', { result: '舆情平息，商户已整改' }));
  expect(await rowOf('alert', id)).toMatchObject({ status: 'closed', result: '舆情平息，商户已整改' });
  // the county sees its own area only
  expect((await clerk.get('/admin/opinion.alert/edit', { id })).code).toBe(0);
});

it('drafts the weekly report as a document of the office, with the figures of its area', async () => {
  for (const who of [chief, await app.client({ officer: 'city' })]) {
    const { id } = ok(await who.post<{ id: number }>('/admin/opinion.item/draftWeeklyReport', {}));
    const { row } = ok(await who.get<{ row: Record<string, unknown> }>('/admin/document.document/edit', { id }));
    expect(row).toMatchObject({ code: 'opinion/weeklyReport', status: 'draft', area_code: '530100' });
    expect(row.title).toMatch(/^昆明市.*舆情周报$/);
    expect(JSON.stringify(row)).toMatch(/本周收录信息 \d+ 条/);
  }
});
