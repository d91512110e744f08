import { useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { usePublicSiteInfo } from '#web/boot/use-public-site-info.ts';
import { isCancelled, post } from '#web/http/client.ts';
import { useText } from '#web/i18n/locale.ts';
import { areaPaths, type SignInArea } from '#web/session/admin-or-member-area.ts';
import { hasPasskeys, requestPasskey } from './create-and-request-passkey.ts';
import type { SignInAnswer } from './required-sign-in-step.ts';

const by = text('使用通行密钥登录', 'Sign in with a passkey');

interface Props {
  area: SignInArea;
  staySignedIn: boolean;
  onIn(answer: SignInAnswer): void;
  onProblem(error: unknown): void;
}

/** Button next to the password, for sign-in by passkey. */
export function PasskeyButton({ area, staySignedIn, onIn, onProblem }: Props) {
  const t = useText();
  const allowed = usePublicSiteInfo()?.settings?.['auth/security']?.passkey_entry === '1';
  const [busy, setBusy] = useState(false);
  if (!allowed || !hasPasskeys()) return null;
  const enter = async (): Promise<void> => {
    if (busy) return;
    setBusy(true);
    const { app } = areaPaths(area);
    const call = <T,>(action: string, body: object) =>
      post<T>(`/${app}/signIn/${action}`, body, { quiet: true, area: app });
    try {
      const { options, binder } = await call<{ options: unknown; binder: string }>('offerPasskey', {});
      onIn(await call<SignInAnswer>('enter', { binder, keep: staySignedIn, passkey: await requestPasskey(options) }));
    } catch (error) {
      if (!isCancelled(error)) onProblem(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <button type="button" className="xj-button" aria-busy={busy} onClick={() => void enter()}>
      {t(by)}
    </button>
  );
}
