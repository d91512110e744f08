import { addDays, shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { application } from '#modules/open-interface/contract/api-client-application.ts';
import type { ScopeName } from '#modules/open-interface/contract/application-scopes-mask-levels-and-signature-algorithms.ts';
import { webhook } from '#modules/open-interface/contract/webhook.ts';
import { systemCaller } from '#server/caller.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';
import { write } from '#server/write/write-pipeline.ts';

interface Sample {
  readonly name: string;
  readonly owner_org: string;
  readonly contact: string;
  readonly purpose: string;
  readonly scopes: readonly ScopeName[];
  readonly mask_level: 'full' | 'partial';
  readonly sandbox?: '1';
  readonly until: 'applied' | 'active' | 'suspended';
}

const samples: readonly Sample[] = [
  {
    name: '一部手机游平台',
    owner_org: '省文旅数字公司（演示）',
    contact: '赵敏',
    purpose: '向游客展示有资质的企业和红黑榜',
    scopes: ['enterprise.read', 'licence.read', 'listing.read', 'complaint.write'],
    mask_level: 'full',
    until: 'active',
  },
  {
    name: '市大数据共享平台',
    owner_org: '市大数据中心（演示）',
    contact: '孙浩',
    purpose: '政务数据共享交换',
    scopes: ['enterprise.read', 'licence.read', 'check.read'],
    mask_level: 'partial',
    until: 'suspended',
  },
  {
    name: '导游助手（联调）',
    owner_org: '某软件公司（演示）',
    contact: '周凯',
    purpose: '接口联调，只用沙箱数据',
    scopes: ['itinerary.read', 'guide.read'],
    mask_level: 'full',
    sandbox: '1',
    until: 'applied',
  },
];

const officer = systemCaller();
const quiet = { unread: true, unseen: true } as const;

async function addApplication(engine: Engine, areaCode: string, { until, ...form }: Sample): Promise<void> {
  const limits = { algorithm: 'sm3', rpm: 600, burst: 60, quota: 100_000, expire_on: addDays(shanghaiToday(), 365) };
  const input = { ...form, ...limits, area_code: areaCode };
  // the demonstration has no file of an agreement
  const { id } = await write(engine, application, officer, { operation: 'add', input, ...quiet });
  if (until === 'applied') return;
  await engine.db.query(
    sql`update api_application set status = ${until}, document_no = '云岭文旅数〔2026〕3号', approved_at = now() where id = ${id}`,
  );
  const steps = [
    ['approve', 'applied', 'approved'],
    ['activate', 'approved', 'active'],
    ...(until === 'suspended' ? [['suspend', 'active', 'suspended']] : []),
  ];
  await engine.db.query(sql`
    insert into history (resource, row_id, action, move, from_status, to_status, actor_type, actor_name, area_code)
    select ${application.name}, ${id}, s.step ->> 0, s.step ->> 0, s.step ->> 1, s.step ->> 2, 'system', '系统', ${areaCode}
    from jsonb_array_elements(${JSON.stringify(steps)}::jsonb) with ordinality s (step, place) order by s.place`);
  if (until !== 'active') return;
  const hook = {
    application_id: id,
    name: '红黑榜变动',
    url: 'https://hooks.example.com/xingjian',
    topics: ['credit/listing'],
    open: '0',
  };
  await write(engine, webhook, officer, { operation: 'add', input: hook, ...quiet });
}

/** Applications of other systems in the states an administrator meets, and a webhook that is switched off. */
export async function addDemoApiClients(engine: Engine, areaCode: string): Promise<void> {
  if (await engine.db.row(sql`select 1 as found from api_application limit 1`)) return;
  for (const sample of samples) await addApplication(engine, areaCode, sample);
}
