import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { checkCodes, checkResults } from './reward-kinds-units-and-check-codes.ts';

/**
 * Result of an automatic check of an application at submission, with evidence and its source (domain reference §2.P).
 * It decides nothing; reviewers see it. Each submission is checked again.
 */
export const automaticCheckResult = resource({
  name: 'reward/check',
  label: text('自动核查', 'Automatic checks'),
  icon: 'security-scan',
  title: 'code',
  scope: 'parent',
  partOf: 'application_id',
  actions: ['index', 'export'],
  comments: false,
  order: ['id', 'asc'],
  empty: text('申报提交时自动核查', 'Checked automatically when an application is submitted'),
  measures: {
    flags: {
      label: text('核查疑点', 'Doubtful checks'),
      by: ['code', 'result', 'lacking'],
      at: 'createtime',
      where: [['result', 'IN', ['warn', 'fail']]],
    },
  },
  fields: {
    // drawn by its own panel, worst first
    application_id: field.reference(text('奖励申报', 'Application'), {
      to: 'reward/application',
      write: 'server',
      related: false,
    }),
    code: field.select(text('核查项', 'Check item'), { write: 'server', options: checkCodes }),
    result: field.select(text('结果', 'Result'), { write: 'server', options: checkResults }),
    lacking: field.switch(text('无数据', 'No data'), { write: 'server' }),
    itinerary_id: field.reference(text('团队', 'Team'), {
      to: 'travel/itinerary',
      write: 'server',
      related: false,
      reach: 'all',
    }),
    expected: field.text(text('应为', 'Expected'), { write: 'server', max: 60 }),
    found: field.text(text('实见', 'Actual'), { write: 'server', max: 60 }),
    evidence: field.text(text('依据', 'Basis'), { write: 'server', max: 500 }),
    against: field.oneOf(text('对照', 'Compared with'), {
      write: 'server',
      related: false,
      reach: 'all',
      to: {
        'reward/application': text('奖励申报', 'Application'),
        'travel/itinerary': text('团队', 'Team'),
        'enforcement/source': text('采集来源', 'Data source'),
      },
    }),
    round: field.integer(text('第几次核查', 'Check number'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'application_id' }),
  },
});
export interface AutomaticCheckResult extends Row<typeof automaticCheckResult> {}
