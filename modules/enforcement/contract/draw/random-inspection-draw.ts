import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { pairingModes } from './local-or-crossed-officer-pairing-options.ts';
import { drawLifecycle } from './random-inspection-draw-lifecycle.ts';
import {
  drawAgreementFields,
  drawProofFieldOptions,
  drawProtocolFields,
  drawSections,
} from './shared-fields-of-inspection-and-expert-draws.ts';

/**
 * A verifiable draw of enterprises and officers for a plan (双随机, domain reference §2.I). Its lists are frozen and
 * committed to before anybody can know the seeds; `docs/formats/draw.md` is the format of its record.
 */
export const draw = resource({
  name: 'enforcement/draw',
  label: text('双随机抽取', 'Random draws'),
  icon: 'swap',
  title: 'name',
  subtitle: ['no'],
  scope: 'parent',
  partOf: 'plan_id',
  sections: drawSections,
  nodes: { seed: text('发放见证码', 'Issue witness codes') },
  acts: {
    draftChecks: {
      label: text('起草检查任务', 'Draft checks'),
      confirm: text('为抽中的每家企业起草一项检查任务？', 'Draft a check of every enterprise drawn?'),
      done: text('检查任务已起草', 'Checks drafted'),
      on: ['status', 'published'],
    },
  },
  chained: ['prepare', 'commit', 'issueCode', 'enterSeed', 'open', 'publish', 'void'],
  measures: {
    draws: { label: text('双随机抽取', 'Random draws'), by: ['status', 'pairing'] },
  },
  published: {
    when: [['status', 'IN', ['committed', 'drawn', 'published', 'void']]],
    fields: [
      'no',
      'name',
      'plan_id',
      'status',
      'count',
      'pairing',
      'draw_at',
      'object_count',
      'officer_count',
      'object_root',
      'officer_root',
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
      number: { pattern: 'SSJ{yyyy}{seq:4}', on: 'commit', gapless: true },
      search: true,
      max: 20,
      unique: true,
      section: 'draw',
    }),
    name: field.text(text('名称', 'Name'), {
      required: true,
      max: 100,
      search: true,
      section: 'draw',
      hint: text('如“2026年第一次抽取”，随承诺公开', 'Such as “First draw of 2026”; published with the commitment'),
    }),
    plan_id: field.reference(text('检查计划', 'Plan'), {
      to: 'enforcement/plan',
      required: true,
      write: 'add',
      among: [['status', 'IN', ['published', 'running']]],
      section: 'draw',
    }),
    redraw_of: field.reference(text('重新抽取', 'Draws again'), {
      to: 'enforcement/draw',
      among: [['status', '=', 'void']],
      related: false,
      list: 'offered',
      section: 'draw',
      hint: text('本计划有已作废的抽取时填写', 'The void draw of the plan that this one repeats'),
    }),
    count: field.integer(text('抽取数量（家）', 'Enterprises to draw'), {
      required: true,
      min: 1,
      max: 100_000,
      section: 'draw',
      quantity: true,
    }),
    pairing: field.select(text('人员搭配', 'Pairing of officers'), {
      required: true,
      options: pairingModes,
      initial: 'local',
      section: 'draw',
      hint: text('每家两人；异地交叉即第二人来自外地', 'Two for each; the second may have to come from elsewhere'),
    }),
    ...drawAgreementFields,
    witnesses: field.rows(text('见证人', 'Witnesses'), { of: 'enforcement/drawWitness', max: 9, section: 'draw' }),
    object_count: field.integer(text('企业名单（家）', 'Enterprises listed'), {
      write: 'server',
      section: 'proof',
      quantity: true,
    }),
    officer_count: field.integer(text('执法人员名单（人）', 'Officers listed'), {
      write: 'server',
      section: 'proof',
      quantity: true,
    }),
    object_root: field.text(text('企业名单的根', 'Root of the enterprises'), drawProofFieldOptions),
    officer_root: field.text(text('执法人员名单的根', 'Root of the officers'), drawProofFieldOptions),
    ...drawProtocolFields,
    area_code: field.area(text('地区', 'Area'), { through: 'plan_id' }),
  },
  life: drawLifecycle,
});
export interface Draw extends Row<typeof draw> {}
