import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/resource.ts';
import { text } from '#kernel/text/text.ts';
import { areasOfExpertise } from '#modules/library/contract/expert/expert.ts';
import { expertDrawLife } from './expert-draw-life.ts';

const proof = { write: 'server', list: 'offered', section: 'proof' } as const;

/**
 * A verifiable draw of experts for an opinion (domain reference §2.H). It follows the protocol of other draws
 * (`enforcement/draw`): each expert has one ticket, and no officers are drawn.
 */
export const expertDraw = resource({
  name: 'enforcement/expertDraw',
  label: text('专家抽取', 'Draws of experts'),
  icon: 'team',
  title: 'matter',
  subtitle: ['no'],
  scope: 'area',
  sections: {
    draw: text('抽取', 'Draw'),
    proof: text('承诺与结果', 'Commitment and result'),
  },
  nodes: { seed: text('发放见证码', 'Issue witness codes') },
  chained: ['prepare', 'commit', 'enterSeed', 'open', 'publish', 'void'],
  published: {
    when: [['status', 'IN', ['committed', 'drawn', 'published', 'void']]],
    // the enterprise is not: a case may concern it
    fields: [
      'no',
      'matter',
      'expert_field',
      'status',
      'count',
      'area_code',
      'draw_at',
      'object_count',
      'object_root',
      'server_seed_hash',
      'beacon_source',
      'committed_at',
      'drawn_at',
      'published_at',
      'result_hash',
      'voided_at',
      'void_reason',
    ],
    moves: ['commit', 'void'],
  },
  fields: {
    no: field.identifier(text('抽取编号', 'Number'), {
      number: { pattern: 'ZJC{yyyy}{seq:4}', on: 'commit', gapless: true },
      search: true,
      max: 20,
      unique: true,
      section: 'draw',
    }),
    matter: field.text(text('用途', 'Purpose'), {
      required: true,
      max: 100,
      search: true,
      section: 'draw',
      hint: text('随承诺公开，勿写企业和个人名称', 'Published with the commitment: name no enterprise or person'),
    }),
    expert_field: field.select(text('专家领域', 'Field'), {
      required: true,
      optionList: areasOfExpertise,
      section: 'draw',
    }),
    count: field.integer(text('抽取数量（人）', 'Experts to draw'), {
      required: true,
      min: 1,
      max: 50,
      section: 'draw',
    }),
    enterprise_id: field.reference(text('涉及企业', 'Enterprise concerned'), {
      to: 'enterprise/enterprise',
      list: 'offered',
      section: 'draw',
      hint: text(
        '与它有利益冲突的专家不列入名单；不公开',
        'Experts with a conflict of interest are not listed; not published',
      ),
    }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'draw' }),
    draw_at: field.datetime(text('抽取时间', 'Time of the draw'), {
      required: true,
      section: 'draw',
      hint: text('公布承诺至少十分钟之后', 'At least ten minutes after the commitment is published'),
    }),
    beacon_source: field.text(text('公开随机数来源', 'Source of a public random number'), {
      max: 200,
      list: 'offered',
      section: 'draw',
    }),
    witnesses: field.rows(text('见证人', 'Witnesses'), {
      of: 'enforcement/expertDrawWitness',
      max: 9,
      section: 'draw',
    }),
    object_count: field.integer(text('专家名单（人）', 'Experts listed'), { write: 'server', section: 'proof' }),
    object_root: field.text(text('专家名单的根', 'Root of the experts'), proof),
    server_seed_hash: field.text(text('平台种子的哈希', 'Hash of the platform’s seed'), proof),
    frozen_at: field.datetime(text('冻结时间', 'Frozen at'), proof),
    committed_at: field.datetime(text('公布承诺时间', 'Committed at'), proof),
    beacon: field.text(text('公开随机数', 'Public random number'), proof),
    drawn_at: field.datetime(text('开封时间', 'Drawn at'), proof),
    drawn_by: field.reference(text('操作人', 'Operator'), { to: 'auth/admin', reach: 'all', related: false, ...proof }),
    result_hash: field.text(text('结果的哈希', 'Hash of the result'), proof),
    published_at: field.datetime(text('公布记录时间', 'Published at'), proof),
    voided_at: field.datetime(text('作废时间', 'Voided at'), proof),
    void_reason: field.textarea(text('作废理由', 'Reason for voiding'), proof),
  },
  life: expertDrawLife,
});
export interface ExpertDraw extends Row<typeof expertDraw> {}
