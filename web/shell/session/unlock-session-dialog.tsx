import { type FormEvent, useEffect, useRef, useState } from 'react';
import { text } from '#kernel/text/text.ts';
import { signOut } from '#web/boot/sign-out-and-forget-session.ts';
import { isCancelled, post, WireError } from '#web/http/client.ts';
import { routeNames } from '#web/http/named-routes.ts';
import { queryClientOf } from '#web/http/react-query-client-by-sign-in-area.ts';
import { useText } from '#web/i18n/locale.ts';
import { clearWindowData } from '#web/session/clear-window-data-when-account-changes.ts';
import { forgetSession, useAdmin, useAdminSession } from '#web/session/session.ts';
import { setSessionLocked } from '#web/session/session-lock.ts';
import { useSecondFactorProofWithinSession } from '#web/sign-in/factor/use-second-factor-proof-within-session.tsx';
import { LabelledPasswordInput } from '#web/sign-in/form/labelled-input.tsx';
import { LogoMark } from '#web/theme/logo.tsx';
import './lock-dialog.css';

const texts = {
  title: text('已锁定', 'Locked'),
  lead: text(
    '{name}，离开期间页面已锁定。输入密码继续，未保存的内容都还在。',
    '{name}, the page was locked while you were away. Enter your password to continue; your unsaved content is still there.',
  ),
  password: text('密码', 'Password'),
  unlock: text('解锁', 'Unlock'),
  signOut: text('退出登录', 'Sign out'),
};

/** Covers everything until the user has entered their password. */
export default function UnlockSessionDialog() {
  const t = useText();
  const admin = useAdmin();
  const dialog = useRef<HTMLDialogElement>(null);
  const [password, setPassword] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const { field, prove } = useSecondFactorProofWithinSession();
  useEffect(() => {
    const element = dialog.current;
    if (element && !element.open) element.showModal();
    element?.querySelector('input')?.focus();
  }, []);

  const unlock = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const send = (proof: object) => post('/admin/session/unlock', proof, { quiet: true, area: 'admin' });
      if (!(await prove(password, send))) return;
      setSessionLocked(false);
      // Requests made meanwhile were refused: repeat them; a page that had not started starts.
      if (useAdminSession.getState().menus) await queryClientOf('admin').invalidateQueries();
      else window.location.reload();
    } catch (error) {
      if (isCancelled(error) || !(error instanceof Error)) return;
      const refusal = error instanceof WireError ? error : undefined;
      if (refusal?.reason === 'not_found') return leave();
      if (refusal?.errors?.password) setPassword('');
      setProblem(refusal?.errors?.password?.[0] ?? error.message);
    } finally {
      setBusy(false);
    }
  };
  const leave = (): void => {
    setSessionLocked(false);
    signOut('admin').catch(() => {
      forgetSession('admin');
      clearWindowData('admin');
      window.location.assign(routeNames.adminLogin);
    });
  };
  return (
    <dialog
      ref={dialog}
      className="xj-lock"
      aria-labelledby="xj-lock-title"
      onCancel={(event) => event.preventDefault()}
      // Browsers close a dialog at the second Escape in spite of `cancel`.
      onClose={() => dialog.current?.showModal()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <form className="xj-sign-form" noValidate onSubmit={(event) => void unlock(event)}>
        <LogoMark size={40} />
        <h2 id="xj-lock-title">{t(texts.title)}</h2>
        <p>{t(texts.lead, { name: admin?.nickname || admin?.username || '' })}</p>
        <input type="text" autoComplete="username" value={admin?.username ?? ''} readOnly hidden />
        <LabelledPasswordInput
          label={t(texts.password)}
          name="password"
          value={password}
          onValue={setPassword}
          error={problem}
          autoComplete="current-password"
          maxLength={64}
        />
        {field}
        <button type="submit" className="xj-button xj-sign-button" data-tone="primary" aria-busy={busy}>
          {t(texts.unlock)}
        </button>
        <button type="button" className="xj-button" onClick={leave}>
          {t(texts.signOut)}
        </button>
      </form>
    </dialog>
  );
}
