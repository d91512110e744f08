import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import type { Row } from '#kernel/declaration/resource.ts';
import type { Guard } from '#kernel/declaration/row-condition-and-move-guard.ts';
import { field } from '#kernel/field/field.ts';
import { lifecycle } from '#kernel/lifecycle/lifecycle.ts';
import { resource } from '#kernel/resource/declare-resource.ts';
import { text } from '#kernel/text/text.ts';

/** Days within which an invitation may be accepted (domain reference Appendix G). */
export const invitationDays = 7;

const reason = field.textarea(text('理由', 'Reason'), { required: true, min: 5, max: 500 });

const notOwner: Guard[] = [
  { if: [['role', '<>', 'owner']], else: text('已是负责人', 'Already the owner'), quiet: true },
];

/**
 * A member who acts for an enterprise: invited by mobile, active after accepting, gone after leaving or removal. Roles
 * define their permissions (domain reference Appendix G `user_enterprise`). Owners come from registration, a claim, a
 * transfer confirmed by codes to both sides, or the bureau.
 */
export const personOfEnterprise = resource({
  name: 'enterprise/person',
  label: text('企业成员', 'Enterprise members'),
  empty: text('还没有人为企业办事', 'No enterprise members yet'),
  icon: 'usergroup-add',
  title: 'name',
  scope: 'parent',
  partOf: 'enterprise_id',
  actions: ['index', 'add', 'edit', 'export', 'reveal'],
  members: { owner: ['index', 'add', 'edit', 'again', 'remove'], operator: ['index'], viewer: ['index'] },
  remark: text(
    '代表企业使用本平台的会员；邀请须由本人凭短信邀请码接受。',
    'Members who use the platform on behalf of the enterprise. Invitations must be accepted in person with the code sent by SMS.',
  ),
  fields: {
    enterprise_id: field.reference(text('企业', 'Enterprise'), {
      to: 'enterprise/enterprise',
      required: true,
      write: 'add',
    }),
    name: field.personName(text('姓名', 'Name'), { required: true, search: true }),
    mobile: field.mobile(text('手机', 'Mobile'), {
      required: true,
      privacy: 'masked',
      write: 'add',
      unique: ['enterprise_id'],
    }),
    role: field.select(text('身份', 'Role'), { required: true, options: roleInRowLabels, initial: 'operator' }),
    joined_at: field.datetime(text('加入时间', 'Joined at'), { write: 'server' }),
    invited_until: field.datetime(text('邀请有效期至', 'Invitation valid until'), { write: 'server', list: 'offered' }),
    user_id: field.integer(text('账号', 'Account'), { key: true, write: 'server', list: 'never' }),
    area_code: field.area(text('地区', 'Area'), { through: 'enterprise_id', list: 'offered' }),
  },
  life: lifecycle({
    initial: 'invited',
    states: {
      invited: {
        ...text('待接受', 'Invited'),
        tone: 'progress',
        editable: { admin: ['name'], member: ['name', 'role'] },
      },
      active: {
        ...text('在任', 'Active'),
        tone: 'good',
        holds: true,
        editable: { admin: ['name'], member: ['name', 'role'] },
      },
      declined: { ...text('已谢绝', 'Declined'), tone: 'muted', editable: false, final: true },
      left: { ...text('已退出', 'Left'), tone: 'muted', editable: false, final: true },
      removed: { ...text('已移出', 'Removed'), tone: 'muted', editable: false, final: true },
    },
    moves: {
      again: {
        from: ['invited'],
        label: text('再次邀请', 'Invite again'),
        by: ['admin', 'member'],
        emits: 'invited_again',
        effect: text(
          '原邀请码作废，新的邀请码以短信发送。',
          'The previous code becomes invalid and a new one is sent by SMS.',
        ),
      },
      // for invitees, who hold nothing yet: made by calls that check their code
      accept: {
        from: ['invited'],
        to: 'active',
        label: text('接受邀请', 'Accept invitation'),
        by: ['member'],
        stamps: ['joined_at'],
        settles: true,
        emits: 'joined',
        locks: 'enterprise_id',
      },
      decline: {
        from: ['invited'],
        to: 'declined',
        label: text('谢绝邀请', 'Decline invitation'),
        by: ['member'],
        settles: true,
        emits: 'declined',
      },
      leave: {
        from: ['active'],
        to: 'left',
        label: text('退出', 'Leave'),
        by: ['member'],
        emits: 'left',
        locks: 'enterprise_id',
      },
      transfer: {
        from: ['active'],
        locks: 'enterprise_id',
        label: text('转让负责人', 'Transfer ownership'),
        by: ['member'],
        emits: 'took_over',
        when: notOwner,
      },
      remove: {
        from: ['invited', 'active'],
        to: 'removed',
        locks: 'enterprise_id',
        label: text('移出', 'Remove'),
        by: ['member'],
        tone: 'danger',
        emits: 'removed',
        // otherwise a stolen session could take over the enterprise
        when: [
          {
            if: [['role', '<>', 'owner']],
            else: text(
              '负责人只能自行退出，或由主管部门移出',
              'An owner can only leave on their own or be removed by the authority',
            ),
          },
        ],
        effect: text(
          '其账号立即不能再代表企业办理事项。',
          'Their account can no longer act for the enterprise, effective at once.',
        ),
      },
      appoint: {
        from: ['active'],
        locks: 'enterprise_id',
        label: text('设为负责人', 'Make owner'),
        emits: 'appointed',
        when: notOwner,
        input: { reason },
        effect: text('原负责人保留，需要时另行移出。', 'The current owner stays; remove them separately if needed.'),
      },
      dismiss: {
        from: ['invited', 'active'],
        to: 'removed',
        locks: 'enterprise_id',
        label: text('责令移出', 'Order removal'),
        tone: 'danger',
        emits: 'dismissed',
        input: { reason },
      },
    },
  }),
});
export interface PersonOfEnterprise extends Row<typeof personOfEnterprise> {}
