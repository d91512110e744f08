import type { Row } from '#kernel/declaration/resource.ts';
import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { optionList } from '#kernel/option/declare-editable-option-list.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';
import { declareVerification } from '#kernel/verification/declare-verification-lifecycle.ts';

/** Jobs at an enterprise; offices may add some to those named by law. */
export const staffJobs = optionList({
  name: 'enterprise/job',
  label: text('从业岗位', 'Staff positions'),
  initial: {
    guide: text('导游', 'Guide'),
    operator: text('计调', 'Tour operator'),
    safety: text('安全员', 'Safety officer'),
    driver: text('驾驶员', 'Driver'),
    head: text('负责人', 'Person in charge'),
  },
  system: ['guide', 'operator', 'safety', 'driver', 'head'],
});

const hasCertificate: Guard = {
  if: [['cert_no', 'NOT NULL']],
  else: text('尚未填写资格证号', 'No qualification certificate number entered'),
};
/** Actions of the enterprise's members; a certificate counts once the bureau has checked it. */
const keeps = ['index', 'add', 'edit', 'del', 'export', 'import', 'submit', 'change', 'withdrawChange'] as const;

/** The bureau vouches for the person and the certificate. */
const { states, moves, clock, editable } = declareVerification({
  fields: ['name', 'id_no', 'cert_no', 'cert_file'],
  holder: ['enterprise_id'],
  rule: 'licence_confirmation',
  states: {
    pending: { as: 'submitted', ...text('资格待核验', 'Pending verification') },
    verified: text('资格已核验', 'Verified'),
  },
  moves: {
    submit: {
      from: ['stated', 'returned'],
      label: text('提交核验', 'Submit for verification'),
      when: [hasCertificate],
    },
    verify: { from: ['stated', 'submitted'], when: [hasCertificate] },
    return: { from: ['submitted', 'verified'] },
  },
});

/**
 * An employee of an enterprise (domain reference §2.A `ent_staff`). An officer verifies the certificate; the employer
 * maintains all other data.
 */
export const staff = resource({
  name: 'enterprise/staff',
  label: text('从业人员', 'Staff'),
  icon: 'team',
  title: 'name',
  scope: 'parent',
  partOf: 'enterprise_id',
  members: { owner: keeps, operator: keeps, viewer: ['index'] },
  fields: {
    enterprise_id: field.reference(text('所属企业', 'Employer'), { to: 'enterprise/enterprise', required: true }),
    name: field.personName(text('姓名', 'Name'), { required: true, search: true }),
    id_no: field.idNumber(text('身份证号', 'ID card number'), {
      privacy: 'masked',
      required: true,
      unique: ['enterprise_id'],
    }),
    job: field.select(text('岗位', 'Position'), {
      required: true,
      optionList: staffJobs,
    }),
    cert_no: field.identifier(text('资格证号', 'Certificate number'), { max: 40, search: true }),
    cert_file: field.file(text('资格证扫描件', 'Scanned certificate'), {
      accept: 'jpg,jpeg,png,webp,pdf,ofd',
      private: true,
      list: 'offered',
    }),
    mobile: field.mobile(text('手机', 'Mobile'), { privacy: 'masked', required: true }),
    contract_from: field.date(text('合同起始', 'Contract start'), { list: 'offered' }),
    contract_to: field.date(text('合同终止', 'Contract end'), {
      endless: text('无固定期限', 'Open-ended'),
      list: 'offered',
    }),
    employment: field.select(text('在职情况', 'Employment status'), {
      initial: 'employed',
      required: true,
      options: {
        employed: { ...text('在职', 'Employed'), tone: 'good' },
        left: { ...text('离职', 'Left'), tone: 'muted' },
      },
    }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'stated',
    states: {
      stated: { ...text('资格未核验', 'Not verified'), tone: 'muted' },
      ...states,
      submitted: { ...states.submitted, editable },
    },
    clocks: { verification: clock },
    moves,
  }),
});
export interface Staff extends Row<typeof staff> {}
