import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseTypes, riskClasses } from '#modules/enterprise/contract/enterprise-options.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

/**
 * The risk score of an enterprise, 0 to 100, and its class (domain reference §4.4). It is computed every night and when
 * a fact behind it changes. An officer may set another class for at most 90 days. The class is copied to `risk_class`
 * of the enterprise, where draws and plans read it.
 */
export const riskScore = resource({
  name: 'risk/score',
  label: text('企业风险', 'Risk scores'),
  icon: 'dashboard',
  title: 'name',
  subtitle: ['risk_class', ['score', text('{n} 分', 'score {n}')]],
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'export'],
  order: ['score', 'desc'],
  empty: text('还没有计算过风险评分', 'No risk score has been computed yet'),
  remark: text(
    '每家在营企业一行，每日凌晨和所依据的事项变化时自动计算；等级决定双随机抽取的签数。',
    'One row per operating enterprise, computed every night and whenever the underlying facts change. The class decides the number of tickets in draws.',
  ),
  measures: {
    classes: { label: text('风险等级', 'Risk classes'), by: ['risk_class', 'ent_type', 'area_code'] },
  },
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      write: 'server',
      list: 'offered',
      related: false,
    }),
    name: field.text(text('企业名称', 'Name'), { write: 'server', search: true }),
    ent_type: field.select(text('企业类型', 'Type'), { options: enterpriseTypes, write: 'server' }),
    score: field.integer(text('评分', 'Score'), {
      write: 'server',
      hint: text('0 至 100，越高风险越大', '0 to 100; higher is riskier'),
    }),
    risk_class: field.select(text('风险等级', 'Risk class'), { options: riskClasses, write: 'server' }),
    measured_class: field.select(text('按评分的等级', 'Class by score'), {
      options: riskClasses,
      write: 'server',
      list: 'offered',
    }),
    override_class: field.select(text('调整为', 'Override class'), {
      options: riskClasses,
      write: 'server',
      list: 'offered',
    }),
    override_until: field.date(text('调整截止', 'Override until'), { write: 'server' }),
    override_reason: field.textarea(text('调整理由', 'Reason for override'), { write: 'server', list: 'offered' }),
    override_by: field.reference(text('调整人', 'Overridden by'), {
      to: 'auth/admin',
      reach: 'area',
      related: false,
      write: 'server',
      list: 'offered',
    }),
    area_code: field.area(text('地区', 'Area'), { write: 'server' }),
  },
  life: lifecycle({
    initial: 'measured',
    states: {
      measured: { ...text('按评分', 'By score'), tone: 'neutral', editable: false },
      overridden: { ...text('人工调整', 'Overridden'), tone: 'warning', editable: false },
      ended: { ...text('已终止经营', 'Closed'), tone: 'muted', editable: false },
    },
    moves: {
      override: {
        from: ['measured', 'overridden'],
        to: 'overridden',
        label: text('调整等级', 'Override class'),
        emits: 'overridden',
        stamps: ['override_by'],
        input: {
          override_class: field.select(text('调整为', 'Override class'), { options: riskClasses, required: true }),
          override_until: field.date(text('截止日期', 'Until'), {
            required: true,
            hint: text('最长 90 天', 'At most 90 days'),
          }),
          override_reason: reason,
        },
        effect: text(
          '到期后恢复按评分确定的等级，并通知调整人。',
          'When it ends, the class by score applies again, and the officer who set it is notified.',
        ),
      },
      lift: {
        from: ['overridden'],
        to: 'measured',
        label: text('撤销调整', 'Lift override'),
        emits: 'lifted',
        input: { reason },
      },
      expire: {
        from: ['overridden'],
        to: 'measured',
        by: [],
        label: text('调整到期', 'Override expired'),
        emits: 'expired',
      },
      end: {
        from: ['measured', 'overridden'],
        to: 'ended',
        by: [],
        label: text('终止评分', 'End scoring'),
      },
      reopen: {
        from: ['ended'],
        to: 'measured',
        by: [],
        label: text('恢复评分', 'Resume scoring'),
      },
    },
  }),
});
export interface RiskScore extends Row<typeof riskScore> {}
