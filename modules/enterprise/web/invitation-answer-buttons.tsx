import { Button } from 'antd';
import { useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import { formatDay } from '#web/cell/format/date-format.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import type { InboxMessageAnswerProps } from '#web/record/inbox-message-answer-registry.ts';
import {
  type Invitation,
  useOwnInvitationsAndMemberships,
  useRefreshAfterRoleChange,
} from './use-own-invitations-and-memberships.ts';

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
        <DialogFormOfApiCall
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
export default function InvitationInInbox({ id }: InboxMessageAnswerProps) {
  const { data } = useOwnInvitationsAndMemberships();
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
