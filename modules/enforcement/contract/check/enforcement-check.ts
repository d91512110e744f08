import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { checkLifecycle } from './enforcement-check-lifecycle.ts';
import { publishedObjects } from './enforcement-check-source-result-and-flag-options.ts';
import { checkFields, checkSections } from './fields-of-enforcement-check.ts';

/**
 * A check of an enterprise, tour group, vehicle, guide, person or website (domain reference §2.I `enf_task`). Members
 * hold it through `informed_enterprise_id`, which is null until the enterprise may know of it, so that nobody learns of an
 * unannounced check before the officers are there.
 */
export const check = resource({
  name: 'enforcement/check',
  label: text('检查任务', 'Checks'),
  icon: 'audit',
  title: 'object_name',
  subtitle: ['check_no', 'area_code'],
  scope: 'area',
  partOf: 'informed_enterprise_id',
  members: { owner: ['index', 'export'], operator: ['index', 'export'], viewer: ['index'] },
  order: ['id', 'desc'],
  sections: checkSections,
  codes: { check_no: '' },
  acts: {
    recheck: {
      label: text('起草复查', 'Draft recheck'),
      confirm: text('复查选中的 {n} 项检查发现的问题？', 'Recheck the problems that {n} {n|check|checks} found?'),
      done: text('复查任务已起草', 'Rechecks drafted'),
      on: ['status', 'reviewed', 'closed'],
    },
  },
  nodes: { internal: text('查看内部信息', 'See internal details') },
  chained: [
    'approve',
    'approveSpecial',
    'notify',
    'dispatch',
    'scanIn',
    'record',
    'submit',
    'review',
    'return',
    'publish',
    'cancel',
    'transfer',
    'refuse',
  ],
  listed: [
    'check_no',
    'object_name',
    'status',
    'result_code',
    'source',
    'window_from',
    'due_at',
    'area_code',
    'officers',
    'problems',
    'domain',
    'due_on',
    'started_at',
    'plan_id',
    'department_id',
  ],
  filters: {
    officer: {
      field: field.personName(text('执法人员', 'Officer')),
      list: 'officers',
      by: ['officer_id.name'],
    },
    certificate: {
      field: field.identifier(text('执法人员证号', 'Certificate of an officer'), { max: 40 }),
      list: 'officers',
      by: ['officer_id.cert_no'],
    },
  },
  measures: {
    checks: {
      label: text('检查任务', 'Checks'),
      by: ['status', 'source', 'result_code', 'domain', 'object_type', 'notify_mode', 'published_late', 'area_code'],
      at: 'createtime',
    },
  },
  materialisedTotals: {
    made: { at: 'started_at', byAreaLevel: true },
    reviewed: { by: ['result_code'], at: 'reviewed_at', byAreaLevel: true },
    results: { by: ['result_code'], where: [['reviewed_at', 'NOT NULL']] },
  },
  published: {
    when: [
      ['published_at', 'NOT NULL'],
      ['object_type', 'IN', publishedObjects],
    ],
    fields: [
      'check_no',
      'object_name',
      'domain',
      'source',
      'department_id',
      'started_at',
      'result_code',
      'published_at',
    ],
    moves: ['publish'],
    override: 'harmless',
  },
  fields: checkFields,
  life: checkLifecycle,
});
export interface Check extends Row<typeof check> {}
