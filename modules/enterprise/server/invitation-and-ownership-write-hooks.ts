import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import { type Text, text } from '#kernel/text/text.ts';
import { sql } from '#server/db/sql.ts';
import { type AttemptLimit, countAttempts } from '#server/limit/attempt-limit.ts';
import { queueCode } from '#server/message/send-match-and-spend-one-time-codes.ts';
import { Refused } from '#server/refusal.ts';
import type { ChangeContext, WriteContext, WriteHooks } from '#server/write/hook/write-hooks-of-module.ts';
import { inboxMessagesTo } from '#server/write/statement/inbox-message-statement.ts';
import { invitationWaits, personInvited, personNamed } from '../contract/message-templates.ts';
import { invitationDays, type PersonOfEnterprise, personOfEnterprise } from '../contract/person-of-enterprise.ts';
import { cancelSignatureRequestsOfFormerMember } from './cancel-signature-requests-of-former-member.ts';

const life = invitationDays * 86_400;
/** Most invitations per day by an enterprise, and to a mobile from anyone. */
const perEnterprise: AttemptLimit = { name: 'invite_enterprise', most: 20, seconds: 86_400, forgets: 'each' };
const perMobile: AttemptLimit = { name: 'invite_mobile', most: 5, seconds: 86_400, forgets: 'each' };

const texts = {
  notByForm: text('负责人须经转让，或由主管部门指定', 'An owner is set by transfer or by the authority'),
  lastOwner: text(
    '企业须至少有一名负责人，请先转让或指定其他负责人',
    'An enterprise needs at least one owner. Transfer or appoint another first',
  ),
  here: text('该手机号已是企业成员', 'This mobile number already belongs to a member of the enterprise'),
  notOwner: text('您已不是该企业的负责人', 'You are no longer the owner of this enterprise'),
  closed: text('其账号已停用或注销', 'The account is disabled or deleted'),
  tooMany: text(
    '24 小时内的邀请次数已用完（至多 {most} 次），请 {hours} 小时后再试',
    'At most {most} {most|invitation|invitations} within 24 hours. Try again in {hours} h',
  ),
} as const satisfies Record<string, Text>;

/** Purpose of an invitation's code. */
export const invitationCodePurpose = (id: number): string => `enterprise_person ${id}`;

const tooMany = ({ most }: AttemptLimit, wait: number) =>
  new Refused(texts.tooMany, {
    values: { most, hours: Math.ceil(wait / 3600) },
    data: { reason: 'too_frequent', retry_after: wait },
  });

/** Sends the code together with the invitation, or neither. */
async function sendInvitation(
  { engine, tx, caller }: WriteContext<typeof personOfEnterprise>,
  id: number,
  { enterprise_id, mobile, role, name }: Pick<PersonOfEnterprise, 'enterprise_id' | 'mobile' | 'role' | 'name'>,
): Promise<void> {
  await countAttempts(
    tx,
    [
      { limit: perEnterprise, subject: enterprise_id ?? 0 },
      { limit: perMobile, subject: mobile ?? '' },
    ],
    tooMany,
  );
  const at = await tx.row<{ name: string; area_code: string }>(
    sql`select name, area_code from enterprise where id = ${enterprise_id}`,
  );
  await queueCode(
    engine,
    tx,
    {
      purpose: invitationCodePurpose(id),
      ip: caller.ip,
      template: personInvited,
      values: { name: at?.name ?? '', role: roleInRowLabels[role ?? 'viewer']['zh-cn'] },
      to: {
        mobile: mobile ?? '',
        areaCode: at?.area_code ?? null,
        resource: personOfEnterprise.name,
        rowId: id,
        rowTitle: name ?? '',
      },
    },
    life,
  );
  const message = {
    values: { name: at?.name ?? '', role: roleInRowLabels[role ?? 'viewer']['zh-cn'] },
    english: { role: roleInRowLabels[role ?? 'viewer'].en },
  };
  // an invitee without an account finds it under the invitations later
  await tx.query(
    inboxMessagesTo(
      engine,
      invitationWaits,
      message,
      sql`select null::bigint as admin_id, m.id as user_id, ${personOfEnterprise.name}::text as resource, ${id}::bigint as row_id, ${at?.name ?? ''}::text as row_title
        from member m where m.mobile = ${mobile ?? ''}`,
    ),
  );
}

/** Locks the inviter's ownership until commit, so that an owner being removed cannot invite. */
async function holdInviter({ tx, caller, values }: WriteContext<typeof personOfEnterprise>): Promise<void> {
  const owner = await tx.row(sql`select 1 as one from enterprise_person
    where enterprise_id = ${values.enterprise_id ?? 0} and user_id = ${caller.id} and role = 'owner' and status = 'active' for share`);
  if (!owner) throw new Refused(texts.notOwner, { data: { reason: 'forbidden' } });
}

/** Refuses disabled and deleted accounts, and locks the account until commit. */
async function holdAccount(
  { tx }: WriteContext<typeof personOfEnterprise>,
  id: number | null | undefined,
): Promise<void> {
  const enabled = await tx.row(sql`select 1 as one from member where id = ${id ?? 0} and status = 'enable' for share`);
  if (!enabled) throw new Refused(texts.closed, { data: { reason: 'forbidden' } });
}

/** Refuses to remove the last owner; concurrent removals are serialised here. */
async function requireAnotherOwner({ tx, before }: ChangeContext<typeof personOfEnterprise>): Promise<void> {
  if (before.role !== 'owner' || before.status !== 'active') return;
  const owners = await tx.rows<{ id: number }>(sql`select id from enterprise_person
    where enterprise_id = ${before.enterprise_id} and role = 'owner' and status = 'active' order by id for update`);
  if (!owners.some(({ id }) => id !== before.id))
    throw new Refused(texts.lastOwner, { data: { reason: 'last_owner' } });
}

/** Removes a person: checks for another owner, and cancels signature requests. */
async function leaves(context: ChangeContext<typeof personOfEnterprise>): Promise<void> {
  await requireAnotherOwner(context);
  await cancelSignatureRequestsOfFormerMember(context);
}

/** For the members of an enterprise whose members an officer changed. */
const named = {
  template: personNamed,
  values: { name: 'enterprise_id', who: 'name' },
  to: { holdersOf: 'enterprise_id' },
} as const;

/** Hooks of persons: invitations and owners. */
export const personOfEnterpriseWriteHooks: WriteHooks<typeof personOfEnterprise> = {
  async add(context) {
    const { values, caller, tx, fail } = context;
    // after registration or claim: an owner at once
    if (caller.type === 'system') return holdAccount(context, values.user_id);
    if (caller.type === 'member' && values.role === 'owner') fail('role', texts.notByForm);
    if (caller.type === 'member') await holdInviter(context);
    const here = await tx.row(sql`select 1 as one from enterprise_person
      where enterprise_id = ${values.enterprise_id ?? 0} and mobile = ${values.mobile ?? ''} and status = 'active'`);
    if (here) fail('mobile', texts.here);
    values.invited_until = Math.floor(Date.now() / 1000) + life;
    const invited = values as Parameters<typeof sendInvitation>[2];
    context.afterStore((id) => sendInvitation(context, id, invited));
  },
  async edit(context) {
    const { values, before, fail } = context;
    if (values.role !== undefined && values.role !== before.role && [values.role, before.role].includes('owner'))
      fail('role', texts.notByForm);
    if (values.role === 'viewer') await cancelSignatureRequestsOfFormerMember(context);
  },
  notify: { added: { ...named, by: ['admin'] }, appoint: named },
  moves: {
    again(context) {
      context.values.invited_until = Math.floor(Date.now() / 1000) + life;
      context.afterStore((id) => sendInvitation(context, id, context.before));
    },
    async accept(context) {
      await holdAccount(context, context.values.user_id);
      context.values.invited_until = null;
    },
    leave: leaves,
    remove: cancelSignatureRequestsOfFormerMember,
    dismiss: leaves,
    async appoint(context) {
      await holdAccount(context, context.before.user_id);
      context.values.role = 'owner';
    },
    async transfer(context) {
      const { values, before, caller, cascadeChange } = context;
      await holdAccount(context, before.user_id);
      values.role = 'owner';
      const former = sql`t.enterprise_id = ${before.enterprise_id} and t.user_id = ${caller.id} and t.role = 'owner' and t.status = 'active' and t.id <> ${before.id}`;
      const changed = await cascadeChange(personOfEnterprise, former, { role: 'operator' });
      if (changed.length === 0) throw new Refused(texts.notOwner, { data: { reason: 'forbidden' } });
    },
  },
};
