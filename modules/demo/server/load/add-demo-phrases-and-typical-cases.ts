import { areaPrefix } from '#kernel/kind/linked/area.ts';
import { shanghaiToday } from '#kernel/time/shanghai-time.ts';
import { phrase } from '#modules/library/contract/phrase-for-documents.ts';
import { typicalCase } from '#modules/library/contract/typical-case/typical-case.ts';
import { sql } from '#server/db/sql.ts';
import type { Engine } from '#server/engine/engine-type-with-services-to-read-and-write.ts';

const phrases = [
  [
    'check_record',
    '表明身份',
    '我们是云岭县文化市场综合行政执法队的执法人员，这是我们的执法证件，请过目。现依法对你单位进行检查，请予以配合。',
  ],
  ['check_record', '告知权利', '你有权要求与本次检查有利害关系的执法人员回避，有权陈述和申辩。以上内容是否清楚？'],
  ['check_record', '未发现问题', '经现场检查，未发现违法违规行为。'],
  ['interview', '如实陈述', '请如实回答询问，并对陈述的真实性负责。与本次询问无关的问题，可以不回答。'],
  ['correction', '限期改正', '请自收到本通知之日起在规定期限内改正，并将改正情况书面报告我局。'],
  ['penalty_notice', '陈述申辩', '对拟作出的处罚，你单位可以在收到告知之日起五个工作日内陈述、申辩；逾期视为放弃。'],
  ['complaint_answer', '受理告知', '你的投诉已经受理，我们将在规定期限内组织调解，请保持电话畅通。'],
  ['opinion', '材料不清', '上传的证照照片不清晰，请重新拍摄后提交。'],
] as const;

const cases = [
  {
    title: '某旅行社以不合理低价组织旅游活动案',
    domain: 'travel',
    cause: '以不合理低价组织旅游活动',
    open: true,
    facts: '某旅行社以明显低于接待成本的价格招徕旅游者，行程中安排合同以外的另行付费项目获取回扣。',
    handling: '责令改正，没收违法所得，并处罚款；对直接负责的主管人员处以罚款。',
    basis: '旅游法第三十五条、第九十八条',
    lesson: '低价招徕的损失最终由旅游者在购物和自费项目中承担。检查时应比对合同价格、成本和自费项目的收入。',
  },
  {
    title: '某旅行社安排无导游证人员提供导游服务案',
    domain: 'travel',
    cause: '安排未取得导游证的人员提供导游服务',
    open: true,
    facts: '路面核查发现，某团队随团人员不能出示导游证，行程单上登记的导游并未到场。',
    handling: '责令改正，没收违法所得，并处罚款；对该人员另案处理。',
    basis: '旅游法第九十六条第二项、第一百零二条第一款',
    lesson: '现场核对人证是否一致，比核对行程单上的姓名更重要。',
  },
  {
    title: '某歌舞娱乐场所接纳未成年人案',
    domain: 'entertainment',
    cause: '娱乐场所接纳未成年人',
    open: false,
    facts: '夜间检查时，某歌舞娱乐场所包厢内有三名未成年人，场所没有查验身份。',
    handling: '没收违法所得，并处罚款，责令停业整顿。',
    basis: '娱乐场所管理条例第四十八条',
    lesson: '应当同时固定入口查验的记录和监控录像。',
  },
  {
    title: '某网吧未按规定核对登记上网消费者身份案',
    domain: 'internet_cafe',
    cause: '未按规定核对、登记上网消费者的有效身份证件',
    open: false,
    facts: '某上网服务营业场所以员工证件为多名消费者开机。',
    handling: '警告，并处罚款。',
    basis: '互联网上网服务营业场所管理条例第三十三条',
    lesson: '比对同一证件同时在线的终端数量，可以很快发现问题。',
  },
] as const;

/** Phrases for daily papers, and typical cases of the demonstration, published as first versions. */
export async function addDemoPhrasesAndTypicalCases({ db }: Engine, areaCode: string): Promise<void> {
  const within = `${areaPrefix(areaCode)}%`;
  await db.transaction(async (tx) => {
    if (await tx.row(sql`select from library_phrase where area_code like ${within} limit 1`)) return;
    const texts = phrases.map(([kind, title, content]) => ({ kind, title, content }));
    await tx.query(sql`
      with added as (
        insert into library_phrase (code, kind, title, content, area_code, revision, effective_from, status)
        select 'CY' || lpad(nextval('library_phrase_code_seq')::text, 4, '0'), kind, title, content, ${areaCode}, 1, ${shanghaiToday()}::date - 60, 'published'
        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as r(kind text, title text, content text) returning id
      )
      insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code)
      select ${phrase.name}, id, 'add', 'published', 'system', '系统', ${areaCode} from added`);
    await tx.query(sql`
      with added as (
        insert into library_typical_case (code, title, domain, cause, open, facts, handling, basis, lesson, area_code, revision, effective_from, status)
        select 'DX' || ${shanghaiToday().slice(0, 4)}::text || lpad(nextval('library_typical_case_code_seq')::text, 3, '0'), title, domain, cause, open,
          facts, handling, basis, lesson, ${areaCode}, 1, ${shanghaiToday()}::date - 30, 'published'
        from jsonb_to_recordset(${JSON.stringify(cases)}::jsonb)
          as r(title text, domain text, cause text, open boolean, facts text, handling text, basis text, lesson text) returning id
      )
      insert into history (resource, row_id, action, to_status, actor_type, actor_name, area_code)
      select ${typicalCase.name}, id, 'add', 'published', 'system', '系统', ${areaCode} from added`);
  });
}
