import { Button } from 'antd';
import { useState } from 'react';
import { memberRoleLabels } from '#kernel/member-role.ts';
import { text } from '#kernel/text.ts';
import { dayWords } from '#web/cell/date-words.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { post } from '#web/http/client.ts';
import { speak } from '#web/i18n/locale.ts';
import { Read, Screen } from '#web/screen/screen.tsx';
import { invitationScreen } from '../contract/invitation.ts';
import { type Held, InvitationButtons, useHoldingChanged, useInvitations } from './invitation-answer.tsx';
import './invitations.css';
import { TransferDialog } from './transfer-dialog.tsx';

const words = {
  lead: text(
    '接受企业的邀请，退出企业，或将负责人转让他人。',
    'Accept invitations, leave an enterprise, or transfer it to another owner.',
  ),
  invited: text('收到的邀请', 'Invitations received'),
  noInvitation: text('没有待接受的邀请', 'No pending invitations'),
  asRole: text('邀请您担任{role}，{until}前有效', 'Invited as {role}; valid until {until}'),
  held: text('我的身份', 'My roles'),
  noneHeld: text('您还不是任何企业的成员', 'You are not a member of any enterprise yet'),
  since: text('{role}，{since}加入', '{role}, joined {since}'),
  leave: text('退出', 'Leave'),
  leaveAsk: text('退出“{name}”？', 'Leave “{name}”?'),
  leaveText: text(
    '退出后不能再代表该企业办理事项，需重新受邀才能加入。',
    'You will no longer be able to act for this enterprise, and will need a new invitation to rejoin.',
  ),
  transfer: text('转让负责人', 'Transfer ownership'),
};

/** `/user/enterprise/invitation`: what a member decides about themselves. Whom they invite stands among the people. */
export default function Invitations() {
  const query = useInvitations();
  const changed = useHoldingChanged();
  const [leaving, setLeaving] = useState<Held>();
  const leave = async ({ enterprise: { id, name } }: Held) => {
    const question = {
      title: speak(words.leaveAsk, { name }),
      text: speak(words.leaveText),
      okText: speak(words.leave),
    };
    if (!(await confirm({ ...question, tone: 'danger' }))) return;
    const body = { enterprise_id: id };
    await post('/api/enterprise.person/leave', body, { area: 'api', successMessage: true }).then(
      changed,
      () => undefined,
    );
  };
  return (
    <Screen title={speak(invitationScreen.label)} lead={speak(words.lead)} className="xj-invitations">
      <Read query={query}>
        {(data) => (
          <>
            <section>
              <h2>{speak(words.invited)}</h2>
              {data.list.length === 0 && <p>{speak(words.noInvitation)}</p>}
              <ul>
                {data.list.map((one) => (
                  <li key={one.id}>
                    <div>
                      <strong>{one.enterprise.name}</strong>
                      <span>
                        {speak(words.asRole, {
                          role: speak(memberRoleLabels[one.role]),
                          until: dayWords(one.invited_until),
                        })}
                      </span>
                    </div>
                    <InvitationButtons invitation={one} />
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h2>{speak(words.held)}</h2>
              {data.held.length === 0 && <p>{speak(words.noneHeld)}</p>}
              <ul>
                {data.held.map((one) => (
                  <li key={one.id}>
                    <div>
                      <strong>{one.enterprise.name}</strong>
                      <span>
                        {speak(words.since, {
                          role: speak(memberRoleLabels[one.role]),
                          since: dayWords(one.joined_at),
                        })}
                      </span>
                    </div>
                    {one.role === 'owner' && <Button onClick={() => setLeaving(one)}>{speak(words.transfer)}</Button>}
                    <Button onClick={() => void leave(one)}>{speak(words.leave)}</Button>
                  </li>
                ))}
              </ul>
            </section>
          </>
        )}
      </Read>
      {leaving && (
        <TransferDialog
          enterprise={leaving.enterprise}
          onDone={() => {
            setLeaving(undefined);
            changed();
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </Screen>
  );
}
