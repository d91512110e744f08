import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { field } from '#kernel/field.ts';
import { type Role, roleLabels } from '#kernel/holding.ts';
import { text } from '#kernel/text.ts';
import { loadBoot } from '#web/boot/boot.ts';
import { confirm } from '#web/feedback/confirm.ts';
import { SentDialog } from '#web/form/sent-dialog.tsx';
import { post } from '#web/http/client.ts';
import { reading } from '#web/http/query.ts';
import { languageTag, speak } from '#web/i18n/locale.ts';
import { Read, Screen } from '#web/screen/screen.tsx';
import { invitationScreen } from '../contract/invitation.ts';
import './invitations.css';
import { TransferDialog } from './transfer-dialog.tsx';

const words = {
  lead: text(
    '接受企业的邀请，退出企业，或将负责人转让他人。',
    'Accept an invitation, leave an enterprise, or hand it over.',
  ),
  invited: text('收到的邀请', 'Invitations'),
  noInvitation: text('没有待接受的邀请', 'No invitation is waiting'),
  asRole: text('邀请您担任{role}，{until}前有效', 'You are invited as {role}, until {until}'),
  accept: text('接受', 'Accept'),
  decline: text('谢绝', 'Decline'),
  acceptTitle: text('接受邀请', 'Accept the invitation'),
  acceptLead: text(
    '{name}：输入邀请短信中的六位邀请码。',
    '{name}: enter the six digits of the invitation you received by SMS.',
  ),
  code: text('邀请码', 'Code'),
  declineAsk: text('谢绝“{name}”的邀请？', 'Decline the invitation of “{name}”?'),
  held: text('我的身份', 'My roles'),
  noneHeld: text('您还不是任何企业的成员', 'You act for no enterprise yet'),
  since: text('{role}，{since}加入', '{role}, since {since}'),
  leave: text('退出', 'Leave'),
  leaveAsk: text('退出“{name}”？', 'Leave “{name}”?'),
  leaveText: text(
    '退出后不能再代表该企业办理事项，需重新受邀才能加入。',
    'You act for it no longer, and come back by a new invitation only.',
  ),
  transfer: text('转让负责人', 'Transfer ownership'),
};

const codeField = { code: field.text(words.code, { required: true, min: 6, max: 6 }) };

interface Invitation {
  id: number;
  enterprise: { id: number; name: string };
  role: Role;
  invited_until: number;
}
interface Held {
  id: number;
  enterprise: { id: number; name: string };
  role: Role;
  joined_at: number;
}

const dayOf = (seconds: number) =>
  new Date(seconds * 1000).toLocaleDateString(languageTag(), { dateStyle: 'medium', timeZone: 'Asia/Shanghai' });

/** `/user/enterprise/invitation`: what a member decides about themselves. Whom they invite stands among the people. */
export default function Invitations() {
  const client = useQueryClient();
  const queryKey = ['resource', 'enterprise/person', 'self'];
  const query = useQuery({
    queryKey,
    queryFn: reading<{ list: Invitation[]; held: Held[] }>('/api/enterprise.person/invitations', {}, { area: 'api' }),
    staleTime: 0,
  });
  const [accepting, setAccepting] = useState<Invitation>();
  const [leaving, setLeaving] = useState<Held>();
  const done = () => {
    setAccepting(undefined);
    setLeaving(undefined);
    // what one holds is behind every list, and the menu
    void client.invalidateQueries();
    void loadBoot('member').catch(() => undefined);
  };
  const send = (action: string, body: object) =>
    post(`/api/enterprise.person/${action}`, body, { area: 'api', successMessage: true }).then(done, () => undefined);
  const decline = async ({ id, enterprise: { name } }: Invitation) => {
    const okText = speak(words.decline);
    if (await confirm({ title: speak(words.declineAsk, { name }), okText })) await send('decline', { id });
  };
  const leave = async ({ enterprise: { id, name } }: Held) => {
    const question = {
      title: speak(words.leaveAsk, { name }),
      text: speak(words.leaveText),
      okText: speak(words.leave),
    };
    if (await confirm({ ...question, tone: 'danger' })) await send('leave', { enterprise_id: id });
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
                        {speak(words.asRole, { role: speak(roleLabels[one.role]), until: dayOf(one.invited_until) })}
                      </span>
                    </div>
                    <Button type="primary" onClick={() => setAccepting(one)}>
                      {speak(words.accept)}
                    </Button>
                    <Button onClick={() => void decline(one)}>{speak(words.decline)}</Button>
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
                        {speak(words.since, { role: speak(roleLabels[one.role]), since: dayOf(one.joined_at) })}
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
      {accepting && (
        <SentDialog
          title={speak(words.acceptTitle)}
          lead={speak(words.acceptLead, { name: accepting.enterprise.name })}
          okText={speak(words.accept)}
          fields={codeField}
          path="/api/enterprise.person/accept"
          area="api"
          about={{ id: accepting.id }}
          onDone={done}
          onClose={() => setAccepting(undefined)}
        />
      )}
      {leaving && (
        <TransferDialog enterprise={leaving.enterprise} onDone={done} onClose={() => setLeaving(undefined)} />
      )}
    </Screen>
  );
}
