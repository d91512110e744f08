import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import type { MemberRole } from '#kernel/declaration/role.ts';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { loadBootAnswer } from '#web/boot/load-boot-answer.ts';
import { formatDay } from '#web/cell/format/date-format.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { ApiFormDialog } from '#web/form/api-form-dialog.tsx';
import { post } from '#web/http/client.ts';
import { subscribe } from '#web/http/event-stream.ts';
import { reading } from '#web/http/query-client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { InboxAnswerProps } from '#web/record/inbox-answer-registry.ts';
import { person } from '../contract/person.ts';

const texts = {
  until: text('{until}前有效', 'Valid until {until}'),
  over: text('邀请已答复或已失效', 'The invitation has been answered or has expired'),
  accept: text('接受', 'Accept'),
  decline: text('谢绝', 'Decline'),
  acceptTitle: text('接受邀请', 'Accept invitation'),
  acceptLead: text('{name}：输入邀请短信中的六位邀请码。', '{name}: enter the six-digit code from the invitation SMS.'),
  code: text('邀请码', 'Invitation code'),
  confirmDecline: text('谢绝“{name}”的邀请？', 'Decline the invitation from “{name}”?'),
};

const codeField = { code: field.text(texts.code, { required: true, min: 6, max: 6 }) };

export interface Invitation {
  id: number;
  enterprise: { id: number; name: string };
  role: MemberRole;
  invited_until: number;
}
export interface Membership {
  id: number;
  enterprise: { id: number; name: string };
  role: MemberRole;
  joined_at: number;
}

const ownKey = ['resource', person.name, 'self'];

/**
 * Invitations and roles of the member. Refetched on new messages: an invitation arrives with one, and owners change
 * roles.
 */
export function useMemberships() {
  const client = useQueryClient();
  useEffect(
    () =>
      subscribe([person.name, 'message/notice'], () => void client.invalidateQueries({ queryKey: ownKey }), {
        area: 'member',
      }),
    [client],
  );
  return useQuery({
    queryKey: ownKey,
    queryFn: reading<{ list: Invitation[]; held: Membership[] }>(
      '/api/enterprise.person/invitations',
      {},
      { area: 'api' },
    ),
    staleTime: 0,
  });
}

/** Refreshes lists and menu after a member's roles changed. */
export function useRefreshAfterRoleChange(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries();
    void loadBootAnswer('member').catch(() => undefined);
  };
}

/** Accepts an invitation by its code, or declines it. */
export function InvitationButtons({ invitation: { id, enterprise } }: { invitation: Invitation }) {
  const changed = useRefreshAfterRoleChange();
  const [accepting, setAccepting] = useState(false);
  const { name } = enterprise;
  const decline = async () => {
    if (!(await confirm({ title: translate(texts.confirmDecline, { name }), okText: translate(texts.decline) })))
      return;
    await post('/api/enterprise.person/decline', { id }, { area: 'api', successMessage: true }).catch(() => undefined);
    changed();
  };
  return (
    <>
      <Button type="primary" onClick={() => setAccepting(true)}>
        {translate(texts.accept)}
      </Button>
      <Button onClick={() => void decline()}>{translate(texts.decline)}</Button>
      {accepting && (
        <ApiFormDialog
          title={translate(texts.acceptTitle)}
          lead={translate(texts.acceptLead, { name })}
          okText={translate(texts.accept)}
          fields={codeField}
          path="/api/enterprise.person/accept"
          area="api"
          about={{ id }}
          onDone={() => {
            setAccepting(false);
            changed();
          }}
          onClose={() => setAccepting(false)}
        />
      )}
    </>
  );
}

/** Shows an invitation in the inbox, with buttons if it is pending. */
export default function InvitationAnswer({ id }: InboxAnswerProps) {
  const { data } = useMemberships();
  if (!data) return null;
  const invitation = data.list.find((one) => one.id === id);
  if (!invitation) return <span>{translate(texts.over)}</span>;
  return (
    <>
      <InvitationButtons invitation={invitation} />
      <span>{translate(texts.until, { until: formatDay(invitation.invited_until) })}</span>
    </>
  );
}
