import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { enterpriseFields } from './enterprise-fields.ts';
import { enterpriseLifecycle } from './enterprise-lifecycle.ts';

/**
 * A market entity under supervision: registration, two-level review, and state from entry to exit. Domain reference
 * §2.A; review within the deadline rule `enterprise_audit`.
 */
export const enterprise = resource({
  name: 'enterprise/enterprise',
  label: text('企业', 'Enterprises'),
  icon: 'bank',
  title: 'name',
  subtitle: ['area_code', 'uscc'],
  scope: 'area',
  people: 'enterprise/person',
  handler: 'handler_id',
  codes: { sup_code: '/enterprise/s/', query_no: '', uscc: '' },
  members: {
    owner: ['index', 'edit', 'submit', 'rehang', 'change', 'cancel'],
    operator: ['index', 'edit', 'submit', 'rehang', 'change'],
    viewer: ['index'],
  },
  remark: text(
    '登记、审核与监管辖区内的文旅市场主体。',
    'Register, review and supervise the culture and tourism enterprises of your area.',
  ),
  sections: {
    subject: text('主体信息', 'Enterprise details'),
    contact: text('负责人与联系人', 'Responsible persons and contacts'),
    place: text('经营场所', 'Premises'),
    document: text('证照材料', 'Licences and documents'),
    supervision: text('监管信息', 'Supervision'),
  },
  countedBy: ['status', 'area_code'],
  materialisedTotals: { on_map: { by: ['status'], byMapCellOf: 'place', byAreaLevel: true } },
  measures: {
    registered: {
      label: text('登记企业', 'Registered enterprises'),
      by: ['status', 'ent_type', 'area_code', 'risk_class'],
    },
  },
  ends: {
    papers: { license_expire: text('营业执照', 'Business licence') },
    in: ['active', 'change_pending', 'suspended'],
    mobile: 'contact_mobile',
    office: 'firstPass',
    // counted once, even if also handed in as a licence
    unless: {
      of: 'enterprise/licence',
      by: 'enterprise_id',
      day: 'expire_date',
      where: [['kind', '=', 'business']],
    },
  },
  filters: {
    checked_at: {
      field: field.datetime(text('检查时间', 'Checked on')),
      of: 'enforcement/check',
      by: 'enterprise_id',
      at: 'started_at',
    },
  },
  fields: enterpriseFields,
  chained: [
    'firstPass',
    'finalPass',
    'return',
    'reject',
    'suspend',
    'resume',
    'annulSuspension',
    'annulPastSuspension',
    'changePass',
    'cancel',
    'revoke',
  ],
  life: enterpriseLifecycle,
});
export interface Enterprise extends Row<typeof enterprise> {}
