import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Select } from 'antd';
import { useEffect, useId, useState } from 'react';
import { field } from '#kernel/field/field.ts';
import { text } from '#kernel/text/text.ts';
import {
  mutableNotificationTopics,
  type NotificationChannelChoice,
  type NotificationTopic,
  notificationTopicNames,
  notificationTopics,
  type OwnNotificationChannels,
} from '#modules/message/contract/notification-channels.ts';
import { DialogFormOfApiCall } from '#web/form/dialog-form-of-api-call.tsx';
import { useUnloadGuard } from '#web/form/unsaved/warn-before-leaving-unsaved-form.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { queryFnFor } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { BindWechatOfficialAccount } from './bind-wechat-official-account.tsx';
import './notification-channels-form.css';

const texts = {
  title: text('提醒方式', 'Notification preferences'),
  lead: text(
    '消息总在站内收件箱；可另选短信、邮件和微信。法律文书在站内签收，其他方式只作提醒。夜间不发短信和微信。',
    'Messages always arrive in your inbox; SMS, e-mail and WeChat are optional extras. Legal documents are signed for in the inbox; the others are reminders only. No SMS or WeChat at night.',
  ),
  topic: text('消息', 'Messages'),
  bell: text('站内提醒', 'In-app alert'),
  email: text('邮件', 'E-mail'),
  sms: text('短信', 'SMS'),
  wechat: text('微信', 'WeChat'),
  box: text('{topic}：{way}', '{topic}: {way}'),
  addresses: text('邮件发至：{email}；短信发至：{mobile}', 'E-mail to: {email}; SMS to: {mobile}'),
  none: text('（未登记）', '(not registered)'),
  unproven: text(
    '{email} 尚未验证，验证后才向它发送邮件。',
    '{email} is not verified; e-mails are sent only after verification.',
  ),
  prove: text('验证邮箱', 'Verify e-mail'),
  proveTitle: text('验证电子邮箱', 'Verify e-mail address'),
  proveLead: text(
    '输入发到 {email} 的六位验证码，5 分钟内有效。',
    'Enter the six-digit code sent to {email}; valid for 5 minutes.',
  ),
  code: text('验证码', 'Verification code'),
  digest: text('每日摘要邮件', 'Daily digest e-mail'),
  digestText: text(
    '每天一封，列出待办件数与未读；没有内容时不发。',
    'One a day, listing to-dos and unread messages; not sent when there is nothing.',
  ),
  hour: text('发送时间', 'Send at'),
  save: text('保存提醒方式', 'Save notification preferences'),
};

const codeField = { code: field.text(texts.code, { required: true, min: 6, max: 6 }) };

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: `${String(hour).padStart(2, '0')}:00` }));

type Way = 'email' | 'sms' | 'wechat' | 'muted';
const toggled = (list: readonly NotificationTopic[], topic: NotificationTopic, on: boolean): NotificationTopic[] =>
  notificationTopicNames.filter((one) => (one === topic ? on : list.includes(one)));

const keyOf = (area: SignInArea) => ['own channels', area];

/** Refetches the notification addresses after a contact changed. */
export const refetchChannels = (client: QueryClient, area: SignInArea): Promise<void> =>
  client.invalidateQueries({ queryKey: keyOf(area) });

interface ChannelPartProps {
  area: SignInArea;
  /** Called when choices become unsaved or saved. */
  onDirty(dirty: boolean): void;
}

/** Notification preferences of the signed-in user: channels by topic, and the daily digest. */
export function NotificationChannelsForm({ area, onDirty }: ChannelPartProps) {
  const { app } = areaPaths(area);
  const own = useQuery({
    queryKey: keyOf(area),
    queryFn: (context) => queryFnFor<OwnNotificationChannels>(`/${app}/message.channel/index`)(context),
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
  return own.data ? <ChannelForm area={area} own={own.data} onDirty={onDirty} /> : null;
}

function ChannelForm({ area, own, onDirty }: ChannelPartProps & { own: OwnNotificationChannels }) {
  const t = useText();
  const id = useId();
  const client = useQueryClient();
  const { addresses, ...choices } = own;
  // unsaved choices only; the rest is as last fetched
  const [changes, setChanges] = useState<Partial<NotificationChannelChoice>>({});
  const chosen: NotificationChannelChoice = { ...choices, ...changes };
  const dirty = JSON.stringify(chosen) !== JSON.stringify(choices);
  useUnloadGuard(dirty);
  useEffect(() => onDirty(dirty), [dirty, onDirty]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  const choose = (change: Partial<NotificationChannelChoice>) => setChanges((all) => ({ ...all, ...change }));
  const save = async () => {
    setBusy(true);
    setProblem(undefined);
    const { email, sms, wechat, muted, digest, digest_hour } = chosen;
    try {
      const body = { email, sms, wechat, muted, digest, digest_hour };
      await post(`/${areaPaths(area).app}/message.channel/save`, body, {
        successMessage: true,
        quiet: true,
        area: areaPaths(area).app,
      });
      client.setQueryData(keyOf(area), { ...own, ...body });
      setChanges({});
      await refetchChannels(client, area);
    } catch (error) {
      if (!(error instanceof WireError)) throw error;
      if (!isCancelled(error))
        setProblem(
          Object.values(error.errors ?? {})
            .flat()
            .join(' ') || error.message,
        );
    } finally {
      setBusy(false);
    }
  };
  const onProven = () => void refetchChannels(client, area);
  const none = t(texts.none);
  return (
    <section className="xj-profile-part xj-channels" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>{t(texts.title)}</h2>
      <p className="xj-profile-rule">{t(texts.lead)}</p>
      <p className="xj-profile-rule">
        {t(texts.addresses, { email: addresses.email ?? none, mobile: addresses.mobile ?? none })}
      </p>
      {addresses.email !== null && !addresses.proven && <ProveEmail email={addresses.email} onProven={onProven} />}
      <ChannelTable area={area} chosen={chosen} stored={choices} addresses={addresses} onChoose={choose} />
      <BindWechatOfficialAccount
        area={area}
        isBound={addresses.wechat_bound}
        isReached={addresses.wechat}
        onChanged={onProven}
      />
      <DailyDigest chosen={chosen} disabled={!addresses.proven && !choices.digest} onChoose={choose} />
      <p className="xj-profile-rule">{t(texts.digestText)}</p>
      {problem && (
        <div className="xj-form-note" data-tone="bad" role="alert">
          {problem}
        </div>
      )}
      <Button type="primary" loading={busy} onClick={() => void save()}>
        {t(texts.save)}
      </Button>
    </section>
  );
}

interface ChoiceProps {
  readonly chosen: NotificationChannelChoice;
  onChoose(change: Partial<NotificationChannelChoice>): void;
}

/** Table of topics by channel. What was chosen while there was an address can be given up without one. */
function ChannelTable({
  area,
  chosen,
  stored,
  addresses,
  onChoose,
}: ChoiceProps & {
  readonly area: SignInArea;
  readonly stored: NotificationChannelChoice;
  readonly addresses: OwnNotificationChannels['addresses'];
}) {
  const t = useText();
  const box = (topic: NotificationTopic, way: Way, label: typeof texts.email, disabled: boolean) => {
    const on = chosen[way].includes(topic);
    return (
      <Checkbox
        aria-label={t(texts.box, { topic: t(notificationTopics[topic]), way: t(label) })}
        checked={way === 'muted' ? !on : on}
        disabled={disabled && (way === 'muted' || (!on && !stored[way].includes(topic)))}
        onChange={({ target }) =>
          onChoose({ [way]: toggled(chosen[way], topic, way === 'muted' ? !target.checked : target.checked) })
        }
      />
    );
  };
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{t(texts.topic)}</th>
          <th scope="col">{t(texts.bell)}</th>
          <th scope="col">{t(texts.email)}</th>
          <th scope="col">{t(texts.sms)}</th>
          <th scope="col">{t(texts.wechat)}</th>
        </tr>
      </thead>
      <tbody>
        {notificationTopicNames
          .filter((topic) => area === 'admin' || topic !== 'mention')
          .map((topic) => (
            <tr key={topic}>
              <th scope="row">{t(notificationTopics[topic])}</th>
              <td>{box(topic, 'muted', texts.bell, !mutableNotificationTopics.includes(topic))}</td>
              <td>{box(topic, 'email', texts.email, !addresses.proven)}</td>
              <td>{box(topic, 'sms', texts.sms, addresses.mobile === null)}</td>
              <td>{box(topic, 'wechat', texts.wechat, !addresses.wechat)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  );
}

/** Choice of the daily digest and its hour. */
function DailyDigest({ chosen, disabled, onChoose }: ChoiceProps & { readonly disabled: boolean }) {
  const t = useText();
  return (
    <div className="xj-channels-digest">
      <Checkbox
        checked={chosen.digest}
        disabled={disabled}
        onChange={({ target }) => onChoose({ digest: target.checked })}
      >
        {t(texts.digest)}
      </Checkbox>
      <Select<number>
        aria-label={t(texts.hour)}
        value={chosen.digest_hour}
        disabled={!chosen.digest}
        options={hours}
        onChange={(digest_hour) => onChoose({ digest_hour })}
      />
    </div>
  );
}

/** Verifies an officer's e-mail by a code; members verify theirs when binding it. */
function ProveEmail({ email, onProven }: { email: string; onProven(): void }) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [sent, setSent] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await post('/admin/message.channel/emailCode', {}, { area: 'admin', successMessage: true });
      setSent(true);
    } catch {
      // the client shows the error
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="xj-channels-prove">
      <span>{t(texts.unproven, { email })}</span>
      <Button loading={busy} onClick={() => void send()}>
        {t(texts.prove)}
      </Button>
      {sent && (
        <DialogFormOfApiCall
          title={t(texts.proveTitle)}
          lead={t(texts.proveLead, { email })}
          okText={t(texts.prove)}
          fields={codeField}
          fleeting
          path="/admin/message.channel/proveEmail"
          area="admin"
          onDone={() => {
            setSent(false);
            onProven();
          }}
          onClose={() => setSent(false)}
        />
      )}
    </div>
  );
}
