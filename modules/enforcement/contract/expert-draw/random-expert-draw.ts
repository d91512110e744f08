import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { areasOfExpertise } from '#modules/library/contract/expert/expert.ts';
import {
  drawAgreementFields,
  drawProofFieldOptions,
  drawProtocolFields,
  drawSections,
} from '../draw/shared-fields-of-inspection-and-expert-draws.ts';
import { randomExpertDrawLifecycle } from './random-expert-draw-lifecycle.ts';

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
  sections: drawSections,
  nodes: { seed: text('发放见证码', 'Issue witness codes') },
  chained: ['prepare', 'commit', 'issueCode', 'enterSeed', 'open', 'publish', 'void'],
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
      'redraw_of',
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
      quantity: true,
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
    persons: field.text(text('涉及个人', 'Persons concerned'), {
      max: 200,
      list: 'offered',
      section: 'draw',
      hint: text(
        '多人用顿号分开；与他们有利益冲突的专家也不列入名单；不公开',
        'Separated by commas. Experts in conflict with them are not listed either; not published',
      ),
    }),
    redraw_of: field.reference(text('重新抽取', 'Draws again'), {
      to: 'enforcement/expertDraw',
      among: [['status', '=', 'void']],
      related: false,
      list: 'offered',
      section: 'draw',
      hint: text(
        '三十天内同地区、同领域、同一企业的专家抽取作废过的，须填写',
        'Required if a draw for the same area, field and enterprise was voided within thirty days',
      ),
    }),
    area_code: field.area(text('地区', 'Area'), { required: true, section: 'draw' }),
    ...drawAgreementFields,
    witnesses: field.rows(text('见证人', 'Witnesses'), {
      of: 'enforcement/expertDrawWitness',
      max: 9,
      section: 'draw',
    }),
    object_count: field.integer(text('专家名单（人）', 'Experts listed'), {
      write: 'server',
      section: 'proof',
      quantity: true,
    }),
    object_root: field.text(text('专家名单的根', 'Root of the experts'), drawProofFieldOptions),
    ...drawProtocolFields,
  },
  life: randomExpertDrawLifecycle,
});
export interface ExpertDraw extends Row<typeof expertDraw> {}
