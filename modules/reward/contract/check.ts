import { field } from '#kernel/field.ts';
import { type Row, resource } from '#kernel/resource.ts';
import { text } from '#kernel/text.ts';
import { checkCodes } from './dictionary.ts';

/**
 * What the platform found when an application was handed in, each with what it saw (domain reference §2.P): it decides
 * nothing, and whoever reviews has it before them. Another time it is handed in it is looked at anew.
 */
export const check = resource({
  name: 'reward/check',
  label: text('自动核查', 'Automatic checks'),
  icon: 'security-scan',
  title: 'code',
  scope: 'parent',
  partOf: 'application_id',
  actions: ['index'],
  comments: false,
  order: ['id', 'asc'],
  empty: text('申报提交时自动核查', 'Looked at when an application is handed in'),
  fields: {
    application_id: field.reference(text('奖励申报', 'Application'), { to: 'reward/application', write: 'server' }),
    code: field.select(text('核查项', 'Check'), { write: 'server', options: checkCodes }),
    result: field.select(text('结果', 'Result'), {
      write: 'server',
      options: {
        pass: { ...text('通过', 'Passed'), tone: 'good' },
        warn: { ...text('存疑', 'Doubtful'), tone: 'warning' },
        fail: { ...text('不符', 'Failed'), tone: 'bad' },
      },
    }),
    evidence: field.text(text('依据', 'What was seen'), { write: 'server', max: 500 }),
    round: field.integer(text('第几次提交', 'Submission'), { write: 'server', list: 'offered' }),
    area_code: field.area(text('地区', 'Area'), { through: 'application_id' }),
  },
});
export interface Check extends Row<typeof check> {}
