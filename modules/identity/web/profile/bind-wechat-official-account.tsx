import { Button } from 'antd';
import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';

const texts = {
  bound: text(
    '已绑定公众号，可选择在微信收哪些提醒。',
    'Bound to an official account: choose what reaches you in WeChat.',
  ),
  unreached: text(
    '已绑定公众号，但目前收不到提醒：已取消关注，或公众号暂停发送。',
    'Bound to an official account that does not reach you at present: you left it, or it has paused sending.',
  ),
  unbound: text('绑定公众号后可在微信收提醒。', 'Bind an official account to be reached in WeChat.'),
  bind: text('绑定公众号', 'Bind an official account'),
  again: text('重新绑定', 'Bind another one'),
  unbind: text('解除绑定', 'Unbind'),
  send: text(
    '{minutes} 分钟内，用微信关注“{accounts}”，并发送：',
    'Within {minutes} {minutes|minute|minutes}, follow “{accounts}” in WeChat and send:',
  ),
  any: text('本单位公众号', 'the official account'),
  code: text('绑定 {code}', '绑定 {code}'),
  done: text('已发送', 'Sent'),
};

interface Code {
  readonly code: string;
  readonly minutes: number;
  readonly accounts: readonly string[];
}

interface Props {
  readonly area: SignInArea;
  readonly isBound: boolean;
  /** Messages reach the person at present. */
  readonly isReached: boolean;
  /** The code was sent, or the person unbound: how they are bound has to be read again. */
  onChanged(): void;
}

/** Binds the signed-in person to a follower of an official account, by a code that the follower sends to it, and unbinds them. */
export function BindWechatOfficialAccount({ area, isBound, isReached, onChanged }: Props) {
  const t = useText();
  const [busy, setBusy] = useState(false);
  const [issued, setIssued] = useState<Code>();
  const { app } = areaPaths(area);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (error) {
      // the client shows the error
      if (!isCancelled(error) && !(error instanceof Error)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const issue = async () => setIssued(await post<Code>(`/${app}/wechat.binding/code`, {}, { area: app }));
  const unbind = async () => {
    await post(`/${app}/wechat.binding/unbind`, {}, { area: app, successMessage: true });
    setIssued(undefined);
    onChanged();
  };
  return (
    <div className="xj-channels-prove">
      <span>{t(isReached ? texts.bound : isBound ? texts.unreached : texts.unbound)}</span>
      <Button loading={busy} onClick={() => void run(issue)}>
        {t(isBound ? texts.again : texts.bind)}
      </Button>
      {isBound && (
        <Button disabled={busy} onClick={() => void run(unbind)}>
          {t(texts.unbind)}
        </Button>
      )}
      {issued && (
        <p role="status">
          {t(texts.send, { minutes: issued.minutes, accounts: issued.accounts.join('、') || t(texts.any) })}{' '}
          <strong>{t(texts.code, { code: issued.code })}</strong>{' '}
          <Button
            type="link"
            onClick={() => {
              setIssued(undefined);
              onChanged();
            }}
          >
            {t(texts.done)}
          </Button>
        </p>
      )}
    </div>
  );
}
