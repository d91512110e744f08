import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { text } from '#kernel/text/text.ts';

const closed = { editable: false, deletable: false } as const;
const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 2, max: 500 });

/** From the request of another system to the end of its access (domain reference §2.T). */
export const applicationLifecycle = lifecycle({
  initial: 'applied',
  states: {
    applied: { ...text('待审批', 'Applied'), tone: 'progress' },
    refused: { ...text('未批准', 'Refused'), tone: 'muted', ...closed, final: true },
    approved: { ...text('已批准', 'Approved'), tone: 'warning', ...closed },
    active: { ...text('启用', 'Active'), tone: 'good', ...closed },
    suspended: { ...text('暂停', 'Suspended'), tone: 'bad', ...closed },
    revoked: { ...text('已撤销', 'Revoked'), tone: 'muted', ...closed, final: true },
    expired: { ...text('已到期', 'Expired'), tone: 'muted', ...closed, final: true },
  },
  moves: {
    approve: {
      from: ['applied'],
      to: 'approved',
      label: text('批准', 'Approve'),
      tone: 'primary',
      when: [
        {
          if: [['agreement', 'NOT NULL']],
          else: text('尚未上传数据共享协议', 'The data-sharing agreement is missing'),
        },
      ],
      stamps: ['approved_at', 'approved_by'],
      input: { document_no: field.text(text('批准文号', 'Number of the approval'), { required: true, max: 60 }) },
    },
    refuse: { from: ['applied'], to: 'refused', label: text('不批准', 'Refuse'), tone: 'danger', input: { reason } },
    activate: {
      from: ['approved'],
      to: 'active',
      label: text('启用', 'Activate'),
      tone: 'primary',
      effect: text(
        '从此刻起，以其密钥签名的请求按授权范围和地区得到应答。',
        'From now on requests signed with its secret are answered within its scopes and area.',
      ),
    },
    suspend: { from: ['active'], to: 'suspended', label: text('暂停', 'Suspend'), tone: 'danger', input: { reason } },
    resume: { from: ['suspended'], to: 'active', label: text('恢复', 'Resume'), tone: 'primary' },
    revoke: {
      from: ['approved', 'active', 'suspended'],
      to: 'revoked',
      label: text('撤销', 'Revoke'),
      tone: 'danger',
      input: { reason },
    },
    expire: {
      from: ['approved', 'active', 'suspended'],
      to: 'expired',
      by: [],
      label: text('到期', 'Expire'),
    },
  },
});
