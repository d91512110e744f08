import { Button } from 'antd';
import { useState } from 'react';
import { roleInRowLabels } from '#kernel/access/member-rights-by-role.ts';
import { text } from '#kernel/text/text.ts';
import { formatDay } from '#web/cell/format/date-format.ts';
import { confirm } from '#web/feedback/confirmation-dialog.ts';
import { post } from '#web/http/client.ts';
import { translate } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { enterpriseMembershipsScreen } from '../contract/enterprise-memberships-screen.ts';
import { InvitationButtons } from './invitation-answer-buttons.tsx';
import {
  type Membership,
  useOwnInvitationsAndMemberships,
  useRefreshAfterRoleChange,
} from './use-own-invitations-and-memberships.ts';
import './own-memberships-and-invitations-screen.css';
import { TransferOwnershipDialog } from './transfer-ownership-dialog.tsx';

const texts = {
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
  confirmLeave: text('退出“{name}”？', 'Leave “{name}”?'),
  leaveText: text(
    '退出后不能再代表该企业办理事项，需重新受邀才能加入。',
    'You will no longer be able to act for this enterprise, and will need a new invitation to rejoin.',
  ),
  transfer: text('转让负责人', 'Transfer ownership'),
};

/**
 * `/user/enterprise/invitation`: the member's own invitations and roles. Invitations sent to others are listed with the
 * enterprise's persons.
 */
export default function OwnMembershipsAndInvitationsScreen() {
  const query = useOwnInvitationsAndMemberships();
  const changed = useRefreshAfterRoleChange();
  const [leaving, setLeaving] = useState<Membership>();
  const leave = async ({ enterprise: { id, name } }: Membership) => {
    const question = {
      title: translate(texts.confirmLeave, { name }),
      text: translate(texts.leaveText),
      okText: translate(texts.leave),
    };
    if (!(await confirm({ ...question, tone: 'danger' }))) return;
    const body = { enterprise_id: id };
    await post('/api/enterprise.person/leave', body, { area: 'api', successMessage: true }).then(
      changed,
      () => undefined,
    );
  };
  return (
    <ModuleScreenFrame
      title={translate(enterpriseMembershipsScreen.label)}
      lead={translate(texts.lead)}
      className="xj-invitations"
    >
      <QueryResultOrError query={query}>
        {(data) => (
          <>
            <section>
              <h2>{translate(texts.invited)}</h2>
              {data.list.length === 0 && <p>{translate(texts.noInvitation)}</p>}
              <ul>
                {data.list.map((one) => (
                  <li key={one.id}>
                    <div>
                      <strong>{one.enterprise.name}</strong>
                      <span>
                        {translate(texts.asRole, {
                          role: translate(roleInRowLabels[one.role]),
                          until: formatDay(one.invited_until),
                        })}
                      </span>
                    </div>
                    <InvitationButtons invitation={one} />
                  </li>
                ))}
              </ul>
            </section>
            <section>
              <h2>{translate(texts.held)}</h2>
              {data.held.length === 0 && <p>{translate(texts.noneHeld)}</p>}
              <ul>
                {data.held.map((one) => (
                  <HeldRole key={one.id} held={one} onTransfer={setLeaving} onLeave={leave} />
                ))}
              </ul>
            </section>
          </>
        )}
      </QueryResultOrError>
      {leaving && (
        <TransferOwnershipDialog
          enterprise={leaving.enterprise}
          onDone={() => {
            setLeaving(undefined);
            changed();
          }}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </ModuleScreenFrame>
  );
}

interface HeldRoleProps {
  readonly held: Membership;
  onTransfer(held: Membership): void;
  onLeave(held: Membership): Promise<void>;
}

/** A role of the member in an enterprise, with its actions. */
function HeldRole({ held, onTransfer, onLeave }: HeldRoleProps) {
  return (
    <li>
      <div>
        <strong>{held.enterprise.name}</strong>
        <span>
          {translate(texts.since, {
            role: translate(roleInRowLabels[held.role]),
            since: formatDay(held.joined_at),
          })}
        </span>
      </div>
      {held.role === 'owner' && <Button onClick={() => onTransfer(held)}>{translate(texts.transfer)}</Button>}
      <Button onClick={() => void onLeave(held)}>{translate(texts.leave)}</Button>
    </li>
  );
}
