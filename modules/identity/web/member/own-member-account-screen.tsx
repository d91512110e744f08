import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { get, urlWithToken } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { saveAnswerAsFile } from '#web/http/temporary-file-link.ts';
import { useText } from '#web/i18n/locale.ts';
import { ModuleScreenFrame, QueryResultOrError } from '#web/screen/module-screen-heading-and-query-result.tsx';
import { storeMember } from '#web/session/session.ts';
import { useTab } from '#web/tab/tab-context.ts';
import { NotificationChannelsForm, refetchChannels } from '../profile/notification-channels-form.tsx';
import { memberProfileForForm, type OwnProfile, OwnProfileForm } from '../profile/own-profile-side-sheet-and-forms.tsx';
import { OwnSecondFactors } from '../profile/own-second-factors.tsx';
import { AvatarWithChangeDialog } from './avatar-with-change-dialog.tsx';
import { BindContactDialog, type BoundContactKind } from './bind-contact-dialog.tsx';
import { DeleteAccountDialog } from './delete-account-dialog.tsx';
import { OwnDataAccessLog } from './own-data-access-log.tsx';
import './own-member-account-screen.css';

const texts = {
  title: text('个人资料', 'Profile'),
  bound: text('绑定', 'Binding'),
  mobile: text('手机', 'Mobile'),
  email: text('电子邮箱', 'E-mail'),
  none: text('未绑定', 'Not bound'),
  change: text('更换', 'Change'),
  bind: text('绑定', 'Bind'),
  data: text('我的数据', 'My data'),
  dataText: text(
    '平台保存的本人资料、登录与变动记录，可以随时取走一份。',
    'Your profile, sign-ins and changes kept by the platform. You can take a copy at any time.',
  ),
  download: text('下载我的数据', 'Download my data'),
  leave: text('注销账号', 'Delete my account'),
  leaveText: text(
    '注销后资料清空、不能恢复。企业档案、办件与操作记录依《网络安全法》等规定保存，不再显示您的资料。',
    'Your profile is erased and cannot be recovered. Enterprise records, cases and operation records are kept under the Cybersecurity Law and no longer show your profile.',
  ),
};

/** Confirms the identity before following the link, since a link cannot prompt. */
async function download(): Promise<void> {
  try {
    await get('/api/session/confirmed', {}, { area: 'api' });
    saveAnswerAsFile(urlWithToken('/api/account/download', {}, 'api'));
  } catch {
    // the client shows the error
  }
}

type Own = OwnProfile & { mobile: string; email: string; avatar: string };

/** The member's own account: public profile, bound contacts, data download, and deletion. */
export default function OwnMemberAccountScreen() {
  const t = useText();
  const tab = useTab();
  const client = useQueryClient();
  const [binding, setBinding] = useState<BoundContactKind>();
  const [leaving, setLeaving] = useState(false);
  const queryKey = ['own account'];
  const own = useQuery({
    queryKey,
    queryFn: async (context) => {
      const [{ userInfo }, { accountVerificationType }] = await Promise.all([
        queryFnFor<{ userInfo: Own }>('/api/user/index', {}, { area: 'api' })(context),
        queryFnFor<{ accountVerificationType: BoundContactKind[] }>(
          '/api/account/profile',
          {},
          { area: 'api' },
        )(context),
      ]);
      return { info: memberProfileForForm(userInfo) as Own, ways: accountVerificationType };
    },
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  const note = useMemo(() => {
    const dirty = { profile: false, channels: false };
    return (part: keyof typeof dirty) => (next: boolean) => {
      dirty[part] = next;
      tab.setDirty(Object.values(dirty).some(Boolean));
    };
  }, [tab]);
  const reread = () => client.invalidateQueries({ queryKey });
  return (
    <ModuleScreenFrame className="xj-own-account" title={t(texts.title)}>
      <QueryResultOrError query={own}>
        {({ info, ways }) => (
          <>
            <AvatarWithChangeDialog info={info} onChanged={() => void reread()} />
            <OwnProfileForm area="member" own={info} onDirty={note('profile')} withoutAvatar />
            <Bindings info={info} ways={ways} onBind={setBinding} />
            <NotificationChannelsForm area="member" onDirty={note('channels')} />
            <OwnSecondFactors area="member" />
            <OwnDataAccessLog />
            <section className="xj-profile-part" aria-labelledby="xj-own-data">
              <h2 id="xj-own-data">{t(texts.data)}</h2>
              <p className="xj-profile-rule">{t(texts.dataText)}</p>
              <Button onClick={() => void download()}>{t(texts.download)}</Button>
            </section>
            <section className="xj-profile-part" aria-labelledby="xj-own-leave">
              <h2 id="xj-own-leave">{t(texts.leave)}</h2>
              <p className="xj-profile-rule">{t(texts.leaveText)}</p>
              <Button danger onClick={() => setLeaving(true)}>
                {t(texts.leave)}
              </Button>
            </section>
            {binding && (
              <BindContactDialog
                way={binding}
                bound={info[binding]}
                onClose={() => setBinding(undefined)}
                onDone={(value) => {
                  setBinding(undefined);
                  storeMember({ [binding]: value });
                  void reread();
                  void refetchChannels(client, 'member');
                }}
              />
            )}
            {leaving && <DeleteAccountDialog onClose={() => setLeaving(false)} />}
          </>
        )}
      </QueryResultOrError>
    </ModuleScreenFrame>
  );
}

/** The bound mobile and e-mail. */
function Bindings({
  info,
  ways,
  onBind,
}: {
  info: Own;
  ways: readonly BoundContactKind[];
  onBind(way: BoundContactKind): void;
}) {
  const t = useText();
  return (
    <section className="xj-profile-part" aria-labelledby="xj-own-bound">
      <h2 id="xj-own-bound">{t(texts.bound)}</h2>
      <ul className="xj-own-lines">
        {(['mobile', 'email'] as const)
          .filter((way) => info[way] || ways.includes(way))
          .map((way) => (
            <li key={way}>
              <span>{t(texts[way])}</span>
              <strong>{info[way] || t(texts.none)}</strong>
              {ways.includes(way) && (
                <Button onClick={() => onBind(way)}>{t(info[way] ? texts.change : texts.bind)}</Button>
              )}
            </li>
          ))}
      </ul>
    </section>
  );
}
