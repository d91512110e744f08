import type { Row } from '#kernel/declaration/resource.ts';
import { type RowCondition, today } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { validities } from '#kernel/lifecycle/document-validity-by-expiry-date.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';
import { enforcementDomains } from '../domain/enforcement-domain.ts';

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });
const byAnother = {
  else: text('须由登记人以外的人员核验', 'It must be verified by someone other than those who entered it'),
};

/** What the certificate says. Once verified, it is changed by request only. */
const certified = ['name', 'photo', 'cert_no', 'cert_org', 'cert_valid_to', 'domains', 'area_code'] as const;
const verification = declareVerification({
  fields: certified,
  holder: ['admin_id'],
  rule: 'licence_confirmation',
  byOffice: true,
  states: {
    pending: { as: 'entered' },
    verified: { deletable: false },
    changing: { deletable: false },
  },
  moves: {
    verify: {
      byAnother,
      when: [
        {
          if: [['cert_valid_to', '>=', today]],
          else: text(
            '执法证已过有效期，不能核验：行政处罚须由具有行政执法资格的人员实施（行政处罚法第四十二条）',
            'The certificate has ended and cannot be verified: penalties are imposed by qualified officers (Administrative Penalty Law, Art. 42)',
          ),
        },
      ],
    },
    verifyChange: { byAnother },
  },
});

/** Conditions for assigning an officer to a check: verified, on duty, certificate valid (行政处罚法 Art. 42). */
export const assignableOfficer: readonly RowCondition[] = [
  ['status', 'IN', ['verified', 'changing']],
  ['on_duty', '=', '1'],
  ['cert_valid_to', '>=', today],
];

/**
 * An enforcement officer with certificate, domains and office (domain reference §2.H `enf_officer`). Draws take
 * officers from the view `library_eligible_officer`.
 */
export const officer = resource({
  name: 'library/officer',
  label: text('执法人员', 'Enforcement officers'),
  icon: 'user',
  title: 'name',
  subtitle: ['cert_no', 'area_code'],
  scope: 'area',
  remark: text(
    '执法证核验通过且在有效期内、在岗的人员，才参加抽取、派遣和签字。',
    'Only officers on duty whose certificate is verified and valid are drawn or assigned, or may sign.',
  ),
  codes: { cert_no: '' },
  sections: {
    person: text('人员信息', 'Personal details'),
    certificate: text('执法证', 'Enforcement certificate'),
    duty: text('执勤', 'Duty'),
  },
  listed: [
    'name',
    'status',
    'validity',
    'cert_no',
    'cert_valid_to',
    'area_code',
    'on_duty',
    'capacity',
    'workload',
    'domains',
    'due_at',
  ],
  facts: ['valid', 'expiring', 'expired'],
  ends: {
    papers: { cert_valid_to: text('执法证', 'Enforcement certificate') },
    in: ['entered', 'verified', 'changing', 'suspended'],
    validity: 'validity',
    mobile: 'mobile',
    office: 'verifyChange',
  },
  measures: {
    officers: { label: text('执法人员', 'Enforcement officers'), by: ['status', 'validity', 'on_duty', 'area_code'] },
  },
  fields: {
    admin_id: field.reference(text('后台账号', 'Office account'), {
      to: 'auth/admin',
      reach: 'area',
      required: true,
      section: 'person',
      hint: text('任务和签字都记在这个账号下', 'Tasks and signatures are recorded under this account'),
    }),
    name: field.personName(text('姓名', 'Name'), { required: true, search: true, section: 'person' }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true, section: 'person' }),
    photo: field.image(text('照片', 'Photo'), {
      accept: 'jpg,jpeg,png,webp',
      section: 'person',
      list: 'offered',
    }),
    cert_no: field.identifier(text('执法证号', 'Certificate number'), {
      required: true,
      max: 40,
      search: true,
      unique: true,
      section: 'certificate',
    }),
    cert_org: field.text(text('发证机关', 'Issuing authority'), {
      required: true,
      max: 100,
      section: 'certificate',
      list: 'offered',
    }),
    cert_valid_to: field.date(text('有效期至', 'Valid until'), { required: true, section: 'certificate' }),
    validity: field.select(text('证件有效性', 'Certificate validity'), {
      write: 'server',
      options: validities,
      section: 'certificate',
    }),
    domains: field.selects(text('执法领域', 'Domains'), {
      options: enforcementDomains,
      required: true,
      max: 18,
      section: 'duty',
    }),
    area_code: field.area(text('执法地区', 'Area of duty'), {
      required: true,
      section: 'duty',
      hint: text('州市一级的人员可到所辖各县执法', 'Officers of a prefecture may act in all of its counties'),
    }),
    on_duty: field.switch(text('在岗', 'On duty'), { initial: '1', section: 'duty' }),
    capacity: field.integer(text('可承担检查数', 'Capacity'), {
      required: true,
      min: 0,
      max: 500,
      initial: 20,
      section: 'duty',
      hint: text('同时在办的检查任务，至多这么多', 'Maximum number of checks under way at the same time'),
      quantity: true,
    }),
    workload: field.integer(text('在办任务', 'Workload'), { computed: true, section: 'duty', quantity: true }),
  },
  life: lifecycle({
    initial: 'entered',
    states: {
      ...verification.states,
      suspended: {
        ...text('暂停执法', 'Suspended'),
        tone: 'bad',
        editable: verification.editable,
        deletable: false,
      },
      left: { ...text('已离岗', 'Left'), tone: 'muted', editable: false, deletable: false, final: true },
    },
    clocks: { verification: verification.clock },
    moves: {
      ...verification.moves,
      suspend: {
        from: ['verified'],
        to: 'suspended',
        label: text('暂停执法', 'Suspend'),
        tone: 'danger',
        emits: 'suspended',
        input: { reason },
        effect: text('恢复之前不参加抽取和派遣。', 'They are not drawn or assigned until reinstated.'),
      },
      resume: {
        from: ['suspended'],
        to: 'verified',
        label: text('恢复执法', 'Reinstate'),
        tone: 'primary',
        emits: 'resumed',
        input: { reason },
      },
      leave: {
        from: ['entered', 'returned', 'verified', 'suspended'],
        to: 'left',
        label: text('离岗', 'Record departure'),
        tone: 'danger',
        emits: 'left',
        input: { reason },
        effect: text('调离、退休或者收回执法证后登记。', 'After a transfer, retirement, or return of the certificate.'),
      },
    },
  }),
});
export interface Officer extends Row<typeof officer> {}
