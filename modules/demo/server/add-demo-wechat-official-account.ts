import { tableOf } from '#kernel/resource/table-and-controller-names.ts';
import { wechatReply } from '#modules/wechat/contract/wechat-automatic-reply.ts';
import { wechatFollower } from '#modules/wechat/contract/wechat-follower.ts';
import { wechatMenu } from '#modules/wechat/contract/wechat-menu.ts';
import { wechatTemplate } from '#modules/wechat/contract/wechat-message-template.ts';
import { wechatAccount } from '#modules/wechat/contract/wechat-official-account.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { addRows } from '#server/write/row-set/add-many-rows-in-one-statement.ts';
import { write } from '#server/write/write-pipeline.ts';

const officer = systemCaller();
const quiet = { unread: true, unseen: true } as const;
const host = 'wl.example.gov.cn';

const buttons = [
  { level: 'top', name: '游客服务' },
  { level: 'sub', name: '我要投诉', kind: 'click', event_key: 'COMPLAINT' },
  { level: 'sub', name: '查询旅游团', kind: 'click', event_key: 'TEAM' },
  { level: 'sub', name: '景区今日客流', kind: 'view', url: `https://${host}/spots` },
  { level: 'sub', name: '扫码核验导游', kind: 'scancode_waitmsg', event_key: 'GUIDE' },
  { level: 'top', name: '办事' },
  { level: 'sub', name: '企业登记', kind: 'view', url: `https://${host}/enterprise/register` },
  { level: 'sub', name: '奖励公示', kind: 'view', url: `https://${host}/rewards` },
  { level: 'top', name: '人工客服', kind: 'click', event_key: 'SERVICE' },
];

const exact = (...keywords: readonly string[]) => keywords.map((keyword) => ({ keyword, match: 'exact' }));

const replies = [
  {
    name: '欢迎语',
    trigger: 'subscribe',
    kind: 'choices',
    content: '欢迎关注！您想了解什么？',
    choices: '投诉\n客流\n人工',
  },
  {
    name: '投诉',
    keywords: [{ keyword: '投诉', match: 'contains' }],
    content: '请在这里提交投诉，提交后凭编号和手机号查询进度：{platform}/complaint',
  },
  {
    name: '团队码和导游证码',
    priority: 200,
    keywords: [{ keyword: '^(?:查团|导游)?\\s*(1[tg]\\.[a-z0-9._-]+)$', match: 'pattern' }],
    content: '核验结果：{platform}/team/{1}',
  },
  {
    name: '查团',
    keywords: [{ keyword: '查团', match: 'contains' }, ...exact('团队', '团队码')],
    content: '请扫描行程单上的团队码，或发送“查团”加团队码。也可在这里核验：{platform}/team',
  },
  {
    name: '导游',
    keywords: [{ keyword: '导游', match: 'contains' }],
    content: '请导游在手机上出示导游证码，一分钟内扫描即知真伪。也可在这里核验：{platform}/team',
  },
  { name: '客流', keywords: exact('客流', '人多吗'), content: '各景区今日客流：{platform}/spots' },
  { name: '人工', keywords: exact('人工', '客服'), kind: 'transfer' },
  { name: '按钮：投诉', trigger: 'click', event_key: 'COMPLAINT', content: '请在这里提交投诉：{platform}/complaint' },
  {
    name: '按钮：查团',
    trigger: 'click',
    event_key: 'TEAM',
    content: '请扫描行程单上的团队码，或发送“查团”加团队码。',
  },
  { name: '按钮：核验导游', trigger: 'click', event_key: 'GUIDE', content: '点开核验：{1}' },
  { name: '按钮：人工', trigger: 'click', event_key: 'SERVICE', kind: 'transfer' },
  { name: '景区二维码', trigger: 'scan', content: '您扫描的二维码：{1}。祝您游玩愉快！' },
  {
    name: '没有匹配',
    trigger: 'default',
    content: '没有找到“{1}”。可以发送：投诉、客流、查团、导游、人工。',
  },
];

/** An official account that is not connected, with a menu, replies, a template and followers: all to be tried in the simulator. */
export async function addDemoWechatOfficialAccount(engine: Engine, areaCode: string): Promise<void> {
  if (await engine.db.row(sql`select 1 as found from ${sql.id(tableOf(wechatAccount))} limit 1`)) return;
  const add = async (
    resource: Parameters<typeof write>[1],
    input: Readonly<Record<string, unknown>>,
  ): Promise<number> => (await write(engine, resource, officer, { operation: 'add', input, ...quiet })).id;
  const account_id = await add(wechatAccount, {
    name: '云岭文旅（演示）',
    kind: 'service',
    area_code: areaCode,
    app_id: 'wx0000000000de4000',
    mode: 'aes',
    connected: '0',
    hosts: host,
  });
  const menu = await add(wechatMenu, { account_id, name: '日常菜单', buttons });
  await write(engine, wechatMenu, officer, { operation: 'move', move: 'publish', id: menu, input: {}, ...quiet });
  await add(wechatMenu, { account_id, name: '暑期菜单', buttons: buttons.slice(0, 5) });
  for (const reply of replies)
    await add(wechatReply, { account_id, trigger: 'keyword', kind: 'text', priority: 100, enabled: '1', ...reply });
  await add(wechatTemplate, {
    account_id,
    name: '工作提醒',
    template_id: 'DEMO0000000000000000000000000000000000000001',
    topics: ['todo', 'system'],
    values: [
      { key: 'thing1', value: '{label}' },
      { key: 'thing2', value: '{content}' },
      { key: 'time3', value: '{time}' },
    ],
    enabled: '1',
  });
  await engine.db.transaction(async (tx) => {
    await addRows(
      engine,
      wechatFollower,
      officer,
      {
        columns: ['id', 'account_id', 'openid', 'subscribed', 'tags', 'scene', 'subscribed_at', 'messaged_at'],
        select: sql`select nextval(pg_get_serial_sequence('wechat_fan', 'id')), ${account_id}::bigint, 'demo-fan-' || lpad(n::text, 4, '0'),
          n % 9 <> 0, case when n % 4 = 0 then array['tourist'] when n % 11 = 0 then array['guide'] else '{}'::text[] end,
          case when n % 3 = 0 then 'spot-' || n % 5 end, now() - make_interval(days => n), now() - make_interval(hours => n)
          from generate_series(1, 40) n`,
      },
      tx,
    );
  });
}
