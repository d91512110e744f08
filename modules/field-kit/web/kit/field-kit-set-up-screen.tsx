import { type FormEvent, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { useText } from '#web/i18n/locale.ts';
import { useAdmin } from '#web/session/session.ts';
import { isPinAcceptable } from '../store/pin-protected-key.ts';
import { ServerUnreachable, SignedOut } from './call-server-without-sign-in-redirect.ts';
import { SignInLink } from './field-kit-header.tsx';
import { FieldKitPinInput } from './field-kit-pin-input.tsx';
import { setUpFieldKit, useFieldKit } from './field-kit-state-and-actions.ts';
import { fieldKitTexts } from './field-kit-texts.ts';

const texts = {
  title: text('在本机启用', 'Set up on this phone'),
  lead: text(
    '任务包下载到手机后，没有网络也能检查。内容用您的 PIN 加密，七天后自动删除；手机遗失请立即报告单位吊销。',
    'Task packs on the phone let you work without a network. They are encrypted with your PIN and deleted after seven days. Report a lost phone at once.',
  ),
  first: text('请先登录一次（须联网）', 'Please sign in once (online)'),
  as: text('使用人：{name}', 'Officer: {name}'),
  pin: text('设置 PIN（6 至 12 位数字）', 'Choose a PIN (6 to 12 digits)'),
  again: text('再输入一次', 'Repeat it'),
  weak: text('PIN 不能是同一数字或连续数字', 'The PIN must not be one digit or a sequence'),
  differ: text('两次输入不一致', 'The two do not match'),
  start: text('启用', 'Set up'),
  install: text(
    '启用后请“添加到主屏幕”，以后从图标打开。',
    'Then use “Add to home screen” and open the kit by its icon.',
  ),
  offline: text('没有网络，联网后再启用', 'No network. Set up when you are online'),
} as const;

/** The first start on a phone: the officer, and a PIN. */
export function FieldKitSetUpScreen() {
  const t = useText();
  const admin = useAdmin();
  const { wiped, lost } = useFieldKit();
  const [pin, setPin] = useState('');
  const [again, setAgain] = useState('');
  const [problem, setProblem] = useState('');
  const [busy, setBusy] = useState(false);
  const start = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!admin) return;
    if (!isPinAcceptable(pin)) return setProblem(t(texts.weak));
    if (pin !== again) return setProblem(t(texts.differ));
    setBusy(true);
    setProblem('');
    try {
      await setUpFieldKit(pin, admin.id, admin.nickname || admin.username);
    } catch (error) {
      setBusy(false);
      setProblem(
        error instanceof ServerUnreachable
          ? t(texts.offline)
          : error instanceof SignedOut
            ? t(texts.first)
            : error instanceof Error
              ? error.message
              : String(error),
      );
    }
  };
  return (
    <section className="xj-kit-card">
      {wiped && <p role="alert">{t(fieldKitTexts.wiped)}</p>}
      {lost > 0 && <p role="alert">{t(fieldKitTexts.lost, { n: lost })}</p>}
      <h2>{t(texts.title)}</h2>
      <p>{t(texts.lead)}</p>
      {admin?.token ? (
        <form onSubmit={(event) => void start(event)}>
          <p>{t(texts.as, { name: admin.nickname || admin.username })}</p>
          <FieldKitPinInput label={t(texts.pin)} value={pin} onChange={setPin} fresh />
          <FieldKitPinInput label={t(texts.again)} value={again} onChange={setAgain} fresh />
          {problem && <p role="alert">{problem}</p>}
          <button type="submit" className="xj-button" data-tone="primary" disabled={busy}>
            {t(texts.start)}
          </button>
          <small>{t(texts.install)}</small>
        </form>
      ) : (
        <>
          <p>{t(texts.first)}</p>
          <SignInLink />
        </>
      )}
    </section>
  );
}
