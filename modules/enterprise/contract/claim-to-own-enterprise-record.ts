import type { Row } from '#kernel/declaration/resource.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/**
 * A claim to an enterprise on record by a person whose mobile differs from the recorded one (domain reference §2.B).
 */
export const ownershipClaim = resource({
  name: 'enterprise/claim',
  label: text('认领申请', 'Ownership claims'),
  empty: text('还没有人申请认领', 'No ownership claims yet'),
  icon: 'solution',
  title: 'applicant',
  scope: 'parent',
  partOf: 'enterprise_id',
  owner: 'user_id',
  members: { owner: ['index'] },
  actions: ['index', 'export', 'reveal'],
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), { to: 'enterprise/enterprise', write: 'server' }),
    applicant: field.personName(text('申请人', 'Applicant'), { write: 'server' }),
    mobile: field.mobile(text('手机', 'Mobile'), { write: 'server', privacy: 'masked' }),
    reason: field.textarea(text('申请说明', 'Explanation'), { write: 'server', list: 'offered' }),
    proof: field.image(text('证明材料', 'Supporting documents'), {
      write: 'server',
      accept: 'jpg,jpeg,png,webp,pdf,ofd',
      private: true,
    }),
    user_id: field.integer(text('账号', 'Account'), { key: true, write: 'server', list: 'never' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id' }),
  },
  life: lifecycle({
    initial: 'submitted',
    states: {
      submitted: {
        ...text('待核实', 'Pending verification'),
        awaited: text('核实', 'Verification'),
        tone: 'progress',
        officeLevel: 2,
      },
      approved: { ...text('已认领', 'Claimed'), tone: 'good', final: true },
      refused: { ...text('未通过', 'Rejected'), tone: 'bad', final: true },
    },
    moves: {
      approve: {
        from: ['submitted'],
        to: 'approved',
        locks: 'enterprise_id',
        label: text('同意认领', 'Approve'),
        tone: 'primary',
        emits: 'approved',
        effect: text(
          '申请人成为企业负责人，原有成员一并移出；其他人对该企业的认领申请一并不予通过并告知。',
          'The applicant becomes the owner and all current members are removed. Other ownership claims on this enterprise are rejected and the claimants notified.',
        ),
      },
      refuse: {
        from: ['submitted'],
        to: 'refused',
        locks: 'enterprise_id',
        label: text('不同意', 'Decline'),
        tone: 'danger',
        emits: 'refused',
        input: { reason_refused: field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 }) },
      },
    },
  }),
});
export interface OwnershipClaim extends Row<typeof ownershipClaim> {}
