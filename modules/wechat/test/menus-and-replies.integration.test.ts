import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sql } from '#server/db/sql.ts';
import { type Client, startApp, type TestApp, type WireAnswer } from '../../../test/support/test-engine.ts';
import type { SimulatedReply } from '../contract/simulator-actions-and-answer-types.ts';
import { accountSecrets, setPlatformAddress } from './callback-sender.ts';
import { WechatPlatform } from './wechat-platform.ts';

let app: TestApp;
let admin: Client;
let wechat: WechatPlatform;
let account = 0;
const appId = 'wx00000000000000aa';

const ok = <T>(answer: WireAnswer<T>): T => {
  expect(answer.code, answer.text).toBe(1);
  return answer.data;
};
const errorsOf = ({ code, data }: WireAnswer): Readonly<Record<string, readonly string[]>> => {
  expect(code).toBe(0);
  return (data as { readonly errors: Readonly<Record<string, readonly string[]>> }).errors;
};
const accountForm = (more: object = {}) => ({
  name: '滇池文旅',
  kind: 'service',
  area_code: '530100',
  app_id: appId,
  mode: 'plain',
  hosts: 'www.example.cn',
  api_address: wechat.server.base,
  connected: '1',
  ...accountSecrets,
  ...more,
});

beforeAll(async () => {
  app = await startApp();
  admin = await app.client({ officer: 'admin' }, 'en');
  wechat = await WechatPlatform.start(accountSecrets.secret);
  expect(Object.keys(errorsOf(await admin.post('/admin/wechat.account/add', accountForm())))).toEqual(['connected']);
  await setPlatformAddress(admin);
  account = ok(await admin.post<{ id: number }>('/admin/wechat.account/add', accountForm())).id;
});
afterAll(async () => {
  await wechat.server.close();
  await app.close();
});

describe('accounts', () => {
  test('secrets are stored encrypted and never shown', async () => {
    const { text } = await admin.get('/admin/wechat.account/edit', { id: account });
    const stored = await app.db.row<{ all: string }>(
      sql`select to_jsonb(t)::text as all from wechat_account t where id = ${account}`,
    );
    for (const secret of Object.values(accountSecrets)) {
      expect(text).not.toContain(secret);
      expect(stored?.all).not.toContain(secret);
    }
    const histories = await app.db.rows<{ all: string }>(
      sql`select to_jsonb(h)::text as all from history h where resource = 'wechat/account'`,
    );
    expect(histories.filter(({ all }) => Object.values(accountSecrets).some((one) => all.includes(one)))).toEqual([]);
  });

  test.each([
    [{ app_id: 'wx1' }, 'app_id'],
    [{ app_id: 'wx00000000000000ab', secret: 'short' }, 'secret'],
    [{ app_id: 'wx00000000000000ab', token: 'no token!' }, 'token'],
    [{ app_id: 'wx00000000000000ab', mode: 'aes', aes_key: 'x' }, 'aes_key'],
    [{ app_id: 'wx00000000000000ab', mode: 'aes', aes_key: '' }, 'aes_key'],
    [{ app_id: 'wx00000000000000ab', secret: '' }, 'secret'],
    [{ app_id: 'wx00000000000000ab', api_address: 'http://169.254.169.254/' }, 'api_address'],
    [{ app_id: 'wx00000000000000ab', hosts: 'a b c' }, 'hosts'],
    [{}, 'app_id'],
  ])('%j is refused at %s', async (more, field) => {
    expect(Object.keys(errorsOf(await admin.post('/admin/wechat.account/add', accountForm(more))))).toEqual([field]);
  });

  test('whoever does not know the secret cannot have it sent elsewhere', async () => {
    const moved = { id: account, api_address: `${wechat.server.base}/other` };
    expect(Object.keys(errorsOf(await admin.post('/admin/wechat.account/edit', moved)))).toEqual(['secret']);
    ok(await admin.post('/admin/wechat.account/edit', { id: account, name: '滇池文旅' }));
  });

  test('the connection is tested, and the code of WeChat is answered and shown', async () => {
    ok(await admin.post('/admin/wechat.account/test', { id: account }));
    const wrong = ok(
      await admin.post<{ id: number }>(
        '/admin/wechat.account/add',
        accountForm({ app_id: 'wx00000000000000ac', secret: 'f'.repeat(32) }),
      ),
    );
    const answer = await admin.post('/admin/wechat.account/test', { id: wrong.id });
    expect([answer.code, answer.msg]).toEqual([0, 'WeChat answered 40125: invalid appsecret']);
    const { row } = ok(await admin.get<{ row: { errcode: number } }>('/admin/wechat.account/edit', { id: wrong.id }));
    expect(row.errcode).toBe(40125);
  });

  test('secrets that another key encrypted have to be entered anew; menus and the simulator go on', async () => {
    const { id } = ok(
      await admin.post<{ id: number }>('/admin/wechat.account/add', accountForm({ app_id: 'wx00000000000000ad' })),
    );
    await app.db.query(sql`update wechat_account set secret = 'v1.other.a.b.c' where id = ${id}`);
    ok(await admin.post('/admin/wechat.menu/add', { account_id: id, name: '菜单', buttons: [] }));
    ok(await admin.post('/admin/wechat.account/simulate', { id, action: 'text', text: '您好' }));
    expect((await admin.post('/admin/wechat.account/test', { id })).msg).toBe(
      'WeChat answered 40125: invalid appsecret',
    );
  });

  test('are those of the office: others neither see nor use them', async () => {
    const elsewhere = await app.client({ officer: 'county1' });
    expect(
      (await elsewhere.post('/admin/wechat.account/simulate', { id: account, action: 'text', text: '您好' })).code,
    ).not.toBe(1);
  });
});

const button = (more: object) => ({ level: 'top', name: '投诉', kind: 'click', event_key: 'COMPLAIN', ...more });
const addMenu = (buttons: readonly object[], name = '菜单', of = account) =>
  admin.post<{ id: number }>('/admin/wechat.menu/add', { account_id: of, name, buttons });

describe('menus', () => {
  const sub = (n: number) => button({ level: 'sub', name: `子${n}` });
  test.each<[string, readonly object[], string]>([
    ['four of the top level', [button({}), button({}), button({}), button({})], 'buttons.3.level'],
    ['six below one', [{ level: 'top', name: '服务' }, ...[1, 2, 3, 4, 5, 6].map(sub)], 'buttons.6.level'],
    ['one below nothing', [sub(1)], 'buttons.0.level'],
    ['a name of 17 bytes', [button({ name: '旅游投诉服务' })], 'buttons.0.name'],
    ['a name of emoji over 16 bytes', [button({ name: '🎉🎉🎉🎉🎉' })], 'buttons.0.name'],
    [
      'a name of 42 bytes below one',
      [{ level: 'top', name: '服务' }, button({ level: 'sub', name: '一二三四五六七八九十一二三四' })],
      'buttons.1.name',
    ],
    ['a parent with an action', [button({}), sub(1)], 'buttons.0.kind'],
    ['no action', [{ level: 'top', name: '空' }], 'buttons.0.kind'],
    ['no key', [button({ event_key: null })], 'buttons.0.event_key'],
    ['a key of 129 bytes', [button({ event_key: '键'.repeat(43) })], 'buttons.0.event_key'],
    ['a link without TLS', [button({ kind: 'view', url: 'http://www.example.cn/' })], 'buttons.0.url'],
    ['a link to a host that is not allowed', [button({ kind: 'view', url: 'https://evil.example/' })], 'buttons.0.url'],
    [
      'a link of 300 bytes',
      [button({ kind: 'view', url: `https://www.example.cn/${'a'.repeat(300)}` })],
      'buttons.0.url',
    ],
    [
      'a mini program without page',
      [button({ kind: 'miniprogram', app_id: 'wx0123456789abcdef', url: 'https://www.example.cn/' })],
      'buttons.0.page_path',
    ],
  ])('%s: refused with the field', async (_, buttons, field) => {
    expect(Object.keys(errorsOf(await addMenu(buttons)))).toContain(field);
  });

  const stateOf = async (id: number) =>
    ok(
      await admin.get<{ row: { status: string; revision: number | null; errcode: number | null } }>(
        '/admin/wechat.menu/edit',
        { id },
      ),
    ).row;
  const reaches = (id: number, state: object) =>
    expect.poll(() => stateOf(id), { timeout: 60_000 }).toMatchObject(state);

  test('are published, replaced, rolled back to, and refused by WeChat with its code', async () => {
    const first = ok(
      await addMenu([
        { level: 'top', name: '服务' },
        button({ level: 'sub' }),
        button({ kind: 'view', name: '官网', url: 'https://www.example.cn/' }),
      ]),
    ).id;
    ok(await admin.post('/admin/wechat.menu/publish', { id: first }));
    await reaches(first, { status: 'published', revision: 1 });
    expect(wechat.callsOf('/cgi-bin/menu/create').at(-1)?.body).toEqual({
      button: [
        { name: '服务', sub_button: [{ type: 'click', name: '投诉', key: 'COMPLAIN' }] },
        { type: 'view', name: '官网', url: 'https://www.example.cn/' },
      ],
    });
    // published ones change by a new version only
    expect((await admin.post('/admin/wechat.menu/edit', { id: first, name: '别的' })).code).toBe(0);
    ok(await admin.post('/admin/wechat.menu/draft', { ids: [first] }));
    const [draft] = await app.db.rows<{ id: number }>(
      sql`select id from wechat_menu where status = 'draft' and account_id = ${account}`,
    );
    const second = draft?.id ?? 0;
    wechat.answers.set('/cgi-bin/menu/create', { errcode: 40018, errmsg: 'invalid button name size' });
    ok(await admin.post('/admin/wechat.menu/publish', { id: second }));
    await reaches(second, { status: 'draft', revision: null, errcode: 40018 });
    wechat.answers.delete('/cgi-bin/menu/create');
    ok(await admin.post('/admin/wechat.menu/publish', { id: second }));
    await reaches(second, { status: 'published', revision: 2, errcode: null });
    await reaches(first, { status: 'archived', revision: 1 });
    ok(await admin.post('/admin/wechat.menu/rollBack', { id: first }));
    await reaches(first, { status: 'published', revision: 1 });
    await reaches(second, { status: 'archived', revision: 2 });
  });

  const waiting = () =>
    app.db.rows(
      sql`select id from graphile_worker.jobs where task_identifier in ('publish_wechat_menu', 'restore_wechat_menu')`,
    );
  /** Publishes a menu, and recalls it while WeChat has it and has not answered yet. */
  async function recallWhileSent(name: string, of = account) {
    const { id } = ok(await addMenu([button({ name: '旧' })], name, of));
    const sent = wechat.callsOf('/cgi-bin/menu/create').length;
    let answer: (given: object) => void = () => undefined;
    wechat.answers.set(
      '/cgi-bin/menu/create',
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    ok(await admin.post('/admin/wechat.menu/publish', { id }));
    await expect.poll(() => wechat.callsOf('/cgi-bin/menu/create').length, { timeout: 60_000 }).toBe(sent + 1);
    wechat.answers.delete('/cgi-bin/menu/create');
    ok(await admin.post('/admin/wechat.menu/recall', { id }));
    return { id, answer };
  }
  const published = () =>
    app.db.rows<{ id: number }>(sql`select id from wechat_menu where status = 'published' and account_id = ${account}`);

  test('that are recalled while WeChat takes them leave the present one published, in WeChat too', async () => {
    const before = await published();
    expect(before).toHaveLength(1);
    const { id, answer } = await recallWhileSent('收回的');
    answer({ errcode: 0, errmsg: 'ok' });
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ status: 'draft', revision: null });
    expect(await published()).toEqual(before);
    expect(wechat.callsOf('/cgi-bin/menu/create').at(-1)?.body).toMatchObject({ button: [{ name: '服务' }, {}] });
  });

  test('that are recalled after they were sent are taken down where none was published before', async () => {
    const form = accountForm({ app_id: 'wx00000000000000ae', name: '没有菜单的公众号' });
    const { id: of } = ok(await admin.post<{ id: number }>('/admin/wechat.account/add', form));
    const taken = () => wechat.callsOf('/cgi-bin/menu/delete').length;
    // WeChat refuses it: there is nothing to take down
    const refused = await recallWhileSent('没有收下的', of);
    refused.answer({ errcode: 40018, errmsg: 'invalid button name size' });
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
    expect(taken()).toBe(0);
    const { id, answer } = await recallWhileSent('收下的', of);
    answer({ errcode: 0, errmsg: 'ok' });
    await expect.poll(waiting, { timeout: 60_000 }).toEqual([]);
    expect(await stateOf(id)).toMatchObject({ status: 'draft' });
    expect(taken()).toBe(1);
  });

  test('that are recalled, changed and published again are what WeChat has in the end', async () => {
    const { id, answer } = await recallWhileSent('改过的');
    ok(await admin.post('/admin/wechat.menu/edit', { id, buttons: [button({ name: '新' })] }));
    ok(await admin.post('/admin/wechat.menu/publish', { id }));
    answer({ errcode: 40018, errmsg: 'invalid button name size' });
    await reaches(id, { status: 'published', errcode: null });
    expect(wechat.callsOf('/cgi-bin/menu/create').at(-1)?.body).toMatchObject({ button: [{ name: '新' }] });
    expect(await published()).toEqual([{ id }]);
  });

  test('without buttons are not published', async () => {
    const { id } = ok(await addMenu([], '空'));
    expect((await admin.post('/admin/wechat.menu/publish', { id })).msg).toBe('The menu has no buttons');
  });
});

const addReply = (more: object) =>
  admin.post<{ id: number }>('/admin/wechat.reply/add', {
    account_id: account,
    name: `规则 ${JSON.stringify(more).length}`,
    trigger: 'keyword',
    keywords: [{ keyword: '景区', match: 'exact' }],
    kind: 'text',
    content: '您好',
    priority: 100,
    enabled: '1',
    ...more,
  });
const card = (url: string) => ({ title: '标题', url });

describe('replies', () => {
  test.each<[string, object, string]>([
    ['a pattern with a back reference', { keywords: [{ keyword: '(a)\\1', match: 'pattern' }] }, 'keywords.0.keyword'],
    ['a pattern with look-around', { keywords: [{ keyword: '(?=a+)+b', match: 'pattern' }] }, 'keywords.0.keyword'],
    [
      'a pattern that grows without end',
      { keywords: [{ keyword: '((((a{90}){90}){90}){90})', match: 'pattern' }] },
      'keywords.0.keyword',
    ],
    [
      'a keyword twice',
      {
        keywords: [
          { keyword: 'ＡＢ', match: 'exact' },
          { keyword: 'ab', match: 'exact' },
        ],
      },
      'keywords.1.keyword',
    ],
    ['no keyword', { keywords: [] }, 'keywords'],
    ['no text', { content: '' }, 'content'],
    ['3,000 bytes', { content: '长'.repeat(1000) }, 'content'],
    ['eleven choices', { kind: 'choices', choices: '一\n'.repeat(11) }, 'choices'],
    [
      'two cards in answer to a message',
      { kind: 'news', cards: [card('https://www.example.cn/1'), card('https://www.example.cn/2')] },
      'cards',
    ],
    ['a card to a foreign host', { kind: 'news', cards: [card('https://evil.example/')] }, 'cards.0.url'],
    ['an end before the beginning', { starts_at: 1_900_000_000, ends_at: 1_800_000_000 }, 'ends_at'],
  ])('%s: refused at its field', async (_, more, field) => {
    expect(Object.keys(errorsOf(await addReply(more)))).toContain(field);
  });

  const simulate = async (text: string, action = 'text') =>
    ok(await admin.post<SimulatedReply>('/admin/wechat.account/simulate', { id: account, action, text }));

  test('the simulator answers by priority and match, names the rule, and leaves no trace', async () => {
    const rules = [
      { name: '包含', keywords: [{ keyword: '门票', match: 'contains' }], content: '包含' },
      { name: '模式', keywords: [{ keyword: '门票|购票', match: 'pattern' }], content: '模式' },
      { name: '相同', keywords: [{ keyword: '门票', match: 'exact' }], content: '相同' },
      { name: '优先', keywords: [{ keyword: '^门票退款', match: 'pattern' }], content: '优先', priority: 500 },
      {
        name: '过期',
        keywords: [{ keyword: '门票退款', match: 'exact' }],
        content: '过期',
        priority: 900,
        ends_at: 1_700_000_000,
      },
      {
        name: '停用',
        keywords: [{ keyword: '门票退款', match: 'exact' }],
        content: '停用',
        priority: 900,
        enabled: '0',
      },
    ];
    for (const rule of rules) ok(await addReply(rule));
    for (const [written, name] of [
      ['门 票', undefined],
      [' 门票 ', '相同'],
      ['买门票', '包含'],
      ['我要购票', '模式'],
      ['门票退款怎么办', '优先'],
    ] as const)
      expect((await simulate(written)).rule?.name, written).toBe(name);
    expect(
      await app.db.row(sql`select coalesce(sum(hits), 0)::int as n from wechat_reply where account_id = ${account}`),
    ).toEqual({ n: 0 });
    expect(await app.db.row(sql`select count(*)::int as n from wechat_message where account_id = ${account}`)).toEqual({
      n: 0,
    });
  });

  test('the form warns of keywords that another reply has', async () => {
    const { list } = ok(
      await admin.get<{ list: readonly { message: string }[] }>('/admin/wechat.reply/conflicts', {
        account_id: account,
        keywords: '不同\n门票',
      }),
    );
    expect(list.map(({ message }) => message)).toContain(
      '“门票” is also a keyword of “相同”; the one with the higher priority answers',
    );
  });

  test('an article answers while it is published, and is passed over otherwise', async () => {
    const { id: category_id } = ok(
      await admin.post<{ id: number }>('/admin/article.category/add', {
        name: '公告',
        name_en: 'News',
        slug: 'wechat-news',
        kind: 'list',
        visible: '1',
      }),
    );
    const { id: article_id } = ok(
      await admin.post<{ id: number }>('/admin/article.article/add', {
        title: '暑期出游提示',
        category_id,
        area_code: '530100',
        content: '<p>提示</p>',
        audience: 'public',
      }),
    );
    ok(
      await addReply({
        name: '文章',
        keywords: [{ keyword: '提示', match: 'exact' }],
        kind: 'article',
        article_id,
        content: null,
      }),
    );
    expect((await simulate('提示')).rule).toBeNull();
    await app.db.query(sql`update article set status = 'published', published_at = now() where id = ${article_id}`);
    expect((await simulate('提示')).reply).toMatchObject({ type: 'news', cards: [{ title: '暑期出游提示' }] });
  });
});
